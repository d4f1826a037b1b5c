"""A reflection: what was right and what was wrong about a decision, once its forecast is settled."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from bot.domain.ids import AccountId
from bot.domain.market.snapshot import market_date
from bot.domain.models.facts import FactCatalogue, FactGroup, FactSheet
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import ActualResult
from bot.domain.trading.decisions import Decision, DecisionKey, Reason
from bot.domain.trading.forecasts.base_rates import FEWEST_CASES, EngineStance, ForecastEvent, has_happened
from bot.domain.trading.forecasts.forecast import MadeForecast
from bot.domain.trading.forecasts.scores import ShareSpan, separate_cases

OUTCOME: Final = "outcome"  # the prefix of the facts that a model's words refer to

_MOST_ARGUMENTS: Final = 2  # named on each side, those with the most weight


@dataclass(frozen=True, slots=True)
class ReflectionWords:
    """What a model says of a decision's outcome. Its figures are references to facts of the reflection."""

    template: str  # `{outcome.ahead_of_market}`, of a `ReferencedText` without marks
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection:
    """What is learnt of one decision. Stored once, without any person's words: its arguments are the decision's."""

    key: DecisionKey
    account_id: AccountId
    symbol: str
    settled_as_of: datetime  # market time of the horizon's close: it is not known before
    came_true: bool  # what was forecast
    excess_percent: Decimal  # of the share over the market
    right: tuple[int, ...]  # places, among the decision's reasons, of those that pointed where the share went
    wrong: tuple[int, ...]  # likewise, the other way
    # Forecasts of this event by this engine, with the same stance, settled by then, this one included; of such as
    # overlap, one.
    cases: int
    cases_come_true: int
    words: ReflectionWords | None = None  # by a model; None: it is told by rules

    @property
    def is_lesson(self) -> bool:
        """Whether it rests on enough cases to say something about others; else it is one case."""
        return self.cases >= FEWEST_CASES


@dataclass(frozen=True, slots=True)
class ToldReflection:
    """A reflection and the decision that it is about."""

    reflection: Reflection
    decision: Decision
    stance: EngineStance = EngineStance.OWN  # whether the forecast was the engine's own

    @property
    def right(self) -> tuple[Reason, ...]:
        """The arguments that pointed where the share went, against the market."""
        return tuple(self.decision.proposal.reasons[place] for place in self.reflection.right)

    @property
    def wrong(self) -> tuple[Reason, ...]:
        """The arguments that pointed the other way."""
        return tuple(self.decision.proposal.reasons[place] for place in self.reflection.wrong)

    @property
    def facts(self) -> FactCatalogue:
        """The figures that a model's words may refer to."""
        sheet = FactSheet(names={self.reflection.symbol: ()})
        self.add_figures(sheet.group(OUTCOME, source="decision"))
        self.add_cases(sheet.group(OUTCOME, source="decision"))
        return sheet.catalogue

    def add_figures(self, group: FactGroup, prefix: str = "") -> None:
        """Add when it was decided and settled, and by how much the share was ahead of the market."""
        group.date(f"{prefix}date", market_date(self.decision.proposal.price_as_of))
        group.date(f"{prefix}settled", market_date(self.reflection.settled_as_of))
        group.change(f"{prefix}ahead_of_market", self.reflection.excess_percent / 100)

    def add_cases(self, group: FactGroup, prefix: str = "") -> None:
        """Add how many such cases were settled by then, and how many had come true."""
        group.count(f"{prefix}cases", self.reflection.cases)
        group.count(f"{prefix}cases_come_true", self.reflection.cases_come_true)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectionQuery:
    """A search for what is known of some shares, and of some decisions, whatever their share."""

    account_id: AccountId
    known_at: datetime  # market time: what was settled later is not seen
    symbols: tuple[str, ...] = ()
    decisions: tuple[DecisionKey, ...] = ()
    per_share: int = 2  # the latest of each of `symbols`; those of `decisions` come in addition


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome(ShareSpan):
    """What came of one forecast, which is settled at the end of its span."""

    came_true: bool
    excess_percent: Decimal  # of the share over the market


def reflect(
    made: MadeForecast, earlier: Iterable[MadeForecast], results: Mapping[DecisionKey, Iterable[ActualResult]]
) -> Reflection | None:
    """Return the reflection on a decision beside `earlier` ones; None: not settled, or it cannot be judged."""
    outcome = _outcome(made, results)
    if outcome is None:
        return None
    excess, settled_as_of = outcome.excess_percent, outcome.until
    alike = (
        _outcome(each, results)
        for each in earlier
        if each.decision.key != made.decision.key and _kind(each) == _kind(made)
    )
    others = (each for each in alike if each is not None and each.until <= settled_as_of)
    known = (outcome, *separate_cases(each for each in others if not each.overlaps(outcome)))
    right, wrong = (_arguments(made.decision, direction=sign * excess) for sign in (1, -1))
    return Reflection(
        key=made.decision.key,
        account_id=made.decision.account_id,
        symbol=made.decision.proposal.symbol,
        settled_as_of=settled_as_of,
        came_true=outcome.came_true,
        excess_percent=excess,
        right=right,
        wrong=wrong,
        cases=len(known),
        cases_come_true=sum(each.came_true for each in known),
    )


def _kind(made: MadeForecast) -> tuple[str, ForecastEvent, EngineStance]:
    return made.decision.proposal.engine, made.forecast.event, made.forecast.stance


def _outcome(made: MadeForecast, results: Mapping[DecisionKey, Iterable[ActualResult]]) -> _Outcome | None:
    """Return what came of a forecast; None: it is not settled, or cannot be judged."""
    forecast = made.forecast
    result = next((each for each in results.get(forecast.key, ()) if each.sessions == forecast.sessions), None)
    excess = result.excess_percent if result is not None else None
    if result is None or excess is None:
        return None
    happened = has_happened(forecast.event, change=excess, benchmark=Decimal(0))
    if happened is None:
        return None
    symbol = made.decision.proposal.symbol
    return _Outcome(symbol=symbol, since=forecast.as_of, until=result.as_of, came_true=happened, excess_percent=excess)


def _arguments(decision: Decision, *, direction: Decimal) -> tuple[int, ...]:
    """Return the places of the weightiest reasons that speak for a direction: positive, that the share rises."""
    reasons = decision.proposal.reasons
    fitting = [place for place, each in enumerate(reasons) if each.weight and (each.weight > 0) is (direction > 0)]
    return tuple(sorted(fitting, key=lambda place: -abs(reasons[place].weight))[:_MOST_ARGUMENTS])
