"""Memory answers only questions about what was said, known or decided, and with words that are on the question."""

import pytest

from bot.domain.conversation.states import Intent
from tests.fakes.core import Talk, text_of


@pytest.mark.parametrize(
    ("order", "asked"),
    [
        ("buy 3 shares of IBM", "total fees?"),
        ("take a closer look at GOOG", "who objects"),
        ("sell 2 AAPL", "what would that leave me with?"),
        ("买 3 股 IBM", "总费用？"),
        ("深入分析谷歌", "谁不同意"),
    ],
)
async def test_own_orders_are_never_an_answer(talk: Talk, order: str, asked: str) -> None:
    await talk.say("Ann", order)
    reply = await talk.say("Ann", asked)
    assert order not in text_of(reply)


async def test_own_orders_stand_in_no_details(talk: Talk) -> None:
    await talk.say("Ann", "buy 3 shares of IBM")
    reply = await talk.say("Ann", "should we buy more IBM?")
    assert "buy 3 shares of IBM" not in text_of(reply)


@pytest.mark.parametrize(
    ("said", "asked", "quoted"),
    [
        ("I never touch tobacco, on principle", "may we buy tobacco?", "on principle"),
        ("我们不碰五粮液，因为库存太高", "为什么我们不碰五粮液？", "库存太高"),
    ],
)
async def test_what_is_no_share_is_asked_of_memory(talk: Talk, said: str, asked: str, quoted: str) -> None:
    await talk.say("Bob", said)
    reply = await talk.say("Ann", asked)
    assert reply.intent is Intent.REVIEW
    assert quoted in text_of(reply)


@pytest.mark.parametrize(
    ("asked", "says"),
    [("who is our custodian?", "found nothing on that"), ("我们的托管行是谁？", "没有找到")],
)
async def test_nothing_known_of_the_team_then_said_so(talk: Talk, asked: str, says: str) -> None:
    await talk.say("Bob", "I distrust Japanese banks")
    reply = await talk.say("Ann", asked)
    assert says in text_of(reply)
    assert "Japanese" not in text_of(reply)


async def test_a_note_that_shares_only_the_name_of_a_share_is_no_answer(talk: Talk) -> None:
    await talk.say("Ann", "remember that we hold IBM for its dividend")
    assert "for its dividend" not in text_of(await talk.say("Bob", "what did we say about IBM's mainframes?"))


@pytest.mark.parametrize(
    ("first", "then", "asked"),
    [
        (
            "remember that our cap per sector is 20%",
            "remember that our cap per sector is 25%",
            "what is our cap per sector?",
        ),
        ("记住我们单个行业上限是 20%", "记住我们单个行业上限是 25%", "我们单个行业上限是多少？"),
    ],
)
async def test_a_note_of_a_limit_tells_since_when_and_what_held_before(
    talk: Talk, first: str, then: str, asked: str
) -> None:
    await talk.say("Ann", first)
    await talk.say("Ann", then)
    text = text_of(await talk.say("Bob", asked))
    lines = text.splitlines()
    assert ("bind no order" in lines[0]) or ("不约束任何订单" in lines[0])
    assert "25%" in lines[1]
    assert "2026-11-02" in lines[1]
    assert "20%" in lines[1]


async def test_a_statement_that_corrects_a_note_is_no_rule_on_cards(talk: Talk) -> None:
    await talk.say("Ann", "remember that I research airlines")
    await talk.say("Ann", "I no longer research airlines, I research chips now")
    assert "I research chips now” (Ann, since 2026-11-02, for you; before: “I research airlines”)" in text_of(
        await talk.say("Ann", "what do I research?")
    )
    assert "chips" not in text_of(await talk.say("Ann", "/limits"))
