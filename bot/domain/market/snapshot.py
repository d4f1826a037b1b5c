"""Market data as known at one instant. Nothing here may hold a figure that was not yet public at `as_of`."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

NEW_YORK: Final = ZoneInfo("America/New_York")


def market_date(at: datetime) -> date:
    """Return the exchange's date at `at`, an instant with zone: not the date of the zone it is written in."""
    return at.astimezone(NEW_YORK).date()


@dataclass(frozen=True, slots=True)
class Bar:
    """One session's trading of one instrument; prices in US dollars, unadjusted unless the source says otherwise."""

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
    as_of: datetime  # with zone; the close of a session, or the instant of a live quote
    session: date
    source: str  # "sample" or "yahoo"
    is_close: bool  # at the close of `session`, as opposed to during it


@dataclass(frozen=True, slots=True)
class Fact:
    """One dated fundamental: known to the public since `published`."""

    symbol: str
    name: str  # "eps_diluted_ttm", "dividend_per_share_quarterly", "shares_outstanding", "pe_ratio", "market_cap" …
    value: Decimal  # US dollars, shares, or a ratio, by `name`
    period_end: date | None
    published: date
    source: str  # where the figure comes from, in words fit to show


@dataclass(frozen=True, slots=True)
class NewsItem:
    """One dated company event or headline. Text of others: data, shown as text."""

    symbol: str
    published: datetime
    title: str
    source: str
    tone: int  # -1 bad, 0 neutral or unknown, +1 good, as the source's figures say; never guessed from words


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that is known of one instrument at `quote.as_of`."""

    quote: Quote
    bars: tuple[Bar, ...]  # oldest first, the last one at most `quote.session`; up to about 260 sessions
    facts: tuple[Fact, ...] = ()
    news: tuple[NewsItem, ...] = ()  # newest first
    missing: tuple[str, ...] = ()  # what the source could not give: "fundamentals", "news"
