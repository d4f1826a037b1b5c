"""What the deciding model is told: every figure by its id, absent where it is not known, nothing from later."""

import json
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from benchmarks.decision_prompt import SYMBOLS, TARGETS, measure
from bot.domain.conversation.history import Role
from bot.domain.conversation.retrieval import ConversationContext, PastDecision, RetrievalResult
from bot.domain.market.features import MarketChange
from bot.domain.market.snapshot import Fact
from bot.domain.models.facts import FactCatalogue, FactUnit, ModelFact
from bot.domain.models.references import read_references
from bot.domain.models.token_estimate import estimate_prompt_tokens, estimate_tokens
from bot.domain.text.emphasis import UNCHECKED
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.actual_result import ActualResult, ResultBasis
from bot.domain.trading.decision_request import DecisionRequest, TradeRequest
from bot.domain.trading.decisions import Action, DecisionStatus
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.forecasts.reflection import Reflection, ReflectionWords, ToldReflection
from bot.domain.trading.performance import Assessment
from bot.engines.common.decision_input import RECALL_TOKENS, Findings, decision_input, told_facts
from bot.engines.common.prompt_facts import RulesView
from bot.engines.common.reflection_facts import MAX_PAST
from bot.locales import Catalogue
from tests.fakes.console import make_decision
from tests.fakes.decision_requests import decision_request, headline, snapshot
from tests.fakes.dual_answers import facts_in
from tests.fakes.market import CLOSE, neutral_features, portfolio
from tests.unit.domain.memory.messages import recalled, said

D = Decimal
SAY = Catalogue()
NOTHING = Findings()


def told(asked: DecisionRequest, findings: Findings = NOTHING) -> dict[str, Any]:
    return dict(decision_input(asked, findings, texts=SAY).data)


def facts(asked: DecisionRequest, findings: Findings = NOTHING) -> dict[str, str]:
    return facts_in(told(asked, findings)["facts"])


def of_ibm(asked: DecisionRequest, findings: Findings = NOTHING) -> dict[str, Any]:
    found: dict[str, Any] = told(asked, findings)["symbols"]["IBM"]
    return found


def starting_with(prefix: str, asked: DecisionRequest) -> dict[str, str]:
    return {name.removeprefix(prefix): text for name, text in facts(asked).items() if name.startswith(prefix)}


