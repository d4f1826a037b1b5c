"""What was said before is shown with every engine's answer, with and without a model, and changes no size or limit."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.agents.cached_model import cache_key
from bot.domain.conversation.blocks import Quotation, Quotations
from bot.domain.conversation.replies import Reply
from bot.domain.memory.episodes import EpisodeKind
from bot.domain.memory.recall import RecallPolicy, RecallScope
from bot.domain.models.requests import ModelRequest
from bot.domain.text.locale import Language
from tests.fakes.core import Talk, sentence
from tests.fakes.core_with_model import talk_with_model
from tests.fakes.decision_requests import dual_engine
from tests.fakes.dual_answers import data_in, script, texts_of
from tests.fakes.model import FakeModel, by_purpose, models

pytestmark = pytest.mark.virtual_time

SAID = "Google looks stretched to me above $700, I would not buy more than 2 shares of GOOG"
SAID_IN_CHINESE = "谷歌 GOOG 太贵了，涨得太快，我觉得最多买两股"
ASKED = ["analyze GOOG", "should I buy GOOG?", "what if GOOG looks stretched and falls by 10%?"]
INTENT = json.dumps({"intent": "UNKNOWN", "confidence": 0.9, "reason": "talk"})


def quotations(reply: Reply) -> list[Quotation]:
    blocks = [*reply.answer.blocks, *reply.answer.details]
    return [quotation for block in blocks if isinstance(block, Quotations) for quotation in block.items]


async def bob_says(talk: Talk, text: str) -> None:
    """Have Bob tell something in another thread of the channel, which Parley answers."""
    await talk.say("bob", text, thread="bob's")


def sizes(reply: Reply) -> list[tuple[str, str, str]]:
    proposals = [each.proposal for each in reply.answer.decisions]
    return [(each.symbol, each.action.value, str(each.target_cash_amount)) for each in proposals]


def with_model() -> tuple[Talk, FakeModel]:
    """Return a workspace in which a model comments and talks, and the rules decide."""
    model = FakeModel(by_purpose(prose="Well.", intent=INTENT))
    return talk_with_model(model).talk, model


def decided_by_model() -> tuple[Talk, FakeModel]:
    """Return a workspace in which a model decides."""
    client, model = models(script)
    return Talk(engines=(dual_engine(client),)), model


def recalled_in(request: ModelRequest) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = data_in(texts_of(request)).get("conversation", {}).get("recalled", [])
    return told


class TestWithoutAModel:
    @pytest.mark.parametrize("asked", ASKED)
    async def test_shown_with_who_said_it_and_when(self, talk: Talk, asked: str) -> None:
        await bob_says(talk, SAID)
        reply = await talk.say("ann", asked)
        (quotation,) = (each for each in quotations(reply) if each.by == "Bob")
        assert quotation.at == "2026-11-02"
        assert quotation.text.startswith("Google looks stretched")
        assert quotation.link == reply.answer.sources[0].link
        assert reply.answer.sources[0].by[0] == "Bob"

    async def test_shown_in_chinese(self, talk: Talk) -> None:
        await bob_says(talk, SAID_IN_CHINESE)
        reply = await talk.say("ann", "分析谷歌")
        assert [each.by for each in quotations(reply)] == ["Bob"]
        assert sentence("recall-said-before", Language.CHINESE) in str(reply.answer.details)

    async def test_why_is_answered_with_it(self, talk: Talk) -> None:
        await bob_says(talk, SAID)
        await talk.proposed()
        reply = await talk.say("ann", "why google?")
        assert "Bob" in {each.by for each in quotations(reply)}

    async def test_small_talk_is_about_no_share_that_was_talked_of(self, talk: Talk) -> None:
        await bob_says(talk, SAID)
        await talk.say("ann", "analyze GOOG")
        assert not quotations(await talk.say("ann", "thank you"))

    @pytest.mark.parametrize("asked", ["why did we not buy Apple?", "should I buy AAPL?"])
    async def test_what_was_asked_of_another_share_and_decisions_are_left_out(self, talk: Talk, asked: str) -> None:
        await talk.say("ann", "buy 5 IBM", thread="ann's")
        assert quotations(await talk.say("bob", asked)) == []

    async def test_decision_of_the_same_share_is_not_quoted_in_its_codes(self, talk: Talk) -> None:
        await talk.say("ann", "buy 5 IBM", thread="ann's")
        shown = [each.text for each in quotations(await talk.say("bob", "analyze IBM"))]
        assert not [each for each in shown if "above_sma200" in each]

    async def test_all_that_was_recalled_is_a_source_also_what_is_not_quoted(self, talk: Talk) -> None:
        for why in ("mainframes shrink", "debt grows fast", "the cloud came late"):
            await talk.say("Bob", f"IBM worries me because {why}", thread=why)
        await talk.say("ann", "buy 5 IBM", thread="ann's")

        reply = await talk.say("ann", "analyze IBM, it worries me", thread="ann's other")

        assert len({each.episode for each in reply.answer.sources}) == len(reply.answer.sources) == 5
        assert len(quotations(reply)) == 3
        kinds = [talk.memory.state.episodes[each.episode].kind for each in reply.answer.sources]
        assert kinds.count(EpisodeKind.DECISION) == 1

    async def test_sizes_are_as_if_nothing_had_been_said(self, talk: Talk) -> None:
        without = await Talk().say("ann", "should I buy GOOG?")
        await bob_says(talk, SAID)
        reply = await talk.say("ann", "should I buy GOOG?")
        assert quotations(reply)
        assert sizes(reply) == sizes(without)
        talk.check_invariants()

    async def test_nothing_of_another_conversation_where_the_policy_forbids_it(self) -> None:
        talk = Talk()
        talk = Talk(replace(talk.policy, recall=RecallPolicy(scope=RecallScope.CONVERSATION)))
        await bob_says(talk, SAID)
        assert not quotations(await talk.say("ann", "analyze GOOG"))


class TestWithAModel:
    @pytest.mark.parametrize("asked", [ASKED[0], ASKED[2], "tell me whether google looks stretched, in general"])
    async def test_told_and_shown_with_who_said_it_and_when(self, asked: str) -> None:
        talk, model = with_model()
        await bob_says(talk, SAID)
        reply = await talk.say("ann", asked)
        told = [each for request in model.requests[1:] for each in recalled_in(request)]
        assert any(each["text"].startswith("Bob: Google looks stretched") for each in told)
        assert {each["at"] for each in told} == {"2026-11-02"}
        assert "Bob" in {each.by for each in quotations(reply)}

    async def test_the_deciding_model_gets_its_figures_as_facts_with_ids(self) -> None:
        talk, model = decided_by_model()
        await bob_says(talk, SAID)
        await talk.say("ann", "should I buy GOOG?")
        (told,) = (each for each in recalled_in(model.requests[-1]) if each["text"].startswith("Bob:"))
        assert told["at"] == "2026-11-02"
        assert "$700" in told["figures"].values()
        reply = await talk.say("cid", "should I buy GOOG?", thread="cid's")
        assert "Bob" in {each.by for each in quotations(reply)}

    async def test_sizes_are_as_if_nothing_had_been_said(self) -> None:
        (talk, _), (other, _) = decided_by_model(), decided_by_model()
        without = await other.say("ann", "should I buy GOOG?")
        await bob_says(talk, SAID)
        assert sizes(await talk.say("ann", "should I buy GOOG?")) == sizes(without)


class TestSameQuestionElsewhere:
    @pytest.mark.parametrize("asked", ["compare AAPL and IBM", "分析谷歌"])
    async def test_its_prompt_is_the_same_in_every_thread_and_for_everybody(self, asked: str) -> None:
        talk, model = with_model()
        for number, name in enumerate(["ann", "bob", "cid", "ann"]):
            await talk.say(name, asked, thread=f"t{number}")
        assert len({cache_key(request, provider="any") for request in model.requests}) == 1

    async def test_what_was_said_since_is_told_in_each(self) -> None:
        talk, model = with_model()
        await talk.say("ann", "analyze GOOG", thread="before")
        await bob_says(talk, SAID)
        model.requests.clear()
        for name in ("ann", "cid"):
            await talk.say(name, "Analyze GOOG!", thread=f"{name}'s")
        assert all("Bob: Google looks stretched" in str(recalled_in(request)) for request in model.requests)
        assert len({cache_key(request, provider="any") for request in model.requests}) == 1

    async def test_the_question_itself_is_not_quoted(self, talk: Talk) -> None:
        await talk.say("bob", "analyze GOOG", thread="bob's")
        assert not quotations(await talk.say("ann", "Analyze GOOG"))
        assert not quotations(await talk.say("ann", "how is GOOG doing?", thread="other"))  # it was an order
