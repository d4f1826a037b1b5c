"""Corrections of a pending proposal: each amends or replaces it, or says that it did not."""

from decimal import Decimal

import pytest

from bot.domain.text.locale import Language
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.execution.orders import Side
from tests.fakes.core import Talk, sentence, text_of

D = Decimal

SIZES = (
    ("buy 50 IBM", "no I meant 5 not 50", 5),
    ("buy 50 IBM", "only 5", 5),
    ("buy 50 IBM", "hmm 15 actually", 15),
    ("buy 50 IBM", "change it to 20", 20),
    ("buy 50 IBM", "half", 25),
    ("buy 50 IBM", "twice as much", 100),
    ("buy 50 IBM", "make it $1,000", 4),
    ("buy $2,000 of IBM", "make it 1000", 4),
    ("买入50股IBM", "打错了，是5股不是50股", 5),
    ("买入50股IBM", "五股不是五十股", 5),
    ("买入50股IBM", "一半吧", 25),
    ("买入10股IBM", "少买3股吧", 7),
    ("buy 10 IBM", "raise it to $3,000", 14),
    ("buy 10 IBM", "make it 5 % of the account", 24),
)
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
BACKWARDS = ("raise it to 5", "raise it to $500", "reduce it to 20 shares", "at least 5 shares")
VAGUE = ("a bit less", "少一点", "多买点", "50股太多", "看错了", "wrong")


def pending(talk: Talk) -> list[tuple[str, D]]:
    return [(d.proposal.symbol, d.proposal.shares) for d in talk.decisions() if d.status is DecisionStatus.PROPOSED]


@pytest.mark.parametrize("text", ["trim goog to 10", "cut my goog down to 10", "谷歌减到10股"])
async def test_a_size_of_another_share_that_is_held_leaves_what_is_pending(talk: Talk, text: str) -> None:
    for line in ("buy 13 GOOG", "yes", "buy 100 MSFT", text):
        await talk.say("ann", line)
    assert pending(talk) == [("MSFT", D(100)), ("GOOG", D(3))]


@pytest.mark.parametrize(
    ("order", "more", "asked"),
    [
        ("buy 10 IBM", "another 5", "5 in all, or 15 in all?"),
        ("buy 10 IBM", "buy 5 more IBM", "On top of what is pending, or in its place?"),
        ("buy 10 IBM", "another $500", "$500.00 in all, or $2,530.70 in all?"),
        ("买入10股IBM", "再买5股", "总共 5 股，还是总共 15 股？"),
    ],
)
async def test_more_of_it_then_asked_whether_that_is_the_whole(talk: Talk, order: str, more: str, asked: str) -> None:
    await talk.say("ann", order)
    assert asked in text_of(await talk.say("ann", more))
    assert pending(talk) == [("IBM", D(10))]


@pytest.mark.parametrize(("order", "correction", "shares"), SIZES)
async def test_size_then_a_new_version(talk: Talk, order: str, correction: str, shares: int) -> None:
    await talk.say("ann", order)
    await talk.say("ann", correction)
    assert pending(talk) == [("IBM", D(shares))]


@pytest.mark.parametrize("correction", BACKWARDS)
async def test_size_on_the_other_side_of_the_old_one_then_nothing_changes(talk: Talk, correction: str) -> None:
    await talk.say("ann", "buy 10 IBM")
    await talk.say("ann", correction)
    assert pending(talk) == [("IBM", D(10))]


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


async def test_the_size_that_it_has_then_no_new_version(talk: Talk) -> None:
    await talk.say("ann", "buy 50 IBM")
    reply = await talk.say("ann", "make it 50")
    assert text_of(reply) == sentence("amend-same-size", what="buy 50 IBM")
    assert len(talk.decisions()) == 1


async def test_another_persons_proposal_then_nothing_to_correct(talk: Talk) -> None:
    await talk.say("ann", "buy 50 IBM")
    reply = await talk.say("bob", "only 5")
    assert text_of(reply).startswith(sentence("amend-nothing"))
    assert pending(talk) == [("IBM", D(50))]


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


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("buy 3 GOOG", "use 1000"),
        ("buy 3 GOOG", "no more than 5"),
        ("买3股谷歌", "不要5股"),
        ("买3股谷歌", "3股太多"),
    ],
)
async def test_not_clear_then_asked_and_yes_is_only_read_back(talk: Talk, order: str, text: str) -> None:
    await talk.say("ann", order)
    await talk.say("ann", text)
    await talk.say("ann", "yes")
    assert pending(talk) == [("GOOG", D(3))]
    assert talk.orders_carried_out == 0