def past(**changes: object) -> PastDecision:
    made = PastDecision(
        symbol="IBM",
        session=CLOSE.date(),
        action=Action.INCREASE,
        status=DecisionStatus.FILLED,
        price=D(90),
        shares=D(10),
        confidence=D("0.60"),
        reasons=("above_sma200", "It had risen."),
        change_since=D("0.1111"),
        sessions_since=12,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


class TestMarket:
    def test_prices_and_indicators_are_told_as_they_are_shown(self) -> None:
        known = facts(decision_request())
        assert {name: known[f"ibm.{name}"] for name in ("close", "session", "open", "closes")} == {
            "close": "$100.00",
            "session": "2013-01-31",
            "open": "$99.00",
            "closes": "$97.00, $97.50, $98.00, $98.50, $99.00, $99.50, $100.00",
        }
        indicators = {
            *("change_20", "change_120", "sma50", "sma200", "vs_sma200", "rsi14", "macd", "macd_signal", "atr14"),
            *("volatility", "volume_ratio", "high_52w", "low_52w", "place_52w"),
        }
        assert {name for name in indicators if f"ibm.{name}" not in known} == set()
        assert known["today"] == "2013-01-31"

    def test_a_live_price_is_told_beside_the_last_close_and_has_no_open_of_another_day(self) -> None:
        closed = neutral_features(session=CLOSE.date() - timedelta(days=1))
        live = neutral_features(is_close=False, price=D("101.5"))
        known = facts(decision_request(features=(live,), snapshots=(snapshot(closed),)))
        assert (known["ibm.price"], known["ibm.close"]) == ("$101.50", "$100.00")
        assert "ibm.open" not in known

    def test_how_the_market_has_moved(self) -> None:
        moved = MarketChange(name="SPY", change_20=0.0123, change_120=None, source="yahoo", as_of=CLOSE)
        asked = decision_request(market=moved)
        assert (told(asked)["market"], facts(asked)["market.change_20"]) == ("SPY", "+1.2 %")
        assert "market.change_120" not in facts(asked)

    def test_the_rules_view_with_its_reasons(self) -> None:
        view = RulesView(
            rating="buy", confidence=D("0.83"), arguments_for=("above_sma200",), arguments_against=("pe_high",)
        )
        findings = Findings(views={"IBM": view})
        assert of_ibm(decision_request(), findings)["rules"] == "buy; for: above_sma200; against: pe_high"
        assert facts(decision_request(), findings)["ibm.rules_confidence"] == "83.0 %"


class TestCompany:
    def test_figures_are_told(self) -> None:
        dividend = Fact("IBM", "dividend_per_share_quarterly", D("0.85"), None, CLOSE.date(), "filing")
        known = facts(decision_request(features=(neutral_features(facts=(dividend,)),)))
        names = ("market_cap", "pe", "dividend_yield", "quarterly_dividend")
        assert [known[f"ibm.{name}"] for name in names] == ["$50.0 bn", "20", "1.0 %", "$0.85"]

    def test_what_is_not_known_or_not_asked_for_is_absent(self) -> None:
        unknown = neutral_features(market_cap=None, pe_ratio=None, dividend_yield=None, eps_ttm=None)
        absent = {"ibm.market_cap", "ibm.pe", "ibm.dividend_yield", "ibm.eps"}
        assert not absent & facts(decision_request(features=(unknown,))).keys()
        assert not absent & facts(decision_request(), Findings(company_symbols=())).keys()


class TestNews:
    def test_all_that_the_rules_weigh_with_what_the_source_says(self) -> None:
        weighed = (
            replace(headline("now", days_ago=0, tone=1), description="Sales rose."),
            *(headline(f"N{n}", days_ago=7 * n) for n in range(1, 5)),
        )
        asked = decision_request(features=(neutral_features(news=weighed),))
        known = facts(asked)
        assert [known[f"ibm.news{n}"] for n in range(1, 6)] == ["“now”", "“N1”", "“N2”", "“N3”", "“N4”"]
        assert known["ibm.news1.date"] == "2013-01-31"
        assert of_ibm(asked)["news"] == ["news1: good; Sales rose."]


class TestPosition:
    def test_other_holdings_with_their_weights(self) -> None:
        asked = decision_request("AAPL", portfolio=portfolio(shares=10))
        assert facts(asked)["ibm.weight"] == "1.0 %"

    def test_portfolio_without_what_is_spoken_for(self) -> None:
        asked = decision_request(portfolio=portfolio(shares=10), reserved_cash=D(25_000), commission=D(1))
        assert starting_with("account.", asked) == {
            "total": "$101,000.00",
            "cash": "$75,000.00",
            "spendable": "$64,900.00",
            "commission": "$1.00",
            "max_position": "20.0 %",
            "max_loss_at_stop": "1.0 %",
        }


class TestBefore:
    def test_the_latest_decisions_with_what_happened_since(self) -> None:
        later = [past(session=CLOSE.date() - timedelta(days=n), change_since=None) for n in range(1, 9)]
        asked = decision_request(retrieved=RetrievalResult(past_decisions={"IBM": (past(), *later)}))
        assert starting_with("ibm.past1.", asked) == {
            "date": "2013-01-31",
            "price": "$90.00",
            "shares": "10",
            "change_since": "+11.1 %",
            "sessions_since": "12",
        }
        assert of_ibm(asked)["past"][0] == "past1: increase, filled; above_sma200"
        assert len(of_ibm(asked)["past"]) == MAX_PAST
        assert "change_since" not in starting_with("ibm.past2.", asked)

    def test_a_stored_result_is_told_beside_the_change_until_now(self) -> None:
        result = ActualResult(
            sessions=20,
            as_of=CLOSE,
            price=D(81),
            source="sample",
            basis=ResultBasis.FILL,
            price_then=D(90),
            then=CLOSE - timedelta(days=29),
            change_percent=D(-10),
            gain=D(-90),
            assessment=Assessment.WRONG,
        )
        asked = decision_request(retrieved=RetrievalResult(past_decisions={"IBM": (past(result=result),)}))
        told = starting_with("ibm.past1.", asked)
        assert (told["result"], told["result_sessions"], told["change_since"]) == ("−10.0 %", "20", "+11.1 %")
        assert of_ibm(asked)["past"] == ["past1: increase, filled, result wrong; above_sma200"]

    def test_of_decisions_that_came_to_nothing_each_is_told_once_a_day(self) -> None:
        cancelled = [past(status=DecisionStatus.CANCELLED)] * 4
        asked = decision_request(retrieved=RetrievalResult(past_decisions={"IBM": (*cancelled, past())}))
        assert [line.partition(";")[0] for line in of_ibm(asked)["past"]] == [
            "past1: increase, cancelled",
            "past2: increase, filled",
        ]

    def test_recalled_figures_are_facts_of_their_own(self) -> None:
        close = ModelFact(id="ibm.close", value="90", unit=FactUnit.USD, symbol="IBM", source="sample", as_of=CLOSE)
        before = past(reasons=(f"It closed at {{ibm.close}} and doubled{UNCHECKED}.",), facts=(close,))
        asked = decision_request(retrieved=RetrievalResult(past_decisions={"IBM": (before,)}))
        assert of_ibm(asked)["past"] == ["past1: increase, filled; It closed at {ibm.past1.close} and doubled."]
        assert (facts(asked)["ibm.past1.close"], facts(asked)["ibm.close"]) == ("$90.00", "$100.00")

    def test_conversation_says_who_said_what(self) -> None:
        window = (said("At most $3,000.", author="Ann"), said("Noted.", Role.ASSISTANT, author="Parley"))
        asked = decision_request(
            context=ConversationContext(window=window, summary="They talk about IBM."), text="Buy?"
        )
        assert told(asked)["question"] == "Buy?"
        assert told(asked)["conversation"] == {
            "summary": "They talk about IBM.",
            "messages": [
                {"by": "Ann", "role": "person", "text": "At most $3,000."},
                {"by": "Parley", "role": "assistant", "text": "Noted."},
            ],
        }

    def test_a_long_question_is_told_whole_beside_some_of_the_conversation(self) -> None:
        context = ConversationContext(window=(said("word " * 5_000),), summary="line\n" * 5_000)
        asked = decision_request(context=context, text="long " * 1_500)
        assert told(asked)["question"] == "long " * 1_500
        assert estimate_tokens(json.dumps(told(asked)["conversation"])) <= RECALL_TOKENS // 2

    def test_a_recalled_figure_is_referred_to_by_its_id_and_shown_with_its_day(self) -> None:
        context = ConversationContext(episodes=(recalled("Bob: not above $190 for IBM."),))
        asked = decision_request(context=context, text="Buy?")
        made = decision_input(asked, Findings(), texts=SAY)
        read = read_references("Bob drew a line at {r1.1}; it is $190 now.", made.facts)
        shown = SAY.render_model_text(Locale(Language.ENGLISH), read.template, read.facts)
        assert "$190 (2013-02-01)" in shown
        assert read.faults == ("$190",)

    def test_what_the_person_named(self) -> None:
        trade_request = TradeRequest(
            side=Side.SELL, fraction=D("0.50"), stop=D("80.50"), max_cash=D("3E+3"), is_order=True
        )
        asked = decision_request(trade_request=trade_request)
        assert told(asked)["ask"] == {"side": "sell", "is_order": True}
        named = {"percent_of_position": "50.0 %", "max_cash": "$3,000.00", "stop": "$80.50"}
        assert starting_with("ask.", asked) == named


def test_the_catalogue_holds_exactly_what_is_told() -> None:
    made = decision_input(decision_request("AAPL", "IBM"), NOTHING, texts=SAY)
    assert list(made.facts.facts) == list(facts(decision_request("AAPL", "IBM")))
    assert {fact.source for fact in made.facts} >= {"sample", "account"}


def test_facts_are_grouped_by_the_beginnings_of_their_ids() -> None:
    ids = (
        "today",
        "brk.b.close",
        "brk.b.past1.date",
        "brk.b.past1.price",
        "goog.weight",
        "ibm.news1",
        "ibm.news1.date",
    )
    catalogue = FactCatalogue({each: ModelFact(id=each, value=each, unit=FactUnit.TEXT) for each in ids})
    grouped = told_facts(catalogue, Locale(Language.ENGLISH), texts=SAY)
    assert grouped == {
        "today": "today",
        "brk": {"b": {"close": "brk.b.close", "past1": {"date": "brk.b.past1.date", "price": "brk.b.past1.price"}}},
        "goog.weight": "goog.weight",
        "ibm": {"news1": "ibm.news1", "news1.date": "ibm.news1.date"},
    }
    assert facts_in(grouped) == {each: each for each in ids}


@pytest.mark.parametrize(("count", "most"), TARGETS.items())
async def test_a_decision_is_one_request_within_its_target(count: int, most: int) -> None:
    (request,) = await measure(SYMBOLS[:count])
    assert estimate_prompt_tokens(request) <= most


class TestLearnt:
    def test_one_case_is_told_as_one_and_without_its_count(self) -> None:
        asked = decision_request(retrieved=RetrievalResult(reflections=(reflected("IBM", cases=9),)))
        assert of_ibm(asked)["learnt"] == [
            "learnt1: increase, did not come true; wrong: above_sma200; one case, no lesson"
        ]
        assert starting_with("ibm.learnt1.", asked) == {
            "date": "2013-01-31",
            "settled": "2013-03-01",
            "ahead_of_market": "−2.5 %",
        }

    def test_from_ten_cases_on_it_is_told_as_a_lesson(self) -> None:
        asked = decision_request(retrieved=RetrievalResult(reflections=(reflected("IBM", cases=10),)))
        assert of_ibm(asked)["learnt"][0].endswith("; a lesson of all such cases")
        figures = starting_with("ibm.learnt1.", asked)
        assert (figures["cases"], figures["cases_come_true"]) == ("10", "4")

    def test_a_models_words_stand_in_place_of_the_codes_with_references_to_the_facts_told(self) -> None:
        learnt = reflected("IBM", cases=9)
        words = ReflectionWords("It ended {outcome.ahead_of_market~}, one of {outcome.cases}.", Language.ENGLISH)
        learnt = replace(learnt, reflection=replace(learnt.reflection, words=words))
        asked = decision_request(retrieved=RetrievalResult(reflections=(learnt,)))
        (line,) = of_ibm(asked)["learnt"]
        assert "by a model: It ended {ibm.learnt1.ahead_of_market}, one of {ibm.learnt1.cases}.; one case" in line
        assert "above_sma200" not in line
        assert starting_with("ibm.learnt1.", asked)["cases"] == "9"

    def test_similar_cases_of_other_shares_are_told_apart(self) -> None:
        asked = decision_request(retrieved=RetrievalResult(reflections=(reflected("GOOG", cases=1),)))
        assert "learnt" not in of_ibm(asked)
        assert told(asked)["similar"] == [
            "learnt1: GOOG increase, did not come true; wrong: above_sma200; one case, no lesson"
        ]


def reflected(symbol: str, *, cases: int) -> ToldReflection:
    decision = make_decision()
    proposal = replace(decision.proposal, symbol=symbol, price_as_of=CLOSE)
    reflection = Reflection(
        key=decision.key,
        account_id=decision.account_id,
        symbol=symbol,
        settled_as_of=CLOSE + timedelta(days=29),
        came_true=False,
        excess_percent=D("-2.5"),
        right=(),
        wrong=(0,),
        cases=cases,
        cases_come_true=min(4, cases - 1),
    )
    return ToldReflection(reflection, replace(decision, proposal=proposal))
