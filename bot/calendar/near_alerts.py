"""Which armed alerts the price has come near to, at each event of a span."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.calendar.ask_shares import ask_shares
from bot.calendar.briefs import NearAlertsAt
from bot.calendar.time_span import TimeSpan
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.sessions import SessionEvent
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Account
from bot.domain.watching.alerts import FiredAlert, PriceAlert
from bot.domain.watching.briefs import NearAlert
from bot.errors import MarketDataError
from bot.ports import MarketData, Stores, TradingCalendar

NEAR: Final = Decimal("0.03")  # of the price: a day's move is often as large
_EARLIER: Final = timedelta(days=10)  # in which there is always a session


@dataclass(frozen=True, slots=True)
class NearAlerts:
    """Finds the armed alerts of an account whose level is at most 3 % of the price away."""

    stores: Stores
    market: MarketData
    calendar: TradingCalendar

    async def of_span(
        self, span: TimeSpan, fired: Collection[FiredAlert], *, channels: Collection[str], by: float | None = None
    ) -> NearAlertsAt:
        """Return which alerts of some channels are near at an event of the span; those that have fired by then are not.

        `by`: the time of the event loop by which to end: a share that has not answered has none that is near.

        Raises: StoreUnavailableError, DateOutOfRangeError.
        """
        alerts, histories = await self._armed(span.account, channels, since=span.since, until=span.until, by=by)
        fired_at = {each.alert.id: each.at for each in fired}

        def near(event: SessionEvent) -> tuple[NearAlert, ...]:
            armed = (each for each in alerts if each.armed_from <= event.at)
            waiting = (each for each in armed if each.id not in fired_at or fired_at[each.id] > event.at)
            return self._near(waiting, histories, event.at)

        return near

    async def at(self, account: Account, at: datetime, *, channel: str) -> tuple[NearAlert, ...]:
        """Return which alerts of a channel are near at the last close.

        Raises: StoreUnavailableError, DateOutOfRangeError.
        """
        alerts, histories = await self._armed(account, (channel,), since=at, until=at)
        return self._near((each for each in alerts if each.armed_from <= at), histories, at)

    def _near(
        self, alerts: Iterable[PriceAlert], histories: Mapping[str, PriceHistory | None], at: datetime
    ) -> tuple[NearAlert, ...]:
        day = market_date(self.calendar.last_close(at))
        found = (_near(each, histories.get(each.symbol), day) for each in alerts)
        return tuple(each for each in found if each is not None)

    async def _armed(
        self, account: Account, channels: Collection[str], *, since: datetime, until: datetime, by: float | None = None
    ) -> tuple[Sequence[PriceAlert], Mapping[str, PriceHistory | None]]:
        """Return the armed alerts, and the prices of their shares from before they were set."""
        async with self.stores.read(account.tenant_id) as tx:
            alerts = [each for each in await tx.alerts.armed(account.id) if each.channel in channels]
        symbols = sorted({each.symbol for each in alerts})
        first = min((market_date(each.reference.at) for each in alerts), default=market_date(since)) - _EARLIER
        answers = await ask_shares(symbols, lambda each: self._history(each, first=first, as_of=until), by=by)
        return alerts, answers.found

    async def _history(self, symbol: str, *, first: date, as_of: datetime) -> PriceHistory | None:
        try:
            return await self.market.history(symbol, first=first, as_of=as_of)
        except MarketDataError:
            return None


def _near(alert: PriceAlert, history: PriceHistory | None, day: date) -> NearAlert | None:
    price = history.close_on(day) if history is not None else None
    if history is None or price is None:
        return None
    bounds = alert.bounds.after_split(history.split_ratio(after=market_date(alert.reference.at), through=day))
    levels = [each for each in (bounds.lower, bounds.upper) if each is not None and abs(each / price - 1) <= NEAR]
    if not levels:
        return None
    level = min(levels, key=lambda each: abs(each - price))
    return NearAlert(
        symbol=alert.symbol, channel=alert.channel, level=level, is_below=level == bounds.lower, price=price
    )
