"""Corrections of a pending proposal: each amends or replaces it, or says that it did not."""

from decimal import Decimal

import pytest

from bot.domain.text.locale import Language
from bot.domain.trading.decisions import DecisionStatus, Proposal
from bot.domain.trading.execution.orders import Side
from tests.fakes.core import Talk, sentence, text_of

D = Decimal

SHARES = (
    ("buy 50 IBM", "wrong stock, I meant MSFT", "MSFT", 50),
    ("buy 50 IBM", "no, microsoft", "MSFT", 50),
    ("buy 10 IBM", "actually forget IBM, buy 20 MSFT instead", "MSFT", 20),
    ("buy 10 IBM", "buy 20 MSFT instead", "MSFT", 20),
    ("buy 10 IBM", "make it FB instead", "FB", 10),
    ("买入10股IBM", "换成微软吧", "MSFT", 10),
    ("买入10股IBM", "改成买脸书", "FB", 10),
    ("买入10股IBM", "不要IBM了，改买20股微软", "MSFT", 20),
)
VAGUE = ("a bit less", "少一点", "多买点", "50股太多", "看错了", "wrong")


def pending(talk: Talk) -> list[tuple[str, D]]:
    return [(d.proposal.symbol, d.proposal.shares) for d in talk.decisions() if d.status is DecisionStatus.PROPOSED]


@pytest.mark.parametrize(("order", "correction", "symbol", "shares"), SHARES)
async def test_another_share_then_it_replaces_the_one_before(
    talk: Talk, order: str, correction: str, symbol: str, shares: int
) -> None:
    await talk.say("ann", order)
    reply = await talk.say("ann", correction)
    assert pending(talk) == [(symbol, D(shares))]
    assert [d.status for d in talk.decisions() if d.proposal.symbol == "IBM"] == [DecisionStatus.SUPERSEDED]
    assert "It replaces: " in text_of(reply) or "取代" in text_of(reply)


@pytest.mark.parametrize("correction", ["actually forget IBM, buy 20 MSFT instead", "not IBM, 20 MSFT"])
async def test_another_share_beside_a_second_card_then_it_replaces_the_one_that_is_named(
    talk: Talk, correction: str
) -> None:
    for line in ("buy 3 GOOG", "buy 10 IBM", correction):
        await talk.say("ann", line)
    assert sorted(pending(talk)) == [("GOOG", D(3)), ("MSFT", D(20))]


