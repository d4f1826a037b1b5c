"""How a turn was worked on: which steps it took, and what each cost."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.domain.conversation.states import Intent


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One step of one turn."""

    node: str  # "route", "recall", "retrieve", "respond", "persist"
    milliseconds: float
    facts: Mapping[str, str] = field(default_factory=dict)  # sizes, tokens, methods; no one's words


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLog:
    """All steps of the latest logged turn of a conversation."""

    number: int  # of the turn in its conversation
    intent: Intent
    entries: tuple[LogEntry, ...]
    at: datetime
