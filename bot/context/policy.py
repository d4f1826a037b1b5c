"""The settings that the conversation core obeys, as plain values."""

from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal

from bot.domain.models.requests import ModelAllowance


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Limits and times; `bootstrap` fills it from the settings."""

    decision_ttl: timedelta = timedelta(minutes=30)
    max_price_move_percent: Decimal = Decimal(2)  # beyond it, a confirmation asks again
    commission: Decimal = Decimal(0)  # account currency, per order
    idle_after: timedelta = timedelta(minutes=30)
    reset_on_error: bool = True
    lease_ttl: timedelta = timedelta(seconds=15)
    max_attempts: int = 3  # after so many crashes a turn is answered with an apology
    max_message_characters: int = 8_000
    model_seconds: float = 28  # all requests of one turn to models together
    allowance: ModelAllowance = field(default_factory=ModelAllowance)  # of models, per tenant and day
    is_debug: bool = True  # steps of the latest turn are kept
    review_span: timedelta = timedelta(days=7)
    review_items: int = 5
