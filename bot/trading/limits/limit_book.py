"""Records trading limits as they are stated, ends them, and reads which bind a decision."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.committee.runs import RunBasis
from bot.domain.conversation.turns import Turn
from bot.domain.ids import LimitId, derive_id
from bot.domain.trading.decisions import Decision
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.trading_limits import (
    LimitHolder,
    LimitInForce,
    LimitMeasure,
    LimitQuery,
    LimitTerms,
    LimitUnit,
    TradingLimit,
)
from bot.errors import TooManyLimitsError
from bot.ports import Clock, Stores, Transaction

MOST_LIMITS: Final = 50  # in force for one person in one conversation: each is checked at every trade, and told


@dataclass(frozen=True, slots=True)
class LimitChanges:
    """The limits that a message has added and ended."""

    added: tuple[LimitInForce, ...] = ()
    ended: tuple[LimitInForce, ...] = ()


@dataclass(frozen=True, slots=True)
class LimitBook:
    """The trading limits of a tenant, as one turn sees them. Safe to run again for the same turn."""

    stores: Stores
    clock: Clock

    async def in_force(self, context: TurnContext) -> tuple[LimitInForce, ...]:
        """Return the limits that bound the person in this conversation when the turn was accepted, oldest first."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            return await tx.limits.in_force(self._query(context))

    async def of_others(self, context: TurnContext) -> tuple[LimitInForce, ...]:
        """Return the limits on others' trades that they stated in this channel, without what is spent under them."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            return tuple(map(LimitInForce, await tx.limits.of_others(self._query(context).holder)))

    async def record(self, context: TurnContext, terms: Sequence[LimitTerms]) -> LimitChanges:
        """Store the limits that a message states; each ends an earlier one on the same quantity.

        Raises: TooManyLimitsError: nothing was stored. StoreUnavailableError.
        """
        turn = context.turn
        stated = tuple(limit_of(turn, each, number) for number, each in enumerate(terms))
        before = await self.in_force(context)
        known = {each.limit.id for each in before}
        ended = tuple(each for each in before if any(_replaces(new, each.limit) for new in stated))
        if len(known | {each.id for each in stated}) - len(ended) > MOST_LIMITS:
            raise TooManyLimitsError(most=MOST_LIMITS)
        async with self.stores.transaction(turn.tenant_id) as tx:
            for each in ended:
                await tx.limits.remove_limit(each.limit.id, by=turn.person.id, at=turn.accepted_at)
            for new in stated:
                if new.id not in known:
                    await tx.limits.add_limit(new)
                    facts = {"scope": new.terms.scope.value, "measure": new.terms.measure.value}
                    facts |= {"value": str(new.terms.value), "unit": new.terms.unit.value}
                    await tx.audit.add_entry("limit_stated", subject=new.id, by=turn.person.id, facts=facts)
        return LimitChanges(tuple(LimitInForce(new) for new in stated), ended)

    async def end(self, context: TurnContext, limits: Iterable[LimitInForce]) -> None:
        """End limits; those that have ended before stay so."""
        turn = context.turn
        async with self.stores.transaction(turn.tenant_id) as tx:
            for each in limits:
                if await tx.limits.remove_limit(each.limit.id, by=turn.person.id, at=turn.accepted_at):
                    await tx.audit.add_entry("limit_ended", subject=each.limit.id, by=turn.person.id, facts={})

    def _query(self, context: TurnContext) -> LimitQuery:
        ended_by_earlier_attempt = context.turn.accepted_at
        return replace(limit_query(context, at=self.clock.now()), or_ended_at=ended_by_earlier_attempt)


def limit_of(turn: Turn, terms: LimitTerms, number: int) -> TradingLimit:
    """Return terms as the limit that a message states; `number`: of the terms in it."""
    return TradingLimit(
        id=LimitId(derive_id(turn.id, f"limit/{number}")),
        terms=terms,
        stated_by=turn.person,
        stated_at=turn.accepted_at,
        conversation_id=turn.conversation_id,
        channel=turn.thread.channel,
    )


def _replaces(new: TradingLimit, old: TradingLimit) -> bool:
    """Return whether a limit is stated anew: the same quantity of the same shares, in the same scope."""
    if new.id == old.id or LimitMeasure.PREFERENCE in {new.terms.measure, old.terms.measure}:
        return False
    return _subject(new) == _subject(old)


def _subject(limit: TradingLimit) -> tuple[object, ...]:
    terms = limit.terms
    return terms.scope, terms.measure, terms.period, frozenset(terms.symbols), terms.unit is LimitUnit.SHARES


async def limits_in_force(
    tx: Transaction, decision: Decision, *, market_time: datetime | None, at: datetime
) -> tuple[LimitInForce, ...]:
    """Return the limits that bind a purchase of its asker in its conversation; nothing for any other decision.

    Only what is confirmed counts under totals.

    `market_time`: the account's clock on the sample market; None: the market's own time.
    """
    if decision.proposal.side is not Side.BUY:
        return ()
    holder = LimitHolder(person_id=decision.asked_by, conversation_id=decision.conversation_id)
    query = LimitQuery(holder=holder, at=at, market_time=market_time, except_decisions=(decision.id,))
    return await tx.limits.in_force(query)


def limit_query(context: TurnContext, *, at: datetime) -> LimitQuery:
    """Return the query for the limits that bind the person of a turn in its conversation."""
    holder = LimitHolder(person_id=context.turn.person.id, conversation_id=context.conversation.id)
    return LimitQuery(holder=holder, at=at, market_time=context.account.market_time)


async def read_run_basis(tx: Transaction, turn: Turn, *, market: str, at: datetime) -> RunBasis:
    """Return what the run that `turn` answers rests on."""
    account, positions = await tx.accounts.holdings(market=market)
    holder = LimitHolder(person_id=turn.person.id, conversation_id=turn.conversation_id)
    query = LimitQuery(holder=holder, at=at, market_time=account.market_time)
    return RunBasis(
        account=account,
        positions=positions,
        pending=tuple(each for each in await tx.decisions.decidable_by(turn) if _is_replaceable(each, turn)),
        stated_limits=(await tx.conversations.get(turn.conversation_id)).stated_limits,
        limits=await tx.limits.in_force(query),
    )


def _is_replaceable(decision: Decision, turn: Turn) -> bool:
    return decision.asked_by == turn.person.id and decision.conversation_id == turn.conversation_id