NO_ORDERS = (
    "stop buying IBM",
    "buy ibm? no way",
    "wish i could buy 100 goog",
    "buy 5 IBM, just kidding",
    "buying 10 IBM was a mistake",
    "tell bob to buy 5 IBM",
    "叫小李买5股IBM",
    "怎么买5股IBM",
    "买10股IBM要多少钱",
    "谁会买10股IBM",
    "后悔买10股IBM",
    "buy 10 IBM on margin",
    "buy 10 msft every week",
    "融资买10股IBM",
    "挂200买10股IBM",
    "200的价格买10股IBM",
    "买七八股IBM",
    "买两三股谷歌",
    "rotate half my IBM into GOOG",
    "buy until I have 10 IBM",
    "buy AAPL calls",
)


async def test_no_order_of_ones_own_for_now_then_no_card(talk: Talk, subtests: pytest.Subtests) -> None:
    for text in NO_ORDERS:
        with subtests.test(text):
            await talk.say("ann", text)
            assert pending(talk) == []


@pytest.mark.parametrize("text", ["sell IBM, keep 10", "sell my IBM but keep 10"])
async def test_what_shall_be_left_is_named_then_the_rest_is_sold(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 40 IBM")
    await talk.say("ann", "yes")
    await talk.say("ann", text)
    assert pending(talk) == [("IBM", D(30))]


@pytest.mark.parametrize("text", ["no, buy", "i meant buy", "应该是买"])
async def test_the_side_that_it_has_then_nothing_changes(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 3 FB")
    await talk.say("ann", text)
    assert pending(talk) == [("FB", D(3))]
    assert len(talk.decisions()) == 1


async def test_the_other_side_then_no_correction(talk: Talk) -> None:
    await talk.say("ann", "buy 50 IBM")
    await talk.say("ann", "no, sell 5")
    assert pending(talk) == [("IBM", D(50))]


async def test_another_share_was_asked_about_then_ones_own_proposal_is_corrected(talk: Talk) -> None:
    await talk.say("lea", "buy 50 IBM")
    await talk.say("max", "analyze google")
    await talk.say("lea", "make it 5")
    assert pending(talk) == [("IBM", D(5))]


@pytest.mark.parametrize("text", ["sell IBM", "sell it", "卖掉IBM", "把IBM卖了吧"])
async def test_sold_without_a_size_then_all_of_it(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 30 IBM")
    await talk.say("ann", "yes")
    await talk.say("ann", text)
    assert pending(talk) == [("IBM", D(30))]


@pytest.mark.parametrize("text", ["should I sell IBM?", "trim IBM a little", "要不要卖IBM？"])
async def test_asked_or_only_a_part_then_the_engine_sizes(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 30 IBM")
    await talk.say("ann", "yes")
    await talk.say("ann", text)
    assert pending(talk) != [("IBM", D(30))]


CANNOT = (
    ("buy AAPL calls", "no options or futures"),
    ("buy 3 call options on GOOG", "no options or futures"),
    ("买看涨期权", "不做期权"),
    ("short 10 IBM", "I do not sell short"),
    ("挂个限价单买IBM", "我不下限价单"),
    ("alert me when IBM's volume hits 210", "none was set"),
    ("IBM成交量到210提醒我", "所以没有设"),
    ("stop 200", "I place no stop orders"),
    ("00700呢", "00700"),
    ("increase it to 5", "no pending decision"),
    ("改到10股", "没有可以这样修改的待确认决策"),
)


@pytest.mark.parametrize(("text", "said"), CANNOT)
async def test_cannot_be_done_then_said_and_nothing_in_its_place(talk: Talk, text: str, said: str) -> None:
    await talk.say("ann", "how is IBM?")
    assert said in text_of(await talk.say("ann", text))
    assert talk.decisions() == []


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


@pytest.mark.parametrize("text", ["not that, twice as much", "不是这样，翻倍"])
async def test_rejected_with_a_multiple_then_the_size_is_changed(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 10 IBM")
    reply = await talk.say("ann", text)
    assert [d.proposal.shares for d in reply.answer.decisions] == [20]


@pytest.mark.parametrize(("order", "number"), [("buy 200 of FB", "5"), ("买入FB 200", "8")])
async def test_a_bare_number_while_a_unit_is_asked_for_then_nothing_changes(
    talk: Talk, order: str, number: str
) -> None:
    await talk.say("ann", "buy 10 IBM")
    await talk.say("ann", order)
    await talk.say("ann", number)
    assert [(d.proposal.symbol, d.proposal.shares) for d in talk.decisions()] == [("IBM", D(10))]
