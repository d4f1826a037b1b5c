"""Writes a conversation's record and messages as JSON Lines, exactly as they are stored, for programs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from bot.domain.conversation.history import Message
from bot.domain.memory.conversation_record import ConversationRecord
from bot.domain.trading.actual_result import ActualResult
from bot.domain.trading.decisions import Decision, DecisionKey


class ExportFormat(StrEnum):
    """The format of an export."""

    JSONL = "jsonl"
    MARKDOWN = "markdown"


def record_line(
    record: ConversationRecord, ended_at: datetime | None, results: Mapping[DecisionKey, tuple[ActualResult, ...]]
) -> str:
    """Return the line that begins a conversation, with the results of its decisions as far as they are settled."""
    return _json({"type": "conversation", **_record_fields(record, ended_at, results)})


def message_lines(messages: Sequence[Message], *, first: int) -> Iterator[str]:
    """Yield the lines of consecutive messages, of which `first` is the number of the first."""
    for number, message in enumerate(messages, first):
        yield _json({"type": "message", **_message_fields(message, number)})


def _record_fields(
    record: ConversationRecord, ended_at: datetime | None, results: Mapping[DecisionKey, tuple[ActualResult, ...]]
) -> dict[str, object]:
    thread = record.thread
    return {
        "id": str(record.id),
        "platform": thread.platform,
        "workspace": thread.workspace,
        "channel": thread.channel,
        "thread": thread.thread,
        "state": record.state,
        "language": record.language,
        "turns": record.turns,
        "messages": record.messages,
        "begun_by": record.begun_by,
        "focus": record.focus,
        "focus_at": _iso(record.focus_at),
        "symbols": record.symbols,
        "decisions": [_decision_fields(each, results.get(each.key, ())) for each in record.decisions],
        "summary": record.summary,
        "started_at": _iso(record.started_at),
        "last_active_at": _iso(record.last_active_at),
        "completed_at": _iso(record.completed_at),
        "ended_at": _iso(ended_at),
    }


def _decision_fields(decision: Decision, results: Sequence[ActualResult]) -> dict[str, object]:
    proposal = decision.proposal
    return {
        "id": str(decision.id),
        "version": decision.version,
        "symbol": proposal.symbol,
        "action": proposal.action,
        "shares": str(proposal.shares),
        "price": str(proposal.price),
        "cash_change": str(proposal.cash_change),
        "status": decision.status,
        "confidence": str(proposal.confidence),
        "engine": proposal.engine,
        "created_at": _iso(decision.created_at),
        "expires_at": _iso(decision.expires_at),
        "decided_by": decision.decided_by,
        "decided_at": _iso(decision.decided_at),
        "actual_results": [_result_fields(each) for each in results],
    }


def _result_fields(result: ActualResult) -> dict[str, object]:
    return {
        "sessions": result.sessions,
        "as_of": _iso(result.as_of),
        "price": str(result.price),
        "price_then": str(result.price_then),
        "basis": result.basis,
        "change_percent": str(result.change_percent),
        "change_between_closes": _number(result.change_between_closes),
        "benchmark_change_percent": _number(result.benchmark_change_percent),
        "benchmark": result.benchmark,
        "gain": str(result.gain),
        "assessment": result.assessment,
    }


def _message_fields(message: Message, number: int) -> dict[str, object]:
    return {
        "conversation": str(message.conversation_id),
        "number": number,
        "at": _iso(message.created_at),
        "by": message.author,
        "role": message.role,
        "intent": message.intent,
        "text": message.text,
    }


def _number(value: Decimal | None) -> str | None:
    return None if value is None else str(value)


def _iso(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _json(fields: dict[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False)
