"""How far an account has fallen from its highest value, now and at most so far."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Self

_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountDrawdown:
    """An account's falls from its highest value before. Amounts in account currency, falls as fractions."""

    peak: Decimal  # the highest value so far; > 0
    total: Decimal  # the value now
    deepest: Decimal  # the deepest fall so far, that of now included; 0: the account has never been below its peak

    @classmethod
    def of_values(cls, values: Iterable[Decimal], *, total: Decimal) -> Self | None:
        """Return the drawdown after `values`, oldest first, and `total` now; None: nothing was ever in the account."""
        peak, deepest = _ZERO, _ZERO
        for value in (*values, total):
            peak = max(peak, value)
            deepest = max(deepest, 1 - value / peak) if peak > 0 else _ZERO
        return cls(peak=peak, total=total, deepest=deepest) if peak > 0 else None

    @property
    def now(self) -> Decimal:
        """How far the account is below its peak."""
        return self.after_loss(_ZERO)

    @property
    def room(self) -> Decimal:
        """What may be lost before the account is further below its peak than ever: 0 if that is so now."""
        return max(self.total - self.peak * (1 - self.deepest), _ZERO)

    def after_loss(self, amount: Decimal) -> Decimal:
        """Return how far the account would be below its peak after losing `amount`."""
        return max(1 - (self.total - amount) / self.peak, _ZERO)
