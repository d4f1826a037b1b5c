"""Market data as known at one instant. No figure may be included that was not yet public at `as_of`."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

NEW_YORK: Final = ZoneInfo("America/New_York")


def market_date(at: datetime) -> date:
    """Return the date in New York at `at`, an instant with zone, whatever that zone is."""
    return at.astimezone(NEW_YORK).date()


@dataclass(frozen=True, slots=True)
class Bar:
    """Prices and volume of one session; prices in US dollars, unadjusted unless the source says otherwise."""

    session: date
    open: Decimal
    high: Decimal
    low: Decimal
    close: Decimal
    volume: int  # shares


@dataclass(frozen=True, slots=True)
class Quote:
    """The last known price of one instrument."""

    symbol: str
    price: Decimal  # US dollars
    as_of: datetime  # with zone; the close of a session or the instant of a live quote
    session: date
    source: str  # "sample" or "yahoo"
    is_close: bool  # True: the closing price of `session`; False: a price during it


@dataclass(frozen=True, slots=True)
class Fact:
    """One fundamental figure, public since `published`."""

    symbol: str
    name: str  # "eps_diluted_ttm", "dividend_per_share_quarterly", "shares_outstanding", "pe_ratio", "market_cap" …
    value: Decimal  # US dollars, shares or a ratio, depending on `name`
    period_end: date | None
    published: date
    source: str  # where the figure comes from, as shown to people


@dataclass(frozen=True, slots=True)
class NewsItem:
    """One dated company event or headline. The title is untrusted text: data, never instructions or markup."""

    symbol: str
    published: datetime
    title: str
    source: str  # who published it, untrusted
    tone: int  # -1 bad, 0 neutral or unknown, +1 good, by the source's figures; never guessed from the words
    description: str = ""  # what the source says beyond the title; untrusted, too


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All market data of one instrument known at `quote.as_of`."""

    quote: Quote
    bars: tuple[Bar, ...]  # oldest first, none after `quote.session`; up to about 260 sessions
    facts: tuple[Fact, ...] = ()
    news: tuple[NewsItem, ...] = ()  # newest first
    missing: tuple[str, ...] = ()  # what is not to be had: "fundamentals", "news", "news:alpaca" (its alone)
