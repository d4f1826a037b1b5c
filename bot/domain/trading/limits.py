"""Limits that people state, the maximum cost of a trade and its stop price, and the caps of the deployment."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """Caps of the deployment, fractions of total assets. The first binds every buy, the others engines' own sizes."""

    cash_floor: Decimal = Decimal("0.10")  # must remain in cash after a buy
    position: Decimal = Decimal("0.20")  # the greatest value of one position
    position_without_stop: Decimal = Decimal("0.05")  # the same, if no stop can be computed
    loss_at_stop: Decimal = Decimal("0.01")  # the greatest loss if a new buy falls to its stop


DEFAULT_CAPS: Final = Caps()


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits stated by a person; None: not stated."""

    max_cash: Decimal | None = None  # account currency, per decision
    stop: Decimal | None = None  # a price


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitStatement:
    """Limits as one person stated them, kept over the turns of a conversation."""

    by: str  # the platform's user id; the limits apply to this person's requests only
    symbols: tuple[str, ...]  # that they apply to; empty: stated before any share was named
    limits: Limits
    at: datetime
    is_of_order: bool = False  # its bound on cash was stated with an order: it binds that order only
