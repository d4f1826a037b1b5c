"""Checks whether a person may decide on a decision now, and cancels it: by them, or when they are erased."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.buttons import ButtonRef
from bot.domain.conversation.states import resting_state
from bot.domain.conversation.turns import Turn
from bot.domain.erasure import Erasure
from bot.domain.trading.accounts import Account
from bot.domain.trading.decisions import Action, Decision, DecisionQuery, DecisionStatus
from bot.errors import ConcurrentUpdateError, DecisionExpiredError, NotYourDecisionError, StaleDecisionError
from bot.ports import Stores, Transaction

_LATEST = 20  # decisions looked at


async def get_open_decision(tx: Transaction, ref: ButtonRef, turn: Turn) -> Decision:
    """Return the decision if this person may act on it now. Default policy: only the person who asked may.

    Raises: UnknownDecisionError, NotYourDecisionError, StaleDecisionError, DecisionExpiredError.
    """
    decision = await tx.decisions.get(ref.decision_id, version=ref.version)
    _check_open_to(decision, turn)
    return decision


async def get_decided_or_open(tx: Transaction, ref: ButtonRef, turn: Turn) -> tuple[Decision, bool]:
    """Return the decision, and whether this same turn or press has already confirmed or cancelled it.

    The decision is read first: if the same press is delivered twice and the other delivery decides in between, that
    is recognised as the press's own. Raises: as `get_open_decision`.
    """
    decision = await tx.decisions.get(ref.decision_id, version=ref.version)
    if decision.status is not DecisionStatus.PROPOSED:
        decided = await tx.decisions.decided_by_turn(turn.id, ref.decision_id)
        if decided is not None:
            return decided, True
    _check_open_to(decision, turn)
    return decision, False


def check_open(decision: Decision, *, at: datetime) -> None:
    """Check that this version can be decided on at `at`. Raises: StaleDecisionError, DecisionExpiredError."""
    if decision.status is not DecisionStatus.PROPOSED:
        raise _not_pending_error(decision)
    if decision.proposal.action is Action.HOLD:  # has no such button, but a client can send any id
        raise _stale_error(decision, "hold")
    if not decision.is_pending(at=at):
        raise expired_error(decision)


def require_same_account(decision: Decision, account: Account) -> None:
    """Check that a decision belongs to `account`. Raises: StaleDecisionError: it is on another market."""
    if decision.account_id != account.id:
        raise _stale_error(decision, "another_market")


def require_not_ahead(decision: Decision, *, as_of: datetime | None) -> None:
    """Check that a decision was made no later than `as_of`, the account's market time; None: the market is live.

    Raises: StaleDecisionError: the account's clock was set back since.
    """
    if as_of is not None and decision.proposal.price_as_of > as_of:
        raise _stale_error(decision, "ahead_of_clock")


async def just_expired(stores: Stores, context: TurnContext, named: Collection[str]) -> DecisionExpiredError | None:
    """Return the error if the person's newest decision here, on a share named if one is, has expired; None: no."""
    async with stores.read(context.turn.tenant_id) as tx:
        query = DecisionQuery(
            limit=_LATEST,
            conversation_id=context.conversation.id,
            asked_by=context.turn.person.id,
            market=context.account.market,
        )
        found = await tx.decisions.find_matching(query)
        newest = next((d for d in found if not named or d.proposal.symbol in named), None)
    if newest is None or newest.is_pending(at=context.turn.accepted_at):
        return None
    if newest.status not in {DecisionStatus.PROPOSED, DecisionStatus.EXPIRED}:
        return None
    return expired_error(newest)


async def own_open_order(stores: Stores, context: TurnContext, named: Collection[str]) -> Decision | None:
    """Return the person's latest decision whose order can still be filled, on a share named if one is; None: none."""
    async with stores.read(context.turn.tenant_id) as tx:
        for order in await tx.accounts.open_orders(context.account.id):
            decision = await tx.decisions.get(order.decision_id)
            if decision.asked_by == context.turn.person.id and (not named or order.symbol in named):
                return decision
    return None


