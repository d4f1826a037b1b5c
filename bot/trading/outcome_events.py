"""What the outcome of an order does to its conversation's state."""

from collections.abc import Mapping
from typing import Final

from bot.domain.conversation.states import Event
from bot.domain.trading.decisions import Decision, DecisionStatus, is_accepted
from bot.domain.trading.execution.orders import OrderReport

_EVENTS: Final[Mapping[DecisionStatus, Event]] = {  # any other status: the outcome is still to come
    DecisionStatus.FILLED: Event.EXECUTED,
    DecisionStatus.PARTIALLY_FILLED: Event.EXECUTED,
    DecisionStatus.REJECTED: Event.FAILED,
    DecisionStatus.EXPIRED: Event.EXPIRED,
}


def outcome_event(decision: Decision, report: OrderReport | None) -> Event | None:
    """Return the event that ends what was under way for `decision`; None: it has not ended.

    An order that the broker has accepted is not under way any more, though it may be filled much later.
    """
    if report is not None and is_accepted(decision, report):
        return Event.EXECUTED
    return _EVENTS.get(decision.status)
