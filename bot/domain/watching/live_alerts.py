"""Whether a live price reaches an alert: never a stale one, and never one of before the alert."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.ids import AlertId, TenantId
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.watching.alerts import AlertBounds, FiredAlert, PriceAlert

FRESH_FOR: Final = timedelta(minutes=5)
# Of the last close, or its inverse: so far prices hardly go in one session, and by a split of 2:1 they do.
_SPLIT_JUMP: Final = Decimal("0.6")


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


def is_fresh(quote: Quote, now: datetime) -> bool:
    """Return whether a price is one, of the running session, and a few minutes old at most (or ahead of our clock)."""
    is_price = quote.price.is_finite() and quote.price > 0
    return is_price and not quote.is_close and quote.session == market_date(now) and abs(now - quote.as_of) <= FRESH_FOR


def may_be_of_unlisted_split(price: LivePrice) -> bool:
    """Return whether a price is so far from the last close that the source may not have listed a split yet.

    Alerts then wait for the prices of the whole session, after its close: a split would fire those on its day falsely.
    """
    last = price.history.close_on(price.quote.session)
    return last is not None and not last * _SPLIT_JUMP < price.quote.price < last / _SPLIT_JUMP


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
