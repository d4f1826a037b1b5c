"""What was learnt of earlier decisions that a model is told: on the share itself, and on similar cases."""

from typing import Final

from bot.domain.market.snapshot import market_date
from bot.domain.models.fact_sheet import FactGroup, FactSheet
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decisions import Reason
from bot.domain.trading.forecasts.reflection import ToldReflection

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
    """Add when it was decided and settled, and by how much the share was ahead; of a lesson, its cases, too."""
    reflection, proposal = told.reflection, told.decision.proposal
    group.date(f"{name}.date", market_date(proposal.price_as_of))
    group.date(f"{name}.settled", market_date(reflection.settled_as_of))
    group.change(f"{name}.ahead_of_market", reflection.excess_percent / 100)
    if reflection.is_lesson:
        group.count(f"{name}.cases", reflection.cases)
        group.count(f"{name}.cases_come_true", reflection.cases_come_true)
    parts = [
        f"{name}: {share}{proposal.action.value}, {'came true' if reflection.came_true else 'did not come true'}",
        *(f"{word}: {', '.join(each.code for each in found)}" for word, found in _arguments(told) if found),
        "a lesson of all such cases" if reflection.is_lesson else "one case, no lesson",
    ]
    return "; ".join(parts)


def _arguments(told: ToldReflection) -> tuple[tuple[str, tuple[Reason, ...]], ...]:
    return ("right", told.right), ("wrong", told.wrong)
