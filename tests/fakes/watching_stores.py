"""Price alerts, watch lists and subscriptions to briefs, in memory."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.domain.conversation.turns import Conversation
from bot.domain.ids import AccountId, AlertId
from bot.domain.watching.alerts import MOST_SETTLED_LISTED, AlertKind, AlertState, PriceAlert
from bot.domain.watching.briefs import BriefChange, BriefSubscription
from bot.domain.watching.reached_alerts import WatchedLevel
from bot.domain.watching.watch_lists import WatchedShare, WatchListChange, WatchListKey
from tests.fakes.memory import InMemoryDatabase, TenantStore


class FakeWatchLists(TenantStore):
    """`WatchLists`, in memory."""

    async def listed(self, key: WatchListKey) -> tuple[WatchedShare, ...]:
        shares = (
            share
            for (tenant_id, of_list, _), share in self._state.watched.items()
            if (tenant_id, of_list) == (self._tenant_id, key)
        )
        return tuple(sorted(shares, key=lambda each: (each.added_at, each.symbol)))

    async def change(self, change: WatchListChange) -> None:
        for symbol in change.removed:
            self._state.watched.pop((self._tenant_id, change.key, symbol), None)
        for share in change.added:
            self._state.watched.setdefault((self._tenant_id, change.key, share.symbol), share)

    async def replace_share(self, symbol: str, into: str, *, market: str) -> int:
        found = [
            (key, share)
            for key, share in self._state.watched.items()
            if key[0] == self._tenant_id and (share.symbol, share.market) == (symbol, market)
        ]
        for key, share in found:
            del self._state.watched[key]
            self._state.watched.setdefault((self._tenant_id, share.key, into), replace(share, symbol=into))
        return len(found)


class FakeBriefSubscriptions(TenantStore):
    """`BriefSubscriptions`, in memory."""

    async def all_subscriptions(self) -> tuple[BriefSubscription, ...]:
        found = self._state.brief_subscriptions.items()
        return tuple(
            each for (tenant_id, _), each in sorted(found, key=lambda item: item[0]) if tenant_id == self._tenant_id
        )

    async def find_subscription(self, channel: str) -> BriefSubscription | None:
        return self._state.brief_subscriptions.get((self._tenant_id, channel))

    async def change(self, change: BriefChange) -> None:
        new = change.subscription
        if new is None:
            self._state.brief_subscriptions.pop((self._tenant_id, change.channel), None)
            return
        self._state.conversations.setdefault(
            new.thread.conversation_id,
            Conversation(
                id=new.thread.conversation_id,
                tenant_id=self._tenant_id,
                thread=new.thread,
                language=new.language,
                last_active_at=new.subscribed_at,
            ),
        )
        person = replace(new.person, language=None, is_guest=False)
        before = await self.find_subscription(change.channel)
        stored = replace(new, person=person, told_until=before.told_until if before else None)
        self._state.brief_subscriptions[self._tenant_id, change.channel] = stored

    async def mark_told(self, channel: str, *, until: datetime) -> None:
        if (found := await self.find_subscription(channel)) is not None:
            told_until = max(found.told_until or until, until)
            self._state.brief_subscriptions[self._tenant_id, channel] = replace(found, told_until=told_until)


class FakeAlerts(TenantStore):
    """`Alerts`, in memory."""

    async def add_alerts(self, alerts: Collection[PriceAlert]) -> tuple[PriceAlert, ...]:
        for each in alerts:
            if each.id not in self._state.alerts and not await self._has_same_stop(each):
                numbers = [other.number for other in self._all() if other.channel == each.channel]
                self._put(replace(each, number=max(numbers, default=0) + 1))
        return tuple(self._state.alerts[each.id][1] for each in alerts if each.id in self._state.alerts)

    async def count_armed(self, person_id: str) -> tuple[int, int]:
        armed = [each for each in self._all() if each.state is AlertState.ARMED]
        return sum(each.person.id == person_id for each in armed), len(armed)

    async def find_alerts(self, ids: Collection[AlertId]) -> tuple[PriceAlert, ...]:
        return tuple(sorted((each for each in self._all() if each.id in ids), key=lambda each: each.id))

    async def in_channel(self, channel: str, *, settled: Collection[int] = ()) -> tuple[PriceAlert, ...]:
        here = [each for each in self._all() if each.channel == channel]
        done = sorted((each for each in here if _is_settled(each)), key=_told_last, reverse=True)
        named = (each for each in done[MOST_SETTLED_LISTED:] if each.number in settled)
        found = (*(each for each in here if each.is_open), *done[:MOST_SETTLED_LISTED], *named)
        return tuple(sorted(found, key=lambda each: each.number))

    async def armed(self, account_id: AccountId) -> tuple[PriceAlert, ...]:
        found = (each for each in self._all() if each.account_id == account_id and each.state is AlertState.ARMED)
        return tuple(sorted(found, key=lambda each: each.id))

    async def open_on(self, account_id: AccountId, symbol: str) -> tuple[PriceAlert, ...]:
        found = (
            each for each in self._all() if (each.account_id, each.symbol) == (account_id, symbol) and each.is_open
        )
        return tuple(sorted(found, key=lambda each: each.id))

    async def save_alert(self, alert: PriceAlert, *, was: PriceAlert) -> bool:
        stored = next((each for each in self._all() if each.id == alert.id), None)
        if stored is None or _version(stored) != _version(was):
            return False
        self._put(alert)
        return True

    async def mark_looked_up(self, ids: Collection[AlertId], *, until: datetime) -> None:
        for each in tuple(self._all()):
            if each.id in ids:
                self._put(replace(each, looked_up_to=until))

    async def add_up_caught_up(self, market: str, seconds: Collection[float]) -> None:
        """Do nothing: these figures are for operators."""

    async def end_alerts(self, *, channel: str | None = None, asked_by: datetime | None = None) -> None:
        for each in tuple(self._all()):
            is_meant = channel in {None, each.channel} and (asked_by is None or each.asked_at <= asked_by)
            if is_meant and each.is_open:
                self._put(replace(each, state=AlertState.REMOVED))

    async def end_stops(self, account_id: AccountId, symbol: str) -> None:
        for each in tuple(self._all()):
            is_stop = each.kind is AlertKind.STOP and (each.is_open or _is_settled(each))
            if is_stop and each.account_id == account_id and each.symbol == symbol:
                self._put(replace(each, state=AlertState.DONE, settled_by=None))

    async def _has_same_stop(self, alert: PriceAlert) -> bool:
        return alert.decision_id is not None and any(each.decision_id == alert.decision_id for each in self._all())

    def _all(self) -> Iterable[PriceAlert]:
        return (alert for owner, alert in self._state.alerts.values() if owner == self._tenant_id)

    def _put(self, alert: PriceAlert) -> None:
        self._state.alerts[alert.id] = (self._tenant_id, alert)


class FakeAlertWatch:
    """`AlertWatch`, in memory."""

    def __init__(self, memory: InMemoryDatabase) -> None:
        self._memory = memory
        self.is_free = True  # False: another process polls
        self.pauses: list[timedelta] = []

    async def begin_poll(self, market: str, *, ttl: timedelta) -> bool:  # noqa: ARG002 - one process, one market
        return self.is_free

    async def end_poll(self, market: str, *, pause: timedelta) -> None:  # noqa: ARG002 - one market
        self.pauses.append(pause)

    async def armed_symbols(self, market: str, *, at: datetime) -> Mapping[str, datetime]:
        levels = self._levels(market, at=at)
        return {each.symbol: min(one.reference_at for one in levels if one.symbol == each.symbol) for each in levels}

    async def armed_levels(self, market: str, symbols: Collection[str], *, at: datetime) -> tuple[WatchedLevel, ...]:
        return tuple(each for each in self._levels(market, at=at) if each.symbol in symbols)

    def _levels(self, market: str, *, at: datetime) -> list[WatchedLevel]:
        return [
            WatchedLevel(
                tenant_id=tenant_id,
                alert_id=alert.id,
                symbol=alert.symbol,
                bounds=alert.bounds,
                reference_at=alert.reference.at,
                armed_from=alert.armed_from,
            )
            for tenant_id, alert in self._memory.state.alerts.values()
            if alert.market == market and alert.state is AlertState.ARMED and alert.armed_from <= at
        ]


def _is_settled(alert: PriceAlert) -> bool:
    return alert.state is AlertState.DONE and alert.settled_by is not None


def _told_last(alert: PriceAlert) -> tuple[datetime, int]:
    return alert.told_at or datetime.max.replace(tzinfo=UTC), alert.number


def _version(alert: PriceAlert) -> tuple[object, ...]:
    return alert.state, alert.times_told, alert.armed_from
