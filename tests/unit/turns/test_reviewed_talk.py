"""What reviewers found: orders replaced in silence, limits that became orders, verdicts that meant the opposite."""

import pytest

from bot.domain.trading.decisions import Action, DecisionStatus
from tests.fakes.core import Talk, text_of

NO_CARD = (
    # a number whose meaning is not clear: no engine sizes it
    ("I want to hold 50 MSFT and 10 IBM",),
    ("let me hold 25 ibm",),
    ("msft, 30 shares, risk max $40",),
    ("buy all of google",),
    # a bound without a trade is a limit, and no engine chooses a side for it
    ("buy 10 AAPL", "yes", "AAPL at most 3 shares"),
    ("buy 10 AAPL", "yes", "at most $1,000 in AAPL"),
    ("buy 10 AAPL", "yes", "苹果最多3股"),
    ("buy 5 IBM", "yes", "max 10 shares"),
    ("IBM最多持有8股，别的无所谓",),
    # a part of one share and all of another
    # questions about limits
    ("no more than $5,000 a week", "这周还能花多少"),
    ("my budget is $5,000", "how much of my budget is left?"),
    # regrets
    ("我要是早点买10股谷歌就好了",),
    ("早知道买10股IBM了",),
    ("I wish I had bought 10 GOOG",),
    ("if only I had sold 5 IBM",),
    ("I should have bought 10 AAPL",),
    # conditions
    ("跌到180就买IBM",),
    ("buy IBM if it drops below 180",),
)
NOT_CANCELLED = ("不要都取消", "cancel all but the google one", "买也行，不买也行")


@pytest.mark.parametrize("lines", NO_CARD, ids=" → ".join)
async def test_last_line_orders_nothing_then_no_card(talk: Talk, lines: tuple[str, ...]) -> None:
    for line in lines[:-1]:
        await talk.say("ann", line)
    before = len(talk.decisions())
    await talk.say("ann", lines[-1])
    assert all(each.proposal.action is Action.HOLD for each in talk.decisions()[before:])


@pytest.mark.parametrize("words", NOT_CANCELLED)
async def test_all_are_not_to_be_cancelled_then_none_is(talk: Talk, words: str) -> None:
    await talk.say("ann", "buy 1 IBM and 1 GOOG")
    await talk.say("ann", words)
    assert {each.status for each in talk.decisions()} == {DecisionStatus.PROPOSED}


@pytest.mark.parametrize("words", ["drop microsoft", "cancel the MSFT one", "不要微软了"])
async def test_one_of_two_is_dropped_by_its_name(talk: Talk, words: str) -> None:
    await talk.say("ann", "buy 1 IBM and 1 MSFT")
    await talk.say("ann", words)
    assert [(each.proposal.symbol, each.status) for each in talk.decisions()] == [
        ("IBM", DecisionStatus.PROPOSED),
        ("MSFT", DecisionStatus.CANCELLED),
    ]


async def test_bare_number_after_a_part_of_the_account_then_asked_for_its_unit(talk: Talk) -> None:
    await talk.say("ann", "put 8 percent of the account in IBM")
    reply = await talk.say("ann", "no, 5 is enough")
    assert [each.version for each in talk.decisions()] == [1]
    assert reply.answer.decisions


@pytest.mark.parametrize(
    "words", ["买10股苹果，再买5股谷歌", "苹果买10股，谷歌买5股", "buy 10 AAPL, and then buy 5 goog"]
)
async def test_order_continued_then_a_card_each(talk: Talk, words: str) -> None:
    await talk.say("ann", words)
    made = [(each.proposal.symbol, int(each.proposal.shares)) for each in talk.decisions()]
    assert made == [("AAPL", 10), ("GOOG", 5)]


@pytest.mark.parametrize("words", ["苹果谷歌微软各买5股", "buy 5 shares each of AAPL, GOOG and MSFT"])
async def test_one_size_for_each_then_a_card_each(talk: Talk, words: str) -> None:
    await talk.say("ann", words)
    assert {(each.proposal.symbol, int(each.proposal.shares)) for each in talk.decisions()} == {
        ("AAPL", 5),
        ("GOOG", 5),
        ("MSFT", 5),
    }


@pytest.mark.parametrize("words", ["ok hold on, not yet", "好的，先等等"])
async def test_pause_after_an_assent_then_nothing_is_done(talk: Talk, words: str) -> None:
    await talk.say("ann", "buy 5 IBM")
    reply = await talk.say("ann", words)
    assert reply.intent == "CANCEL"
    assert [each.status for each in talk.decisions()] == [DecisionStatus.PROPOSED]


async def test_total_over_several_pending_then_all_beyond_it_are_named_and_none_is_resized(talk: Talk) -> None:
    await talk.say("ann", "buy 4 IBM and 20 MSFT")
    noted = text_of(await talk.say("ann", "I can only spend $1,000"))
    assert "buy 20 MSFT" in noted
    assert [each.version for each in talk.decisions()] == [1, 1]


@pytest.mark.parametrize("text", ["at most 3 trades a day " + "please " * 500, "/limits at most " + "9" * 5_000])
async def test_endless_limit_then_not_kept(talk: Talk, text: str) -> None:
    await talk.say("ann", text)
    assert "Something went wrong" not in text_of(await talk.say("ann", "buy 1 IBM"))
    assert "1. " not in text_of(await talk.say("ann", "/limits"))


@pytest.mark.parametrize("text", ["nobody here may spend more than $5,000 a week", "大家每周最多花五千美元"])
async def test_limit_for_everybody_then_points_to_the_command(talk: Talk, text: str) -> None:
    assert "/limits channel" in text_of(await talk.say("ann", text))
    assert "1. " not in text_of(await talk.say("ann", "/limits"))


@pytest.mark.parametrize(
    "text",
    [
        "at most $2,000 per trade, sorry, $5,000 a day",
        "每月不超过5000美元，但谷歌除外",
    ],
)
async def test_limit_of_which_a_part_is_not_read_then_asked_back_whole(talk: Talk, text: str) -> None:
    reply = await talk.say("ann", text)
    assert reply.answer.has_question
    assert "1. " not in text_of(await talk.say("ann", "/limits"))


@pytest.mark.parametrize("words", ["get me 10 IBM", "买10股IBM"])
async def test_same_order_again_then_no_equal_version(talk: Talk, words: str) -> None:
    await talk.say("ann", words)
    reply = await talk.say("ann", words)
    assert [each.version for each in talk.decisions()] == [1]
    assert reply.answer.buttons


@pytest.mark.parametrize(
    ("order", "answer", "shares"),
    [
        ("buy 5 appel", "no, ibm", ("IBM", 5)),
        ("buy 5 amazn", "i meant apple", ("AAPL", 5)),
    ],
)
async def test_name_asked_about_is_answered_then_that_share_is_proposed(
    talk: Talk, order: str, answer: str, shares: tuple[str, int]
) -> None:
    await talk.say("ann", order)
    assert talk.decisions() == []
    await talk.say("ann", answer)
    assert [(each.proposal.symbol, int(each.proposal.shares)) for each in talk.decisions()] == [shares]


async def test_objection_to_a_size_then_reasons_and_no_what_if_table(talk: Talk) -> None:
    await talk.say("ann", "buy 2 GOOG")
    reply = await talk.say("ann", "that's way too much for one stock")
    assert reply.intent in {"EXPLAIN", "FOLLOWUP"}
    assert "What if" not in text_of(reply)


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
