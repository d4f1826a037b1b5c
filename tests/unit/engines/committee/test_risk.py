"""The ruling on the size: the arithmetic of three sizes to the cent, what bounds them, and which one is followed."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.accounting.results import AccountDrawdown
from bot.domain.committee.analysts import Analyst
from bot.domain.committee.research import ResearchSummary, Stance
from bot.domain.committee.risk import RiskSummary, RiskVoice, WorstDay, find_worst_day
from bot.domain.market.features import Features
from bot.domain.trading.decision_request import DecisionRequest, ShareCap, TradeRequest
from bot.domain.trading.decisions import Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.trading_limits import DEFAULT_CAPS
from bot.engines.committee.risk import SURE, UNSURE, judge_risk
from bot.engines.committee.rule_agents import trade_plan
from bot.engines.rules.engine import propose_for
from tests.fakes.decision_requests import decision_request, snapshot
from tests.fakes.market import neutral_features, portfolio

D = Decimal
RISKY, NEUTRAL, SAFE = RiskVoice
BULLISH, UNDECIDED, BEARISH = Stance.BULLISH, Stance.UNDECIDED, Stance.BEARISH
KNOWN = neutral_features(atr14=5.0)  # 100 dollars, the stop at 90
HELD = replace(portfolio(cash=50_000, shares=41), caps=DEFAULT_CAPS)
CASH = replace(portfolio(), caps=DEFAULT_CAPS)


def research(stance: Stance, conviction: str = "0.70", **changes: Any) -> ResearchSummary:  # noqa: ANN401 - any field
    summary = ResearchSummary(stance=stance, score=0.5, conviction=D(conviction), points_for=(), points_against=())
    return replace(summary, **changes)


def ruled(
    summary: ResearchSummary,
    known: Features = KNOWN,
    **changes: Any,  # noqa: ANN401 - any field of DecisionRequest
) -> tuple[RiskSummary, Proposal]:
    """Return the ruling, and what the trader makes of it."""
    request: DecisionRequest = decision_request(**{"portfolio": CASH, **changes})
    ruling = judge_risk(request, known, snapshot(known), summary)
    return ruling, propose_for(request, known, plan=trade_plan((), summary, ruling))


def sizes(ruling: RiskSummary) -> list[Decimal]:
    return [case.shares for case in ruling.cases]


class TestArithmetic:
    def test_purchase_to_the_cent(self) -> None:
        ruling, _ = ruled(research(BULLISH), commission=D("1.50"))
        most, _, quarter = ruling.cases
        assert sizes(ruling) == [100, 50, 25]  # one percent of 100,000 is lost at the stop
        assert (most.amount, most.cash_after, most.position_after) == (D(10_000), D("89998.50"), D(100))
        assert (most.share_of_assets, most.loss_at_stop, quarter.loss_at_stop) == (D("0.1"), D(1_000), D(250))
        assert ruling.worst_day is None  # it has risen each day
        assert most.loss_on_worst_day is None
        assert set(most.figures) == {"shares", "amount", "cash", "percent", "at_stop"}

    def test_sale_to_the_cent(self) -> None:
        ruling, _ = ruled(research(BEARISH), portfolio=HELD, commission=D("1.50"))
        quarter, _, whole = ruling.cases
        assert sizes(ruling) == [10, 20, 41]
        assert (whole.amount, whole.cash_after, whole.position_after) == (D(4_100), D("54098.50"), D(0))
        assert [case.loss_at_stop for case in ruling.cases] == [None] * 3
        assert (whole.share_of_assets, quarter.share_of_assets) == (D(0), D(3_100) / D(54_100))
        assert ruling.stop_price is None

    def test_what_is_held_already_falls_on_the_worst_day_too(self) -> None:
        fallen = snapshot(KNOWN)
        bars = (*fallen.bars[:-1], replace(fallen.bars[-1], close=fallen.bars[-2].close * D("0.9")))
        request = decision_request(portfolio=HELD)
        ruling = judge_risk(request, KNOWN, replace(fallen, bars=bars), research(BULLISH))
        assert ruling.worst_day == WorstDay(KNOWN.session, D("-0.1"))
        for case in ruling.cases:
            assert case.loss_on_worst_day == ((41 + case.shares) * 10).quantize(D("0.01"))

    def test_without_a_known_range_there_is_no_stop_and_no_loss_at_it(self) -> None:
        ruling, proposal = ruled(research(BULLISH), neutral_features(atr14=None))
        assert (ruling.stop_price, [case.loss_at_stop for case in ruling.cases]) == (None, [None] * 3)
        assert sizes(ruling) == [50, 25, 12]  # a position without a stop has a cap of its own
        assert proposal.stop_price is None

    def test_the_worst_day_is_the_greatest_fall_from_close_to_close(self) -> None:
        bar = snapshot(KNOWN).bars[0]
        series = [
            replace(bar, session=date(2013, 1, day), close=D(close)) for day, close in enumerate((9, 10, 8, 9, 7), 1)
        ]
        assert find_worst_day(series) == WorstDay(date(2013, 1, 5), D(7) / D(9) - 1)
        quiet = tuple(replace(series[-1], session=date(2013, 2, 1) + timedelta(days=at)) for at in range(253))
        assert find_worst_day((*series, *quiet)) is None  # of the last 252 sessions only
        assert find_worst_day(series[:2]) is find_worst_day(series[:1]) is find_worst_day(()) is None

    def test_how_far_the_account_would_be_below_its_peak_at_the_stop(self) -> None:
        fallen = AccountDrawdown.of_values([D(110_000), D(88_000)], total=D(100_000))
        ruling, _ = ruled(research(BULLISH), drawdown=fallen)
        assert ruling.drawdown == fallen
        assert [case.drawdown_at_stop for case in ruling.cases] == [
            1 - D(100_000 - loss) / 110_000 for loss in (1_000, 500, 250)
        ]
        sold, _ = ruled(research(BEARISH), portfolio=HELD, drawdown=fallen)
        assert [case.drawdown_at_stop for case in sold.cases] == [None] * 3


class TestDecision:
    def test_what_was_ruled_is_the_decision_on_the_trade(self) -> None:
        ruling, proposal = ruled(research(BULLISH))
        decision = ruling.decision(Side.BUY)
        assert decision is not None
        assert (decision.side, decision.voice, decision.shares) == (Side.BUY, ruling.chosen, proposal.shares)
        assert (decision.stop_price, decision.reasons) == (ruling.stop_price, ruling.reasons)

    def test_the_judge_would_trade_nothing_or_is_undecided_then_a_decision_for_nothing(self) -> None:
        against = RiskSummary(advises_against=True, reasons=(Reason("risk_unsure", 0.0),))
        for decision in (against.decision(Side.BUY), ruled(research(UNDECIDED))[0].decision(None)):
            assert decision is not None
            assert (decision.side, decision.shares) == (None, D(0))

    def test_a_size_that_a_person_names_is_no_decision_of_the_judge(self) -> None:
        ruling, _ = ruled(research(BULLISH), trade_request=TradeRequest(side=Side.BUY, shares=D(3)))
        assert ruling.decision(Side.BUY) is None


class TestBounds:
    def test_no_room_then_nothing_is_debated_and_nothing_traded(self) -> None:
        for changes in (
            {"portfolio": replace(portfolio(cash=90), caps=DEFAULT_CAPS)},
            {"reserved_cash": D(95_000)},
            {"trade_request": TradeRequest(max_cash=D(99))},
        ):
            ruling, proposal = ruled(research(BULLISH), **changes)
            assert (ruling.cases, ruling.chosen, ruling.reasons, proposal.shares) == ((), None, (), D(0))

    def test_room_for_one_share_then_all_three_ask_for_it(self) -> None:
        ruling, proposal = ruled(research(BULLISH, "0.10"), trade_request=TradeRequest(max_cash=D(199)))
        assert (sizes(ruling), proposal.shares) == ([D(1)] * 3, D(1))

    def test_reserved_cash_a_stated_limit_and_a_cap_bind_the_largest(self) -> None:
        for changes, most in (
            ({"reserved_cash": D(88_000)}, 20),
            ({"trade_request": TradeRequest(max_cash=D(4_000))}, 40),
            ({"share_caps": {"IBM": ShareCap(Side.BUY, D(30))}}, 30),
            ({"share_caps": {"IBM": ShareCap(Side.SELL, D(30))}}, 100),
        ):
            ruling, _ = ruled(research(BULLISH), **changes)
            assert sizes(ruling)[0] == most

    def test_a_cap_below_a_voices_size_then_the_risk_told_is_that_of_the_proposal(self) -> None:
        for stance, held, side in ((BULLISH, CASH, Side.BUY), (BEARISH, HELD, Side.SELL)):
            ruling, proposal = ruled(research(stance), portfolio=held, share_caps={"IBM": ShareCap(side, D(7))})
            assert ruling.case is not None
            assert (proposal.shares, ruling.case.shares, ruling.case.amount) == (D(7), D(7), D(700))

    @given(
        st.sampled_from([BULLISH, BEARISH]),
        st.integers(0, 200_000),
        st.integers(0, 900),
        st.decimals(0, 20, places=2),
        st.decimals("0.05", "0.95", places=2),
    )
    def test_sizes_fit_the_account_and_the_proposal_is_the_one_followed(
        self, stance: Stance, cash: int, shares: int, commission: Decimal, conviction: Decimal
    ) -> None:
        held = replace(portfolio(cash=cash, shares=shares), caps=DEFAULT_CAPS)
        ruling, proposal = ruled(research(stance, str(conviction)), portfolio=held, commission=commission)
        ordered = sizes(ruling)
        assert ordered == sorted(ordered, reverse=stance is BULLISH)
        for case in ruling.cases:
            assert case.position_after >= 0
            assert case.cash_after >= 0 or stance is BEARISH
        assert proposal.shares == (ruling.case.shares if ruling.case else 0)


class TestNotDebated:
    def test_a_size_that_a_person_names_is_traded_as_named(self) -> None:
        for named in (TradeRequest(side=Side.BUY, shares=D(3)), TradeRequest(side=Side.BUY, amount=D(399))):
            ruling, proposal = ruled(research(BULLISH), trade_request=named)
            assert (ruling.cases, ruling.chosen, proposal.shares) == ((), None, D(3))

    def test_an_undecided_judge_or_a_question_about_the_other_side_then_nothing(self) -> None:
        for stance, asked in ((UNDECIDED, None), (BULLISH, Side.SELL), (BEARISH, Side.BUY)):
            ruling, proposal = ruled(research(stance), portfolio=HELD, trade_request=TradeRequest(side=asked))
            assert (ruling.cases, ruling.chosen, proposal.shares) == ((), None, D(0))

    def test_an_order_against_the_stance_then_proposed_and_contradicted(self) -> None:
        order = TradeRequest(side=Side.SELL, shares=D(5), is_order=True)
        _, proposal = ruled(research(BULLISH), portfolio=HELD, trade_request=order)
        assert (proposal.shares, proposal.side) == (D(5), Side.SELL)
        assert "committee_against_order" in {reason.code for reason in proposal.reasons}
        assert proposal.confidence == D("0.30")


class TestFollowedVoice:
    @pytest.mark.parametrize(
        ("changes", "volatility", "bought", "sold", "why"),
        [
            ({"conviction": SURE}, 0.2, RISKY, SAFE, "risk_sure"),
            ({"conviction": SURE - D("0.01")}, 0.2, NEUTRAL, NEUTRAL, "risk_fairly_sure"),
            ({"conviction": SURE, "dissent": (Analyst.NEWS,)}, 0.2, NEUTRAL, NEUTRAL, "risk_dissent"),
            ({"conviction": UNSURE}, 0.2, NEUTRAL, NEUTRAL, "risk_fairly_sure"),
            ({"conviction": UNSURE - D("0.01")}, 0.2, SAFE, RISKY, "risk_unsure"),
            ({"without_data": (Analyst.NEWS, Analyst.SENTIMENT)}, 0.2, SAFE, RISKY, "risk_without_data"),
            ({"without_data": (Analyst.NEWS,)}, 0.2, RISKY, SAFE, "risk_sure"),
            ({}, 0.9, SAFE, SAFE, "risk_volatile"),
            ({}, None, SAFE, SAFE, "risk_volatility_unknown"),
        ],
    )
    def test_little_evidence_makes_small_trades_and_volatility_small_positions(
        self, changes: dict[str, Any], volatility: float | None, bought: RiskVoice, sold: RiskVoice, why: str
    ) -> None:
        known = replace(KNOWN, volatility60=volatility)
        for stance, held, voice in ((BULLISH, CASH, bought), (BEARISH, HELD, sold)):
            ruling, proposal = ruled(research(stance, **changes), known, portfolio=held)
            assert (ruling.chosen, [reason.code for reason in ruling.reasons]) == (voice, [why])
            assert ruling.case is not None
            assert proposal.shares == ruling.case.shares
            assert why in {reason.code for reason in proposal.reasons}
