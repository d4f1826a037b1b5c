"""The track record as known at a market time, whatever was settled later."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.ids import DecisionId
from bot.domain.trading.actual_result import ActualResult, ResultBasis
from bot.domain.trading.decisions import Action, DecisionKey, DecisionStatus, Reason
from bot.domain.trading.forecasts.base_rates import (
    BaseRate,
    BaseRateSource,
    EngineStance,
    ForecastEvent,
    ShadowForecast,
)
from bot.domain.trading.forecasts.forecast import MadeForecast, forecast_of
from bot.domain.trading.forecasts.track_record import Grouping, TrackRecord, Unscored, track_record
from bot.domain.trading.performance import Assessment
from tests.fakes.console import NOW, make_decision

D = Decimal
MONTH = timedelta(days=28)
RATE = BaseRate(D("0.4"), BaseRateSource.HISTORY, 240)
BOUGHT, CANCELLED = DecisionStatus.FILLED, DecisionStatus.CANCELLED


def made(  # noqa: PLR0913 - each test changes one of them
    number: int,
    *,
    action: Action = Action.INCREASE,
    engine: str = "rules",
    person: str = "ann",
    status: DecisionStatus = BOUGHT,
    confidence: str = "0.60",
    as_of: datetime = NOW,
    code: str = "above_sma200",
) -> MadeForecast:
    decision = make_decision()
    proposal = replace(
        decision.proposal,
        action=action,
        engine=engine,
        confidence=D(confidence),
        price_as_of=as_of,
        base_rate=RATE,
        reasons=(Reason(code, 0.0),),
        symbol=f"S{number}",
    )
    key = DecisionId(UUID(int=number))
    decision = replace(decision, id=key, proposal=proposal, status=status, asked_by=person)
    forecast = forecast_of(decision)
    assert forecast is not None
    return MadeForecast(forecast, decision, person.title())


def result(
    change: str, benchmark: str | None = "1", *, sessions: int = 20, until: datetime = NOW + MONTH
) -> ActualResult:
    return ActualResult(
        sessions=sessions,
        as_of=until,
        price=D(100),
        source="sample",
        basis=ResultBasis.FILL,
        price_then=D(100),
        then=until - MONTH,
        change_percent=D(change),
        gain=D(0),
        assessment=Assessment.FLAT,
        benchmark_change_percent=None if benchmark is None else D(benchmark),
        change_between_closes=D(change),
    )


def record(
    cases: Mapping[MadeForecast, ActualResult | None] | list[tuple[MadeForecast, ActualResult | None]],
    *,
    at: datetime = NOW + MONTH,
    unresolved: tuple[DecisionKey, ...] = (),
) -> TrackRecord:
    pairs = list(cases.items()) if isinstance(cases, Mapping) else cases
    results = {each.forecast.key: (found,) for each, found in pairs if found is not None}
    return track_record([each for each, _ in pairs], results, dict.fromkeys(unresolved, (20,)), at=at)


def test_cases_are_scored_by_engine_action_and_person() -> None:
    found = record(
        [
            (made(1), result("3")),
            (made(2, engine="dual"), result("0")),
            (made(3, action=Action.CLOSE, person="bob", status=CANCELLED), result("-2")),
        ]
    )
    assert found.total is not None
    assert (found.total.hits.hits, found.total.cases, found.proves_nothing) == (2, 3, True)
    named = {
        grouping: [(each.name, each.scores.hits.hits, each.scores.cases) for each in groups]
        for grouping, groups in found.groups.items()
    }
    assert named == {
        Grouping.ENGINE: [("rules", 2, 2), ("dual", 0, 1)],
        Grouping.ACTION: [("increase", 1, 2), ("close", 1, 1)],
        Grouping.PERSON: [("Ann", 1, 2), ("Bob", 1, 1)],
        Grouping.ORDER: [],
    }
    assert dict(found.fates) == {BOUGHT: 2, CANCELLED: 1}
    assert found.total.result.value == (3 + 0 + 2) / 3
    assert found.total.excess.value == (2 - 1 + 3) / 3


@pytest.mark.parametrize(
    ("code", "confidence", "stance"),
    [
        ("against_the_model", "0.25", EngineStance.AGAINST),
        ("score_against_now", "0.25", EngineStance.AGAINST),
        ("model_undecided", "0.50", EngineStance.UNDECIDED),
        ("score_undecided_now", "0.50", EngineStance.UNDECIDED),
        ("model_would_sell", "0.30", EngineStance.AGAINST),
        ("model_would_hold", "0.50", EngineStance.UNDECIDED),
        ("committee_undecided_on_order", "0.50", EngineStance.UNDECIDED),
        ("committee_against_order", "0.40", EngineStance.AGAINST),
        ("model_agrees", "0.49", EngineStance.OWN),
        ("above_sma200", "0.49", EngineStance.OWN),
    ],
)
def test_an_order_that_the_engine_does_not_back_is_no_case_of_it(
    code: str, confidence: str, stance: EngineStance
) -> None:
    ordered = made(2, confidence=confidence, code=code)
    found = record([(made(1), result("3")), (ordered, result("0"))])
    assert ordered.forecast.stance is stance
    assert found.total is not None
    is_own = stance is EngineStance.OWN
    assert (found.total.cases, found.orders) == ((2, 0) if is_own else (1, 1))
    assert sum(each.scores.cases for each in found.groups[Grouping.ENGINE]) == found.total.cases
    assert sum(band.rate.cases for band in found.bands) == found.total.cases
    assert [(each.name, each.scores.hits.hits) for each in found.groups[Grouping.ORDER]] == (
        [] if is_own else [(stance, 0)]
    )
    assert [each.scores.cases for each in found.groups[Grouping.PERSON]] == [2]


def test_two_engines_are_compared_on_what_both_had_a_view_on() -> None:
    def beside(number: int, event: ForecastEvent | None) -> MadeForecast:
        shadow = ShadowForecast("rules", event, D("0.70"))
        one = made(number, engine="committee")
        return replace(one, forecast=replace(one.forecast, shadows=(shadow,)))

    (found,) = record(
        [
            (beside(1, ForecastEvent.BEATS), result("3")),
            (beside(2, ForecastEvent.FALLS_BEHIND), result("-3")),
            (beside(3, None), result("3")),
            (beside(4, ForecastEvent.BEATS), None),
            (made(5, engine="committee"), result("3")),
            (made(6), result("3")),
        ]
    ).comparisons
    engine, shadow = found.engine, found.shadow
    assert (engine.name, shadow.name, found.undecided) == ("committee", "rules", 1)
    assert (engine.scores.hits.hits, shadow.scores.hits.hits, shadow.scores.cases) == (1, 2, 2)
    assert (engine.scores.result.value, shadow.scores.result.value) == (0, 3)
    assert (engine.scores.excess.value, shadow.scores.excess.value) == ((2 - 4) / 2, (2 + 4) / 2)
    assert shadow.scores.brier == pytest.approx(0.09)
    assert (engine.scores.held, engine.scores.benchmark) == (shadow.scores.held, shadow.scores.benchmark)


def test_what_is_not_scored_is_counted_by_its_reason() -> None:
    lost = made(6)
    found = record(
        [
            (made(1, status=DecisionStatus.SUPERSEDED), None),
            (made(2, status=DecisionStatus.PROPOSED), None),
            (made(3), None),
            (made(4), result("2", None)),
            (made(5), result("1", "1")),
            (lost, None),
            (made(7), result("1", "2", sessions=5)),
        ],
        unresolved=(lost.forecast.key,),
    )
    assert found.total is None
    assert dict(found.unscored) == dict(zip(Unscored, (1, 1, 2, 2, 1), strict=True))


def test_ten_cases_may_say_something_but_not_of_one_share_at_one_time() -> None:
    assert record([(made(number), result("2")) for number in range(9)]).proves_nothing
    assert not record([(made(number), result("2")) for number in range(10)]).proves_nothing
    proposal = made(0).decision.proposal
    same = [replace(made(n), decision=replace(made(n).decision, proposal=proposal)) for n in range(10)]
    assert record([(each, result("2")) for each in same]).proves_nothing


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(-5, 5)), min_size=1, max_size=12),
    st.lists(st.integers(-10, 100), min_size=1, max_size=6),
)
def test_moved_at_random_the_clock_never_shows_a_later_result(drawn: list[tuple[int, int]], clock: list[int]) -> None:
    cases = [
        (made(number), result(str(change), "0.5", until=NOW + timedelta(days=day)))
        for number, (day, change) in enumerate(drawn)
    ]
    for days in clock:
        at = NOW + timedelta(days=days)
        known = [(each, found) for each, found in cases if found.as_of <= at]
        seen, expected = record(list(cases), at=at), record(list(known), at=at)
        assert seen.total == expected.total
        assert seen.unscored.get(Unscored.WAITING, 0) == len(cases) - len(known)
