"""What a broker says of an account, what of that differs from our own ledger, and how the paper broker fills orders."""

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import ROUND_DOWN, Decimal
from enum import StrEnum

from bot.domain.ids import AccountId, TenantId
from bot.domain.trading.execution.orders import AccountOrder, OrderStatus, Rejection, Side


@dataclass(frozen=True, slots=True)
class AccountKey:
    """Names one account of one tenant."""

    tenant_id: TenantId
    account_id: AccountId


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerFill:
    """One execution of an order, or of a part of it. Amounts are in account currency."""

    id: str  # the broker's; unique among the fills of the order
    shares: Decimal  # > 0
    price: Decimal  # per share
    commission: Decimal
    executed_at: datetime  # market time


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerOrder:
    """An order as the broker has it."""

    client_order_id: str  # ours: what makes a repeated submission the same order
    symbol: str
    side: Side
    shares: Decimal  # ordered
    status: OrderStatus  # SUBMITTED (accepted, nothing filled yet), PARTIALLY_FILLED, or a final one
    fills: tuple[BrokerFill, ...] = ()  # oldest first
    rejection: Rejection | None = None  # if REJECTED

    @property
    def filled_shares(self) -> Decimal:
        """The shares of all fills."""
        return sum((each.shares for each in self.fills), Decimal(0))

    @property
    def is_open(self) -> bool:
        """Whether it can still be filled."""
        return self.status in {OrderStatus.SUBMITTED, OrderStatus.PARTIALLY_FILLED}


def key_of(order: AccountOrder) -> AccountKey:
    """Return the account of an order."""
    return AccountKey(order.tenant_id, order.account_id)


class DifferenceKind(StrEnum):
    """What differs."""

    CASH = "cash"  # account currency
    POSITION = "position"  # shares held
    ORDER = "order"  # shares of an order that can still be filled
    UNRESOLVED = "unresolved"  # shares of orders whose outcome is not booked after a long time; `broker` is not known


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure that is not the same in our ledger and at the broker."""

    kind: DifferenceKind
    symbol: str  # "" for cash
    ours: Decimal
    broker: Decimal  # 0 where it is not known

    def __str__(self) -> str:
        """Return it in English, for logs and the command line."""
        what = f"{self.symbol}, {self.kind}" if self.symbol else str(self.kind)
        return f"{what}: {self.figures}"

    @property
    def figures(self) -> str:
        """Both figures, in English."""
        if self.kind is DifferenceKind.UNRESOLVED:
            return f"{self.ours:f} ordered here, not known at the broker"
        return f"{self.ours:f} here, {self.broker:f} at the broker"


@dataclass(frozen=True, slots=True)
class PaperExecution:
    """An order at the paper broker, and what its account holds afterwards."""

    order: BrokerOrder
    cash: Decimal  # not negative
    shares: Decimal  # held of the order's symbol; not negative


def accept_paper_order(order: AccountOrder, *, cash: Decimal, held: Decimal, commission: Decimal) -> BrokerOrder:
    """Return `order` as the paper broker accepts it, unfilled, or rejects it; the commission is flat."""
    rejection = _rejection(order, cash=cash, held=held, commission=commission)
    return BrokerOrder(
        client_order_id=order.client_order_id,
        symbol=order.symbol,
        side=order.side,
        shares=order.shares,
        status=OrderStatus.SUBMITTED if rejection is None else OrderStatus.REJECTED,
        rejection=rejection,
    )


def fill_paper_order(accepted: BrokerOrder, fill: BrokerFill, *, cash: Decimal, held: Decimal) -> PaperExecution:
    """Return the effect of one fill on an accepted order and on its account."""
    signed = fill.shares if accepted.side is Side.BUY else -fill.shares
    filled = replace(accepted, fills=(*accepted.fills, fill))
    is_complete = filled.filled_shares == accepted.shares
    return PaperExecution(
        replace(filled, status=OrderStatus.FILLED if is_complete else OrderStatus.PARTIALLY_FILLED),
        cash - signed * fill.price - fill.commission,
        held + signed,
    )


def execute_paper_order(order: AccountOrder, *, cash: Decimal, held: Decimal, commission: Decimal) -> PaperExecution:
    """Return the effect of `order`, filled at once at its reference price; a rejected one changes nothing."""
    accepted = accept_paper_order(order, cash=cash, held=held, commission=commission)
    if accepted.status is OrderStatus.REJECTED:
        return PaperExecution(accepted, cash, held)
    fill = BrokerFill(
        id=f"{order.client_order_id}/1",
        shares=order.shares,
        price=order.reference_price,
        commission=commission,
        executed_at=order.reference_as_of,
    )
    return fill_paper_order(accepted, fill, cash=cash, held=held)


def _rejection(order: AccountOrder, *, cash: Decimal, held: Decimal, commission: Decimal) -> Rejection | None:
    price, amount = order.reference_price, order.shares * order.reference_price
    if order.shares != order.shares.to_integral_value():
        return Rejection("fractional_shares")
    if order.side is Side.SELL:
        if order.shares > held:
            return Rejection("insufficient_shares", required=order.shares, available=held)
        is_short = cash + amount < commission
        return Rejection("insufficient_cash", required=commission, available=cash + amount) if is_short else None
    if amount + commission <= cash:
        return None
    affordable = max((cash - commission) / price, Decimal(0)).to_integral_value(ROUND_DOWN)
    return Rejection("insufficient_cash", required=amount + commission, available=cash, suggested_shares=affordable)
