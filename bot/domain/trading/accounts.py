"""Accounts, positions and portfolios, and their arithmetic."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Final, Self

from bot.domain.ids import AccountId, TenantId
from bot.domain.market.price_history import ActionKind, CorporateAction, SessionClose
from bot.domain.trading.execution.broker import Difference
from bot.domain.trading.trading_limits import DEFAULT_CAPS, Caps, LimitInForce

_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class Account:
    """One paper or live account. Amounts are exact, in `currency`."""

    id: AccountId
    tenant_id: TenantId
    kind: str  # "paper"
    market: str  # whose prices value it: "sample" or "yahoo"; one account per tenant and market
    currency: str  # ISO 4217
    starting_cash: Decimal
    cash: Decimal
    market_time: datetime | None  # the account's clock on the sample market; None: the market's own time
    rolled_to: datetime | None = None  # market time up to which dividends, splits and daily values are booked
    passed_to: datetime | None = None  # market time up to which scheduled work is done; unused on the sample market
    corrections: int = 0  # of its holdings, by admins: how many were booked and undone
    differences: tuple[Difference, ...] = ()  # from the broker's books; while there are any, nothing is traded


@dataclass(frozen=True, slots=True)
class StatedPriceOfDay(SessionClose):
    """A price of a day that an admin has stated, as the source had none: it values a position, and nothing else."""

    by: str  # the person's name


@dataclass(frozen=True, slots=True)
class LastPriceBeforeDoubt(SessionClose):
    """The last good price of a share whose present one is doubted."""

    doubt: Mapping[str, Hashable]  # what the source says, and why it is doubted: the facts of a PriceHeldError


@dataclass(frozen=True, slots=True)
class Position:
    """The shares held of one symbol."""

    symbol: str
    shares: Decimal  # > 0
    average_cost: Decimal  # account currency per share, without commission
    opened_at: datetime  # market time of the fill that opened it
    # The last price that was believed, per share as held now; None: not known. It is no part of what is held.
    last_good: SessionClose | None = field(default=None, compare=False)
    held_action: CorporateAction | None = field(default=None, compare=False)  # listed for it, and not booked

    @property
    def held_split(self) -> CorporateAction | None:
        """The split that is not booked, while which it is not known how many shares these are; None: there is none."""
        return self.held_action if self.held_action and self.held_action.kind is ActionKind.SPLIT else None


@dataclass(frozen=True, slots=True)
class ReservedCash:
    """The cash that open orders and pending decisions to buy will need."""

    amount: Decimal  # account currency, without commissions
    purchases: int

    def with_commission(self, commission: Decimal) -> Decimal:
        """Return the amount with `commission`, account currency, for each purchase."""
        return self.amount + commission * self.purchases


@dataclass(frozen=True, slots=True)
class Portfolio:
    """An account and its positions, valued at `prices`, which has a price for each position."""

    account: Account
    positions: tuple[Position, ...]
    prices: Mapping[str, Decimal]
    caps: Caps = DEFAULT_CAPS
    limits: tuple[LimitInForce, ...] = ()  # of the person for whom a proposal is made or checked
    last_known: Mapping[str, SessionClose] = field(default_factory=dict)  # those of `prices` that are of an earlier day

    def position(self, symbol: str) -> Position | None:
        """Return the position in `symbol`; None: nothing is held."""
        return next((p for p in self.positions if p.symbol == symbol), None)

    def position_value(self, symbol: str) -> Decimal:
        """Return the market value of the position in `symbol`; 0 if nothing is held."""
        held = self.position(symbol)
        return held.shares * self.prices[symbol] if held else Decimal(0)

    @property
    def positions_value(self) -> Decimal:
        """The market value of all positions."""
        return sum((self.position_value(p.symbol) for p in self.positions), Decimal(0))

    @property
    def total_assets(self) -> Decimal:
        """Cash plus the market value of all positions."""
        return self.account.cash + self.positions_value


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyingPower:
    """The cash and shares available for a trade in one symbol; amounts in account currency."""

    price: Decimal  # > 0
    held_shares: Decimal
    available_cash: Decimal  # without `reserved_cash`
    total_assets: Decimal  # the symbol valued at `price`
    commission: Decimal  # of one order
    reserved_cash: Decimal = _ZERO  # needed by pending decisions and open orders
    caps: Caps = DEFAULT_CAPS
    limits: tuple[LimitInForce, ...] = ()  # that bind purchases of the symbol
    other_positions: int = 0  # that are held in other shares

    @classmethod
    def from_portfolio(
        cls,
        portfolio: Portfolio,
        *,
        symbol: str,
        price: Decimal,
        commission: Decimal = _ZERO,
        reserved_cash: Decimal = _ZERO,
    ) -> Self:
        """Return the buying power of `portfolio` for `symbol`; `reserved_cash` is not available."""
        position = portfolio.position(symbol)
        held_shares = position.shares if position else _ZERO
        return cls(
            price=price,
            held_shares=held_shares,
            available_cash=portfolio.account.cash - reserved_cash,
            total_assets=portfolio.total_assets - portfolio.position_value(symbol) + held_shares * price,
            commission=commission,
            reserved_cash=reserved_cash,
            caps=portfolio.caps,
            limits=tuple(limit for limit in portfolio.limits if limit.binds(symbol)),
            other_positions=len(portfolio.positions) - (position is not None),
        )

    @property
    def current_value(self) -> Decimal:
        """The value of the shares held, at `price`."""
        return self.held_shares * self.price

    def affordable_shares(self, amount: Decimal) -> Decimal:
        """Return how many whole shares `amount` buys."""
        return max(amount, _ZERO) // self.price

    def affordable_shares_after_commission(self, amount: Decimal) -> Decimal:
        """Return how many whole shares `amount` buys if it must also pay the commission."""
        return self.affordable_shares(amount - self.commission)
