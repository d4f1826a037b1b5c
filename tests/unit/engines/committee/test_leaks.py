"""What must not get from one place to another: debates into the fusion state, analysts' sources into debates, one
conversation or workspace into another's prompts, speakers' names before a judge, wrong figures among the facts."""

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from bot.domain.committee.analysts import Analyst
from bot.domain.committee.debate import Speaker
from bot.domain.committee.fusion import FusionState
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.ids import TenantId
from bot.domain.models.requests import Caller, ModelRequest
from bot.domain.text.emphasis import UNCHECKED
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import DecisionResult
from bot.model_errors import ModelError, ModelTimeoutError
from bot.presentation.decisions.committee import CommitteePresenter
from bot.presentation.decisions.committee_details import CommitteeDetails
from db.codec import encode
from tests.fakes.committees import Said, answers, committee, member, sample_request, told, usual
from tests.fakes.core import SAY
from tests.fakes.market import portfolio
from tests.fakes.model import FakeModel
from tests.unit.domain.memory.messages import overheard, said

pytestmark = pytest.mark.virtual_time

SECRET = "xylophone"  # noqa: S105 - a word that nothing else has


async def request_on(symbol: str = "GOOG", **changes: Any) -> DecisionRequest:  # noqa: ANN401 - any field
    return await sample_request(symbol, portfolio=portfolio(), **changes)


async def decided(
    change: Callable[[str, ModelRequest], Said] = lambda *_: None,
    **changes: Any,  # noqa: ANN401 - of the request
) -> tuple[DecisionResult, FakeModel]:
    model = FakeModel(answers(change))
    return await committee(model).decide(await request_on(**changes)), model


def of_member(model: FakeModel, name: str) -> list[ModelRequest]:
    return [request for request in model.requests if member(request) == name]


class TestFusionState:
    async def test_no_word_of_a_debate_is_in_it(self) -> None:
        result, _ = await decided(
            lambda name, _: {"points": [f"The {SECRET} speaks for it."]} if name == "debate" else None
        )
        assert any(SECRET in message.text for message in result.discussion)  # it was said
        assert SECRET not in json.dumps(encode(result.fusion))

    async def test_nothing_private_of_an_analyst_is_in_it_but_what_its_report_refers_to(self) -> None:
        quiet = {"for": ["It looks {goog.rsi14} strong."], "against": []}
        result, model = await decided(
            lambda name, request: (
                (quiet if "the market analyst" in request.messages[0].text else {"for": ["Fine."], "against": []})
                if name == "analyst"
                else {"for": [], "against": [], "points": [], "ask": ""}
            )
        )
        private = {
            f"{name}.{fact}"
            for request in of_member(model, "analyst")
            for name, facts in told(request)["facts"].items()
            if isinstance(facts, dict)
            for fact in facts
        }
        kept = json.dumps(encode(result.fusion))
        assert len(private) > 20
        assert {fact for fact in private if f'"{fact}"' in kept} == {"goog.rsi14"}


class TestPrompts:
    async def test_an_analyst_is_told_its_own_source_and_nothing_of_people_or_the_account(self) -> None:
        window = (said(f"The {SECRET} trend breaks"),)
        _, model = await decided(context=ConversationContext(window=window), text=f"{SECRET}?")
        sources = [told(request)["facts"] for request in of_member(model, "analyst")]
        assert len({json.dumps(each) for each in sources}) > 1
        for request in of_member(model, "analyst"):
            assert SECRET not in request.messages[1].text
            assert "account" not in told(request)["facts"]
        close = [("close" in facts.get("goog", {})) for facts in sources]
        assert close.count(True) == 1  # the market analyst's alone

    async def test_what_people_say_is_told_to_the_research_judge_alone(self) -> None:
        context = ConversationContext(window=(said(f"The {SECRET} trend breaks"),), overheard=(overheard(SECRET),))
        _, model = await decided(context=context)
        heard = [request for request in model.requests if SECRET in request.messages[1].text]
        assert heard == of_member(model, "research_judge")

    async def test_two_conversations_of_two_workspaces_at_once_then_nothing_of_one_is_told_to_the_other(self) -> None:
        model = FakeModel(usual)
        engine = committee(model)
        words = ("marimba", "bassoon")
        tenants = [TenantId(UUID(int=number)) for number in (11, 12)]
        requests = [
            await request_on(
                symbol,
                caller=Caller(tenant_id=tenant),
                context=ConversationContext(window=(said(f"{word} trend breaks", author=word),)),
                text=f"is {word} right?",
            )
            for word, tenant, symbol in zip(words, tenants, ("GOOG", "GOOG"), strict=True)
        ]
        poorer = replace(requests[1], portfolio=portfolio(cash=54_321))
        first, second = await asyncio.gather(engine.decide(requests[0]), engine.decide(poorer))
        for request in model.requests:
            own = tenants.index(request.caller.tenant_id)
            assert words[1 - own] not in request.messages[1].text
            assert ("54,321" in request.messages[1].text) <= (own == 1)
        for result, other in ((first, words[1]), (second, words[0])):
            assert other not in json.dumps(encode(result.fusion))
            assert other not in "".join(message.text for message in result.discussion)


