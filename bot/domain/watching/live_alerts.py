"""Whether a live price reaches an alert: never a stale one, and never one of before the alert."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from bot.domain.ids import AlertId, TenantId
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.snapshot import Quote, market_date
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
