"""The engine `committee` by rules, used as any engine: its proposals, what they rest on, what is kept of the run."""

from dataclasses import replace
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from bot.domain.accounting.results import AccountDrawdown
from bot.domain.committee.analysts import Analyst
from bot.domain.committee.fusion import ExecutionRecord, FusionState, TeamPoint
from bot.domain.conversation.history import Role
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.ids import DecisionId
from bot.domain.text.locale import Language
from bot.domain.trading.decision_request import DecisionRequest, ShareCap, TradeRequest
from bot.domain.trading.decisions import Action, DecisionStatus
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.validation import find_violations
from bot.engines.committee.engine import LONGEST, MOST_POINTS, team_summary
from db.codec import decode, encode
from tests.fakes.clock import NOON
from tests.fakes.committees import committee, sample_request
from tests.fakes.decision_requests import decision_request, headline, snapshot
from tests.fakes.market import portfolio, rising_features
from tests.unit.domain.memory.messages import overheard, said

D = Decimal


def rising(*symbols: str, **changes: object) -> DecisionRequest:
    """Return a question about shares that all four analysts are for buying, or have nothing against."""
    known = tuple(rising_features(symbol=symbol) for symbol in symbols)
    news = {
        each.symbol: [headline(f"Record profit {n}", symbol=each.symbol, tone=1) for n in range(3)] for each in known
    }
    snapshots = tuple(snapshot(each, *news[each.symbol]) for each in known)
    return decision_request(features=known, snapshots=snapshots, **changes)


async def test_one_valid_proposal_per_share_in_the_order_asked_all_of_one_run() -> None:
    request = await sample_request("GOOG", "IBM", "AAPL", portfolio=portfolio())
    decided = await committee(None).decide(request)
    assert [each.symbol for each in decided.proposals] == ["GOOG", "IBM", "AAPL"]
    assert [each.company_of_interest for each in decided.fusion] == ["GOOG", "IBM", "AAPL"]
    assert decided.run is not None
    for proposal in decided.proposals:
        assert find_violations(proposal, portfolio=request.portfolio) == ()
        assert (proposal.engine, proposal.run_id) == ("committee", decided.run.id)
        assert proposal.fallback is None


async def test_what_was_concluded_is_kept_with_the_account_as_it_was_before() -> None:
    request = rising("IBM", "GOOG")
    decided = await committee(None).decide(request)
    first, second = decided.fusion
    assert first.account_cash == request.portfolio.account.cash == D(100_000)
    assert first.trader_investment_plan is not None
    assert first.trader_investment_plan.action is Action.INCREASE
    assert second.account_total_value == first.account_total_value
    assert [report.analyst for report in first.reports] == list(Analyst)
    assert (first.trade_date, first.trade_timestamp) == (request.features[0].session, request.features[0].as_of)
    assert (first.current_price, first.previous_close) == (D(100), D("99.5"))
    assert first.without_answer == ()


async def test_plan_and_decision_follow_from_the_rulings_and_nothing_is_executed_yet() -> None:
    fallen = AccountDrawdown.of_values([D(110_000), D(88_000)], total=D(100_000))
    (fusion,) = (await committee(None).decide(rising("IBM", drawdown=fallen))).fusion
    assert fusion.investment_plan is not None
    assert fusion.research_summary is not None
    assert (fusion.investment_plan.side, fusion.investment_plan.because) == (
        Side.BUY,
        fusion.research_summary.points_for,
    )
    assert fusion.final_trade_decision is not None
    assert fusion.trader_investment_plan is not None
    assert fusion.final_trade_decision.shares == fusion.trader_investment_plan.shares
    assert (fusion.max_drawdown, fusion.execution_record, fusion.team_summary) == (D("0.2"), None, ())


async def test_what_is_concluded_is_kept_as_a_document_without_loss() -> None:
    window = (said("The trend looks broken to me"),)
    fallen = AccountDrawdown.of_values([D(110_000), D(88_000)], total=D(100_000))
    request = rising("IBM", drawdown=fallen, context=ConversationContext(window=window))
    (fusion,) = (await committee(None).decide(request)).fusion
    record = ExecutionRecord(
        decision_id=DecisionId(UUID(int=1)), version=2, status=DecisionStatus.FILLED, filled_shares=D(3), at=NOON
    )
    kept = replace(fusion, execution_record=record)
    assert [each.by for each in kept.team_summary] == ["Ann"]
    assert decode(FusionState, encode(kept)) == kept
    assert decode(FusionState, encode(fusion)) == fusion


