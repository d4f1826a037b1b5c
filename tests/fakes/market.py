"""Builders of market features, portfolios and proposals: neutral values that a test changes where it needs to."""

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from bot.domain.ids import AccountId, TenantId
from bot.domain.market.features import Features
from bot.domain.market.indicators import Bollinger, Macd, PriceRange
from bot.domain.trading.accounts import Account, Portfolio, Position
from bot.domain.trading.decisions import Action, Proposal, Reason

CLOSE = datetime(2013, 1, 31, 21, tzinfo=UTC)

# At its averages, unmoved, moderately priced: no rule has anything to say but that.
PLAIN = Features(
    symbol="IBM",
    price=Decimal(100),
    as_of=CLOSE,
    session=date(2013, 1, 31),
    source="sample",
    is_close=True,
    change_day=0.0,
    change_7=0.0,
    change_20=0.0,
    change_60=0.0,
    change_120=0.0,
    sma20=Decimal(100),
    sma50=Decimal(100),
    sma200=Decimal(100),
    rsi14=50.0,
    macd=Macd(line=0.0, signal=0.0, histogram=0.0),
    bollinger20=Bollinger(lower=95.0, middle=100.0, upper=105.0),
    atr14=2.0,
    volatility20=0.2,
    volatility60=0.2,
    drawdown=0.0,
    range52w=PriceRange(low=Decimal(90), high=Decimal(110)),
    range52w_position=0.5,
    volume_ratio=1.0,
    eps_ttm=Decimal(5),
    pe_ratio=Decimal(20),
    dividend_yield=Decimal("0.01"),
    market_cap=Decimal(50_000_000_000),
    facts=(),
    news=(),
    missing=(),
)

_RISING = {
    "sma50": Decimal(95),
    "sma200": Decimal(90),
    "change_120": 0.15,
    "macd": Macd(line=1.0, signal=0.5, histogram=0.5),
}
_FALLING = {
    "sma50": Decimal(105),
    "sma200": Decimal(110),
    "change_120": -0.15,
    "macd": Macd(line=-1.0, signal=-0.5, histogram=-0.5),
}


def neutral_features(**changes: Any) -> Features:  # noqa: ANN401 - any field of Features
    return replace(PLAIN, **changes)


def rising_features(**changes: Any) -> Features:  # noqa: ANN401 - any field of Features
    """Features for which every trend and momentum rule is positive: a score of 0.65."""
    return replace(PLAIN, **{**_RISING, **changes})


def falling_features(**changes: Any) -> Features:  # noqa: ANN401 - any field of Features
    """Features for which every trend and momentum rule is negative: a score of -0.65."""
    return replace(PLAIN, **{**_FALLING, **changes})


def portfolio(
    *,
    cash: Decimal | int = 100_000,
    shares: Decimal | int = 0,
    symbol: str = "IBM",
    price: Decimal | int = 100,
    opened_at: datetime = datetime(2013, 1, 2, 21, tzinfo=UTC),
) -> Portfolio:
    """An account with at most one position."""
    account = Account(
        id=AccountId(UUID(int=1)),
        tenant_id=TenantId(UUID(int=2)),
        kind="paper",
        market="sample",
        currency="USD",
        starting_cash=Decimal(100_000),
        cash=Decimal(cash),
        market_time=None,
    )
    held = Position(symbol=symbol, shares=Decimal(shares), average_cost=Decimal(90), opened_at=opened_at)
    return Portfolio(account, (held,) if shares else (), {symbol: Decimal(price)} if shares else {})


def proposal(action: Action, *, shares: str | int = 0, held: str | int = 0, price: str | int = 100) -> Proposal:
    """Return a consistent proposal; a test replaces the fields that it wants inconsistent."""
    sign = {Action.INCREASE: 1, Action.HOLD: 0}.get(action, -1)
    change = sign * Decimal(shares) * Decimal(price)
    return Proposal(
        symbol="IBM",
        action=action,
        target_cash_amount=Decimal(held) * Decimal(price) + change,
        cash_change=change,
        shares=Decimal(shares),
        price=Decimal(price),
        price_as_of=CLOSE,
        price_source="sample",
        confidence=Decimal("0.60"),
        reasons=(Reason("above_sma200", 0.2),),
        engine="rules",
    )
