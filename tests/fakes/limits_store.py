"""Trading limits and core memory, in memory."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from bot.domain.conversation.turns import InputKind
from bot.domain.ids import LimitId, TurnId
from bot.domain.memory.core_memory import ChangeKind, CoreMemory, MemoryChange, MemoryKey, MemoryPlace, StoredSection
from bot.domain.trading.decisions import Action, Decision, DecisionStatus
from bot.domain.trading.execution.orders import OrderReport
from bot.domain.trading.trading_limits import (
    LimitHolder,
    LimitInForce,
    LimitMeasure,
    LimitPeriod,
    LimitQuery,
    LimitRecord,
    LimitScope,
    TradingLimit,
)
from bot.errors import ConcurrentUpdateError
from tests.fakes.memory import TenantStore

_EXCHANGE = ZoneInfo("America/New_York")
_CONFIRMED = frozenset(
    {
        DecisionStatus.CONFIRMED,
        DecisionStatus.SUBMITTED,
        DecisionStatus.FILLED,
        DecisionStatus.PARTIALLY_FILLED,
        DecisionStatus.UNKNOWN,
    }
)


class FakeTradingLimits(TenantStore):
    """`TradingLimits`, in memory."""

    async def add_limit(self, limit: TradingLimit) -> None:
        self._state.limits[limit.id] = (self._tenant_id, limit)

    async def remove_limit(self, limit_id: LimitId, *, by: str, at: datetime) -> bool:
        owner, _ = self._state.limits.get(limit_id, (None, None))
        if owner != self._tenant_id or limit_id in self._state.ended_limits:
            return False
        self._state.ended_limits[limit_id], self._state.limit_enders[limit_id] = at, by
        return True

    async def extend_limits(self, symbol: str, into: str) -> int:
        found = [
            (limit_id, limit)
            for limit_id, (owner, limit) in self._state.limits.items()
            if owner == self._tenant_id
            and limit_id not in self._state.ended_limits
            and symbol in limit.terms.symbols
            and into not in limit.terms.symbols
        ]
        for limit_id, limit in found:
            terms = replace(limit.terms, symbols=(*limit.terms.symbols, into))
            self._state.limits[limit_id] = (self._tenant_id, replace(limit, terms=terms))
        return len(found)

    async def in_force(self, query: LimitQuery) -> tuple[LimitInForce, ...]:
        ended = self._state.ended_limits
        limits = (
            limit
            for owner, limit in self._state.limits.values()
            if owner == self._tenant_id and (limit.id not in ended or ended[limit.id] == query.or_ended_at)
        )
        channel = self._state.conversations[query.holder.conversation_id].thread.channel
        found = sorted(
            (each for each in limits if _binds(each, query.holder, channel)), key=lambda each: (each.stated_at, each.id)
        )
        return tuple(self._in_force(limit, query) for limit in found)

    async def of_others(self, holder: LimitHolder) -> tuple[TradingLimit, ...]:
        channel = self._state.conversations[holder.conversation_id].thread.channel
        found = (
            limit
            for owner, limit in self._state.limits.values()
            if owner == self._tenant_id and limit.id not in self._state.ended_limits
            if limit.stated_by.id != holder.person_id and limit.channel == channel
            if limit.terms.scope is LimitScope.PERSON or _is_of_thread(limit, holder)
        )
        return tuple(sorted(found, key=lambda each: (each.stated_at, each.id)))

    async def records(self, holder: LimitHolder, *, limit: int) -> tuple[LimitRecord, ...]:
        channel = self._state.conversations[holder.conversation_id].thread.channel
        limits = (each for owner, each in self._state.limits.values() if owner == self._tenant_id)
        found = [self._record(each, channel) for each in limits if _binds(each, holder, channel)]
        found.sort(key=lambda each: (each.ended_at or each.limit.stated_at, each.limit.stated_at), reverse=True)
        return tuple(found[:limit])

    def _record(self, limit: TradingLimit, channel: str) -> LimitRecord:
        ended_at, by = self._state.ended_limits.get(limit.id), self._state.limit_enders.get(limit.id)
        turns = [each for each in self._state.turns.values() if each.tenant_id == self._tenant_id]
        said = (
            each.text
            for each in turns
            if (each.accepted_at, each.person.id) == (limit.stated_at, limit.stated_by.id)
            and each.conversation_id == limit.conversation_id
            and each.kind is InputKind.MESSAGE
            and each.thread.channel == channel
        )
        names = (each.person.name for each in turns if (each.accepted_at, each.person.id) == (ended_at, by))
        return LimitRecord(limit=limit, said=next(said, ""), ended_at=ended_at, ended_by=next(names, ""))

    def _in_force(self, limit: TradingLimit, query: LimitQuery) -> LimitInForce:
        if limit.terms.measure not in {LimitMeasure.TOTAL, LimitMeasure.POSITIONS}:
            return LimitInForce(limit)
        counted = [d for d in self._state.decisions.values() if self._counts(d, limit, query)]
        return LimitInForce(limit, sum(map(self._cost, counted), Decimal(0)), len(counted))

    def _cost(self, decision: Decision) -> Decimal:
        report = self._report(decision)
        if report is None or report.average_price is None:
            return decision.proposal.cash_change
        return report.filled_shares * report.average_price

    def _report(self, decision: Decision) -> OrderReport | None:
        order = self._state.orders.get(decision.id)
        return None if order is None else self._state.reports.get(order.client_order_id)

    def _counts(self, decision: Decision, limit: TradingLimit, query: LimitQuery) -> bool:
        terms, thread = limit.terms, self._state.conversations[decision.conversation_id].thread
        is_in_scope = {
            LimitScope.THREAD: decision.conversation_id == limit.conversation_id,
            LimitScope.PERSON: True,
            LimitScope.CHANNEL: thread.channel == limit.channel,
        }[terms.scope]
        is_persons = terms.scope is LimitScope.CHANNEL or decision.asked_by == limit.stated_by.id
        is_purchase = decision.tenant_id == self._tenant_id and decision.proposal.action is Action.INCREASE
        is_named = not terms.symbols or decision.proposal.symbol in terms.symbols
        is_counted = is_in_scope and is_persons and is_purchase and is_named
        if not is_counted or decision.id in query.except_decisions:
            return False
        if decision.status is DecisionStatus.PROPOSED:
            is_held = (decision.account_id, decision.proposal.symbol) in self._state.positions
            is_further = terms.measure is LimitMeasure.TOTAL or not is_held
            return query.counts_pending and decision.is_pending(at=query.at) and is_further
        if terms.measure is LimitMeasure.POSITIONS:
            return False
        order = self._state.orders.get(decision.id)
        priced_at = decision.proposal.price_as_of if order is None else order.reference_as_of
        return decision.status in _CONFIRMED and _is_within(decision, limit, query, priced_at=priced_at)


def _is_within(decision: Decision, limit: TradingLimit, query: LimitQuery, *, priced_at: datetime) -> bool:
    """Return whether a confirmed decision belongs to the period of a total."""
    decided_at = decision.decided_at or decision.created_at
    if limit.terms.period is None:
        return decided_at >= limit.stated_at
    at = decided_at if query.market_time is None else priced_at
    return at >= _start(limit.terms.period, query.market_time or query.at)


def _start(period: LimitPeriod, now: datetime) -> datetime:
    day = now.astimezone(_EXCHANGE).replace(hour=0, minute=0, second=0, microsecond=0)
    if period is LimitPeriod.WEEK:
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if period is LimitPeriod.MONTH else day


def _is_of_thread(limit: TradingLimit, holder: LimitHolder) -> bool:
    return limit.terms.scope is LimitScope.THREAD and limit.conversation_id == holder.conversation_id


def _binds(limit: TradingLimit, holder: LimitHolder, channel: str) -> bool:
    is_persons = limit.stated_by.id == holder.person_id
    return {
        LimitScope.THREAD: is_persons and _is_of_thread(limit, holder),
        LimitScope.PERSON: is_persons,
        LimitScope.CHANNEL: limit.channel == channel,
    }[limit.terms.scope]


class FakeCoreMemory(TenantStore):
    """`CoreMemoryStore`, in memory."""

    async def load(
        self, place: MemoryPlace, *, limits: LimitQuery | None = None, as_of: datetime | None = None
    ) -> CoreMemory:
        sections = (self._latest(key, as_of=as_of).shown_in(place.channel) for key in place.section_keys())
        in_force = await FakeTradingLimits(self._state, self._tenant_id).in_force(limits) if limits else ()
        return CoreMemory(tuple(each for each in sections if each.facts), in_force)

    async def sections(self, keys: Collection[MemoryKey]) -> tuple[StoredSection, ...]:
        return tuple(self._latest(key, as_of=None) for key in keys)

    async def add_change(self, change: MemoryChange) -> None:
        undone = {each.undoes for each in self._changes()}
        is_taken = any((each.key, each.version) == (change.key, change.version) for each in self._changes())
        if is_taken or change.id in self._state.memory_changes or (change.undoes and change.undoes in undone):
            raise ConcurrentUpdateError(section=change.key.section.value)
        self._state.memory_changes[change.id] = (self._tenant_id, change)

    async def history(
        self,
        place: MemoryPlace,
        *,
        limit: int,
        skip: int = 0,
        after: datetime | None = None,
        before: datetime | None = None,
    ) -> tuple[MemoryChange, ...]:
        of_span = (
            each
            for each in self._seen(place)
            if (after is None or each.at > after) and (before is None or each.at < before)
        )
        return tuple(_newest_first(of_span))[skip : skip + limit]

    async def changes_since(self, key: MemoryKey, *, since: datetime, limit: int) -> tuple[MemoryChange, ...]:
        return tuple(_newest_first(each for each in self._changes() if each.key == key and each.at > since))[:limit]

    async def changes_of_turn(self, turn_id: TurnId) -> tuple[MemoryChange, ...]:
        return tuple(reversed(_newest_first(each for each in self._changes() if each.turn_id == turn_id)))

    async def undoable_changes(self, place: MemoryPlace, *, limit: int) -> tuple[MemoryChange, ...]:
        undone = {each.undoes for each in self._changes()}
        return tuple(
            _newest_first(
                each
                for each in self._seen(place)
                if each.by.id == place.person_id and each.kind is not ChangeKind.UNDONE and each.id not in undone
            )
        )[:limit]

    def _changes(self) -> list[MemoryChange]:
        return [change for owner, change in self._state.memory_changes.values() if owner == self._tenant_id]

    def _seen(self, place: MemoryPlace) -> list[MemoryChange]:
        """Return the changes of which something is shown at a place."""
        keys = set(place.section_keys())
        return [
            each
            for each in self._changes()
            if each.key in keys and any(fact.is_shown_in(place.channel) for fact in (*each.added, *each.removed))
        ]

    def _latest(self, key: MemoryKey, *, as_of: datetime | None) -> StoredSection:
        versions = [each for each in self._changes() if each.key == key and (as_of is None or each.at <= as_of)]
        latest = max(versions, key=lambda each: each.version, default=None)
        return StoredSection(key) if latest is None else latest.section_after


def _newest_first(changes: Iterable[MemoryChange]) -> list[MemoryChange]:
    return sorted(changes, key=lambda each: (each.at, each.version), reverse=True)
