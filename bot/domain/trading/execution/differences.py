"""What differs between our own ledger of an account and the broker's books."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


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
