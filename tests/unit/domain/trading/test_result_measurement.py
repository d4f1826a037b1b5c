"""A result is measured between two closes, beside the benchmark's same closes; splits in between change nothing."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal as D  # noqa: N817 - many figures
from uuid import UUID

import pytest

from bot.domain.ids import AccountId, ConversationId, DecisionId, TenantId, TurnId
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory, SessionClose
from bot.domain.trading.actual_result import ResultBasis
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Proposal
from bot.domain.trading.due_results import DueDecision, KnownPrices, MeasuredSpan, measure_result
from bot.domain.trading.execution.orders import OrderReport, OrderStatus
from bot.domain.trading.performance import Assessment, assess_performance, reference_price
from bot.engines.rules.proposal import propose
from tests.contract.store_sets import a_proposal
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
    unknown = UUID(int=1)
    decision = Decision(
        id=DecisionId(unknown),
        version=1,
        tenant_id=TenantId(unknown),
        conversation_id=ConversationId(unknown),
        turn_id=TurnId(unknown),
        account_id=AccountId(unknown),
        asked_by="U1",
        proposal=a_proposal(symbol="NVDA", price=D(1200), price_as_of=BEGINS, shares=D(3)),
        status=status,
        created_at=BEGINS,
        expires_at=BEGINS + timedelta(minutes=30),
    )
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


def test_rejected_then_it_is_a_proposal_that_was_not_carried_out() -> None:
    report = OrderReport(client_order_id="o", status=OrderStatus.REJECTED)
    nvda = history("NVDA", "1200", "1260")
    result = measure_result(due(DecisionStatus.REJECTED, report), SPAN, prices(nvda, SPY), needs_benchmark=True)
    assert result is not None
    assert (result.basis, result.price_then, result.change_percent) == (ResultBasis.PROPOSAL, D(1200), D(5))


def test_share_of_the_benchmark_that_was_not_listed_yet_is_left_out() -> None:
    known = prices(
        history("NVDA", "1200", "1260"), SPY, history("NEW", None, "40"), benchmark=("NEW", "NVDA", "OLD", "SPY")
    )
    result = measure_result(due(), SPAN, known, needs_benchmark=True)
    assert result is not None
    assert (result.benchmark, result.left_out) == (("NVDA", "SPY"), ("NEW", "OLD"))
    assert result.benchmark_change_percent == D("3.5")


@pytest.mark.parametrize("needs_benchmark", [True, False])
def test_benchmark_lacks_the_last_close_then_it_is_waited_for_at_first(*, needs_benchmark: bool) -> None:
    known = prices(history("NVDA", "1200", "1260"), history("SPY", "500", None))
    result = measure_result(due(), SPAN, known, needs_benchmark=needs_benchmark)
    if needs_benchmark:
        assert result is None
    else:
        assert result is not None
        assert (result.change_percent, result.benchmark_change_percent, result.excess_percent) == (D(5), None, None)


def test_no_close_of_exactly_that_session_then_no_result() -> None:
    assert measure_result(due(), SPAN, prices(history("NVDA", "1200", None), SPY), needs_benchmark=False) is None


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
