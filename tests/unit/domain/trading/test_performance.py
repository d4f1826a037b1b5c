from dataclasses import replace
from decimal import Decimal

import pytest

from bot.domain.trading.decisions import Action, Proposal
from bot.domain.trading.execution.orders import OrderReport, OrderStatus
from bot.domain.trading.performance import Assessment, assess_performance, reference_price
from bot.engines.rules.proposal import propose
from tests.fakes.market import neutral_features, portfolio

D = Decimal


def decided(action: Action, *, price: str = "100", shares: int = 3) -> Proposal:
    return replace(propose(neutral_features(), portfolio=portfolio()), action=action, price=D(price), shares=D(shares))


def test_rise_after_a_buy_is_right_so_far() -> None:
    outcome = assess_performance(decided(Action.INCREASE, price="755.69"), price_now=D("806.19"), sessions=19)
    assert (outcome.assessment, outcome.change_percent, outcome.gain) == (Assessment.RIGHT, D("6.6826"), D("151.50"))
    assert not outcome.is_settled


@pytest.mark.parametrize("action", [Action.DECREASE, Action.CLOSE])
def test_rise_after_a_sale_is_wrong_and_a_gain_forgone(action: Action) -> None:
    outcome = assess_performance(decided(action), price_now=D(110), sessions=5)
    assert (outcome.assessment, outcome.gain) == (Assessment.WRONG, D(-30))


@pytest.mark.parametrize(
    ("now", "verdict"),
    [("101", Assessment.FLAT), ("99", Assessment.FLAT), ("101.01", Assessment.RIGHT), ("98.99", Assessment.WRONG)],
)
def test_one_percent_either_way_says_nothing(now: str, verdict: Assessment) -> None:
    assert assess_performance(decided(Action.INCREASE), price_now=D(now), sessions=20).assessment is verdict


def test_before_any_close_it_is_too_early() -> None:
    assert assess_performance(decided(Action.INCREASE), price_now=D(200), sessions=0).assessment is Assessment.TOO_EARLY


def test_hold_is_not_judged() -> None:
    outcome = assess_performance(decided(Action.HOLD), price_now=D(200), sessions=30)
    assert (outcome.assessment, outcome.gain) == (Assessment.NOT_JUDGED, D(0))


def test_what_was_carried_out_is_judged_from_its_fill() -> None:
    report = OrderReport(
        client_order_id="parley-1", status=OrderStatus.PARTIALLY_FILLED, filled_shares=D(2), average_price=D(105)
    )
    of = decided(Action.INCREASE)
    outcome = assess_performance(of, price_now=D(104), sessions=5, reference=reference_price(of, report))
    assert (outcome.assessment, outcome.price_then, outcome.gain) == (Assessment.FLAT, D(105), D(-2))


@pytest.mark.parametrize("report", [None, OrderReport(client_order_id="parley-1", status=OrderStatus.REJECTED)])
def test_what_was_not_carried_out_is_judged_from_its_proposal(report: OrderReport | None) -> None:
    of = decided(Action.INCREASE)
    assert reference_price(of, report).price == of.price
