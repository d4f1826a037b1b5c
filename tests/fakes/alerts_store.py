"""Price alerts in memory."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from bot.domain.ids import AccountId, AlertId, DecisionId, TenantId
from bot.domain.watching.alerts import AlertKind, AlertState, PriceAlert
from tests.fakes.memory import StoredState

_OPEN = frozenset({AlertState.ARMED, AlertState.TOLD})


class FakeAlerts:
    """`Alerts`, in memory."""

    def __init__(self, state: StoredState, tenant_id: TenantId) -> None:
        self._state = state
        self._tenant_id = tenant_id

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

    async def in_channel(self, channel: str) -> tuple[PriceAlert, ...]:
        found = (each for each in self._all() if each.channel == channel and each.state in _OPEN)
        return tuple(sorted(found, key=lambda each: each.number))

    async def armed(self, account_id: AccountId) -> tuple[PriceAlert, ...]:
        found = (each for each in self._all() if each.account_id == account_id and each.state is AlertState.ARMED)
        return tuple(sorted(found, key=lambda each: each.id))

    async def save_alert(self, alert: PriceAlert, *, was: PriceAlert) -> bool:
        stored = next((each for each in self._all() if each.id == alert.id), None)
        if stored is None or _version(stored) != _version(was):
            return False
        self._put(alert)
        return True

    async def end_in_channel(self, channel: str) -> None:
        for each in await self.in_channel(channel):
            self._put(replace(each, state=AlertState.REMOVED))

    async def end_stops(self, account_id: AccountId, symbol: str) -> None:
        for each in tuple(self._all()):
            is_stop = each.kind is AlertKind.STOP and each.state in _OPEN
            if is_stop and each.account_id == account_id and each.symbol == symbol:
                self._put(replace(each, state=AlertState.DONE))

    async def doubt_offers(self, alerts: Collection[PriceAlert]) -> None:
        for each in alerts:
            conversation = self._state.conversations[each.conversation_id]
            if conversation.offered:
                self._state.conversations[conversation.id] = replace(conversation, is_offer_doubted=True)

    async def has_stop_alert(self, decision_id: DecisionId) -> bool:
        return any(each.decision_id == decision_id for each in self._all())

    async def _has_same_stop(self, alert: PriceAlert) -> bool:
        return alert.decision_id is not None and await self.has_stop_alert(alert.decision_id)

    def _all(self) -> Iterable[PriceAlert]:
        return (alert for owner, alert in self._state.alerts.values() if owner == self._tenant_id)

    def _put(self, alert: PriceAlert) -> None:
        self._state.alerts[alert.id] = (self._tenant_id, alert)


def _version(alert: PriceAlert) -> tuple[object, ...]:
    return alert.state, alert.times_told, alert.armed_from
