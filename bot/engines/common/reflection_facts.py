"""What was learnt of earlier decisions that a model is told: on the share itself, and on similar cases."""

from typing import Final

from bot.domain.models.fact_sheet import FactGroup, FactSheet
from bot.domain.models.references import rename_references
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import Reason
from bot.domain.trading.forecasts.reflection import OUTCOME, ToldReflection
from bot.domain.trading.forecasts.views import EngineStance

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
        return [f"{word}: {', '.join(each.code for each in found)}" for word, found in _arguments(told) if found]
    prefix = f"{group.prefix}.{name}"
    return [f"by a model: {rename_references(words.template, lambda fact: prefix + fact.removeprefix(OUTCOME))}"]


def _arguments(told: ToldReflection) -> tuple[tuple[str, tuple[Reason, ...]], ...]:
    return ("right", told.right), ("wrong", told.wrong)