async def test_each_purchase_leaves_less_to_the_next() -> None:
    alone = await shares(rising("GOOG"))
    assert alone[0] > 0
    limited = {"trade_request": TradeRequest(max_cash=D(1_000))}
    first, second = await shares(rising("IBM", "GOOG", **limited))
    assert 0 < first <= 10
    assert (first + second) * 100 <= 1_000
    kept = await committee(None).decide(rising("IBM", "GOOG", reserved_cash=D(99_900)))
    assert sum(each.cash_change for each in kept.proposals) <= 100


async def test_a_size_named_before_is_the_most_that_is_proposed() -> None:
    capped = rising("IBM", share_caps={"IBM": ShareCap(Side.BUY, D(2))})
    assert await shares(capped) == [2]
    assert await shares(rising("IBM", share_caps={"IBM": ShareCap(Side.SELL, D(2))})) == await shares(rising("IBM"))


async def test_the_discussion_is_in_the_language_of_the_message_and_in_the_order_of_speech() -> None:
    asked = [await sample_request("GOOG", language=language, portfolio=portfolio()) for language in Language]
    english, chinese = [(await committee(None).decide(each)).discussion for each in asked]
    assert [each.number for each in english] == list(range(1, len(english) + 1))
    senders = [each.sender for each in english]  # nothing speaks against GOOG, so the bear is silent
    assert (set(senders[:4]), senders[-1]) == (set(Analyst), "risk_judge")
    assert ("bull" in senders, "bear" in senders) == (True, False)
    assert all(each.symbols == ("GOOG",) for each in (*english, *chinese))
    assert [(each.sender, each.recipient) for each in english] == [(each.sender, each.recipient) for each in chinese]
    assert any("一" <= char <= "鿿" for each in chinese for char in each.text)
    assert not any("一" <= char <= "鿿" for each in english for char in each.text)


async def test_a_share_without_a_snapshot_then_refused() -> None:
    with pytest.raises(ValueError, match="no snapshot of IBM"):
        await committee(None).decide(replace(rising("IBM"), snapshots=()))


async def shares(request: DecisionRequest) -> list[Decimal]:
    return [each.shares for each in (await committee(None).decide(request)).proposals]


NAMES = {"GOOG": ("Google",), "FB": ("Facebook", "脸书")}


def points(*symbols: str, of: str = "GOOG", **context: Any) -> tuple[TeamPoint, ...]:  # noqa: ANN401 - any field
    asked = decision_request(*(symbols or ("GOOG",)), context=ConversationContext(**context), names=NAMES)
    return team_summary(asked, of)


def test_views_said_to_parley_and_beside_it_with_their_names_the_latest_last() -> None:
    window = (said("The trend looks broken to me", author="Ann"), said("It has fallen.", Role.ASSISTANT))
    assert points(window=window, overheard=(overheard("Earnings will beat", by="Bob"),)) == (
        TeamPoint("Ann", "The trend looks broken to me"),
        TeamPoint("Bob", "Earnings will beat"),
    )


@pytest.mark.parametrize(
    "text", ["/analyze GOOG deep", "What about the trend?", "趋势怎么样？", "thanks, see you at lunch", "好的，明天见"]
)
def test_commands_questions_and_small_talk_are_no_views(text: str) -> None:
    assert points(window=(said(text),)) == ()


def test_what_names_another_share_that_is_asked_about_is_that_ones() -> None:
    window = (
        said("Facebook has weak momentum", author="Ann"),
        said("google beats FB on valuation", author="Bob"),
        said("feedback on earnings was strong", author="Cho"),
    )
    assert [each.by for each in points("GOOG", "FB", window=window)] == ["Bob", "Cho"]
    assert [each.by for each in points("GOOG", "FB", of="FB", window=window)] == ["Ann", "Bob", "Cho"]


def test_it_is_bounded() -> None:
    talk = tuple(overheard(f"The trend breaks {number}, " + "strong " * 60) for number in range(12))
    kept = points(overheard=talk)
    assert 0 < len(kept) <= MOST_POINTS
    assert all(len(each.text) <= LONGEST for each in kept)
