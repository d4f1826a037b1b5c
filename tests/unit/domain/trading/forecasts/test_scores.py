from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.trading.forecasts.scores import (
    ScoredCase,
    band_of,
    brier_score,
    brier_skill,
    effective_count,
    reliability,
    score,
    student_quantile,
    wilson_interval,
)

START = datetime(2013, 1, 2, 21, tzinfo=UTC)


def case(  # noqa: PLR0913 - each test changes one of them
    probability: float = 0.6,
    *,
    happened: bool = True,
    base_rate: float = 0.5,
    day: int = 0,
    symbol: str = "AAPL",
    change: float = 2.0,
    held: float | None = None,
    benchmark: float = 1.0,
    direction: int = 1,
) -> ScoredCase:
    since = START + timedelta(days=day)
    return ScoredCase(
        symbol=symbol,
        since=since,
        until=since + timedelta(days=28),
        probability=probability,
        base_rate=base_rate,
        has_happened=happened,
        change=change,
        held=change if held is None else held,
        benchmark=benchmark,
        direction=direction,
    )


# R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I.
@pytest.mark.parametrize(
    ("hits", "cases", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_interval_is_that_of_the_published_table(hits: int, cases: int, low: float, high: float) -> None:
    interval = wilson_interval(hits / cases, cases)
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (10, 2.2281), (30, 2.0423)],
)
def test_student_quantile_is_that_of_the_tables(freedom: int, quantile: float) -> None:
    assert student_quantile(freedom) == pytest.approx(quantile, rel=3e-3)


def test_brier_score_by_hand() -> None:
    # 0.09 + 0.36 + 0.01 + 0.81 over four
    assert brier_score([0.7, 0.6, 0.9, 0.1], [True, False, True, True]) == pytest.approx(0.3175)


def test_skill_is_measured_by_each_cases_own_base_rate() -> None:
    cases = [case(0.8, base_rate=0.6), case(0.7, happened=False, base_rate=0.4)]
    # forecasts: (0.04 + 0.49) / 2 = 0.265; base rates: (0.16 + 0.16) / 2 = 0.16
    assert brier_skill(cases) == pytest.approx(1 - 0.265 / 0.16)
    outcomes = [True, False, True]
    assert brier_skill([case(0.5, happened=each) for each in outcomes]) == pytest.approx(0)
    assert brier_skill([case(float(each), happened=each) for each in outcomes]) == pytest.approx(1)
    assert brier_skill([case(0.6, base_rate=1.0)]) is None


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_brier_score_is_a_mean_square_whatever_the_order(drawn: list[tuple[float, float, bool]]) -> None:
    cases = [case(p, base_rate=b, happened=h) for p, b, h in drawn]
    found, turned = score(cases), score(cases[::-1])
    assert found is not None
    assert turned is not None
    assert found.brier == pytest.approx(fmean(((p if h else 1 - p) - h) ** 2 if h else p**2 for p, _, h in drawn))
    assert 0 <= found.brier <= 1
    assert found.hits == turned.hits
    assert found.skill is None or found.skill <= 1


def test_spans_of_one_share_that_overlap_count_once() -> None:
    daily = [case(day=day) for day in range(57)]  # the spans that begin on days 0, 28 and 56 do not overlap
    assert effective_count(daily) == 3
    assert effective_count([*daily, *(case(day=day, symbol="IBM") for day in range(3))]) == 4


@given(st.lists(st.tuples(st.integers(0, 90), st.sampled_from(["A", "B"])), max_size=8))
def test_effective_count_is_the_most_that_can_be_chosen(drawn: list[tuple[int, str]]) -> None:
    cases = [case(day=day, symbol=symbol) for day, symbol in drawn]
    assert effective_count(cases) == max(
        size for size in range(len(cases) + 1) for some in combinations(cases, size) if _is_disjoint(some)
    )


def _is_disjoint(cases: Sequence[ScoredCase]) -> bool:
    return all(
        one.symbol != other.symbol or one.until <= other.since or other.until <= one.since
        for one, other in combinations(cases, 2)
    )


def test_overlap_widens_every_interval() -> None:
    apart = score([case(day=30 * day, happened=bool(day % 2), change=day) for day in range(12)])
    together = score([case(day=day, happened=bool(day % 2), change=day) for day in range(12)])
    assert apart is not None
    assert together is not None
    assert apart.hits.value == together.hits.value
    assert together.hits.interval.low < apart.hits.interval.low
    assert together.result.interval is None  # of one span nothing varies
    assert apart.result.interval is not None


def test_a_sale_gains_what_the_share_loses() -> None:
    found = score([case(change=-4.0, held=-5.0, benchmark=1.0, direction=-1), case(change=3.0, benchmark=1.0, day=40)])
    assert found is not None
    assert (found.result.value, found.excess.value) == (3.5, 4.0)
    assert (found.held.value, found.benchmark.value) == (-1.0, 1.0)
    # two values 4 and 3: s = 0.7071, t = 12.706, so ± 12.706 · 0.7071 / √2
    assert found.result.interval is not None
    assert found.result.interval.high == pytest.approx(3.5 + 6.3531, abs=1e-3)


def test_each_case_is_in_the_one_band_of_its_probability() -> None:
    cases = [case(p, happened=p > 0.6) for p in (0.0, 0.49, 0.5, 0.6, 0.69, 0.7, 0.9, 1.0)]
    bands = reliability(cases)
    assert [(each.low, each.high, each.rate.cases, each.rate.hits) for each in bands] == [
        (0.0, 0.5, 2, 0),
        (0.5, 0.6, 1, 0),
        (0.6, 0.7, 2, 1),
        (0.7, 0.8, 1, 1),
        (0.9, 1.0, 2, 2),
    ]
    assert bands[2].stated == pytest.approx(0.645)
    assert band_of(0.65, bands) is bands[2]
    assert band_of(0.85, bands) is None
    assert (score([]), reliability([])) == (None, ())
