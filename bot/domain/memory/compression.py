"""Compresses a conversation's history for a prompt; decisions and limits come from their tables, as they are now."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Final

from bot.domain.conversation.history import Message, message_tokens
from bot.domain.conversation.states import Intent
from bot.domain.memory.summaries.summary import Summary
from bot.domain.models.token_estimate import estimate_tokens, shorten
from bot.domain.trading.decisions import Action, Decision, DecisionStatus
from bot.domain.trading.trading_limits import LimitMeasure, LimitStatement, LimitTerms, LimitUnit

_EARLIER_TOKENS: Final = 30  # of the text of a message before the window
_DECIDED: Final = frozenset({Intent.DECIDE, Intent.CONFIRM, Intent.CANCEL})


@dataclass(frozen=True, slots=True, kw_only=True)
class UnloadedMessages:
    """The messages of a conversation before those that were loaded."""

    count: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CompressedHistory:
    """A conversation's history as it is told; never longer than the history itself."""

    compressed_messages: tuple[Message, ...]  # oldest first
    summary: str
    original_token_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextCompressor:
    """Compresses histories to the window, the stored summary, and shortened what it does not cover yet."""

    window: int = 6  # newest messages, always told
    max_tokens: int = 4_000  # of all that is told; the window is told even if it is longer
    max_turns: int = 50  # latest turns of which messages are told

    def compress(
        self, messages: Sequence[Message], *, summary: Summary | None = None, earlier: UnloadedMessages | None = None
    ) -> CompressedHistory:
        """Return the history of the latest `messages` and `earlier` ones, whole while that is no longer."""
        before = earlier or UnloadedMessages()
        original = before.tokens + sum(map(message_tokens, messages))
        text = summary.text if summary else ""
        told = self._within_limit(self._chosen(messages, summary, before), summary=text)
        if estimate_tokens(text) + sum(map(message_tokens, told)) >= original:
            told, text = (told, "") if before.count else (tuple(messages), "")
        elif not before.count and len(told) == len(messages):
            text = ""
        return CompressedHistory(compressed_messages=told, summary=text, original_token_count=original)

    def _chosen(
        self, messages: Sequence[Message], summary: Summary | None, earlier: UnloadedMessages
    ) -> tuple[Message, ...]:
        """Return the window, and before it what the summary does not cover yet; without one, what led to decisions."""
        recent = messages[-2 * self.max_turns :]
        window, older = recent[-self.window :], recent[: -self.window]
        if summary is not None:
            first = earlier.count + len(messages) - len(recent)  # the number of the first of `recent`
            kept = older[max(0, summary.covered_count - first) :][-self.window :]
        elif len(older) <= self.window and not earlier.count:  # too young for a summary
            kept = older
        else:
            kept = [each for each in older if each.intent in _DECIDED]
        short = (replace(each, text=shorten(each.text, limit_tokens=_EARLIER_TOKENS)) for each in kept)
        return (*short, *window)

    def _within_limit(self, messages: tuple[Message, ...], *, summary: str) -> tuple[Message, ...]:
        """Return the newest of `messages` that fit beside the summary; at least the window."""
        left = self.max_tokens - estimate_tokens(summary)
        fitting = 0
        for message in reversed(messages):
            left -= message_tokens(message)
            if left < 0:
                break
            fitting += 1
        return messages[-max(fitting, min(self.window, len(messages))) :] if messages else ()


MAX_DECISIONS: Final = 6  # newest ones
_MAX_PREFERENCE: Final = 120  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionsAndLimits:
    """What the tables hold of one conversation beside its messages."""

    decisions: Sequence[Decision] = ()  # newest first
    stated: Sequence[LimitStatement] = ()  # of requests, oldest first


def summary_with_records(text: str, records: DecisionsAndLimits, *, person_id: str, at: datetime) -> str:
    """Return a summary with a line for each decision and each limit that the person has stated, oldest first."""
    stated = (_stated_line(each) for each in records.stated if each.by == person_id)
    decisions = _without_repeated_holds(records.decisions[:MAX_DECISIONS])
    decided = (_decision_line(each, at=at) for each in reversed(decisions))
    lines = (*([text] if text else []), *decided, *filter(None, stated))
    return "\n".join(lines)


def _without_repeated_holds(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Return `decisions`, newest first, with one hold of each share: the same again tells nothing new."""
    kept: list[Decision] = []
    held: set[str] = set()
    for each in decisions:
        symbol, is_hold = each.proposal.symbol, each.proposal.action is Action.HOLD
        if not (is_hold and symbol in held):
            kept.append(each)
        held |= {symbol} if is_hold else set()
    return tuple(kept)


def _decision_line(decision: Decision, *, at: datetime) -> str:
    proposal = decision.proposal
    shares = f" {_number(proposal.shares)} shares at {proposal.price}," if proposal.shares else ""
    target = f" target {proposal.target_cash_amount}:" if shares else ":"
    is_over = decision.status is DecisionStatus.PROPOSED and not decision.is_pending(at=at)
    status = DecisionStatus.EXPIRED if is_over else decision.status
    return f"{decision.created_at:%Y-%m-%d} DECISION {proposal.action} {proposal.symbol}{shares}{target} {status}"


def _stated_line(each: LimitStatement) -> str:
    limits = each.limits
    parts = [f"at most {_number(limits.max_cash)}"] if limits.max_cash is not None else []
    parts += [f"stop {_number(limits.stop)}"] if limits.stop is not None else []
    return f"{each.at:%Y-%m-%d} LIMIT {', '.join(parts)}{_of(each.symbols)}" if parts else ""


def limit_terms(terms: LimitTerms) -> str:
    """Return in a few words what a standing limit says."""
    if terms.measure is LimitMeasure.PREFERENCE:
        return " ".join(terms.text.split())[:_MAX_PREFERENCE]
    bound = "at least" if terms.measure is LimitMeasure.CASH else "at most"
    period = f" per {terms.period}" if terms.period else ""
    unit = {LimitUnit.PERCENT: "%", LimitUnit.SHARES: " shares", LimitUnit.POSITIONS: ""}.get(terms.unit, "")
    return f"{terms.measure} {bound} {_number(terms.value)}{unit}{period}{_of(terms.symbols)}"


def _of(symbols: Sequence[str]) -> str:
    return f" ({', '.join(symbols)})" if symbols else ""


def _number(value: Decimal) -> str:
    return f"{value.normalize():f}"
