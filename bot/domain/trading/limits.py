"""Limits that people state on what a trade may cost and where it is stopped."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Limits:
    """What a person wants kept to. None: nothing said."""

    max_cash: Decimal | None = None  # account currency, per decision
    stop: Decimal | None = None  # a price


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitStatement:
    """Limits as one person stated them, carried from turn to turn."""

    by: str  # the platform's user id: nobody else's questions are bound
    symbols: tuple[str, ...]  # what they were said about; empty: before any share was named
    limits: Limits
    at: datetime
