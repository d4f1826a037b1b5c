"""The outcomes of earlier decisions that a model is told: recalled figures are facts with ids of their own."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.domain.conversation.retrieval import PastDecision
from bot.domain.models.fact_sheet import FactSheet
from bot.domain.models.references import rename_references
from bot.domain.models.shortening import shorten
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import DecisionStatus

MAX_PAST: Final = 3  # decisions on one share, if it is the only one
_MAX_PAST_OF_SEVERAL: Final = 2
_REASON_LENGTH: Final = 300  # characters
_REASON_TOKENS: Final = 40
_NOT_TRADED: Final = frozenset(
    {DecisionStatus.CANCELLED, DecisionStatus.EXPIRED, DecisionStatus.SUPERSEDED, DecisionStatus.WITHDRAWN}
)


def add_past_facts(sheet: FactSheet, symbol: str, request: DecisionRequest) -> list[str]:
    """Add the figures of the latest decisions on a share; return a line on each: action, outcome, first reason."""
    limit = MAX_PAST if len(request.features) == 1 else _MAX_PAST_OF_SEVERAL
    decisions = list(_without_repetitions(request.retrieved.past_decisions.get(symbol, ())))[:limit]
    return [_add_past(sheet, past, f"past{number}") for number, past in enumerate(decisions, 1)]


def _without_repetitions(decisions: tuple[PastDecision, ...]) -> Iterator[PastDecision]:
    """Yield decisions, newest first; of those on one day that came to nothing, only the newest of each action."""
    seen = set()
    for past in decisions:
        kind = past.action, past.session, past.status in _NOT_TRADED
        if past.status in _NOT_TRADED and kind in seen:
            continue
        seen.add(kind)
        yield past


def _add_past(sheet: FactSheet, past: PastDecision, name: str) -> str:
    about = sheet.about(past.symbol, source="decision", as_of=None)
    about.date(f"{name}.date", past.session)
    about.usd(f"{name}.price", past.price)
    about.count(f"{name}.shares", past.shares)
    about.change(f"{name}.change_since", past.change_since)
    about.count(f"{name}.sessions_since", past.sessions_since)
    if past.result is not None:
        about.change(f"{name}.result", past.result.change_percent / 100)
        about.count(f"{name}.result_sessions", past.result.sessions)
    share = f"{past.symbol.lower()}."

    def recalled_id(fact_id: str) -> str:
        return f"{share}{name}.{fact_id.removeprefix(share)}"

    reasons = [rename_references(reason, recalled_id) for reason in past.reasons[:1]]
    for fact in past.facts:
        if any(f"{{{recalled_id(fact.id)}}}" in reason for reason in reasons):
            sheet.add(replace(fact, id=recalled_id(fact.id)))
    said = [shorten(single_line(reason, limit=_REASON_LENGTH), limit_tokens=_REASON_TOKENS) for reason in reasons]
    outcome = [past.action.value, past.status.value]
    if past.result is not None:
        outcome.append(f"result {past.result.assessment.value.replace('_', ' ')}")
    return "; ".join([f"{name}: {', '.join(outcome)}", *said])