class TestJudges:
    @pytest.mark.parametrize("silent", [(), ("debate",)], ids=["by a model", "by rules"])
    async def test_they_see_neither_who_spoke_nor_by_which_model(self, silent: tuple[str, ...]) -> None:
        _, model = await decided(lambda name, _: ModelTimeoutError() if name in silent else None)
        names = "|".join((*Speaker, "fake-main", "fake-light"))
        for judge in ("research_judge", "risk_judge"):
            for request in of_member(model, judge):
                seen = told(request)
                assert seen["speeches"]
                words = re.sub(r"{[^{}]*}", "", json.dumps(seen["speeches"]))  # ids of the three sizes have their names
                assert not re.search(rf"\b({names})\b", words, re.IGNORECASE)
                sizes = {"risk"} if judge == "risk_judge" else set()  # have names, which are no speakers
                facts = {group: each for group, each in seen["facts"].items() if group not in sizes}
                assert not re.search(rf"\b({names})\b", json.dumps(facts), re.IGNORECASE)

    async def test_the_order_depends_on_the_words_alone(self) -> None:
        def swapped(name: str, request: ModelRequest) -> dict[str, Any] | None:
            if name != "debate" or "research debate" not in request.messages[0].text:
                return None
            is_bull = "Argue for buying" in request.messages[0].text
            return {"points": ["Red."] if is_bull == swapped_sides else ["Green."], "ask": ""}

        seen = []
        for each in (True, False):
            swapped_sides = each
            _, model = await decided(swapped)
            seen.append(told(of_member(model, "research_judge")[0])["speeches"])
        assert seen[0] == seen[1]


class TestLyingAnalyst:
    LIE = "It trades at $999.99, a record."

    async def test_a_wrong_number_is_marked_and_stays_so_whoever_repeats_it(self) -> None:
        def lie(name: str, request: ModelRequest) -> dict[str, Any] | None:
            if name == "analyst":
                return {"for": [self.LIE], "against": []} if "the market analyst" in request.messages[0].text else None
            points = [repeated for repeated in found_in(told(request)) if "999.99" in repeated] or [self.LIE]
            return {"points": points, "for": points, "against": []} if name != "risk_judge" else {"reasons": points}

        result, model = await decided(lie)
        fusion = result.fusion[0]
        for request in model.requests:
            assert "999.99" not in json.dumps(told(request)["facts"])  # it never becomes a fact
            for text in found_in(told(request)):
                assert "999.99" not in text or "999.99 [unchecked]" in text
        for reasons in (
            fusion.reports[0].points,
            fusion.research_summary.points_for if fusion.research_summary else (),
            fusion.risk_summary.reasons if fusion.risk_summary else (),
        ):
            repeated = [each.words["text"] for each in reasons if "999.99" in each.words["text"]]
            assert set(repeated) == {f"It trades at $999.99{UNCHECKED}, a record."}
        assert_marked(fusion, result)

    async def test_an_id_that_does_not_exist_is_no_figure(self) -> None:
        wrong = {"for": ["It trades at {goog.no_such_price} now."], "against": []}
        result, _ = await decided(lambda name, _: wrong if name == "analyst" else None)
        for report in result.fusion[0].reports:
            for point in report.points:
                assert "no_such_price" not in point.words.get("text", "")
                assert point.facts == ()


class TestMissingAnalyst:
    @pytest.mark.parametrize("analyst", [Analyst.MARKET, Analyst.NEWS, Analyst.FUNDAMENTALS])
    @pytest.mark.parametrize("fault", [ModelTimeoutError(), "garbled"], ids=["fails", "garbled"])
    async def test_the_answer_comes_and_names_it_on_the_card_and_in_its_report(
        self, analyst: Analyst, fault: ModelError | str
    ) -> None:
        def broken(name: str, request: ModelRequest) -> dict[str, Any] | ModelError | None:
            is_it = name == "analyst" and f"the {analyst} analyst" in request.messages[0].text
            return (fault if isinstance(fault, ModelError) else {"lean": "very"}) if is_it else None

        result, _ = await decided(broken)
        fusion = result.fusion[0]
        assert fusion.without_answer == (analyst,)
        assert fusion.research_summary is not None
        assert fusion.research_summary.by_model
        for locale in (Locale(Language.ENGLISH), Locale(Language.CHINESE)):
            name = SAY.render_code(locale, "agent", analyst)
            lines = list(CommitteePresenter(SAY).lines(locale, fusion, result.proposals[0]))
            assert any(name in line for line in lines[-1:])


def found_in(data: object) -> list[str]:
    """Return all texts in the data of a request but its facts."""
    if isinstance(data, str):
        return [data]
    if isinstance(data, dict):
        return [text for name, each in data.items() if name != "facts" for text in found_in(each)]
    return [text for each in data for text in found_in(each)] if isinstance(data, list) else []


def assert_marked(fusion: FusionState, result: DecisionResult) -> None:
    """Check that a reader sees the figure with the mark, on the card and among the details, in both languages."""
    for locale in (Locale(Language.ENGLISH), Locale(Language.CHINESE)):
        mark = SAY.render(locale, "unchecked-mark").strip()
        lines = [
            line for line in CommitteePresenter(SAY).lines(locale, fusion, result.proposals[0]) if "999.99" in line
        ]
        assert lines
        assert all(re.search(rf"999\.99\W*{re.escape(mark)}", line) for line in lines)
        details = json.dumps([encode(block) for block in CommitteeDetails(SAY).blocks(locale, fusion)])
        assert "999.99" in details