@pytest.mark.parametrize("text", VAGUE)
async def test_without_a_number_then_asked_and_nothing_changes(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 50 IBM")
    reply = await talk.say("ann", text)
    assert pending(talk) == [("IBM", D(50))]
    assert text_of(reply).startswith(("How much shall it be?", "改成多少？"))
    assert len(talk.decisions()) == 1


@pytest.mark.parametrize("text", ["make it 10", "改成10股"])
async def test_nothing_is_pending_then_buttons_for_orders_of_that_size_and_no_card(talk: Talk, text: str) -> None:
    await talk.say("ann", "price of IBM")
    reply = await talk.say("ann", text)
    assert text_of(reply).startswith(tuple(sentence("amend-nothing", language=each) for each in Language))
    assert not talk.decisions()
    assert len(reply.answer.buttons) == 2  # to buy, or none
    await talk.press("ann", reply.answer.buttons[0].id)
    await talk.answer_next()
    assert pending(talk) == [("IBM", D(10))]


@pytest.mark.parametrize("text", ["no, sell", "sell instead", "改成卖", "是卖不是买"])
async def test_the_other_side_was_meant_then_the_same_size_on_that_side(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 10 FB")
    await talk.say("ann", "yes")
    await talk.say("ann", "buy 3 FB")
    await talk.say("ann", text)
    (card,) = (d.proposal for d in talk.decisions() if d.status is DecisionStatus.PROPOSED)
    assert (card.side, card.shares) == (Side.SELL, D(3))


async def test_another_share_was_asked_about_then_ones_own_proposal_is_corrected(talk: Talk) -> None:
    await talk.say("lea", "buy 50 IBM")
    await talk.say("max", "analyze google")
    await talk.say("lea", "make it 5")
    assert pending(talk) == [("IBM", D(5))]


@pytest.mark.parametrize("text", ["should I sell IBM?", "trim IBM a little", "要不要卖IBM？"])
async def test_asked_or_only_a_part_then_the_engine_sizes(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 30 IBM")
    await talk.say("ann", "yes")
    await talk.say("ann", text)
    assert pending(talk) != [("IBM", D(30))]


async def test_position_changed_since_then_asks_again(talk: Talk) -> None:
    cards = [await talk.say("ann", "buy 5 IBM", thread=name) for name in ("one", "two")]
    await talk.say("ann", "yes", thread="one")
    reply = await talk.say("ann", "yes", thread="two")
    assert "you hold 5 now, and would hold 10 after it" in text_of(reply)
    assert talk.orders_carried_out == 1
    assert "bought 5 IBM" in text_of(await talk.say("ann", "yes", thread="two"))
    assert len(cards) == 2


@pytest.mark.parametrize(
    ("text", "side", "shares"),
    [
        ("increase it to 5 shares", Side.BUY, 2),
        ("raise it to $1,000", Side.BUY, 1),
        ("reduce it to $300", Side.SELL, 2),
        ("减到2股", Side.SELL, 1),
        ("buy another 5", Side.BUY, 5),
        ("take IBM up to 5 % of the book", Side.BUY, 21),
    ],
)
async def test_what_a_position_shall_come_to_then_the_difference(
    talk: Talk, text: str, side: Side, shares: int
) -> None:
    await talk.say("ann", "buy 3 IBM")
    await talk.say("ann", "yes")
    await talk.say("ann", text)
    (card,) = (d.proposal for d in talk.decisions() if d.status is DecisionStatus.PROPOSED)
    assert (card.side, card.shares) == (side, D(shares))


@pytest.mark.parametrize("text", ["buy 100000 shares of IBM", "buy $2,000,000 of IBM", "买入100000股IBM"])
async def test_size_that_cannot_be_had_then_said_in_the_first_lines(talk: Talk, text: str) -> None:
    await talk.say("ann", "how is FB?")
    reply = await talk.say("ann", text)
    assert reply.answer.brief.split("\n")[2].startswith(("Cut from ", "由 "))
    assert pending(talk) == [("IBM", D(443))]


@pytest.mark.parametrize("text", ["increase my MSFT position by 50%", "微软加仓50%"])
async def test_part_of_nothing_then_asked(talk: Talk, text: str) -> None:
    await talk.say("ann", "how is FB?")
    reply = await talk.say("ann", text)
    assert text_of(reply).startswith(("A part of what?", "是什么的一部分？"))
    assert talk.decisions() == []


OTHER_ONE = (
    "no, the other one",
    "not this one, the other",
    "wrong one",
    "不是这个，另一个",
    "不对，是另外那只",
    "不是那个",
)


@pytest.mark.parametrize("text", OTHER_ONE)
async def test_the_other_one_with_one_card_then_the_other_shares_are_named(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 10 AAPL")
    said = text_of(await talk.say("ann", text))
    assert all(symbol in said for symbol in ("GOOG", "IBM", "MSFT"))
    assert [(d.proposal.symbol, d.status) for d in talk.decisions()] == [("AAPL", DecisionStatus.PROPOSED)]


@pytest.mark.parametrize("text", OTHER_ONE)
async def test_the_other_one_with_two_cards_then_both_are_named_with_their_buttons(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 10 AAPL and 3 IBM")
    reply = await talk.say("ann", text)
    assert all(symbol in text_of(reply) for symbol in ("10", "AAPL", "3", "IBM"))
    assert {d.proposal.symbol for d in reply.answer.decisions} == {"AAPL", "IBM"}
    assert [d.status for d in talk.decisions()] == [DecisionStatus.PROPOSED] * 2


@pytest.mark.parametrize(("order", "number"), [("buy 200 of FB", "5"), ("买入FB 200", "8")])
async def test_a_bare_number_while_a_unit_is_asked_for_then_nothing_changes(
    talk: Talk, order: str, number: str
) -> None:
    await talk.say("ann", "buy 10 IBM")
    await talk.say("ann", order)
    await talk.say("ann", number)
    assert [(d.proposal.symbol, d.proposal.shares) for d in talk.decisions()] == [("IBM", D(10))]


async def proposed(talk: Talk, text: str) -> Proposal:
    (decision,) = (await talk.say("ann", text)).answer.decisions
    return decision.proposal


class TestAStopAlone:
    async def test_when_the_model_chose_the_size_then_it_stays_and_nobody_is_said_to_have_named_it(
        self, talk: Talk
    ) -> None:
        before = await proposed(talk, "should I buy google? at most $3,000")
        p = await proposed(talk, "stop at 700")
        assert (p.shares, p.max_cash, p.stop_price) == (before.shares, D(3_000), D(700))
        assert "sized_by_named_shares" not in {reason.code for reason in p.reasons}

    async def test_when_not_below_the_price_then_said_and_nothing_changes(self, talk: Talk) -> None:
        await talk.say("ann", "buy 2 IBM")
        reply = await talk.say("ann", "stop at 300")
        assert "not below the price" in text_of(reply)
        assert sentence("amend-unchanged", what="buy 2 IBM") in text_of(reply)
        assert [d.version for d in talk.decisions()] == [1]
        assert (await proposed(talk, "buy 3 IBM")).stop_price != 300

    async def test_when_several_of_the_talk_are_pending_then_asks_which(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy google or IBM?")
        assert len(pending(talk)) == 2
        assert text_of(await talk.say("ann", "stop at 150")).startswith(sentence("amend-which", symbol="IBM"))


class TestASizeThatWasNamed:
    async def test_when_somebody_else_asks_then_theirs_is_their_own(self, talk: Talk) -> None:
        await talk.say("ann", "buy 2 IBM")
        (theirs,) = (await talk.say("bob", "should I buy IBM?")).answer.decisions
        assert theirs.proposal.shares > 2


class TestAnotherSize:
    async def test_when_the_engine_had_chosen_and_it_may_be_dollars_or_shares_then_asked(self, talk: Talk) -> None:
        await talk.proposed("ann", "should I buy google?")
        before = pending(talk)
        reply = await talk.say("ann", "make it 800")
        assert text_of(reply).startswith("Dollars or shares? Say “$500” or “5 shares”.")
        assert pending(talk) == before
