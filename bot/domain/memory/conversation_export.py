"""Writes a conversation's record and messages as JSON Lines or Markdown, for the operator."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum

from bot.domain.conversation.history import Message
from bot.domain.memory.conversation_record import ConversationRecord
from bot.domain.trading.decisions import Decision, DecisionStatus


class ExportFormat(StrEnum):
    """The format of an export."""

    JSONL = "jsonl"
    MARKDOWN = "markdown"


def record_lines(record: ConversationRecord, ended_at: datetime | None, *, form: ExportFormat) -> Iterator[str]:
    """Yield the lines that begin a conversation."""
    if form is ExportFormat.JSONL:
        yield _json({"type": "conversation", **_record_fields(record, ended_at)})
    else:
        yield from _heading(record, ended_at)


def message_lines(messages: Sequence[Message], *, first: int, form: ExportFormat) -> Iterator[str]:
    """Yield the lines of consecutive messages, of which `first` is the number of the first."""
    for number, message in enumerate(messages, first):
        if form is ExportFormat.JSONL:
            yield _json({"type": "message", **_message_fields(message, number)})
        else:
            yield f"**{_inline(message.author)}** · {_iso(message.created_at)}"
            yield ""
            yield from (f"> {line}" for line in message.text.splitlines() or [""])
            yield ""


def _record_fields(record: ConversationRecord, ended_at: datetime | None) -> dict[str, object]:
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
        "decisions": [_decision_fields(each) for each in record.decisions],
        "summary": record.summary,
        "started_at": _iso(record.started_at),
        "last_active_at": _iso(record.last_active_at),
        "completed_at": _iso(record.completed_at),
        "ended_at": _iso(ended_at),
    }


def _decision_fields(decision: Decision) -> dict[str, object]:
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


def _heading(record: ConversationRecord, ended_at: datetime | None) -> Iterator[str]:
    yield f"# Conversation {record.short_id}"
    yield ""
    thread = record.thread
    place = " / ".join(_inline(each) for each in (thread.platform, thread.workspace, thread.channel, thread.thread))
    yield f"- place: {place}"
    yield f"- begun by: {_inline(record.begun_by)}"
    yield f"- started: {_iso(record.started_at)}; last active: {_iso(record.last_active_at)}"
    yield f"- ended: {_iso(ended_at) or 'not yet'}"
    yield f"- state: {record.state}; turns: {record.turns}; messages: {record.messages}"
    if record.focus:
        yield f"- last about: {', '.join(record.focus)} ({_iso(record.focus_at) or 'no date'})"
    if record.symbols:
        yield f"- discussed: {', '.join(record.symbols)}"
    for decision in record.decisions:
        proposal = decision.proposal
        what = f"{proposal.action} {proposal.symbol}, {proposal.shares} shares at {proposal.price}"
        yield f"- decision of {_iso(decision.created_at)}: {what}: {_status(decision)}"
    if record.summary:
        yield ""
        yield "Summary:"
        yield ""
        yield from (f"> {line}" for line in record.summary.splitlines())
    yield ""


def _status(decision: Decision) -> str:
    if decision.status is DecisionStatus.PROPOSED:
        return f"pending until {_iso(decision.expires_at)}"
    return f"{decision.status}" + (f", {_iso(decision.decided_at)}" if decision.decided_at else "")


def _inline(text: str) -> str:
    """Return a text in one line in which no sign is markup."""
    return "".join(f"\\{sign}" if sign in r"\`*_[]<>#|" else sign for sign in " ".join(text.split()))


def _iso(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _json(fields: dict[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False)
