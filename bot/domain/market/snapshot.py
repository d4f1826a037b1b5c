"""Market data as known at one instant, and how old a price may be. Nothing in it was not yet public at `as_of`."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
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


class QuoteKind(StrEnum):
    """What a price is."""

    LIVE = "live"  # of the last trade in a running session
    CLOSE = "close"  # the closing price of a session
    INDICATIVE = "indicative"  # computed or stated: of an index, a fund's net asset value; nothing trades at it


class Staleness(StrEnum):
    """How a price is older than the market's clock allows."""

    OLD_TRADE = "old_trade"  # the session is running, and the last trade is too long ago
    NO_TRADE_YET = "no_trade_yet"  # the session is running, and the source has no trade of it
    MISSING_SESSION = "missing_session"  # the source has no price of the last session


@dataclass(frozen=True, slots=True)
class PriceRelease:
    """That an admin has let a doubted price be used."""

    by: str  # the admin's name
    at: datetime  # wall clock


@dataclass(frozen=True, slots=True)
class Quote:
    """The last known price of one instrument."""

    symbol: str
    price: Decimal  # US dollars
    as_of: datetime  # with zone; the close of a session or the instant of a live quote
    session: date
    source: str  # "sample" or "yahoo"
    kind: QuoteKind
    low: Decimal | None = None  # lowest and highest price of `session` so far; None: not known
    high: Decimal | None = None
    volume: int | None = None  # shares traded in `session` so far; None: not known
    second: Decimal | None = None  # the same price by another answer of the source; None: it was not asked
    delay: timedelta = timedelta(0)  # by which the source's live prices are late
    staleness: Staleness | None = None  # None: it is as new as the market's clock allows
    opens_at: datetime | None = None  # of an exchange that is closed now; None: open, or an account's clock
    release: PriceRelease | None = None  # None: it is believed by itself

    @property
    def can_fill(self) -> bool:
        """Whether an order may be filled at it."""
        return self.staleness is None and self.opens_at is None and self.kind is not QuoteKind.INDICATIVE

    @property
    def is_close(self) -> bool:
        """Whether it is the closing price of `session`, and no price during it."""
        return self.kind is QuoteKind.CLOSE


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


def staleness(
    quote: Quote, *, now: datetime, is_open: bool, last_session: date, allowed: timedelta
) -> Staleness | None:
    """Return how a price is too old; None: it is not. A last trade may be `allowed` plus the source's delay ago."""
    if not is_open:
        return Staleness.MISSING_SESSION if quote.session < last_session else None
    if quote.is_close or quote.session != market_date(now):
        return Staleness.NO_TRADE_YET if quote.session >= last_session else Staleness.MISSING_SESSION
    return Staleness.OLD_TRADE if now - quote.as_of > allowed + quote.delay else None
