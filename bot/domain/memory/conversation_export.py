"""Writes a conversation as JSON Lines for programs, or as minutes in English Markdown for people. Times are UTC."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.domain.conversation.history import Message
from bot.domain.memory.conversation_record import ConversationRecord
from bot.domain.memory.summaries.summary import told_lines
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import ActualResult, result_line
from bot.domain.trading.decisions import Decision, DecisionKey, DecisionStatus
from bot.domain.trading.execution.orders import Side


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
            "decisions": [
                {
                    "id": each.id,
                    **_fields(each, _DECISION),
                    **_fields(each.proposal, _PROPOSAL),
                    "actual_results": [_fields(result, _RESULT) for result in results.get(each.key, ())],
                }
                for each in record.decisions
            ],
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


def _fields(value: object, names: Sequence[str]) -> dict[str, object]:
    return {name: getattr(value, name) for name in names}


def _json(fields: dict[str, object]) -> str:
    return json.dumps(
        fields, ensure_ascii=False, default=lambda each: each.isoformat() if isinstance(each, datetime) else str(each)
    )


_STATUSES: Final[Mapping[DecisionStatus, str]] = {
    DecisionStatus.CONFIRMED: "confirmed",
    DecisionStatus.SUBMITTED: "confirmed, the order is on its way",
    DecisionStatus.FILLED: "carried out",
    DecisionStatus.PARTIALLY_FILLED: "carried out in part",
    DecisionStatus.REJECTED: "confirmed, rejected by the broker",
    DecisionStatus.UNKNOWN: "confirmed, outcome unknown",
    DecisionStatus.CANCELLED: "cancelled",
    DecisionStatus.EXPIRED: "expired without an answer",
    DecisionStatus.SUPERSEDED: "replaced",
    DecisionStatus.WITHDRAWN: "withdrawn",
}


def minutes_heading(
    record: ConversationRecord,
    ended_at: datetime | None,
    results: Mapping[DecisionKey, tuple[ActualResult, ...]],
    *,
    at: datetime,
) -> Iterator[str]:
    """Yield the lines above the messages; `ended_at`: None: it goes on."""
    yield f"# Conversation {record.short_id}" + (f": {', '.join(record.symbols)}" if record.symbols else "")
    yield ""
    end = "still open" if ended_at is None else f"ended {_time(ended_at)}"
    yield f"- When: {_time(record.started_at)} to {_time(record.last_active_at)} UTC, {end}"
    yield f"- Begun by: {_inline(record.begun_by)}"
    thread = record.thread
    place = " / ".join(_inline(each) for each in (thread.platform, thread.workspace, thread.channel, thread.thread))
    yield f"- Where: {place}"
    yield ""
    decisions = [line for each in record.decisions for line in _decision(record, each, results, at)]
    yield from _section("Decisions", decisions)
    yield from _section("Summary", [f"- {_inline(line)}" for line in told_lines(record.summary)])
    yield "## Messages"
    yield ""


def minutes_messages(messages: Sequence[Message]) -> Iterator[str]:
    """Yield the lines of consecutive messages: their words are quoted, and cannot pose as headings."""
    for message in messages:
        yield f"**{_inline(message.author)}**, {_time(message.created_at)}"
        yield ""
        yield from (f"> {line}" for line in message.text.splitlines() or [""])
        yield ""


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"## {title}"
        yield ""
        yield from lines
        yield ""


def _decision(
    record: ConversationRecord,
    decision: Decision,
    results: Mapping[DecisionKey, tuple[ActualResult, ...]],
    at: datetime,
) -> Iterator[str]:
    proposal = decision.proposal
    verb = "Buy" if proposal.side is Side.BUY else "Sell"
    what = f"{verb} {proposal.shares.normalize():f} {proposal.symbol} at ${proposal.price:,.2f}"
    yield f"- {what}, proposed {_time(decision.created_at)}: {_outcome(record, decision, at)}"
    for result in results.get(decision.key, ()):
        yield f"  - {_inline(result_line(result, Language.ENGLISH))}"


def _outcome(record: ConversationRecord, decision: Decision, at: datetime) -> str:
    if decision.is_pending(at=at):
        return f"{_inline(record.name_of(decision.asked_by))} may confirm until {_time(decision.expires_at)}"
    status = _STATUSES.get(decision.status, _STATUSES[DecisionStatus.EXPIRED])  # the status follows the time later
    if decision.decided_by is None or decision.decided_at is None:
        return status
    return f"{status}; decided by {_inline(record.name_of(decision.decided_by))}, {_time(decision.decided_at)}"


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"


def _inline(text: str) -> str:
    """Return a text in one line in which no sign is markup."""
    return "".join(f"\\{sign}" if sign in r"\`*_[]<>#|" else sign for sign in " ".join(text.split()))
