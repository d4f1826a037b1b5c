"""Limits over a conversation: noted without a card, kept by every proposal, told on cards, checked at confirmation."""

from contextlib import suppress
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.turns import InputStatus
from bot.domain.trading.decisions import DecisionStatus
from bot.trading.limits.limit_book import MOST_LIMITS
from tests.fakes.core import Talk, text_of
from tests.fakes.core_ports import ProcessKilled
from tests.references import said
from tests.unit.turns.test_guesses import pick

ALONE = (
    "I can only spend $3,000",
    "my limit is 2,000 per trade",
    "never put more than 5 % into one stock",
    "never hold over earnings",
    "我最多只能花3000美元",
    "每笔不超过2000美元",
)


@pytest.mark.parametrize("text", ALONE)
async def test_limit_alone_then_noted_and_no_card(talk: Talk, text: str) -> None:
    reply = await talk.say("ann", text)
    assert reply.intent == "DECIDE"
    assert not talk.decisions()
    assert any(word in text_of(reply) for word in ("Noted", "已"))
    assert "1. " in text_of(await talk.say("ann", "/limits"))


async def test_total_is_not_renewed_by_a_confirmation(talk: Talk) -> None:
    await talk.say("ann", "I have $3,000 to invest")
    await talk.say("ann", "should I buy GOOG?")
    await talk.say("ann", "yes")
    (filled,) = talk.decisions()
    assert (filled.status, filled.proposal.shares) == (DecisionStatus.FILLED, Decimal(3))
    card = await talk.say("ann", "should I buy IBM?")
    assert "buy 3 IBM" in text_of(card)  # for the 732.93 that remain


async def test_two_pending_purchases_share_a_total(talk: Talk) -> None:
    await talk.say("ann", "I have $3,000 to invest")
    await talk.say("ann", "should I buy GOOG?")
    await talk.say("ann", "should I buy IBM?")
    assert sum(each.proposal.cash_change for each in talk.decisions()) <= 3_000


async def test_scope_of_a_thread_and_of_a_person(talk: Talk) -> None:
    await talk.say("ann", "I can only spend $3,000")
    await talk.say("ann", "my limit is 2,000 per trade", thread="2")
    assert text_of(await talk.say("ann", "/limits", thread="2")).count("at most") == 3  # one, and how to add two more
    assert "No limits" in text_of(await talk.say("bob", "/limits"))


async def test_channels_limit_binds_everybody(talk: Talk) -> None:
    await talk.say("ann", "/limits channel at most $1,000 per trade")
    assert "(this channel, set by Ann)" in text_of(await talk.say("bob", "should I buy GOOG?"))
    assert all(each.proposal.cash_change <= 1_000 for each in talk.decisions())


async def test_removed_by_its_number_or_all(talk: Talk) -> None:
    for text in ALONE[:3]:
        await talk.say("ann", text)
    assert "for one purchase" in text_of(await talk.say("ann", "/limits remove 2"))
    assert text_of(await talk.say("ann", "/limits")).count("• ") == 2
    await talk.say("ann", "/limits remove 9")
    await talk.say("ann", "/limits clear")
    assert "No limits" in text_of(await talk.say("ann", "/limits"))


@pytest.mark.parametrize(
    "text", ["my limit is 50", "I don't want to spend too much", "I can only spend €3,000", "别花太多"]
)
async def test_sounds_like_a_limit_then_asked_back_and_nothing_noted(talk: Talk, text: str) -> None:
    reply = await talk.say("ann", text)
    assert reply.answer.has_question
    assert not talk.decisions()
    assert "1. " not in text_of(await talk.say("ann", "/limits"))


async def test_killed_at_any_edge_then_the_rerun_removes_one_limit_and_says_which() -> None:
    for edges in range(12):
        talk = Talk()
        for text in ALONE[:3]:
            await talk.say("ann", text)
        turn = await talk.hand_in("ann", "/limits remove 1")
        talk.memory.edges_to_live = edges
        with suppress(ProcessKilled):
            await talk.answer_next()
        talk.memory.edges_to_live = None
        talk.pass_time(timedelta(minutes=5))
        while (await talk.turn(turn)).status is InputStatus.ACCEPTED:
            await talk.answer_next()
        assert "at most $3,000 for purchases in all" in text_of(talk.reply(turn)), edges
        assert text_of(await talk.say("ann", "/limits")).count("• ") == 2, edges


async def test_repriced_beyond_a_limit_then_says_so_before_the_card(talk: Talk) -> None:
    await talk.say("ann", "my limit is 500 per trade")
    card = await talk.say("ann", "buy 12 IBM")
    other = await talk.say("ann", "buy 1 IBM", thread="2")
    await talk.press("ann", other.answer.buttons[0].id, thread="2")
    again = text_of(await talk.press("ann", card.answer.buttons[0].id))
    assert again.index("beyond your limit by") < again.index("IBM: decision, version 2")


