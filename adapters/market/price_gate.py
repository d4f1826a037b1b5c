"""The one gate between a source of prices and whatever decides, sizes, alerts, values or fills."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from cachetools import TTLCache

from adapters.shared.inputs import add_if_new
from bot.domain.market.price_checks import (
    CheckedPrices,
    PriceDoubt,
    believed_bars,
    check_prices,
    is_split_applied,
    is_split_told_apart,
    is_usual_dividend,
)
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory, SessionClose
from bot.domain.market.snapshot import Bar, NewsItem, Quote, Snapshot, market_date, staleness
from bot.errors import MarketDataError, PriceHeldError
from bot.ports import MarketData, Meter, NoMeter, TradingCalendar

_LOOK_BACK: Final = timedelta(days=120)  # holds the sessions by which a usual day is measured
_KEPT: Final = 512
_KEPT_SECONDS: Final = 30.0
_TOLD_SECONDS: Final = 86_400.0
_LONGEST_PAUSE: Final = timedelta(days=10)  # of the exchange
_CONTEXT: Final = timedelta(days=30)  # before a span: its first bar is compared with these

_log = logging.getLogger(__name__)


class PriceGate:
    """Implements `bot.ports.MarketData`: another market, of which only what is believed passes.

    A price that is doubted raises PriceHeldError, which carries what is withheld. Sessions that are doubted are left
    out of histories and bars. A price that passes says how stale it is.
    """

    def __init__(
        self,
        source: MarketData,
        calendar: TradingCalendar,
        *,
        stale_after: timedelta = timedelta(minutes=5),
        meter: Meter | None = None,
    ) -> None:
        """Check what `source` says.

        `stale_after`: the greatest age of the last trade in a running session. `meter`: counts the prices that are
        doubted; None: nobody does.
        """
        self.name = source.name
        self.benchmark = source.benchmark
        self._source = source
        self._calendar = calendar
        self._stale_after = stale_after
        self._meter = meter or NoMeter()
        self._told: TTLCache[tuple[str, date, PriceDoubt], bool] = TTLCache(_KEPT, _TOLD_SECONDS)
        # By quote, and how many bars came with it: a share is asked about several times in a row.
        self._checked: TTLCache[tuple[Quote, int], CheckedPrices] = TTLCache(_KEPT, _KEPT_SECONDS)

    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        """Return everything known. Raises: PriceHeldError, and as the source."""
        known = await self._source.snapshot(symbol, as_of=as_of)
        checked = await self._check_snapshot(known, as_of)
        now = as_of or await self._source.now()
        known = replace(known, quote=self._dated(known.quote, now))
        own_bar = known.bars[-1:] if known.quote.is_close else ()
        withheld = replace(known, bars=(*checked.bars, *own_bar))
        self._require_believed(withheld, known.quote, checked, now=now)
        return replace(known, bars=checked.bars)

    async def quote(self, symbol: str, *, as_of: datetime | None = None, anew: bool = False) -> Quote:
        """Return the last price. Raises: PriceHeldError, and as the source."""
        found = await self._source.quote(symbol, as_of=as_of, anew=anew)
        now = as_of or await self._source.now()
        checked = await self._check_quote(found, as_of, now=now)
        dated = self._dated(found, now)
        self._require_believed(dated, dated, checked, now=now)
        return dated

    async def history(self, symbol: str, *, first: date, as_of: datetime | None = None) -> PriceHistory:
        """Return the believed closes, and the corporate actions. Raises as the source."""
        bars, history = await self._bars(symbol, first - _CONTEXT, as_of)
        in_one_unit = _in_shares_of(date.max, bars, history)
        believed = {bar.session for bar in believed_bars(in_one_unit)}
        listed = tuple(each for each in history.actions if each.ex_date >= first)
        prices = [SessionClose(bar.session, bar.close) for bar in in_one_unit]
        if any(not prices or prices[-1].session < each.ex_date for each in listed):
            prices += await self._latest(symbol, as_of)
        closes = tuple(each for each in history.closes if each.session in believed)
        before = replace(history, closes=closes)
        # One that prices do not show would change holdings: it waits for the source to agree, or for an admin.
        shown = {each for each in listed if _is_shown(each, prices, before)}
        return PriceHistory(
            symbol,
            closes=tuple(each for each in closes if each.session >= first),
            actions=tuple(each for each in listed if each in shown),
            doubted=tuple(each for each in listed if each not in shown),
        )

    async def bars(self, symbol: str, *, first: date, as_of: datetime | None = None) -> tuple[Bar, ...]:
        """Return the believed sessions, as traded. Raises as the source."""
        bars, history = await self._bars(symbol, first - _CONTEXT, as_of)
        believed = {bar.session for bar in believed_bars(_in_shares_of(date.max, bars, history))}
        return tuple(bar for bar in bars if bar.session >= first and bar.session in believed)

    async def news(self, symbol: str) -> tuple[NewsItem, ...]:
        return await self._source.news(symbol)

    async def now(self) -> datetime:
        return await self._source.now()

    def data_range(self) -> tuple[date, date] | None:
        return self._source.data_range()

    def symbols(self) -> frozenset[str] | None:
        return self._source.symbols()

    async def _check_snapshot(self, known: Snapshot, as_of: datetime | None) -> CheckedPrices:
        key = known.quote, len(known.bars)
        if (checked := self._checked.get(key)) is None:
            history = await self._source.history(known.quote.symbol, first=known.quote.session - _CONTEXT, as_of=as_of)
            split, dividend = _actions_before(known.quote, known.bars, history)
            checked = check_prices(known.quote, known.bars, split=split, dividend=dividend)
            self._checked[key] = checked
        return checked

    async def _check_quote(self, quote: Quote, as_of: datetime | None, *, now: datetime) -> CheckedPrices:
        key = quote, 0
        if (checked := self._checked.get(key)) is None:
            bars, history = await self._bars(quote.symbol, quote.session - _LOOK_BACK, as_of)
            split, dividend = _actions_before(quote, bars, history)
            # Of a split, the price is in the new shares from the opening on, though its session is the one before.
            in_one_unit = _in_shares_of(market_date(now), bars, history)
            checked = check_prices(quote, in_one_unit, split=split, dividend=dividend)
            self._checked[key] = checked
        return checked

    async def _bars(self, symbol: str, first: date, as_of: datetime | None) -> tuple[tuple[Bar, ...], PriceHistory]:
        bars = await self._source.bars(symbol, first=first, as_of=as_of)
        return bars, await self._source.history(symbol, first=first, as_of=as_of)

    async def _latest(self, symbol: str, as_of: datetime | None) -> tuple[SessionClose, ...]:
        """Return the price of a session that has not closed; nothing, if the source has none."""
        try:
            quote = await self._source.quote(symbol, as_of=as_of)
        except MarketDataError:
            return ()
        return (SessionClose(quote.session, quote.price),)

    def _dated(self, quote: Quote, now: datetime) -> Quote:
        is_live = self._source.data_range() is None
        is_open = is_live and self._calendar.is_open(now)
        last_session = market_date(self._calendar.last_close(now))
        how = staleness(quote, now=now, is_open=is_open, last_session=last_session, allowed=self._stale_after)
        opens_at = None
        if is_live and not is_open:
            day = market_date(now)
            sessions = self._calendar.sessions(day, day + _LONGEST_PAUSE)
            opens_at = next(each.opens for each in sessions if each.opens > now)
        return replace(quote, staleness=how, opens_at=opens_at) if how or opens_at else quote

    def _require_believed(
        self, withheld: Quote | Snapshot, quote: Quote, checked: CheckedPrices, *, now: datetime
    ) -> None:
        is_ahead = quote.as_of > now + self._stale_after
        doubt, last_good = PriceDoubt.FROM_THE_FUTURE if is_ahead else checked.doubt, checked.last_good
        if doubt is not None:
            self._tell_once(quote, doubt)
            raise PriceHeldError(
                withheld,
                symbol=quote.symbol,
                price=quote.price,
                doubt=doubt.value,
                second=quote.second or quote.price,
                last=last_good.close if last_good else Decimal(0),
                last_session=last_good.session if last_good else quote.session,
            )

    def _tell_once(self, quote: Quote, doubt: PriceDoubt) -> None:
        """Log and count a doubted price, once for its share and session in this process."""
        key = quote.symbol, quote.session, doubt
        if add_if_new(self._told, key):
            self._meter.price_doubted(doubt)
            _log.warning("%s: the price of %s by %s is held (%s)", quote.symbol, quote.session, quote.source, doubt)


def _actions_before(quote: Quote, bars: tuple[Bar, ...], history: PriceHistory) -> tuple[Decimal, Decimal]:
    """Return the splits and the dividends listed between the price before the latest and the latest."""
    before = next((bar.session for bar in reversed(bars) if bar.session < quote.session), None)
    if before is None:
        return Decimal(1), Decimal(0)
    paid = (
        each.value
        for each in history.actions
        if each.kind is ActionKind.DIVIDEND and before < each.ex_date <= quote.session
    )
    return history.split_ratio(after=before, through=quote.session), sum(paid, Decimal(0))


def _is_shown(action: CorporateAction, prices: Sequence[SessionClose], history: PriceHistory) -> bool:
    """Return whether prices fit an action: of a split, those around it in one unit; of a dividend, the close before."""
    if action.kind is ActionKind.DIVIDEND:
        return is_usual_dividend(action.value, history.close_on(action.ex_date - timedelta(days=1)))
    before = next((each.price for each in reversed(prices) if each.session < action.ex_date), None)
    after = next((each.price for each in prices if each.session >= action.ex_date), None)
    if before is None or not is_split_told_apart(action.value):
        return True
    return after is not None and is_split_applied(before, after, action.value)


def _in_shares_of(day: date, bars: tuple[Bar, ...], history: PriceHistory) -> tuple[Bar, ...]:
    """Return bars, each as traded on its day, in the shares of one day: a split makes no jump."""
    ratios = [history.split_ratio(after=bar.session, through=day) for bar in bars] if history.actions else []
    if all(ratio == 1 for ratio in ratios):
        return bars
    return tuple(
        replace(bar, low=bar.low / ratio, high=bar.high / ratio, close=bar.close / ratio)
        for bar, ratio in zip(bars, ratios, strict=True)
    )
