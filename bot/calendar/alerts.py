"""What alerts are reached while a span of market time passes, and the telling of them; which are near at its events."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.calendar.ask_shares import ask_shares
from bot.calendar.briefs import NearAlertsAt
from bot.calendar.time_span import TimeSpan
from bot.context.further_replies import recipient_of
from bot.domain.conversation.replies import Answer
from bot.domain.ids import AlertId, ConversationId
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.sessions import SessionEvent
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Account
from bot.domain.watching.alerts import FiredAlert, PriceAlert, told
from bot.domain.watching.briefs import NearAlert
from bot.domain.watching.reached_alerts import SessionPrices, first_reached
from bot.errors import ConcurrentUpdateError, MarketDataError
from bot.ports import Clock, MarketData, Stores, TradingCalendar, Transaction
from bot.presentation.watching.alerts import AlertPresenter

_log = logging.getLogger(__name__)
NEAR: Final = Decimal("0.03")  # of the price: a day's move is often as large
_EARLIER: Final = timedelta(days=10)  # in which there is always a session


@dataclass(frozen=True, slots=True)
class AlertNotices:
    """Stores that alerts were reached, each once, and tells it in the threads where they were asked for."""

    presenter: AlertPresenter
    clock: Clock

    async def record(
        self, tx: Transaction, fired: Collection[FiredAlert], *, answered_in: ConversationId | None = None
    ) -> tuple[FiredAlert, ...]:
        """Store alerts as told, and a notice for each; return those that were not told, removed or snoozed before.

        `answered_in`: a conversation whose answer tells its alerts by itself. Safe to run twice.

        Raises: ConcurrentUpdateError: one that this answer tells has changed since it was planned.
        """
        recorded = []
        for each in fired:
            is_answered = each.alert.conversation_id == answered_in
            if await tx.alerts.save_alert(told(each), was=each.alert):
                recorded.append(each)
            elif is_answered:
                raise ConcurrentUpdateError(alert=each.alert.id)
        for each in recorded:
            if each.alert.conversation_id != answered_in:
                await self._add_notice(tx, each)
        return tuple(recorded)

    async def _add_notice(self, tx: Transaction, fired: FiredAlert) -> None:
        alert, now = fired.alert, self.clock.now()
        to = await recipient_of(tx, await tx.turns.get(alert.turn_id))
        is_live = (await tx.accounts.get(alert.account_id)).market_time is None
        late = max(int((now - fired.at).total_seconds() // 60), 0) if is_live else 0
        answer = Answer(
            blocks=self.presenter.told(to.locale, fired, late_minutes=late),
            symbols=(alert.symbol,),
            buttons=self.presenter.buttons(to.locale, fired),
            calls_person=True,
            shows=(alert.as_shown(),),
        )
        await tx.replies.add_reply(to.reply(answer, occasion=alert.occasion, at=now))


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedUpAlerts:
    """Alerts that were looked at as time passes."""

    fired: tuple[FiredAlert, ...] = ()  # in order of time
    looked_up: tuple[AlertId, ...] = ()  # whose shares were asked for
    is_complete: bool = True  # there was time for all of them


@dataclass(frozen=True, slots=True)
class AlertsOfSpan:
    """Alerts that the sessions of a span reach, by their high and low."""

    stores: Stores
    market: MarketData
    calendar: TradingCalendar
    notices: AlertNotices

    async def plan(self, span: TimeSpan, *, by: float | None = None) -> LookedUpAlerts:
        """Return which armed alerts of the account are reached until the end of the span.

        All sessions count that have closed since an alert was armed: what an earlier pass has missed is caught up.
        `by`: the time of the event loop by which to end; shares left over are the first of the next run for the span.

        Raises: StoreUnavailableError.
        """
        async with self.stores.read(span.account.tenant_id) as tx:
            alerts = await tx.alerts.armed(span.account.id)
        by_symbol = defaultdict[str, list[PriceAlert]](list)
        for each in sorted(alerts, key=lambda each: (each.looked_up_to or each.armed_from, each.symbol)):
            if each.armed_from < span.until and not _is_looked_up(each, span):
                by_symbol[each.symbol].append(each)
        answers = await ask_shares(
            by_symbol, lambda symbol: self._reached(symbol, by_symbol[symbol], until=span.until), by=by
        )
        for symbol in answers.silent:
            _log.warning("alerts on %s wait: no answer", symbol)
        fired = [each for reached in answers.found.values() for each in reached]
        asked = (each for symbol in by_symbol if symbol not in answers.unasked for each in by_symbol[symbol])
        return LookedUpAlerts(
            fired=tuple(sorted(fired, key=lambda each: (each.at, each.alert.number, each.alert.id))),
            looked_up=tuple(each.id for each in asked),
            is_complete=not answers.unasked,
        )

    async def record(
        self, tx: Transaction, fired: Collection[FiredAlert], *, answered_in: ConversationId | None = None
    ) -> tuple[FiredAlert, ...]:
        """Store what was planned; see `AlertNotices.record`."""
        return await self.notices.record(tx, fired, answered_in=answered_in)

    async def _reached(self, symbol: str, alerts: Sequence[PriceAlert], *, until: datetime) -> list[FiredAlert]:
        first = market_date(min(each.armed_from for each in alerts))
        sessions = [each for each in self.calendar.sessions(first, market_date(until)) if each.closes <= until]
        if not sessions:
            return []
        since = min(first, *(market_date(each.reference.at) for each in alerts))
        try:
            bars = await self.market.bars(symbol, first=first, as_of=until)
            history = await self.market.history(symbol, first=since, as_of=until)
        except MarketDataError as error:
            _log.warning("alerts on %s wait: %s", symbol, type(error).__name__)
            return []
        by_day = {bar.session: bar for bar in bars}
        prices = [SessionPrices(each, by_day[each.day]) for each in sessions if each.day in by_day]
        found = []
        for each in alerts:
            fired = first_reached(each, prices, history, source=self.market.name)
            found += [fired] if fired is not None else []
            await asyncio.sleep(0)  # hundreds of alerts over years of sessions take a while: others have their turns
        return found


def _is_looked_up(alert: PriceAlert, span: TimeSpan) -> bool:
    """Return whether an earlier run for this span has looked at an alert, and had no time for others."""
    return alert.looked_up_to is not None and alert.looked_up_to >= max(span.until, alert.armed_from)


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