async def test_more_limits_than_are_kept_then_refused_and_nothing_else_is_done(talk: Talk) -> None:
    for number in range(MOST_LIMITS):
        letters = "abcdefghij"[number // 10] + "abcdefghij"[number % 10]
        assert "Noted" in text_of(await talk.say("ann", f"/limits no z{letters}q shares over earnings, ever"))
    refused = await talk.say("ann", "buy 3 GOOG. at most $5,000 a day in total")
    assert "no more are kept" in text_of(refused)
    assert not talk.decisions()
    listed = text_of(await talk.say("ann", "/limits"))
    assert f"{MOST_LIMITS}. " in listed
    assert f"{MOST_LIMITS + 1}. " not in listed
    assert "more" in text_of(await talk.say("ann", "/limits clear"))
    assert "1. " not in text_of(await talk.say("ann", "/limits"))


NO_LIMIT_ORDERS = (
    *("I have no limit orders", "I cannot wait for a price", "I can't do that yet: I place no orders that wait"),
    *("我没有限价单", "我不能等价格到位", "这个我还做不到：我不下等价格"),
)
LIMIT_ORDERS = (
    "buy 5 IBM, limit 190",
    "buy 3 GOOG at no more than $700",
    "buy 3 GOOG; make sure we pay less than $700 each",
    "buy 3 GOOG, but the price must not be above 700",
    "买3股谷歌，价格不超过700",
    "买3股谷歌，每股不要超过700美元",
)


@pytest.mark.parametrize("text", LIMIT_ORDERS)
async def test_price_limit_on_an_order_then_refused_at_the_top_and_nothing_noted(talk: Talk, text: str) -> None:
    reply = await talk.say("ann", text)
    assert text_of(reply).startswith(NO_LIMIT_ORDERS)
    assert not talk.decisions()
    assert "1. " not in text_of(await talk.say("ann", "/limits"))


@pytest.mark.parametrize(
    "text",
    ["buy 5 IBM for at most $210", "buy 5 IBM, my limit is 200", "买5股IBM，不超过200"],
)
async def test_bound_near_the_price_of_a_share_then_asked_and_nothing_noted(talk: Talk, text: str) -> None:
    reply = await talk.say("ann", text)
    assert text_of(reply).startswith(("Is that number the price of one share", "这个数字是每股的价格"))
    assert not talk.decisions()
    assert not talk.conversation().stated_limits
    assert "1. " not in text_of(await talk.say("ann", "/limits"))


@pytest.mark.parametrize(
    "text", ["yes but make sure it's below $200", "not above $200 each", "但价格不能超过200", "keep it under $200"]
)
async def test_price_limit_on_a_card_then_neither_noted_nor_confirmed(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 4 IBM")
    reply = await talk.say("ann", text)
    asked = ("Is that number the price of one share",)
    assert text_of(reply).startswith((*NO_LIMIT_ORDERS, *asked))
    (decision,) = talk.decisions()
    assert (decision.status, decision.version) == (DecisionStatus.PROPOSED, 1)
    assert "1. " not in text_of(await talk.say("ann", "/limits"))


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("buy 10 IBM, don't spend more than $1500", 7),
        ("buy 10 IBM for at most $1,500", 7),
        ("buy 2 GOOG and spend at most $760 in all", 1),
        ("买2股谷歌，总共不超过760美元", 1),
    ],
)
async def test_bound_on_spending_of_an_order_then_a_card_within_it(talk: Talk, text: str, shares: int) -> None:
    await talk.say("ann", text)
    (decision,) = talk.decisions()
    assert decision.proposal.shares == shares


@pytest.mark.parametrize(
    "text",
    [
        "at most $2,000 per trade today",
        "never more than $900 per purchase this week",
        "I'm rebalancing today. No more than $5,000 per trade. Buy 10 IBM",
    ],
)
async def test_limit_for_a_time_then_asked_back_and_nothing_noted(talk: Talk, text: str) -> None:
    reply = text_of(await talk.say("ann", text))
    assert "no expiry" in reply or "没有期限" in reply
    assert not talk.decisions()
    assert "1. " not in text_of(await talk.say("ann", "/limits"))


ORDERS_WITH_BOUNDS = ("buy 5 IBM for at most $100", "buy 8 IBM for at most $1,100", "买8股IBM，不超过1100美元")


