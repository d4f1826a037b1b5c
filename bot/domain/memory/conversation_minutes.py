"""Writes a conversation as minutes in Markdown, to be read and sent on: who, when, what was decided, what was said.

In English, like the command line; what people and Parley said stays in their language. Times are in UTC.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.domain.conversation.history import Message
from bot.domain.memory.conversation_record import ConversationRecord
from bot.domain.memory.summaries.summary import told_lines
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import ActualResult, result_line
from bot.domain.trading.decisions import Decision, DecisionKey, DecisionStatus
from bot.domain.trading.execution.orders import Side

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
    yield f"- When: {_time(record.started_at)} to {_time(record.last_active_at)} UTC, {_end(ended_at)}"
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


def _end(ended_at: datetime | None) -> str:
    return "still open" if ended_at is None else f"ended {_time(ended_at)}"


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"


def _inline(text: str) -> str:
    """Return a text in one line in which no sign is markup."""
    return "".join(f"\\{sign}" if sign in r"\`*_[]<>#|" else sign for sign in " ".join(text.split()))
