"""What became of the decision that a committee's run led to."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from bot.domain.ids import DecisionId
from bot.domain.trading.decisions import DecisionStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionRecord:
    """The outcome of a decision's order, written by whoever executes it; a later one replaces it."""

    decision_id: DecisionId
    version: int  # of the decision that was executed: a person may have changed the proposal
    status: DecisionStatus
    filled_shares: Decimal = Decimal(0)
    average_price: Decimal | None = None  # US dollars per share; None: nothing is filled
    at: datetime  # when it was booked
