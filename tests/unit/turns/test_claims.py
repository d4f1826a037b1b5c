"""Arguing with the rules' view: what the figures say, what they count, and that nothing is ordered by it."""

import pytest

from bot.domain.conversation.blocks import Card
from bot.domain.conversation.replies import Reply
from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, button, sentence, text_of
from tests.unit.reading import sample_figures as s

VIEWS = {"AAPL": "score −0.45", "FB": "score +0.08", "GOOG": "score +0.65", "IBM": "score +0.47", "MSFT": "score −0.22"}


def away(symbol: str, sessions: int) -> str:
    return s.percent(s.close(symbol) / s.average(symbol, sessions) - 1, signed=False)


async def said_after(talk: Talk, before: str, text: str) -> str:
    await talk.say("ann", before)
    return (await talk.say("ann", text)).answer.brief


@pytest.mark.parametrize("symbol", VIEWS)
async def test_a_topic_changes_no_view(talk: Talk, symbol: str) -> None:
    brief = await said_after(talk, f"analyze {symbol}", "but their management is weak")
    assert brief.endswith(f"{VIEWS[symbol]}.")


async def test_the_same_point_again_is_never_the_same_card(talk: Talk) -> None:
    first = await talk.say("ann", "thoughts on apple")
    for text in ("margins are shrinking though", "可是毛利在降", "but it's overvalued"):
        reply = await talk.say("ann", text)
        assert not [block for block in reply.answer.blocks if isinstance(block, Card)]
        assert reply.answer.brief != first.answer.brief


class TestBelowACard:
    async def test_it_stays_as_it_is_and_a_yes_is_asked_about(self, talk: Talk) -> None:
        await talk.say("ann", "buy 5 IBM")
        reply = await talk.say("ann", "but the pe is over 20")
        assert "Still pending: buy 5 IBM" in reply.answer.brief
        asked = await talk.say("ann", "yes")
        assert talk.orders_carried_out == 0
        assert [(each.version, each.status) for each in talk.decisions()] == [(1, DecisionStatus.PROPOSED)]
        await talk.press("ann", button(asked, "confirm"))
        assert talk.orders_carried_out == 1

    @pytest.mark.parametrize(
        "text", ["ok but margins are shrinking", "yes but the pe is only 10", "sure but it's risky"]
    )
    async def test_what_begins_like_a_yes_confirms_nothing(self, talk: Talk, text: str) -> None:
        await talk.say("ann", "buy 5 IBM")
        reply = await talk.say("ann", text)
        assert reply.intent == "FOLLOWUP"
        assert talk.orders_carried_out == 0

    async def test_no_it_is_too_expensive_declines_it_as_before(self, talk: Talk) -> None:
        await talk.say("ann", "buy 5 IBM")
        assert (await talk.say("ann", "no, too expensive")).intent != "FOLLOWUP"


async def test_where_a_committee_ruled_it_hears_the_point(talk: Talk) -> None:
    await talk.say("ann", "/analyze AAPL deep")
    reply: Reply = await talk.say("bob", "the ceo just quit")
    assert "Bob’s point is noted in the debate" in text_of(reply)


async def test_two_lines_and_the_topic_stays(talk: Talk) -> None:
    await talk.say("ann", "analyze AAPL")
    reply = await talk.say("ann", "what is a stop loss")
    assert reply.answer.brief == f"{sentence('glossary-stop')}\n{sentence('glossary-use-stop')}"
    assert not reply.answer.details
    assert (await talk.say("ann", "what if it falls 10 %")).answer.symbols == ("AAPL",)
