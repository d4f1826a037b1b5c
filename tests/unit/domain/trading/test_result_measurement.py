"""A result is measured between two closes, beside the benchmark's same closes; splits in between change nothing."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal as D  # noqa: N817 - many figures

import pytest

from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory, SessionClose
from bot.domain.trading.actual_result import ResultBasis
from bot.domain.trading.decisions import Action, DecisionStatus, Proposal
from bot.domain.trading.due_results import DueDecision, KnownPrices, MeasuredSpan, measure_result
from bot.domain.trading.execution.orders import OrderReport, OrderStatus
from bot.domain.trading.performance import Assessment, assess_performance, reference_price
from bot.engines.rules.proposal import propose
from tests.contract.store_sets import a_proposal
from tests.fakes.console import make_decision
from tests.fakes.market import neutral_features, portfolio

FIRST, LAST = date(2024, 6, 6), date(2024, 6, 13)
BEGINS, ENDS = (datetime(each.year, each.month, each.day, 20, tzinfo=UTC) for each in (FIRST, LAST))
SPAN = MeasuredSpan(sessions=5, begins=BEGINS, ends=ENDS)


def history(symbol: str, first: str | None, last: str | None, *actions: CorporateAction) -> PriceHistory:
    closes = [SessionClose(day, D(price)) for day, price in ((FIRST, first), (LAST, last)) if price]
    return PriceHistory(symbol, tuple(closes), actions)


def prices(*histories: PriceHistory, benchmark: tuple[str, ...] = ("SPY",)) -> KnownPrices:
    return KnownPrices(source="yahoo", benchmark=benchmark, histories={each.symbol: each for each in histories})


def due(status: DecisionStatus = DecisionStatus.CANCELLED, report: OrderReport | None = None) -> DueDecision:
    proposal = a_proposal(symbol="NVDA", price=D(1200), price_as_of=BEGINS, shares=D(3))
    decision = replace(make_decision(), proposal=proposal, status=status)
    return DueDecision(decision=decision, now=ENDS, report=report, closed=frozenset())


SPY = history("SPY", "500", "510")


def test_split_in_between_is_taken_into_account_and_a_dividend_on_neither_side() -> None:
    split = CorporateAction("NVDA", date(2024, 6, 10), ActionKind.SPLIT, D(10))
    later = CorporateAction("NVDA", date(2024, 6, 14), ActionKind.SPLIT, D(2))
    dividends = [CorporateAction(each, date(2024, 6, 11), ActionKind.DIVIDEND, D(5)) for each in ("NVDA", "SPY")]
    nvda = history("NVDA", "1200", "126", split, dividends[0], later)
    result = measure_result(due(), SPAN, prices(nvda, replace(SPY, actions=(dividends[1],))), needs_benchmark=True)
    assert result is not None
    assert (result.price_then, result.price, result.change_percent) == (D(120), D(126), D(5))
    assert result.gain == D(180)  # six dollars on each of what became 30 shares
    assert (result.benchmark_change_percent, result.change_between_closes, result.excess_percent) == (D(2), D(5), D(3))


def test_fill_during_a_session_is_compared_with_the_market_by_its_closes() -> None:
    report = OrderReport(
        client_order_id="o",
        status=OrderStatus.PARTIALLY_FILLED,
        filled_shares=D(2),
        average_price=D(1000),
        executed_at=BEGINS + timedelta(hours=18),
    )
    nvda = history("NVDA", "1200", "1260")
    result = measure_result(due(DecisionStatus.PARTIALLY_FILLED, report), SPAN, prices(nvda, SPY), needs_benchmark=True)
    assert result is not None
    assert (result.basis, result.gain, result.change_percent) == (ResultBasis.FILL, D(520), D(26))
    assert (result.change_between_closes, result.excess_percent) == (D(5), D(3))


def test_rejected_then_it_is_a_proposal_that_was_not_carried_out_and_without_its_close_there_is_no_result() -> None:
    rejected = due(DecisionStatus.REJECTED, OrderReport(client_order_id="o", status=OrderStatus.REJECTED))
    result = measure_result(rejected, SPAN, prices(history("NVDA", "1200", "1260"), SPY), needs_benchmark=True)
    assert result is not None
    assert (result.basis, result.price_then, result.change_percent) == (ResultBasis.PROPOSAL, D(1200), D(5))
    assert measure_result(due(), SPAN, prices(history("NVDA", "1200", None), SPY), needs_benchmark=False) is None


def test_share_of_the_benchmark_that_was_not_listed_yet_is_left_out() -> None:
    known = prices(
        history("NVDA", "1200", "1260"), SPY, history("NEW", None, "40"), benchmark=("NEW", "NVDA", "OLD", "SPY")
    )
    result = measure_result(due(), SPAN, known, needs_benchmark=True)
    assert result is not None
    assert (result.benchmark, result.left_out) == (("NVDA", "SPY"), ("NEW", "OLD"))
    assert result.benchmark_change_percent == D("3.5")


def test_benchmark_lacks_the_last_close_then_it_is_waited_for_at_first() -> None:
    known = prices(history("NVDA", "1200", "1260"), history("SPY", "500", None))
    assert measure_result(due(), SPAN, known, needs_benchmark=True) is None
    result = measure_result(due(), SPAN, known, needs_benchmark=False)
    assert result is not None
    assert (result.change_percent, result.benchmark_change_percent, result.excess_percent) == (D(5), None, None)


def decided(action: Action, *, price: str = "100", shares: int = 3) -> Proposal:
    return replace(propose(neutral_features(), portfolio=portfolio()), action=action, price=D(price), shares=D(shares))


@pytest.mark.parametrize(
    ("action", "now", "sessions", "verdict", "gain"),
    [
        (Action.DECREASE, "110", 5, Assessment.WRONG, -30),  # a gain forgone
        (Action.CLOSE, "110", 5, Assessment.WRONG, -30),
        (Action.INCREASE, "101", 20, Assessment.FLAT, 3),
        (Action.INCREASE, "99", 20, Assessment.FLAT, -3),
        (Action.INCREASE, "101.01", 20, Assessment.RIGHT, "3.03"),
        (Action.INCREASE, "98.99", 20, Assessment.WRONG, "-3.03"),
        (Action.INCREASE, "200", 0, Assessment.TOO_EARLY, 300),
        (Action.HOLD, "200", 30, Assessment.NOT_JUDGED, 0),
    ],
)
def test_a_move_of_more_than_one_percent_is_right_or_wrong(
    action: Action, now: str, sessions: int, verdict: Assessment, gain: object
) -> None:
    outcome = assess_performance(decided(action), price_now=D(now), sessions=sessions)
    assert (outcome.assessment, outcome.gain, outcome.is_settled) == (verdict, D(str(gain)), sessions >= 20)


def test_the_change_and_the_gain_are_exact() -> None:
    outcome = assess_performance(decided(Action.INCREASE, price="755.69"), price_now=D("806.19"), sessions=19)
    assert (outcome.assessment, outcome.change_percent, outcome.gain) == (Assessment.RIGHT, D("6.6826"), D("151.50"))


def test_what_was_carried_out_is_judged_from_its_fill_and_else_from_its_proposal() -> None:
    report = OrderReport(
        client_order_id="parley-1", status=OrderStatus.PARTIALLY_FILLED, filled_shares=D(2), average_price=D(105)
    )
    of = decided(Action.INCREASE)
    outcome = assess_performance(of, price_now=D(104), sessions=5, reference=reference_price(of, report))
    assert (outcome.assessment, outcome.price_then, outcome.gain) == (Assessment.FLAT, D(105), D(-2))
    rejected = OrderReport(client_order_id="parley-1", status=OrderStatus.REJECTED)
    assert reference_price(of, None).price == reference_price(of, rejected).price == of.price
