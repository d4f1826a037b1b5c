"""The script of a market: what each share trades at, what Yahoo has of it, and what Yahoo gets wrong about it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from random import Random
from typing import Any, Final

from adapters.market.sample_data import read_sample_data
from bot.domain.market.snapshot import Bar, market_date
from bot.ports import Clock, TradingCalendar

from .bad_bars import BadBar

_CENT: Final = Decimal("0.01")


class StaleData(Enum):
    """Prices that are older than the clock allows."""

    HALTED_AN_HOUR = timedelta(hours=1)  # no trade since
    HALTED_THREE_HOURS = timedelta(hours=3)
    HALTED_ONE_SESSION = ("halted", 1)  # no trade since the close so many sessions ago
    HALTED_FIVE_SESSIONS = ("halted", 5)
    HALTED_SEVEN_SESSIONS = ("halted", 7)
    MISSING_ONE_SESSION = ("missing", 1)  # trades, but the last so many closed sessions have no row
    MISSING_FIVE_SESSIONS = ("missing", 5)
    NULL_ONE_SESSION = ("null", 1)  # … a row of nulls
    NULL_FIVE_SESSIONS = ("null", 5)
    DELISTED = "delisted"


@dataclass(slots=True)
class YahooShare:
    """One instrument. Bars, splits and dividends may lie ahead of the clock: they appear as it comes to them."""

    symbol: str  # as Yahoo spells it
    bars: Sequence[Bar]  # as traded on their days, oldest first
    splits: Mapping[date, tuple[int, int]] = field(default_factory=dict)  # new shares for old ones, from that day on
    dividends: Mapping[date, Decimal] = field(default_factory=dict)  # by ex-date, for a share of that day
    name: str = ""
    exchange: str = "NMS"
    instrument_type: str = "EQUITY"
    currency: str = "USD"
    delay_minutes: int = 0  # by which its exchange's prices are late
    figures: Mapping[str, Any] = field(default_factory=dict)  # of quoteSummary: trailingEps, dividendRate …
    articles: Sequence[Mapping[str, Any]] = ()  # newest first; see `article`
    # what is wrong with it
    halted_since: datetime | None = None
    is_delisted: bool = False
    missing: frozenset[date] = frozenset()
    nulls: frozenset[date] = frozenset()
    bad_bar: BadBar | None = None
    is_bad_everywhere: bool = False  # the quote endpoint repeats the bad bar's price


@dataclass(slots=True)
class YahooWorld:
    """The shares, by Yahoo's symbols, as they are at the clock's now."""

    clock: Clock
    calendar: TradingCalendar
    shares: dict[str, YahooShare] = field(default_factory=dict)

    def add(self, symbol: str, bars: Iterable[Bar], **more: Any) -> YahooShare:  # noqa: ANN401 - fields of YahooShare
        """Add a share. Args: symbol: as Parley or Yahoo spells it."""
        yahoos = symbol.replace(".", "-")
        share = self.shares[yahoos] = YahooShare(yahoos, tuple(bars), **more)
        return share

    def add_sample(self, symbol: str) -> YahooShare:
        """Add a share of the sample market, 2010 to 2013, with its dividends."""
        data = read_sample_data()
        paid = {each.ex_date: each.value for each in data.actions.get(symbol, ())}
        return self.add(symbol, data.bars[symbol], dividends=paid)

    def add_random(self, symbol: str, *, price: Decimal, sessions: int = 420, **more: Any) -> YahooShare:  # noqa: ANN401
        """Add a share that walks to `price`, which is the close of the session of now; the same in each run."""
        today = market_date(self.clock.now())
        days = [self.calendar.close_after(today, -back).date() for back in range(sessions)]
        random = Random(symbol)  # noqa: S311 - no secret
        bars, close = [], price
        for day in days:
            change = Decimal(round(random.gauss(0.0005, 0.012), 4))
            opening = (close / (1 + change)).quantize(_CENT)
            high, low = max(opening, close) * Decimal("1.004"), min(opening, close) * Decimal("0.996")
            volume = random.randint(200_000, 9_000_000)
            bars.append(Bar(day, opening, high.quantize(_CENT), low.quantize(_CENT), close, volume))
            close = (opening / (1 + Decimal(round(random.gauss(0, 0.004), 4)))).quantize(_CENT)
        return self.add(symbol, reversed(bars), **more)

    def halt(self, symbol: str, *, since: datetime) -> None:
        """No trade since: no bar of a later session, and the last price keeps its time."""
        self[symbol].halted_since = since

    def drop_sessions(self, symbol: str, sessions: int) -> None:
        """Leave the rows of the last closed sessions out of the chart."""
        self[symbol].missing = self._last_closed(sessions)

    def null_sessions(self, symbol: str, sessions: int) -> None:
        """Make the rows of the last closed sessions ones of nulls."""
        self[symbol].nulls = self._last_closed(sessions)

    def delist(self, symbol: str) -> None:
        """The chart is not found, and the quote endpoint lists the symbol as none that is traded."""
        self[symbol].is_delisted = True

    def spoil(self, symbol: str, kind: BadBar, *, everywhere: bool = False) -> None:
        """Make the chart's last bar a bad one. Args: everywhere: the quote endpoint gives its price, too."""
        self[symbol].bad_bar, self[symbol].is_bad_everywhere = kind, everywhere

    def make_stale(self, symbol: str, kind: StaleData) -> None:
        match kind.value:
            case timedelta() as age:
                self.halt(symbol, since=self.clock.now() - age)
            case ("halted", int(sessions)):
                last = market_date(self.calendar.last_close(self.clock.now()))
                self.halt(symbol, since=self.calendar.close_after(last, -sessions))
            case ("missing", int(sessions)):
                self.drop_sessions(symbol, sessions)
            case ("null", int(sessions)):
                self.null_sessions(symbol, sessions)
            case _:
                self.delist(symbol)

    def mend(self, symbol: str) -> None:
        """Take back whatever is wrong with the share."""
        share = self[symbol]
        share.halted_since, share.is_delisted, share.bad_bar, share.is_bad_everywhere = None, False, None, False
        share.missing = share.nulls = frozenset()

    def __getitem__(self, symbol: str) -> YahooShare:
        return self.shares[symbol.replace(".", "-")]

    def _last_closed(self, sessions: int) -> frozenset[date]:
        last = market_date(self.calendar.last_close(self.clock.now()))
        return frozenset(self.calendar.close_after(last, -back).date() for back in range(sessions))
