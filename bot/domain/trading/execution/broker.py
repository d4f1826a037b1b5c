"""What a broker says of an account, and what of that differs from our own ledger. A broker keeps books of its own."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
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
