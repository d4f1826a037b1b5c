"""Which prices of a session, or during one, reach an alert: never a stale one, and never one of before the alert."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from bot.domain.ids import AlertId, TenantId
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.sessions import TradingSession
from bot.domain.market.snapshot import Bar, Quote, market_date
from bot.domain.watching.alerts import AlertBounds, FiredAlert, PriceAlert


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedLevel:
    """What the poller knows of an armed alert of any tenant: enough to see whether its price is reached."""

    tenant_id: TenantId
    alert_id: AlertId
    symbol: str
    bounds: AlertBounds
    reference_at: datetime
    armed_from: datetime


@dataclass(frozen=True, slots=True)
class LivePrice:
    """A price during a session, and the splits of the share since its alerts were set."""

    quote: Quote
    history: PriceHistory
    is_doubted: bool = False  # then it counts only on accounts for which it is released


def reaches(level: WatchedLevel, price: LivePrice) -> bool:
    """Return whether a price reaches an armed alert."""
    bounds = _bounds_now(level.bounds, level.reference_at, price)
    return price.quote.as_of > level.armed_from and bounds.reached_by(price.quote.price) is not None


def reached_live(alert: PriceAlert, price: LivePrice) -> FiredAlert | None:
    """Return how a price reaches an armed alert; None: it does not, or is not newer than the alert."""
    quote = price.quote
    bounds = _bounds_now(alert.bounds, alert.reference.at, price)
    bound: Decimal | None = bounds.reached_by(quote.price)
    if bound is None or quote.as_of <= alert.armed_from:
        return None
    is_below = bound == bounds.lower
    return FiredAlert(
        alert=alert, at=quote.as_of, price=quote.price, bound=bound, is_below=is_below, source=quote.source
    )


def _bounds_now(bounds: AlertBounds, reference_at: datetime, price: LivePrice) -> AlertBounds:
    since = market_date(reference_at)
    return bounds.after_split(price.history.split_ratio(after=since, through=price.quote.session))


@dataclass(frozen=True, slots=True)
class SessionPrices:
    """One session and its prices, as traded on that day."""

    session: TradingSession
    bar: Bar


def first_reached(
    alert: PriceAlert, prices: Sequence[SessionPrices], history: PriceHistory, *, source: str
) -> FiredAlert | None:
    """Return how the first session reaches an alert by opening, high or low; that of its arming by its close only."""
    for each in prices:
        if (fired := _reached_in(alert, each, history, source=source)) is not None:
            return fired
    return None


def _reached_in(alert: PriceAlert, prices: SessionPrices, history: PriceHistory, *, source: str) -> FiredAlert | None:
    session, bar = prices.session, prices.bar
    if alert.armed_from >= session.closes:
        return None
    reference_day = market_date(alert.reference.at)
    bounds = alert.bounds.after_split(history.split_ratio(after=reference_day, through=session.day))
    is_armed_in_it = alert.armed_from > session.opens
    touched = None if is_armed_in_it else _touched(bounds, bar)
    if touched is not None:
        bound, price = touched
    elif (reached := bounds.reached_by(bar.close)) is not None:
        bound, price = reached, bar.close
    else:
        return None
    at = session.opens if price == bar.open and not is_armed_in_it else session.closes
    is_below = bound == bounds.lower
    return FiredAlert(alert=alert, at=at, price=price, bound=bound, is_below=is_below, source=source, bar=bar)


def _touched(bounds: AlertBounds, bar: Bar) -> tuple[Decimal, Decimal] | None:
    """Return the bound a session reaches first, by distance from its opening, and at which price; None: neither."""
    at_opening = bounds.reached_by(bar.open)
    if at_opening is not None:
        return at_opening, bar.open
    reached = [each for each in (bounds.lower, bounds.upper) if each is not None and bar.low <= each <= bar.high]
    return min(((each, each) for each in reached), key=lambda each: abs(each[0] - bar.open), default=None)
