"""Writes a conversation's record and messages as JSON Lines, exactly as they are stored, for programs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.domain.conversation.history import Message
from bot.domain.memory.conversation_record import ConversationRecord
from bot.domain.trading.actual_result import ActualResult
from bot.domain.trading.decisions import Decision, DecisionKey


class ExportFormat(StrEnum):
    """The format of an export."""

    JSONL = "jsonl"
    MARKDOWN = "markdown"


_THREAD: Final = ("platform", "workspace", "channel", "thread")
_RECORD: Final = (
    *("state", "language", "turns", "messages", "begun_by", "focus", "focus_at", "symbols", "summary", "started_at"),
    *("last_active_at", "completed_at"),
)
_PROPOSAL: Final = ("symbol", "action", "shares", "price", "cash_change", "confidence", "engine")
_DECISION: Final = ("version", "status", "created_at", "expires_at", "decided_by", "decided_at")
_RESULT: Final = (
    *("sessions", "as_of", "price", "price_then", "basis", "change_percent", "change_between_closes"),
    *("benchmark_change_percent", "benchmark", "gain", "assessment"),
)


def record_line(
    record: ConversationRecord, ended_at: datetime | None, results: Mapping[DecisionKey, tuple[ActualResult, ...]]
) -> str:
    """Return the line that begins a conversation, with the results of its decisions as far as they are settled."""
    return _json(
        {
            "type": "conversation",
            "id": record.id,
            **_fields(record.thread, _THREAD),
            **_fields(record, _RECORD),
            "ended_at": ended_at,
            "decisions": [_decision_fields(each, results.get(each.key, ())) for each in record.decisions],
        }
    )


def message_lines(messages: Sequence[Message], *, first: int) -> Iterator[str]:
    """Yield the lines of consecutive messages, of which `first` is the number of the first."""
    for number, message in enumerate(messages, first):
        yield _json(
            {
                "type": "message",
                "conversation": message.conversation_id,
                "number": number,
                "at": message.created_at,
                "by": message.author,
                **_fields(message, ("role", "intent", "text")),
            }
        )


def _decision_fields(decision: Decision, results: Sequence[ActualResult]) -> dict[str, object]:
    return {
        "id": decision.id,
        **_fields(decision, _DECISION),
        **_fields(decision.proposal, _PROPOSAL),
        "actual_results": [_fields(each, _RESULT) for each in results],
    }


def _fields(value: object, names: Sequence[str]) -> dict[str, object]:
    return {name: getattr(value, name) for name in names}


def _json(fields: dict[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False, default=_text)


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
