"""What is told to a model of earlier decisions: their outcomes, and what was learnt of them and of similar cases."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.domain.conversation.retrieval import PastDecision
from bot.domain.models.facts import FactGroup, FactSheet
from bot.domain.models.references import rename_references
from bot.domain.models.token_estimate import shorten
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.forecasts.base_rates import EngineStance
from bot.domain.trading.forecasts.reflection import OUTCOME, ToldReflection

_MOST: Final = 2  # reflections on one share; as many on similar cases


def add_reflection_facts(sheet: FactSheet, symbol: str, request: DecisionRequest) -> list[str]:
    """Add the figures of the latest reflections on a share; return a line on each."""
    of_share = [each for each in request.retrieved.reflections if each.reflection.symbol == symbol][:_MOST]
    about = sheet.about(symbol, source="decision", as_of=None)
    return [_add_reflection(about, told, f"learnt{number}") for number, told in enumerate(of_share, 1)]


def add_similar_facts(sheet: FactSheet, request: DecisionRequest) -> list[str]:
    """Add the figures of reflections on other shares, whose cases were recalled as similar; return a line on each."""
    asked = {features.symbol for features in request.features}
    others = [each for each in request.retrieved.reflections if each.reflection.symbol not in asked][:_MOST]
    group = sheet.group("similar", source="decision", as_of=None)
    return [
        _add_reflection(group, told, f"learnt{number}", share=f"{told.reflection.symbol} ")
        for number, told in enumerate(others, 1)
    ]


def _add_reflection(group: FactGroup, told: ToldReflection, name: str, *, share: str = "") -> str:
    """Add the figures of a reflection; of a lesson, and of words that may refer to them, its cases, too."""
    reflection = told.reflection
    told.add_figures(group, f"{name}.")
    if reflection.is_lesson or reflection.words is not None:
        told.add_cases(group, f"{name}.")
    parts = [
        f"{name}: {share}{told.decision.proposal.action.value}",
        _outcome(told),
        *_learnt(group, told, name),
        "a lesson of all such cases" if reflection.is_lesson else "one case, no lesson",
    ]
    return f"{parts[0]}, {'; '.join(parts[1:])}"


def _outcome(told: ToldReflection) -> str:
    match told.stance:
        case EngineStance.OWN:
            return "came true" if told.reflection.came_true else "did not come true"
        case EngineStance.AGAINST:
            view = "spoke against it"
        case EngineStance.UNDECIDED:
            view = "took no side"
    return f"a person's order, {'right' if told.reflection.came_true else 'wrong'}: the engine {view}"


def _learnt(group: FactGroup, told: ToldReflection, name: str) -> list[str]:
    """Return what was right and wrong: in a model's words, or as the codes of the arguments."""
    words = told.reflection.words
    if words is None:
        arguments = (("right", told.right), ("wrong", told.wrong))
        return [f"{word}: {', '.join(each.code for each in found)}" for word, found in arguments if found]
    prefix = f"{group.prefix}.{name}"
    return [f"by a model: {rename_references(words.template, lambda fact: prefix + fact.removeprefix(OUTCOME))}"]


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
