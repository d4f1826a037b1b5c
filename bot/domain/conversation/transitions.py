"""The conversation's state machine: two complete tables, and the guards around them.

What people say may be refused; what has happened may not, so every event has a next state everywhere. The number of
pending decisions is the truth about whether something waits for a confirmation; a stored state only remembers it.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.states import Event, Intent, State
from bot.errors import IllegalTransitionError


class Refusal(StrEnum):
    """Why an intent is not possible in a state."""

    NOTHING_PENDING = "nothing_pending"
    NOTHING_TO_CANCEL = "nothing_to_cancel"
    ORDER_UNDERWAY = "order_underway"
    IN_ERROR = "in_error"


def _row(state: State, *to: State | Refusal) -> dict[tuple[State, Intent], State | Refusal]:
    """One state's line of the table; its columns are the intents in their order."""
    return {(state, intent): target for intent, target in zip(Intent, to, strict=True)}


_NONE, _VOID = Refusal.NOTHING_PENDING, Refusal.NOTHING_TO_CANCEL
_BUSY, _FAULT = Refusal.ORDER_UNDERWAY, Refusal.IN_ERROR
_IDLE, _ANALYZING, _AWAITING, _EXECUTING, _EXPLAINING, _COMPLETED, _ERROR = State

# fmt: off
INTENT_TRANSITIONS: Final[Mapping[tuple[State, Intent], State | Refusal]] = MappingProxyType({
    #      state        ANALYZE     DECIDE      EXPLAIN      CONFIRM     CANCEL  FOLLOWUP     REVIEW       UNKNOWN
    **_row(_IDLE,       _ANALYZING, _ANALYZING, _EXPLAINING, _NONE,      _VOID,  _ANALYZING,  _EXPLAINING, _IDLE),
    **_row(_ANALYZING,  _ANALYZING, _ANALYZING, _EXPLAINING, _NONE,      _IDLE,  _ANALYZING,  _EXPLAINING, _ANALYZING),
    **_row(_AWAITING,   _AWAITING,  _AWAITING,  _AWAITING,   _EXECUTING, _IDLE,  _AWAITING,   _AWAITING,   _AWAITING),
    **_row(_EXECUTING,  _EXECUTING, _BUSY,      _EXECUTING,  _BUSY,      _BUSY,  _EXECUTING,  _EXECUTING,  _EXECUTING),
    **_row(_EXPLAINING, _ANALYZING, _ANALYZING, _EXPLAINING, _NONE,      _IDLE,  _EXPLAINING, _EXPLAINING, _EXPLAINING),
    **_row(_COMPLETED,  _ANALYZING, _ANALYZING, _EXPLAINING, _NONE,      _VOID,  _ANALYZING,  _EXPLAINING, _COMPLETED),
    **_row(_ERROR,      _FAULT,     _FAULT,     _ERROR,      _FAULT,     _IDLE,  _FAULT,      _ERROR,      _ERROR),
})
# fmt: on


def _column(event: Event, *to: State) -> dict[tuple[State, Event], State]:
    """What one event does to each state, the states in their order."""
    return {(state, event): target for state, target in zip(State, to, strict=True)}


# A decision proposed after the person had moved on (a press is not queued behind its turn) still waits for an answer.
# While something is pending, a failed turn leaves it so. Only an order's outcome ends EXECUTING: never time, never a
# reset, because the order may be with the broker.
# fmt: off
EVENT_TRANSITIONS: Final[Mapping[tuple[State, Event], State]] = MappingProxyType({
    #       event            IDLE       ANALYZING  AWAITING   EXECUTING   EXPLAINING   COMPLETED   ERROR
    **_column(Event.PROPOSED,  _AWAITING, _AWAITING,  _AWAITING, _EXECUTING, _AWAITING,   _AWAITING,  _AWAITING),
    **_column(Event.EXECUTED,  _IDLE,     _ANALYZING, _AWAITING, _COMPLETED, _EXPLAINING, _COMPLETED, _ERROR),
    **_column(Event.FAILED,    _ERROR,    _ERROR,     _AWAITING, _ERROR,     _ERROR,      _ERROR,     _ERROR),
    **_column(Event.EXPIRED,   _IDLE,     _ANALYZING, _IDLE,     _EXECUTING, _EXPLAINING, _COMPLETED, _ERROR),
    **_column(Event.TIMED_OUT, _IDLE,     _IDLE,      _IDLE,     _EXECUTING, _IDLE,       _IDLE,      _IDLE),
    **_column(Event.RESET,     _IDLE,     _IDLE,      _IDLE,     _EXECUTING, _IDLE,       _IDLE,      _IDLE),
})
# fmt: on


def apply_intent(state: State, intent: Intent, *, pending: int) -> State:
    """Return the state in which `intent` is worked on.

    Args:
        state: Where the conversation stands.
        intent: What the person wants.
        pending: How many decisions of this conversation can still be confirmed.
    Raises: IllegalTransitionError: with `state`, `intent`, `reason` (a `Refusal`) and the `possible` intents.
    """
    here = resting_state(state, pending=pending)
    to = INTENT_TRANSITIONS[here, intent]
    if isinstance(to, Refusal):
        raise IllegalTransitionError(
            state=here, intent=intent, reason=to, possible=possible_intents(here, pending=pending)
        )
    return to


def apply_event(state: State, event: Event) -> State:
    """Return the state after `event`. What has happened cannot be refused, so there always is one."""
    return EVENT_TRANSITIONS[state, event]


def resting_state(state: State, *, pending: int) -> State:
    """Return where the conversation stands while nobody works on it, with `pending` decisions to confirm."""
    if state in {State.EXECUTING, State.ERROR}:
        return state
    if pending > 0:
        return State.AWAITING_CONFIRM
    return State.IDLE if state is State.AWAITING_CONFIRM else state


def possible_intents(state: State, *, pending: int) -> frozenset[Intent]:
    """Return the intents that would not be refused now."""
    here = resting_state(state, pending=pending)
    return frozenset(intent for intent in Intent if not isinstance(INTENT_TRANSITIONS[here, intent], Refusal))


def is_timed_out(last_active: datetime, now: datetime, idle_after: timedelta) -> bool:
    """Whether a conversation last active at `last_active` has been idle for `idle_after` at `now`."""
    return now - last_active >= idle_after
