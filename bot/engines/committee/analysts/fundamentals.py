"""The fundamentals analyst: what the share costs, how its earnings have grown, and what it pays out.

The rules on valuation are those of the scored rules. Earnings count as growing or shrinking from 5 % in a year on;
changes of earnings persist over the following quarters (Bernard and Thomas 1989).
"""

from decimal import Decimal
from typing import Final

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.market.features import Features
from bot.domain.market.valuation import is_meaningful_earnings
from bot.domain.trading.decisions import Reason
from bot.engines.committee.analysts.market import analyst_report
from bot.engines.rules import company_rules
from bot.engines.rules.rule_result import MissingFigure, RuleArgument, RuleResult, percent, rounded

GROWTH: Final = 0.05  # a smaller change in a year counts as none

_YEAR_BEFORE: Final = "eps_diluted_ttm_year_before"


def earnings_year_before(features: Features) -> Decimal | None:
    """Return the earnings per share of the four quarters a year before the latest; None: not known."""
    return next((fact.value for fact in features.facts if fact.name == _YEAR_BEFORE), None)


def earnings_growth(features: Features) -> RuleResult:
    """Judge the growth of the earnings per share of four quarters over a year; a loss then or now has no rate."""
    now = features.eps_ttm
    before = earnings_year_before(features)
    if now is None or before is None:
        return MissingFigure("earnings_growth")
    figures = {"now": rounded(now), "before": rounded(before)}
    if not is_meaningful_earnings(before):
        code, lean = ("earnings_turned", 1) if now > before else ("earnings_still_lost", -1)
        return (RuleArgument(code, lean, figures),)
    growth = float(now / before - 1)
    figures["percent"] = percent(abs(growth))
    if abs(growth) < GROWTH:
        return (RuleArgument("earnings_flat", 0, figures),)
    return (RuleArgument("earnings_grown", 1, figures) if growth > 0 else RuleArgument("earnings_shrunk", -1, figures),)


_RULES: Final = ((company_rules.price_to_earnings, 0.5), (earnings_growth, 0.35), (company_rules.dividend, 0.15))


def read_fundamentals(features: Features) -> AnalystReport:
    """Return the report on the company's figures, as published by then."""
    results = [(rule(features), weight) for rule, weight in _RULES]
    points: list[Reason] = []
    notes: list[Reason] = []
    for result, weight in results:
        if isinstance(result, MissingFigure):
            notes.append(Reason(f"missing_{result.figure}", 0.0, words={"why": _why_missing(result.figure, features)}))
            continue
        for each in result:
            reason = Reason(each.code, each.lean * weight, each.numbers, each.words)
            (points if reason.weight else notes).append(reason)
    is_known = any(not isinstance(result, MissingFigure) for result, _ in results)
    lean = sum(point.weight for point in points) if is_known else None
    return analyst_report(
        Analyst.FUNDAMENTALS, features, lean=lean, points=tuple(points), notes=(*_size(features), *notes)
    )


def _size(features: Features) -> tuple[Reason, ...]:
    cap = features.market_cap
    return (
        ()
        if cap is None
        else (
            Reason("market_value", 0.0, {"billions": rounded(cap / 10**9), "hundred_millions": rounded(cap / 10**8)}),
        )
    )


def _why_missing(figure: str, features: Features) -> str:
    return dict(entry.split(":", 1) for entry in features.missing).get(figure, "source_has_none")
