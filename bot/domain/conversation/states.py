"""States of a conversation, and the intents and events that change them."""

from enum import StrEnum


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