@pytest.mark.parametrize("text", ORDERS_WITH_BOUNDS)
@pytest.mark.parametrize("end", ["cancel all", "how is FB?", "/limits clear"])
async def test_bound_of_one_order_that_is_over_then_binds_nothing(talk: Talk, text: str, end: str) -> None:
    await talk.say("ann", text)
    await talk.say("ann", "cancel all" if end == "how is FB?" else end)
    await talk.say("ann", "cancel all")
    assert "$1,100" not in text_of(await talk.say("ann", "/limits"))
    for symbol in ("IBM", "GOOG"):
        (decision,) = (await talk.say("ann", f"should I buy {symbol}?")).answer.decisions
        assert decision.proposal.max_cash is None
        assert decision.proposal.shares > 0


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (("本隊規則：每筆單不超過一萬美金，這條是給全隊的",), "10,000"),
        (("这个群我们定几条规矩：单只票不超过账户15%",), "15%"),
        (("at most $3000 per trade", "that limit is for the whole team, not just me"), "$3,000"),
        (("每筆最多 5000", "我刚才说的每筆五千是對全隊的，不是只對我"), "5,000"),
        (("at most $3000 per trade", "make the 3k 5k, and for everyone not just me"), "$5,000"),
        (("本隊規則：每筆單不超過一萬美金，這條是給全隊的", "另外單一個股最多佔 20%"), "20%"),
    ],
)
async def test_it_is_offered_and_a_press_makes_it_the_channels(talk: Talk, lines: tuple[str, ...], value: str) -> None:
    *before, last = lines
    await said(talk, *(f"ann: {each}" for each in ("/limits at most 90% in one stock", *before)))
    kept = len(talk.memory.state.limits)
    reply = await talk.say("ann", last)
    assert value in text_of(reply)
    assert len(talk.memory.state.limits) == kept
    labels = {each.label for each in reply.answer.buttons} & {"For everybody here", "对这里所有人"}
    await talk.press("ann", pick(reply, labels.pop()))
    await talk.answer_next()
    listed = text_of(await talk.say("bob", "/limits"))
    assert value.strip("$%") in listed


async def test_words_that_are_not_exact_end_no_limit_and_a_button_does(talk: Talk) -> None:
    await said(talk, "ann: at most $3000 per trade", "ann: never more than 3 stocks at once", "ann: my limits")
    reply = await talk.say("ann", "drop the 3 stocks one, its silly")
    assert "3 positions" in text_of(await talk.say("ann", "/limits"))
    await talk.press("ann", pick(reply, "Remove limit 2"))
    await talk.answer_next()
    assert "3 positions" not in text_of(await talk.say("ann", "/limits"))


BOTH = "no more than 5k per trade and at most 20% in one stock"
BOTH_IN_CHINESE = "单笔不超过5000，单只股票最多占20%"


async def numbers(talk: Talk) -> str:
    return text_of(await talk.say("ann", "/limits"))


@pytest.mark.parametrize(
    ("stated", "text", "kept", "gone"),
    [
        (BOTH, "no, 4k per trade", ("$4,000", "20 %"), "$5,000"),
        (BOTH, "the 20% should be 25%", ("$5,000", "25 %"), "20 %"),
        (BOTH, "make it 15%", ("$5,000", "15 %"), "20 %"),
        (BOTH, "actually 15% in one stock", ("$5,000", "15 %"), "20 %"),
        (BOTH, "the 5k is per week", ("$5,000 for one", "20 %", "$5,000 for purchases a week"), "$4,000"),
        (BOTH_IN_CHINESE, "20%应该是25%", ("$5,000", "25%"), "20%"),
        ("at most $2,000 a day and keep 10% cash", "no, 3k a day", ("$3,000", "10 %"), "$2,000 for"),
    ],
)
async def test_one_is_corrected_then_the_other_stays(
    talk: Talk, stated: str, text: str, kept: tuple[str, ...], gone: str
) -> None:
    await talk.say("ann", stated)
    await talk.say("ann", text)
    listed = (await numbers(talk)).split("“")[0]
    assert all(each in listed for each in kept)
    assert gone not in listed


@pytest.mark.parametrize(
    ("stated", "text"), [(BOTH, "no, the 20% is per sector"), (BOTH_IN_CHINESE, "不对，20%是按行业")]
)
async def test_one_is_of_what_no_limit_is_counted_then_said_and_both_stay(talk: Talk, stated: str, text: str) -> None:
    await talk.say("ann", stated)
    before = await numbers(talk)
    told = text_of(await talk.say("ann", text))
    assert "sectors" in told or "行业" in told
    assert await numbers(talk) == before


@pytest.mark.parametrize("text", ["no more than 20k per sector", "单个行业最多20%"])
async def test_a_limit_for_a_sector_alone_then_none_is_noted(talk: Talk, text: str) -> None:
    told = text_of(await talk.say("ann", text))
    assert "sectors" in told or "行业" in told
    assert "1. " not in await numbers(talk)


@pytest.mark.parametrize("text", ["but ibm is up 15%", "is the 20% per sector?", "why 20%?", "it fell 20% last year"])
async def test_an_argument_or_a_question_with_a_number_then_no_limit_changes(talk: Talk, text: str) -> None:
    await talk.say("ann", BOTH)
    before = await numbers(talk)
    await talk.say("ann", text)
    assert await numbers(talk) == before