def _check_open_to(decision: Decision, turn: Turn) -> None:
    if decision.asked_by != turn.person.id:
        raise NotYourDecisionError(asked_by=decision.asked_by)
    check_open(decision, at=turn.accepted_at)


def _not_pending_error(decision: Decision) -> StaleDecisionError | DecisionExpiredError:
    if decision.status is DecisionStatus.EXPIRED:
        return expired_error(decision)
    return _stale_error(decision, decision.status.value)


def _stale_error(decision: Decision, status: str) -> StaleDecisionError:
    return StaleDecisionError(status=status, symbol=decision.proposal.symbol, by=decision.decided_by or "")


def expired_error(decision: Decision) -> DecisionExpiredError:
    """Return the error that says since when a decision cannot be confirmed any more."""
    return DecisionExpiredError(expired_at=decision.expires_at)


@dataclass(frozen=True, slots=True)
class CancelDecision:
    """Cancels one version of one decision."""

    stores: Stores

    async def __call__(self, ref: ButtonRef, *, turn: Turn) -> Decision:
        """Return the cancelled decision. Safe to run again for the same turn or press. Raises: as `ConfirmDecision`."""
        async with self.stores.transaction(turn.tenant_id) as tx:
            decision, is_repeated = await get_decided_or_open(tx, ref, turn)
            if is_repeated:
                return decision
            cancelled = replace(
                decision, status=DecisionStatus.CANCELLED, decided_by=turn.person.id, decided_at=turn.accepted_at
            )
            await tx.turns.update_person(turn)  # the card may be redrawn before this turn is answered
            if not await tx.decisions.save(
                cancelled, expected_status=DecisionStatus.PROPOSED, unexpired_at=turn.accepted_at
            ):
                raise ConcurrentUpdateError(decision=decision.id)
            await tx.decisions.record_approval(cancelled, turn_id=turn.id)
            facts = {"version": str(decision.version), "through": str(turn.id)}
            await tx.audit.add_entry("cancelled", subject=decision.id, by=turn.person.id, facts=facts)
            return cancelled


_MOST: Final = 500  # of the person's latest decisions
_LONGEST_PENDING: Final = timedelta(days=366)


async def cancel_pending_of(stores: Stores, erasure: Erasure, *, at: datetime) -> int:
    """Cancel the person's pending decisions, each in a transaction of its own; return how many.

    One that is confirmed meanwhile stays so.
    """
    count = 0
    for decision in await _pending(stores, erasure, at=at):
        count += await _cancel(stores, erasure, decision, at=at)
    return count


async def _pending(stores: Stores, erasure: Erasure, *, at: datetime) -> tuple[Decision, ...]:
    query = DecisionQuery(
        limit=_MOST, asked_by=erasure.request.person_id, made_since=at - _LONGEST_PENDING, include_proposed=True
    )
    async with stores.read(erasure.tenant_id) as tx:
        found = await tx.decisions.find_matching(query)
    return tuple(
        each
        for each in found
        if each.status is DecisionStatus.PROPOSED
        and each.proposal.action is not Action.HOLD
        and erasure.confirmed_at is not None
        and each.created_at <= erasure.confirmed_at
    )


async def _cancel(stores: Stores, erasure: Erasure, decision: Decision, *, at: datetime) -> bool:
    through = erasure.confirmed_turn or erasure.request.asked_turn
    cancelled = replace(decision, status=DecisionStatus.CANCELLED, decided_by=erasure.reference, decided_at=at)
    async with stores.transaction(erasure.tenant_id) as tx:
        conversation = await tx.conversations.lock(decision.conversation_id)
        if not await tx.decisions.save(cancelled, expected_status=DecisionStatus.PROPOSED):
            return False
        await tx.decisions.record_approval(cancelled, turn_id=through)
        facts = {"version": str(decision.version), "through": str(through), "why": "erasure"}
        await tx.audit.add_entry("cancelled", subject=decision.id, by=erasure.reference, facts=facts)
        pending = await tx.decisions.count_pending(conversation.id, at=at)
        state = resting_state(conversation.state, pending=pending)
        await tx.conversations.save(replace(conversation, state=state))
    return True
