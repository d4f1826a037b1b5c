"""The track record: forecasts of one account with what came of them, scored as a whole and by group."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from bot.domain.trading.actual_result import ActualResult
from bot.domain.trading.decisions import UNFINISHED_STATUSES, DecisionKey, DecisionStatus
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.forecasts.base_rates import (
    FEWEST_CASES,
    BaseRateSource,
    EngineStance,
    ShadowForecast,
    has_happened,
)
from bot.domain.trading.forecasts.forecast import Forecast, MadeForecast
from bot.domain.trading.forecasts.scores import Band, ScoredCase, Scores, reliability, score

_PENDING = UNFINISHED_STATUSES | {DecisionStatus.PROPOSED}


class Unscored(StrEnum):
    """Why a forecast is not scored."""

    REPLACED = "replaced"  # by another version of the decision
    PENDING = "pending"  # whether it is carried out is open
    WAITING = "waiting"  # its horizon is not reached
    UNRESOLVED = "unresolved"  # reached, but a price is missing for good
    EQUAL = "equal"  # to the benchmark, as the benchmark itself is


class Grouping(StrEnum):
    """What scores are shown by: an engine's own forecasts by the first two, trades that it did not back by the last."""

    ENGINE = "engine"
    ACTION = "action"
    PERSON = "person"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class Group:
    """The scores of the cases that have one engine, action, person or stance."""

    name: str  # a code, or a person's name
    scores: Scores


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineComparison:
    """Two engines on the same cases: those of one, beside what the other thought of the shares at the time."""

    engine: Group  # that proposed
    shadow: Group
    undecided: int  # further cases of the engine, on which the other took no side


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackRecord:
    """How good the forecasts of an account were, as known at one market time."""

    total: Scores | None  # of the engines' own forecasts; None: none is settled
    bands: tuple[Band, ...]
    groups: Mapping[Grouping, tuple[Group, ...]]  # each with the most cases first
    unscored: Mapping[Unscored, int]
    fates: Mapping[DecisionStatus, int]  # what became of the decisions in `total`
    base_rates: Mapping[BaseRateSource, int]  # of the forecasts in `total`
    made: int
    is_cut: bool = False  # there are older forecasts, which are not among `made`
    comparisons: tuple[EngineComparison, ...] = ()  # each of an engine's own forecasts with those of another
    orders: int = 0  # settled trades of people that the engine did not back; none of them is in `total`

    @property
    def proves_nothing(self) -> bool:
        """Whether fewer separate cases are settled than anything can be concluded from."""
        return self.total is None or self.total.independent < FEWEST_CASES


def track_record(
    made: Sequence[MadeForecast],
    results: Mapping[DecisionKey, Iterable[ActualResult]],
    unresolved: Mapping[DecisionKey, Iterable[int]],
    *,
    at: datetime,
) -> TrackRecord:
    """Return the track record as known at a market time; `unresolved`: horizons that will have no result."""
    scored: list[tuple[MadeForecast, ScoredCase]] = []
    unscored: Counter[Unscored] = Counter()
    for each in made:
        key = each.forecast.key
        case = _scored(each, results.get(key, ()), unresolved.get(key, ()), at)
        if isinstance(case, ScoredCase):
            scored.append((each, case))
        else:
            unscored[case] += 1
    own = [(each, case) for each, case in scored if each.forecast.stance is EngineStance.OWN]
    orders = [(each, case) for each, case in scored if each.forecast.stance is not EngineStance.OWN]
    cases = [case for _, case in own]
    return TrackRecord(
        total=score(cases),
        bands=reliability(cases),
        groups={
            Grouping.ENGINE: _groups(own, lambda each: each.decision.proposal.engine),
            Grouping.ACTION: _groups(own, lambda each: each.decision.proposal.action),
            Grouping.PERSON: _groups(scored, lambda each: each.decision.asked_by, lambda each: each.person_name),
            Grouping.ORDER: _groups(orders, lambda each: each.forecast.stance),
        },
        unscored=unscored,
        fates=Counter(each.decision.status for each, _ in own),
        base_rates=Counter(each.forecast.base_rate.source for each, _ in own if each.forecast.base_rate),
        made=len(made),
        comparisons=_comparisons(own),
        orders=len(orders),
    )


