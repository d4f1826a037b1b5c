"""The states of a conversation, and the two complete tables of what changes them; an event is never refused."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.errors import IllegalTransitionError


class State(StrEnum):
    """The state of a conversation."""

    IDLE = "IDLE"
    ANALYZING = "ANALYZING"
    AWAITING_CONFIRM = "AWAITING_CONFIRM"
    EXECUTING = "EXECUTING"
    EXPLAINING = "EXPLAINING"
    COMPLETED = "COMPLETED"
    ERROR = "ERROR"


class Intent(StrEnum):
    """What a person wants with one message."""

    ANALYZE = "ANALYZE"
    DECIDE = "DECIDE"
    EXPLAIN = "EXPLAIN"
    CONFIRM = "CONFIRM"
    CANCEL = "CANCEL"
    FOLLOWUP = "FOLLOWUP"
    REVIEW = "REVIEW"
    UNKNOWN = "UNKNOWN"


class Event(StrEnum):
    """A change of a conversation's state that is not caused by a message."""

    PROPOSED = "PROPOSED"
    EXECUTED = "EXECUTED"
    FAILED = "FAILED"
    EXPIRED = "EXPIRED"
    TIMED_OUT = "TIMED_OUT"
    RESET = "RESET"


class Refusal(StrEnum):
    """Why an intent is not possible in a state."""

    NOTHING_PENDING = "nothing_pending"
    NOTHING_TO_CANCEL = "nothing_to_cancel"
    ORDER_UNDERWAY = "order_underway"
    IN_ERROR = "in_error"


def _row(state: State, *to: State | Refusal) -> dict[tuple[State, Intent], State | Refusal]:
    """Return the row of one state; its columns are the intents in their order of definition."""
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
    """Return the next state by one event for each state, in their order of definition."""
    return {(state, event): target for state, target in zip(State, to, strict=True)}


# A proposed decision awaits an answer in any state: presses are handled during a running turn and may have changed it.
# A failed turn keeps AWAITING_CONFIRM. Only an order's outcome ends EXECUTING, never a time-out or a reset: the order
# may be with the broker.
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
    """Return the state in which `intent` is handled. Raises: IllegalTransitionError: it is refused, and why."""
    resting = resting_state(state, pending=pending)
    to = INTENT_TRANSITIONS[resting, intent]
    if isinstance(to, Refusal):
        raise IllegalTransitionError(
            state=resting, intent=intent, reason=to, possible=possible_intents(resting, pending=pending)
        )
    return to


def apply_event(state: State, event: Event) -> State:
    """Return the state after `event`, which is never refused."""
    return EVENT_TRANSITIONS[state, event]


def resting_state(state: State, *, pending: int) -> State:
    """Return the state of the conversation between turns, with `pending` decisions to confirm."""
    if state in {State.EXECUTING, State.ERROR}:
        return state
    if pending > 0:
        return State.AWAITING_CONFIRM
    return State.IDLE if state is State.AWAITING_CONFIRM else state


def possible_intents(state: State, *, pending: int) -> frozenset[Intent]:
    """Return the intents that are not refused in `state`."""
    resting = resting_state(state, pending=pending)
    return frozenset(intent for intent in Intent if not isinstance(INTENT_TRANSITIONS[resting, intent], Refusal))


def is_timed_out(last_active: datetime, now: datetime, idle_after: timedelta) -> bool:
    """Return whether a conversation last active at `last_active` has been idle for `idle_after` at `now`."""
    return now - last_active >= idle_after
