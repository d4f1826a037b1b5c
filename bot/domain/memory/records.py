"""Renders decisions and limits for prompts: from their tables, as they are now, never as somebody retold them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from bot.domain.trading.decisions import Action, Decision, DecisionStatus
from bot.domain.trading.limits import LimitStatement
from bot.domain.trading.trading_limits import LimitMeasure, LimitTerms, LimitUnit

MAX_DECISIONS: Final = 6  # newest ones
_MAX_PREFERENCE: Final = 120  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionsAndLimits:
    """What the tables hold of one conversation beside its messages."""

    decisions: Sequence[Decision] = ()  # newest first
    stated: Sequence[LimitStatement] = ()  # of requests, oldest first


def summary_with_records(text: str, records: DecisionsAndLimits, *, person_id: str, at: datetime) -> str:
    """Return the lines of a summary with a line for each decision and limit after them, oldest first.

    Limits stated with requests of others than this person are left out.
    """
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