def _comparisons(own: Sequence[tuple[MadeForecast, ScoredCase]]) -> tuple[EngineComparison, ...]:
    """Return an engine beside each other one that has a view on at least one of its cases."""
    by_engines: dict[tuple[str, str], list[tuple[ScoredCase, ScoredCase | None]]] = {}
    for made, case in own:
        for shadow in made.forecast.shadows:
            key = made.decision.proposal.engine, shadow.engine
            by_engines.setdefault(key, []).append((case, _shadow_case(case, made.forecast, shadow)))
    found = []
    for (engine, other), cases in sorted(by_engines.items()):
        common = [(case, beside) for case, beside in cases if beside is not None]
        scores, shadow_scores = score([case for case, _ in common]), score([beside for _, beside in common])
        if scores is not None and shadow_scores is not None:
            undecided = len(cases) - len(common)
            groups = Group(engine, scores), Group(other, shadow_scores)
            found.append(EngineComparison(engine=groups[0], shadow=groups[1], undecided=undecided))
    return tuple(found)


def _shadow_case(case: ScoredCase, forecast: Forecast, shadow: ShadowForecast) -> ScoredCase | None:
    """Return a case as another engine forecast it; None: it took no side."""
    if shadow.event is None:
        return None
    probability = float(shadow.probability)
    if shadow.event is forecast.event:
        return replace(case, probability=probability)
    return replace(
        case,
        probability=probability,
        base_rate=1 - case.base_rate,
        has_happened=not case.has_happened,
        direction=-case.direction,
    )


def _scored(
    made: MadeForecast, results: Iterable[ActualResult], unresolved: Iterable[int], at: datetime
) -> ScoredCase | Unscored:
    status, forecast = made.decision.status, made.forecast
    if status in {DecisionStatus.SUPERSEDED, DecisionStatus.WITHDRAWN}:
        return Unscored.REPLACED
    result = next((each for each in results if each.sessions == forecast.sessions and each.as_of <= at), None)
    if result is not None:
        return _case(made, forecast, result)
    if status in _PENDING:
        return Unscored.PENDING
    return Unscored.UNRESOLVED if forecast.sessions in unresolved else Unscored.WAITING


def _case(made: MadeForecast, forecast: Forecast, result: ActualResult) -> ScoredCase | Unscored:
    held, benchmark = result.change_between_closes, result.benchmark_change_percent
    if held is None or benchmark is None or forecast.base_rate is None:
        return Unscored.UNRESOLVED
    happened = has_happened(forecast.event, change=held, benchmark=benchmark)
    if happened is None:
        return Unscored.EQUAL
    return ScoredCase(
        symbol=made.decision.proposal.symbol,
        since=result.then,
        until=result.as_of,
        probability=float(forecast.probability),
        base_rate=float(forecast.base_rate.rate),
        has_happened=happened,
        change=float(result.change_percent),
        held=float(held),
        benchmark=float(benchmark),
        direction=1 if made.decision.proposal.side is Side.BUY else -1,
    )


def _groups(
    scored: Sequence[tuple[MadeForecast, ScoredCase]],
    key_of: Callable[[MadeForecast], str],
    name_of: Callable[[MadeForecast], str] | None = None,
) -> tuple[Group, ...]:
    """Return a group for each key, named by `name_of` of its latest case; else by the key."""
    by_key: dict[str, list[tuple[MadeForecast, ScoredCase]]] = {}
    for made, case in scored:
        by_key.setdefault(key_of(made), []).append((made, case))
    groups = []
    for key, members in by_key.items():
        scores = score([case for _, case in members])
        if scores is not None:
            groups.append(Group(name_of(members[0][0]) if name_of else key, scores))
    return tuple(sorted(groups, key=lambda each: (-each.scores.cases, each.name)))
