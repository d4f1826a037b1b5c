"""Market data from Yahoo Finance: prices of any day, fundamentals and news of today.

For a past date, prices are as they were seen on that day (see yahoo_prices.py). Fundamentals and news are then left
out, since Yahoo has only today's, and are named in `Snapshot.missing`; prices are returned without them.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from http.client import HTTPException
from typing import Final, TypeVar

from adapters.market.daemon_thread import run_in_daemon_thread
from adapters.market.hours import NEW_YORK, require_zone
from adapters.market.yahoo_client import YahooApi
from adapters.market.yahoo_prices import YahooBar, bars_as_traded, price_history, to_price, unadjust_splits
from adapters.market.yahoo_source import YAHOO, YahooHistory, YahooPrice, YahooSource
from adapters.shared.single_flight import SingleFlightCache
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.snapshot import Bar, Fact, NewsItem, Quote, QuoteKind, Snapshot
from bot.domain.market.valuation import derived_facts, latest_facts
from bot.errors import FutureDateError, MarketDataError, MarketSourceError, NoPriceError, PastNotAvailableError
from bot.ports import Clock, TradingCalendar

BARS_IN_SNAPSHOT: Final = 260
_HISTORY_SPAN: Final = timedelta(days=400)  # holds 260 sessions
_PRICE_CACHE_SECONDS: Final = 30.0
_FIGURE_CACHE_SECONDS: Final = 900.0
_CACHED_SYMBOLS: Final = 64  # a history is about 60 kB
_REQUEST_SECONDS: Final = 20.0  # yfinance's own timeout is 10 per request, and one answer may need two
_MAX_CONCURRENT: Final = 4  # requests; Yahoo blocks clients that send too many
_MAX_SESSIONS_WITHOUT_PRICE: Final = 5  # after more, the share is halted for long, or delisted
_TRADED: Final = frozenset({"EQUITY", "ETF", None})  # Yahoo's types of instruments; None: it does not say
_NOW_TOLERANCE: Final = timedelta(minutes=15)  # the start of a running turn counts as now

T = TypeVar("T")
_log = logging.getLogger(__name__)


class YahooMarket:
    """Implements `bot.ports.MarketData` for US securities by Yahoo Finance; prices unadjusted, in US dollars."""

    name = YAHOO
    benchmark: tuple[str, ...] = ("SPY",)  # a fund of the S&P 500: unlike the index, it pays dividends

    def __init__(
        self,
        *,
        clock: Clock,
        calendar: TradingCalendar,
        client: YahooApi,
        comparable_within: timedelta = timedelta(minutes=5),
    ) -> None:
        """Open no connection yet.

        `calendar`: the exchange's sessions, until today at least. `comparable_within`: how far apart two figures of one
        price may be in time; else they say nothing of it.
        """
        self._comparable_within = comparable_within
        self._clock = clock
        self._calendar = calendar
        self._client = client
        self._source = YahooSource(client)
        self._delays: dict[str, timedelta] = {}  # as last told, by symbol: the chart does not tell
        self._request_slots = asyncio.Semaphore(_MAX_CONCURRENT)
        self._histories = SingleFlightCache(self._fetch_history, seconds=_PRICE_CACHE_SECONDS, most=_CACHED_SYMBOLS)
        self._facts = SingleFlightCache(self._fetch_facts, seconds=_FIGURE_CACHE_SECONDS, most=_CACHED_SYMBOLS)
        self._second_prices = SingleFlightCache(
            self._fetch_second_price, seconds=_PRICE_CACHE_SECONDS, most=_CACHED_SYMBOLS
        )
        self._news = SingleFlightCache(self._fetch_news, seconds=_FIGURE_CACHE_SECONDS, most=_CACHED_SYMBOLS)

    def symbols(self) -> frozenset[str] | None:
        return None

    def data_range(self) -> tuple[date, date] | None:
        return None

    async def now(self) -> datetime:
        return self._clock.now()

    async def is_reachable(self, seconds: float) -> bool:
        """Return whether Yahoo answers within `seconds`."""
        try:
            return await run_in_daemon_thread(lambda: self._client.probe(seconds), seconds=seconds)
        except (OSError, HTTPException):  # refused, no answer, no certificate, an invalid answer of a proxy …
            return False

    async def quote(self, symbol: str, *, as_of: datetime | None = None, anew: bool = False) -> Quote:
        """Return the price at `as_of`, an instant with zone: live while the exchange is open and `as_of` is now.

        Raises:
            UnknownSymbolError: Yahoo says that it has no such ticker.
            UncoveredMarketError: it is not traded in US dollars.
            NoPriceError: no price at that time, or none for some sessions: not yet listed, halted, or delisted.
            FutureDateError: `as_of` is in the future. DateOutOfRangeError: it is before 2009.
            MarketSourceError: Yahoo did not answer, or with an invalid answer, or limits our requests.
        """
        at = self._resolve_instant(as_of)
        history = await self._histories.get((symbol, _first_day(at)), anew=anew)
        quote = self._quote(symbol, history, at)
        second = await self._second_price(symbol, at, anew=True) if anew else None
        return self._with_second_figure(quote, history, second)

    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        at = self._resolve_instant(as_of)
        history = await self._histories.get((symbol, _first_day(at)))
        quote = self._quote(symbol, history, at)
        optional = (
            self._fetch_optional(self._facts, symbol, at),
            self._fetch_optional(self._news, symbol, at),
            self._second_price(symbol, at),
        )
        facts, news, second = await asyncio.gather(*optional)
        return Snapshot(
            quote=self._with_second_figure(quote, history, second),
            bars=self._closed_bars(history, at)[-BARS_IN_SNAPSHOT:],
            facts=(*latest_facts(facts), *derived_facts(quote, facts)) if facts else (),
            news=tuple(item for item in news or () if item.published <= at),
            missing=tuple(name for name, items in (("fundamentals", facts), ("news", news)) if not items),
        )

    async def news(self, symbol: str) -> tuple[NewsItem, ...]:
        now = self._clock.now()
        return tuple(item for item in await self._news.get(symbol) if item.published <= now)

    async def history(self, symbol: str, *, first: date, as_of: datetime | None = None) -> PriceHistory:
        at = self._resolve_instant(as_of)
        found = await self._history_from(symbol, first, at)
        return price_history(symbol, self._closed(found, at), found.actions, first=first, at=at)

    async def bars(self, symbol: str, *, first: date, as_of: datetime | None = None) -> tuple[Bar, ...]:
        at = self._resolve_instant(as_of)
        found = await self._history_from(symbol, first, at)
        closed = [bar for bar in self._closed(found, at) if bar.session >= first]
        return bars_as_traded(closed, found.actions.splits)

    def _resolve_instant(self, as_of: datetime | None) -> datetime:
        now = self._clock.now()
        at = require_zone(as_of or now)
        if at > now:
            raise FutureDateError(today=now.date())
        return at

    def _is_now(self, at: datetime) -> bool:
        return self._clock.now() - at <= _NOW_TOLERANCE

    def _closed_bars(self, history: YahooHistory, at: datetime) -> tuple[Bar, ...]:
        return unadjust_splits(self._closed(history, at), history.actions.splits, at=at)

    def _closed(self, history: YahooHistory, at: datetime) -> list[YahooBar]:
        last = self._calendar.last_close(at).date()
        return [bar for bar in history.bars if bar.session <= last]

    def _quote(self, symbol: str, history: YahooHistory, at: datetime) -> Quote:
        if self._is_now(at) and self._calendar.is_open(at) and (live := _live_quote(symbol, history, at)):
            return live
        bars = self._closed_bars(history, at)
        last = self._calendar.last_close(at).date()
        if not bars or self._calendar.sessions_between(bars[-1].session, last) > _MAX_SESSIONS_WITHOUT_PRICE:
            since = bars[-1].session if bars else None
            raise NoPriceError(symbol=symbol, at=at.isoformat(), why="no_trade" if since else "none", since=since)
        session = bars[-1].session
        return Quote(
            symbol=symbol,
            price=bars[-1].close,
            as_of=self._calendar.close_after(session, 0),
            session=session,
            source=YAHOO,
            kind=QuoteKind.CLOSE,
            low=bars[-1].low,
            high=bars[-1].high,
            volume=bars[-1].volume,
        )

    def _with_second_figure(self, quote: Quote, history: YahooHistory, second: YahooPrice | None) -> Quote:
        """Return a quote with the figure of the same time that differs most from it, if Yahoo has any beside it."""
        figures = [(second.price, second.traded_at)] if second is not None else []
        if history.last_price is not None and history.last_traded is not None:
            figures.append((history.last_price, history.last_traded))
        others = [price for price, at in figures if abs(at - quote.as_of) <= self._comparable_within]
        others += [to_price(bar.close) for bar in history.bars[-1:] if bar.session == quote.session]
        furthest = max(others, key=lambda each: abs(each - quote.price), default=None)
        delay = timedelta(0) if quote.is_close else self._delays.get(quote.symbol, timedelta(0))
        return replace(quote, second=furthest, delay=delay)

    async def _history_from(self, symbol: str, first: date, at: datetime) -> YahooHistory:
        return await self._histories.get((symbol, min(first.replace(day=1), _first_day(at))))

    async def _fetch_optional(
        self, cache: SingleFlightCache[str, T], symbol: str, at: datetime, *, anew: bool = False
    ) -> T | None:
        """Return today's facts or news from `cache`, or None if they are not available: prices do without them."""
        try:
            if not self._is_now(at):
                raise PastNotAvailableError(symbol=symbol, at=at.isoformat())
            return await cache.get(symbol, anew=anew)
        except MarketDataError as error:
            _log.info("%s has no such figures of %s: %s", YAHOO, symbol, error.key)
            return None

    async def _second_price(self, symbol: str, at: datetime, *, anew: bool = False) -> YahooPrice | None:
        """Return the price by the quote endpoint; None: it has none, or does not answer."""
        return await self._fetch_optional(self._second_prices, symbol, at, anew=anew)

    async def _fetch_history(self, key: tuple[str, date]) -> YahooHistory:
        symbol, first = key
        return await self._request(symbol, lambda: self._source.history(symbol, first))

    async def _fetch_facts(self, symbol: str) -> tuple[Fact, ...]:
        today = self._clock.now().astimezone(NEW_YORK).date()
        return await self._request(symbol, lambda: self._source.fundamentals(symbol, today))

    async def _fetch_second_price(self, symbol: str) -> YahooPrice | None:
        found = await self._request(symbol, lambda: self._source.second_price(symbol))
        if found is not None:
            self._delays[symbol] = found.delay
        return found

    async def _fetch_news(self, symbol: str) -> tuple[NewsItem, ...]:
        return await self._request(symbol, lambda: self._source.news(symbol))

    async def _request(self, symbol: str, call: Callable[[], T]) -> T:
        async with self._request_slots:
            try:
                return await run_in_daemon_thread(call, seconds=_REQUEST_SECONDS)
            except TimeoutError as error:
                raise MarketSourceError(symbol=symbol, source=YAHOO, cause="timeout") from error


def _first_day(at: datetime) -> date:
    """Return where requests begin: at the first of a month, so that those of a month share one cached answer."""
    return (at.astimezone(NEW_YORK).date() - _HISTORY_SPAN).replace(day=1)


def _live_quote(symbol: str, history: YahooHistory, at: datetime) -> Quote | None:
    """Return the running session's last price; None before its first trade."""
    traded = history.last_traded
    session = at.astimezone(NEW_YORK).date()
    if history.last_price is None or traded is None or traded.astimezone(NEW_YORK).date() != session:
        return None
    return Quote(
        symbol=symbol,
        price=history.last_price,
        as_of=traded.astimezone(NEW_YORK),
        session=session,
        source=YAHOO,
        # Of an index or a fund there are indicative prices only.
        kind=QuoteKind.LIVE if history.instrument_type in _TRADED else QuoteKind.INDICATIVE,
        # Zeros come in the first moments of a session.
        low=history.day_low or None,
        high=history.day_high or None,
        volume=history.day_volume or None,
    )
