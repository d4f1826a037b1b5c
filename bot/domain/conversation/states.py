"""The conversation's states, and what people and the system do to them."""

from enum import StrEnum


class State(StrEnum):
    """Where a conversation stands."""

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
    """What happens to a conversation without anybody saying it."""

    PROPOSED = "PROPOSED"
    EXECUTED = "EXECUTED"
    FAILED = "FAILED"
    EXPIRED = "EXPIRED"
    TIMED_OUT = "TIMED_OUT"
    RESET = "RESET"
