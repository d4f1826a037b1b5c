"""Conversations after which exactly the orders that were meant are on cards: nothing unasked, nothing replaced."""

import pytest

from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Action, DecisionStatus
from tests.fakes.core import Talk, sentence, text_of

NOTHING: tuple[str, ...] = ()


STOPS = (
    (("买100股FB 然后30块止损",), "100 at 30"),
    (("buy 100 FB, stop loss 29 dollars",), "100 at 29"),
    (("buy 100 FB and risk 30 dollars",), "12 at 28.61"),
    (("buy 100 FB and risk 30 dollars", "no i mean stop at 30"), "100 at 30"),
    (("买100股FB，最多亏30块", "我是说止损价30块，不是亏30"), "100 at 30"),
)


def open_orders(talk: Talk) -> tuple[str, ...]:
    """Return the proposed trades, oldest first: "buy 5 GOOG"."""
    proposed = [each for each in talk.decisions() if each.status is DecisionStatus.PROPOSED]
    return tuple(
        f"{each.proposal.side} {each.proposal.shares} {each.proposal.symbol}"
        for each in proposed
        if each.proposal.action is not Action.HOLD
    )


async def say_all(talk: Talk, lines: tuple[str, ...]) -> str:
    """Say the lines; return the text of the last answer."""
    for line in lines[:-1]:
        await talk.say("ann", line)
    return text_of(await talk.say("ann", lines[-1]))


@pytest.mark.parametrize(("lines", "expected"), STOPS, ids=str)
async def test_an_amount_is_a_stop_near_the_price_and_else_what_may_be_lost(
    talk: Talk, lines: tuple[str, ...], expected: str
) -> None:
    await say_all(talk, lines)
    (proposal,) = [each.proposal for each in talk.decisions() if each.status is DecisionStatus.PROPOSED]
    assert f"{proposal.shares} at {proposal.stop_price}" == expected


PAUSED = ("hold off for now", "先别买，我考虑一下", "not today thanks")
NEITHER = ("I don't want to buy IBM, I want to buy MSFT", "I don't agree", "never mind the price, why IBM?")


@pytest.mark.parametrize("text", PAUSED)
async def test_when_put_off_then_it_waits_and_yes_is_read_back(talk: Talk, text: str) -> None:
    reply = await say_all(talk, ("buy 5 IBM", text))
    assert any(reply.startswith(sentence("confirm-paused", each, names="")[:3]) for each in Language)
    await talk.say("ann", "yes")
    assert open_orders(talk) == ("buy 5 IBM",)


@pytest.mark.parametrize("text", NEITHER)
async def test_when_more_is_said_then_not_cancelled(talk: Talk, text: str) -> None:
    await say_all(talk, ("buy 5 IBM", text))
    assert DecisionStatus.CANCELLED not in {each.status for each in talk.decisions()}


async def test_when_plainly_no_confirmation_then_that_is_not_said(talk: Talk) -> None:
    text = await say_all(talk, ("buy 5 IBM", "blue is my favourite colour"))
    assert sentence("not-understood-pending") not in text
    assert "Still pending: buy 5 IBM" in text or sentence("not-understood-open") in text


class TestLimits:
    RULES = ("never put more than 10% into one stock", "my limit is $2,000 per trade")

    @pytest.mark.parametrize(
        ("words", "left"),
        [
            ("drop the $2,000 rule again", "10 %"),
            ("把那个一成的限制取消掉", "$2,000"),
        ],
    )
    async def test_when_named_by_its_number_then_that_one_ends(self, talk: Talk, words: str, left: str) -> None:
        await say_all(talk, (*self.RULES, words))
        listed = await say_all(talk, ("What rules are you currently following for us?",))
        assert left in listed
        assert "2. " not in listed.partition("“")[0]


@pytest.mark.parametrize(
    "text", ["sell 5 IBM, wait, 2 days late", "sell 5 IBM, sorry, 10 minutes late", "卖5股IBM，等等，3天后有财报"]
)
async def test_a_number_that_counts_something_else_takes_no_size_back(talk: Talk, text: str) -> None:
    await talk.press("ann", (await talk.say("ann", "buy 20 IBM")).answer.buttons[0].id)
    reply = await talk.say("ann", text)
    assert [each.proposal.shares for each in reply.answer.decisions] in ([], [5])


@pytest.mark.parametrize("text", ["do it, but with ibm instead", "ok scrap it, buy some ibm instead"])
async def test_another_share_instead_takes_the_place_at_the_same_size(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 9 goog")
    (decision,) = (await talk.say("ann", text)).answer.decisions
    assert (decision.proposal.symbol, int(decision.proposal.shares)) == ("IBM", 9)
    assert [each.status.value for each in talk.decisions() if each.proposal.symbol == "GOOG"] == ["superseded"]


async def test_why_of_a_decision_elsewhere_has_no_buttons(talk: Talk) -> None:
    await talk.say("ann", "buy 5 IBM", thread="one")
    reply = await talk.say("ann", "why did we buy IBM?", thread="two")
    assert {each.id.partition(":")[0] for each in reply.answer.buttons} == {"details"}
    assert "pending in another conversation" in reply.answer.brief


@pytest.mark.parametrize("text", ["buy IBM and AAPL for $5000 in total", "buy GOOG and IBM for $5000 total"])
async def test_a_size_for_several_together_is_asked_about(talk: Talk, text: str) -> None:
    assert not (await talk.say("ann", text)).answer.decisions


UNDO = ("undo that last trade", "please reverse it", "撤回刚才那笔", "麻烦撤回刚才那笔交易")


@pytest.mark.parametrize("text", UNDO)
async def test_when_only_a_card_can_be_undone_then_it_stays_and_the_way_is_said(talk: Talk, text: str) -> None:
    said = await say_all(talk, ("buy 5 IBM", text))
    assert any(sentence("undo-pending", each, what="", symbol="IBM")[-12:] in said for each in Language)
    assert open_orders(talk) == ("buy 5 IBM",)
    await talk.say("ann", "yes")
    assert talk.orders_carried_out == 0


@pytest.mark.parametrize("text", ["can we put 50% of the account in google?", "买50%仓位的谷歌行不行"])
async def test_a_size_that_is_asked_about_is_cut_then_the_card_says_so(talk: Talk, text: str) -> None:
    reply = await talk.say("ann", text)
    assert len(reply.answer.decisions) == 1
    assert sentence("card-size-cut", reply.language, named=66, why="").strip() in reply.answer.brief
