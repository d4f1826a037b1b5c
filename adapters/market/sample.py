"""The sample market: five companies from 2010 to 2013, as known at any instant of that time, without network access.

Known at an instant `as_of` are:
- a session's bar from that session's close on: the sample has no prices during a session;
- a figure after (not at) 16:00 New York time of the day of its publication, because most were published after the close
  and only the day is recorded; it first appears at the next session's close;
- an event from the time of its publication on.
"""

from bisect import bisect_right
from datetime import date, datetime, time
from typing import Final

from adapters.market.hours import REGULAR_CLOSE, REGULAR_OPENING, at_new_york, require_zone
from adapters.market.sample_data import SampleData, read_sample_data
from bot.domain.market.price_history import PriceHistory, SessionClose
from bot.domain.market.snapshot import Bar, Fact, NewsItem, Quote, QuoteKind, Snapshot
from bot.domain.market.valuation import derived_facts, latest_facts
from bot.errors import DateOutOfRangeError, NoPriceError, UnknownSymbolError

DEFAULT_NOW: Final = at_new_york(date(2013, 1, 31))
BARS_IN_SNAPSHOT: Final = 260  # more than a year of sessions: the longest indicator needs 252
FIRST_SESSION: Final = date(2010, 1, 4)
LAST_SESSION: Final = date(2013, 3, 1)
_STALE_FROM: Final = at_new_york(date(2013, 3, 4))  # close of the first session without data
_EARLY_CLOSE: Final = time(13, 0)
_EARLY_CLOSES: Final = frozenset(
    {date(2010, 11, 26), date(2011, 11, 25), date(2012, 7, 3), date(2012, 11, 23), date(2012, 12, 24)}
)


class SampleMarket:
    """Implements `bot.ports.MarketData` for AAPL, FB, GOOG, IBM and MSFT from 2010-01-04 to 2013-03-01.

    Prices are unadjusted, in US dollars. It has no clock: `now()` is always the close of 2013-01-31, at which every
    account starts; a later instant is passed as `as_of`.
    """

    name = "sample"
    benchmark: tuple[str, ...] = ("AAPL", "FB", "GOOG", "IBM", "MSFT")

    def __init__(self, data: SampleData | None = None) -> None:
        self._data = data or read_sample_data()

    def symbols(self) -> frozenset[str]:
        return frozenset(self._data.bars)

    def data_range(self) -> tuple[date, date]:
        return FIRST_SESSION, LAST_SESSION

    async def now(self) -> datetime:
        return DEFAULT_NOW

    async def quote(self, symbol: str, *, as_of: datetime | None = None, anew: bool = False) -> Quote:  # noqa: ARG002  # it never changes
        """Return the last close at `as_of`, an instant with zone (default: `now()`).

        Raises:
            UnknownSymbolError: not one of the five.
            DateOutOfRangeError: before the first session's close, or when the last session's price is outdated.
            NoPriceError: the company was not yet listed.
            ValueError: `as_of` has no zone.
        """
        return _quote(symbol, self._closed_bars(symbol, require_zone(as_of or DEFAULT_NOW))[-1])

    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        at = require_zone(as_of or DEFAULT_NOW)
        bars = self._closed_bars(symbol, at)
        quote = _quote(symbol, bars[-1])
        facts = tuple(fact for fact in self._data.facts.get(symbol, ()) if is_public(fact, at))
        news = tuple(item for item in reversed(self._data.events.get(symbol, ())) if item.published <= at)
        return Snapshot(
            quote=quote,
            bars=bars[-BARS_IN_SNAPSHOT:],
            facts=(*latest_facts(facts), *derived_facts(quote, facts)),
            news=news,
            missing=tuple(name for name, items in (("fundamentals", facts), ("news", news)) if not items),
        )

    async def news(self, symbol: str) -> tuple[NewsItem, ...]:
        return (await self.snapshot(symbol)).news

    async def history(self, symbol: str, *, first: date, as_of: datetime | None = None) -> PriceHistory:
        at = require_zone(as_of or DEFAULT_NOW)
        bars = self._closed_bars(symbol, at)
        return PriceHistory(
            symbol,
            closes=tuple(SessionClose(bar.session, bar.close) for bar in bars if bar.session >= first),
            actions=tuple(
                action
                for action in self._data.actions.get(symbol, ())
                if action.ex_date >= first and at_new_york(action.ex_date, REGULAR_OPENING) <= at
            ),
        )

    async def bars(self, symbol: str, *, first: date, as_of: datetime | None = None) -> tuple[Bar, ...]:
        closed = self._closed_bars(symbol, require_zone(as_of or DEFAULT_NOW))
        return tuple(bar for bar in closed if bar.session >= first)

    def _closed_bars(self, symbol: str, at: datetime) -> tuple[Bar, ...]:
        """Return the bars of the sessions closed at `at`; at least one."""
        if symbol not in self._data.bars:
            raise UnknownSymbolError(symbol=symbol, known=", ".join(sorted(self._data.bars)))
        if not session_close(FIRST_SESSION) <= at < _STALE_FROM:
            raise DateOutOfRangeError(at=at.isoformat(), first=FIRST_SESSION, last=LAST_SESSION)
        bars = self._data.bars[symbol]
        known = bars[: bisect_right(bars, at, key=lambda bar: session_close(bar.session))]
        if not known:
            raise NoPriceError(symbol=symbol, at=at.isoformat())
        return known


def session_close(session: date) -> datetime:
    """Return the instant at which a session of the sample's period closed."""
    return at_new_york(session, _EARLY_CLOSE if session in _EARLY_CLOSES else REGULAR_CLOSE)


def is_public(fact: Fact, at: datetime) -> bool:
    """Return whether `fact` was public at `at`: after the regular close of the day of its publication."""
    return at_new_york(fact.published) < at


def _quote(symbol: str, bar: Bar) -> Quote:
    return Quote(
        symbol=symbol,
        price=bar.close,
        as_of=session_close(bar.session),
        session=bar.session,
        source=SampleMarket.name,
        kind=QuoteKind.CLOSE,
    )
