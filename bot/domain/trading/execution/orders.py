"""Orders and the broker's reports on them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Final
from uuid import UUID

from bot.domain.ids import AccountId, DecisionId, TenantId


class Side(StrEnum):
    """The direction of a trade."""

    BUY = "buy"
    SELL = "sell"


class OrderStatus(StrEnum):
    """The status of an order. If the broker's answer is lost, it is UNKNOWN until the broker has been asked again."""

    NEW = "new"
    SUBMITTED = "submitted"
    FILLED = "filled"
    PARTIALLY_FILLED = "partially_filled"
    REJECTED = "rejected"
    CANCELLED = "cancelled"  # by the broker, or at our request; a part of it may be filled
    UNKNOWN = "unknown"


FINAL_ORDER_STATUSES: Final = frozenset({OrderStatus.FILLED, OrderStatus.REJECTED, OrderStatus.CANCELLED})
OPEN_ORDER_STATUSES: Final = frozenset(
    {OrderStatus.NEW, OrderStatus.SUBMITTED, OrderStatus.PARTIALLY_FILLED, OrderStatus.UNKNOWN}
)

# After its confirmation, an order that was given up may still reach the broker; later only a difference shows that.
LATE_ARRIVAL_WINDOW: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountOrder:
    """What is sent to a broker for one decision. A decision has at most one order, ever."""

    id: UUID
    client_order_id: str  # derived from the decision id, so that a retry finds the first attempt; at most 48 characters
    tenant_id: TenantId
    account_id: AccountId
    decision_id: DecisionId
    symbol: str
    side: Side
    shares: Decimal  # > 0
    reference_price: Decimal  # the last price at confirmation; paper orders are filled at it
    reference_as_of: datetime
    status: OrderStatus
    created_at: datetime
    filled_shares: Decimal = Decimal(0)  # booked so far

    @property
    def open_shares(self) -> Decimal:
        """The shares that can still be filled."""
        return self.shares - self.filled_shares


@dataclass(frozen=True, slots=True)
class ConfirmedOrder:
    """An order, and who confirmed it."""

    order: AccountOrder
    confirmed_by: str  # the person's name; empty: not known any more


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a broker does not take an order. Amounts are in account currency, or shares for `insufficient_shares`."""

    code: str  # "insufficient_cash", "insufficient_shares", "fractional_shares"
    required: Decimal | None = None  # commission included
    available: Decimal | None = None
    suggested_shares: Decimal = Decimal(0)  # whole shares that the broker would take; 0: none, or it is not known

    @property
    def shortfall(self) -> Decimal:
        """What is missing; 0 if the broker did not say."""
        if self.required is None or self.available is None:
            return Decimal(0)
        return self.required - self.available


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderReport:
    """What is recorded of one order: the fills that are booked, or why it was rejected."""

    client_order_id: str
    status: OrderStatus
    filled_shares: Decimal = Decimal(0)
    average_price: Decimal | None = None
    commission: Decimal = Decimal(0)
    executed_at: datetime | None = None  # market time of the latest fill
    rejection: Rejection | None = None  # if REJECTED

    @property
    def has_lost_its_rest(self) -> bool:
        """Whether a part is filled and the broker has rejected or cancelled the rest."""
        return bool(self.filled_shares) and self.status in {OrderStatus.REJECTED, OrderStatus.CANCELLED}
