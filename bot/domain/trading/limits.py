"""Limits that people state: the maximum cost of a trade and its stop price."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal


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
