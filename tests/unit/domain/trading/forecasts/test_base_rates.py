from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.market.snapshot import Bar
from bot.domain.trading.decisions import Action
from bot.domain.trading.forecasts.base_rates import (
    BaseRate,
    BaseRateSource,
    ForecastEvent,
    has_happened,
    historical_base_rate,
)
from bot.domain.trading.forecasts.forecast import forecast_of
from tests.fakes.console import make_decision

D = Decimal
FIRST = date(2012, 1, 2)


def bars(*closes: int, first: date = FIRST) -> tuple[Bar, ...]:
    return tuple(
        Bar(first + timedelta(days=day), D(close), D(close), D(close), D(close), 1) for day, close in enumerate(closes)
    )


@pytest.mark.parametrize(
    ("event", "change", "expected"),
    [
        (ForecastEvent.BEATS, "1.01", True),
        (ForecastEvent.BEATS, "0.99", False),
        (ForecastEvent.FALLS_BEHIND, "0.99", True),
        (ForecastEvent.FALLS_BEHIND, "1.01", False),
        (ForecastEvent.BEATS, "1", None),
        (ForecastEvent.FALLS_BEHIND, "1", None),
    ],
)
def test_an_event_is_a_change_above_or_below_the_benchmark(
    event: ForecastEvent,
    change: str,
    expected: bool | None,  # noqa: FBT001 - a parametrised expectation
) -> None:
    assert has_happened(event, change=D(change), benchmark=D(1)) is expected


def test_base_rate_is_the_share_of_spans_above_the_average_of_the_benchmark() -> None:
    share = bars(*range(100, 112))  # rises by 1 a session: ten spans of two sessions, from 2.0 % down to 1.8 %
    steady = bars(*(1000 + 19 * day for day in range(12)))  # 3.8 % down to 3.2 %
    flat = bars(*[50] * 12)  # with `steady` in equal parts: 1.9 % down to 1.6 %
    found = historical_base_rate(ForecastEvent.BEATS, share, [steady, flat], sessions=2)
    assert found == BaseRate(D("1.0000"), BaseRateSource.HISTORY, 10)
    alone = historical_base_rate(ForecastEvent.BEATS, share, [steady], sessions=2)
    assert alone == BaseRate(D("0.0000"), BaseRateSource.HISTORY, 10)


def test_an_instrument_without_a_session_is_left_out_of_its_span() -> None:
    share = bars(*range(100, 112))
    listed_late = bars(*[100] * 3, first=FIRST + timedelta(days=9))
    assert historical_base_rate(ForecastEvent.BEATS, share, [listed_late], sessions=2) is None  # one span only
    assert historical_base_rate(ForecastEvent.BEATS, share, [], sessions=2) is None
    assert historical_base_rate(ForecastEvent.BEATS, share, [share], sessions=2) is None  # the benchmark itself


@given(st.lists(st.tuples(st.integers(50, 150), st.integers(50, 150)), min_size=12, max_size=40))
def test_the_rates_of_both_events_add_up_to_one(prices: list[tuple[int, int]]) -> None:
    share, market = (bars(*column) for column in zip(*prices, strict=True))
    rates = [historical_base_rate(event, share, [market], sessions=2) for event in ForecastEvent]
    if None in rates:
        assert rates == [None, None]
    else:
        assert sum(each.rate for each in rates if each is not None) == pytest.approx(D(1), abs=D("0.0001"))


@pytest.mark.parametrize(
    ("action", "event"),
    [
        (Action.INCREASE, ForecastEvent.BEATS),
        (Action.DECREASE, ForecastEvent.FALLS_BEHIND),
        (Action.CLOSE, ForecastEvent.FALLS_BEHIND),
        (Action.HOLD, None),
    ],
)
def test_a_trade_forecasts_with_the_confidence_that_is_shown(action: Action, event: ForecastEvent | None) -> None:
    made = make_decision()
    made = replace(made, proposal=replace(made.proposal, action=action, confidence=D("0.62")))
    forecast = forecast_of(made)
    if forecast is None or event is None:
        assert (forecast, event) == (None, None)
        return
    assert (forecast.key, forecast.event, forecast.sessions) == (made.key, event, 20)
    assert (forecast.probability, forecast.as_of) == (D("0.62"), made.proposal.price_as_of)
