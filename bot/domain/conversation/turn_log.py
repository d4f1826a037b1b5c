"""The log of a turn: its steps, their times and facts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.domain.conversation.states import Intent


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One step of one turn."""

    node: str  # "route", "recall", "retrieve", "respond", "persist"
    milliseconds: float
    facts: Mapping[str, str] = field(default_factory=dict)  # sizes, tokens, methods; no words of a person or model


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLog:
    """All steps of the latest logged turn of a conversation."""

    number: int  # of the turn in its conversation
    intent: Intent
    entries: tuple[LogEntry, ...]
    at: datetime
