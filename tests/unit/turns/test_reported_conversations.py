"""Small conversations that once failed, each for a kind: what is shown at the end, and what is proposed."""

import pytest

from tests.fakes.core import Talk
from tests.unit.turns.test_orders_as_meant import NOTHING, open_orders

IBM_10, FB_4 = ("buy 10 IBM",), ("buy 4 FB",)


@pytest.mark.parametrize(
    ("texts", "shown", "orders"),
    [
        (("buy 500 MSFT",), "Buy 500 MSFT for $13,725.00", ("buy 500 MSFT",)),
        (("买900脸书",), "买入 900 股 FB", ("buy 900 FB",)),
        (("BF.B pe?",), "I have no data for BF.B on this market", NOTHING),
        (("HEI.A 市盈率",), "我不知道叫“HEI.A”的股票", NOTHING),
        (("buy 500 euros of IBM",), "I count in US dollars only", NOTHING),
        (("```buy 5 IBM```",), "words or code, which I do not act on", NOTHING),
        (("remember the repo is `git@x`", "what is the repo?"), "git@x", NOTHING),
        (("buy 10 ibm", "10 more ibm"), "10 in all, or 20 in all?", IBM_10),
        (("buy 10 ibm", "再买10股"), "总共 10 股，还是总共 20 股", IBM_10),
        (("买10股谷歌，我不想花超过4000块",), "$4,000", ("buy 5 GOOG",)),
        (("watch ibm and msft", "how is ibm doing?", "add goog"), "watch list: GOOG. It has 3 shares", NOTHING),
        (("buy 4 FB", "alert me below 30", "remove it"), "Removed: 1, FB at $30.00 or below.", FB_4),
        (("analyze goog", "buy 500 of it", "4 shares"), "Buy 4 GOOG", ("buy 4 GOOG",)),
        (("buy 2 goog", "一共多少钱"), "共需 $1,511.38", ("buy 2 GOOG",)),
        (("buy 2 goog", "how much cash does that leave us"), "cash $98,488.62 afterwards", ("buy 2 GOOG",)),
        (("rank the five by 3 month return",), "highest first: FB +46.8 %", NOTHING),
        (("谷歌离前高还差多少",), "2.4%", NOTHING),
        (("when does the market close today?",), "the next session is 2013-02-01", NOTHING),
        (("今天几点收盘?",), "2013-02-01", NOTHING),
        (("/analyze GOOG deep",), "on a day like 2012-10-18", ("buy 13 GOOG",)),
    ],
)
async def test_conversation_ends_as_meant(
    talk: Talk, texts: tuple[str, ...], shown: str, orders: tuple[str, ...]
) -> None:
    replies = [await talk.say("ann", text) for text in texts]
    assert shown in replies[-1].answer.brief
    assert open_orders(talk) == orders


@pytest.mark.parametrize(
    ("texts", "now", "before"),
    [
        (
            (
                "remember that our limit per stock is 5%",
                "remember that our limit per stock is 8%",
                "what is our limit per stock?",
            ),
            "8%",
            "5%",
        ),
        (("记住我们单只上限5%", "记住我们单只上限8%", "单只上限是多少"), "8%", "5%"),
        (
            ("remember that I cover banks", "I no longer cover banks, I cover energy now", "what do I cover?"),
            "I cover energy now",
            "before: “I cover banks”",
        ),
    ],
)
async def test_note_is_answered_with_what_it_was_and_that_it_binds_nothing(
    talk: Talk, texts: tuple[str, ...], now: str, before: str
) -> None:
    replies = [await talk.say("ann", text) for text in texts]
    shown = replies[-1].answer.brief
    assert 0 <= shown.find(now) < shown.find(before)
    assert "bind no order" in shown or "不约束任何订单" in shown


async def test_limit_is_raised_behind_the_list_of_limits(talk: Talk) -> None:
    for text in ("never more than $3,000 in one stock", "buy 14 ibm", "yes", "what limits do i have"):
        await talk.say("ann", text)
    shown = (await talk.say("ann", "raise it to 5k")).answer.brief
    assert "a position of at most $5,000" in shown
    assert open_orders(talk) == NOTHING


@pytest.mark.parametrize("question", ["what did Zoe say about the Fed?", "did zoe say anything about the fed?"])
async def test_person_said_something_else_then_it_is_not_quoted(talk: Talk, question: str) -> None:
    await talk.say("bob", "I expect the Fed to cut")
    await talk.say("zoe", "let's talk after the close")
    shown = (await talk.say("ann", question)).answer.brief
    assert "let's talk" not in shown
    assert "found nothing on that" in shown
