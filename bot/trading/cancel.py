"""Cancel: the same compare-and-set as Confirm, from proposed to cancelled."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.domain.conversation.buttons import ButtonRef
from bot.domain.conversation.states import resting_state
from bot.domain.conversation.turns import Turn
from bot.domain.erasure import Erasure
from bot.domain.trading.decisions import Action, Decision, DecisionQuery, DecisionStatus
from bot.errors import ConcurrentUpdateError
from bot.ports import Stores
from bot.trading.decision_access import get_decided_or_open


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
