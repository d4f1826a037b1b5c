"""Which messages ask the committee, and what is left of them without that."""

from decimal import Decimal
from typing import Final

import pytest

from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.execution.orders import Side
from bot.language.deep_analysis import text_without_depth
from bot.language.understand import understand
from bot.language.understanding import Understanding
from tests.labelled_utterances import MARKET, TODAY

ANALYZE, DECIDE = Intent.ANALYZE, Intent.DECIDE


def context(*focus: str) -> Surroundings:
    return Surroundings(instruments=MARKET, today=TODAY, focus=focus, pending=0)


def read(text: str, *focus: str) -> Understanding:
    return understand(text, context(*focus))


REQUESTS: Final = (
    ("/analyze AAPL deep", ANALYZE, "AAPL"),
    ("/analyze deep AAPL", ANALYZE, "AAPL"),
    ("/decide AAPL deep", DECIDE, "AAPL"),
    ("/analyze AAPL GOOG deep", ANALYZE, "AAPL GOOG"),
    ("dig deeper into MSFT", ANALYZE, "MSFT"),
    ("Could you please dig deeper into Microsoft?", ANALYZE, "MSFT"),
    ("can you do a deep dive into Microsoft?", ANALYZE, "MSFT"),
    ("let's go deep on AAPL and MSFT", ANALYZE, "AAPL MSFT"),
    ("dig deeper into TSLA", ANALYZE, "TSLA"),
    ("dig deeper into AAPL as of 2012-05-03", ANALYZE, "AAPL"),
    ("analyze AAPL in depth", ANALYZE, "AAPL"),
    ("analyze AAPL deeply please", ANALYZE, "AAPL"),
    ("analyze Apple and Google in depth", ANALYZE, "AAPL GOOG"),
    ("AAPL deep", ANALYZE, "AAPL"),
    ("let the analysts debate AAPL", ANALYZE, "AAPL"),
    ("ask the committee about IBM", ANALYZE, "IBM"),
    ("should I buy IBM? go deep", DECIDE, "IBM"),
    ("should I buy IBM? ask the committee", DECIDE, "IBM"),
    ("buy 10 AAPL, ask the committee", DECIDE, "AAPL"),
    ("buy AAPL and go deep", DECIDE, "AAPL"),
    ("sell half of IBM with the committee", DECIDE, "IBM"),
    ("Morning. Could the committee have a proper look at IBM for us?", ANALYZE, "IBM"),
    ("run the full committee on google", ANALYZE, "GOOG"),
    ("what does the committee think of Apple?", ANALYZE, "AAPL"),
    ("I want a thorough analysis of Microsoft", ANALYZE, "MSFT"),
    ("开个投委会讨论谷歌", ANALYZE, "GOOG"),
    ("谷歌，让投委会好好议一议", ANALYZE, "GOOG"),
    ("苹果，投委会怎么看？", ANALYZE, "AAPL"),
    ("该不该买苹果？问问投委会", DECIDE, "AAPL"),
    ("让大家讨论一下微软", ANALYZE, "MSFT"),
    ("深入分析苹果", ANALYZE, "AAPL"),
    ("深入分析一下谷歌和苹果", ANALYZE, "GOOG AAPL"),
    ("深度分析AAPL", ANALYZE, "AAPL"),
    ("苹果深入分析一下", ANALYZE, "AAPL"),
    ("分析一下苹果，深入一点", ANALYZE, "AAPL"),
    ("能不能深入研究一下IBM", ANALYZE, "IBM"),
    ("你能深入分析苹果吗", ANALYZE, "AAPL"),
    ("请投委会讨论一下IBM", ANALYZE, "IBM"),
    ("请深挖一下微软", ANALYZE, "MSFT"),
    ("该不该买苹果？让大家讨论一下", DECIDE, "AAPL"),
    ("买10股苹果，让大家讨论一下", DECIDE, "AAPL"),
    ("/分析 苹果 深入", ANALYZE, "AAPL"),
    ("/决策 苹果 深度", DECIDE, "AAPL"),
)

NO_REQUESTS: Final = (
    # negated
    "don't dig deeper into MSFT",
    "do not ask the committee about AAPL",
    "no need to dig deeper into MSFT",
    "never go deep on AAPL",
    "I don't want to go deep on AAPL",
    "analyze AAPL, but not deep",
    "analyze AAPL, don't go deep",
    "analyze AAPL not in depth",
    "analyze AAPL, no deep dive",
    "analyze AAPL without the committee",
    "buy AAPL, not by committee",
    "/analyze AAPL not deep",
    "不要深入分析苹果",
    "别深入分析苹果",
    "不用让大家讨论苹果",
    "分析苹果，不要深入",
    "分析苹果但不用深入分析",
    "买苹果，别让大家讨论一下",
    # past and reported
    "I dug deep into MSFT yesterday",
    "we already did a deep dive on AAPL",
    "yesterday we did a deep dive on AAPL",
    "I went deep on AAPL",
    "Tom said: dig deeper into AAPL",
    "Tom asked to dig deeper into AAPL",
    "thanks for the deep analysis of AAPL",
    "deep analysis of AAPL was good",
    "昨天我们深入分析了苹果",
    "我们已经深入分析过苹果了",
    "大家讨论过苹果了",
    # talk of shares
    "AAPL is in deep trouble",
    "IBM is deep in the red",
    "AAPL fell deep",
    "the drop was deep",
    "AAPL's losses go deep",
    "how deep was the fall of AAPL?",
    "is AAPL going deeper?",
    "will AAPL fall deeper?",
    "deep value stocks?",
    "苹果跌得很深",
    "苹果的深度回调",
    "苹果深陷麻烦",
    "深圳怎么样",
    # questions about it, and conditions
    "what is the committee?",
    "what does the committee think of the weather?",
    "what did the committee say about IBM?",
    "别开个投委会讨论谷歌",
    "苹果，不用问问投委会",
    "how does the committee work?",
    "should I dig deeper into MSFT?",
    "why did you dig deeper into MSFT?",
    "should I buy AAPL or ask the committee?",
    "should I sell AAPL before it falls deeper?",
    "if AAPL falls below 400, dig deeper into it",
    "tell me when AAPL drops deep",
    "remind me to dig deeper into AAPL",
    "什么是投委会？",
    "为什么要深入分析苹果？",
    "如果苹果跌破400就深入分析",
    "提醒我深入分析苹果",
    # other requests, and orders
    "compare AAPL and MSFT in depth",
    "AAPL vs MSFT, go deep",
    "比较苹果和微软，深入一点",
    "dig deeper into the news of MSFT",
    "dig deeper into my account",
    "深入分析苹果的新闻",
    "explain it in depth",
    "why? go deeper",
    "show the discussion in depth",
    "yes, go deep",
    "cancel, go deep",
    "confirm deep",
    "/analyze AAPL",
    "/review AAPL deep",
    "/analyze deep",
    "buy deep dips of AAPL",
    "buy AAPL when it goes deeper",
    "sell AAPL if the loss is deep",
    "dig deeper into AAPL and buy 10",
)


def test_a_request_to_the_committee_then_deep_and_about_the_same_shares(subtests: pytest.Subtests) -> None:
    for text, intent, symbols in REQUESTS:
        for focus in ((), ("GOOG",)):
            with subtests.test(text, focus=focus):
                read_as = read(text, *focus)
                assert (read_as.is_deep, read_as.intent) == (True, intent)
                assert read_as.entities.symbols == tuple(symbols.split())


def test_what_only_speaks_of_depth_is_no_request_whatever_is_talked_of(subtests: pytest.Subtests) -> None:
    for text in NO_REQUESTS:
        for focus in ((), ("GOOG",)):
            with subtests.test(text, focus=focus):
                assert not read(text, *focus).is_deep


@pytest.mark.parametrize(
    "text", ["go deep", "dig deeper", "let's dig deeper", "deep dive", "深入一点", "让大家讨论一下"]
)
def test_a_request_without_a_share_is_about_what_is_talked_of_or_asked_back(text: str) -> None:
    for focus in (("GOOG",), ()):  # without one, the answer asks which share
        found = read(text, *focus)
        assert (found.is_deep, found.intent, found.entities.symbols) == (True, Intent.ANALYZE, ())


def test_an_order_for_the_committee_keeps_its_side_and_its_size() -> None:
    bought, sold = read("buy 10 AAPL, ask the committee"), read("卖出一半IBM，深入")
    assert (bought.entities.side, bought.entities.shares, bought.is_question) == (Side.BUY, Decimal(10), False)
    assert (sold.entities.side, str(sold.entities.fraction), sold.is_question) == (Side.SELL, "0.5", False)


def test_what_is_left_is_the_request_without_its_depth() -> None:
    left = {
        "/analyze AAPL deep": "/analyze AAPL",
        "dig deeper into MSFT": "analyze MSFT",
        "should I buy IBM? go deep": "should I buy IBM?",
        "深入分析微软": "分析微软",
        "dig deeper": "analyze it",
        "buy 10 AAPL": None,
        f"dig deeper into AAPL {'x' * 200}": None,
    }
    assert {text: text_without_depth(text, context("GOOG")) for text in left} == left


@pytest.mark.parametrize(
    ("text", "symbol", "limit"),
    [
        ("dig deeper into MSFT, at most $2,000", "MSFT", 2_000),
        ("run the full committee on google, we can spend at most $5,000", "GOOG", 5_000),
        ("deep dive on IBM with no more than $1,500", "IBM", 1_500),
        ("/analyze AAPL deep at most $2000", "AAPL", 2_000),
        ("让大家讨论一下苹果，最多花3000", "AAPL", 3_000),
        ("深入分析谷歌，不超过两千美元", "GOOG", 2_000),
    ],
)
def test_what_may_be_spent_behind_the_share_is_no_other_request(text: str, symbol: str, limit: int) -> None:
    understood = read(text)
    assert understood.is_deep
    e = understood.entities
    assert (e.symbols, e.amount, e.amount_is_limit) == ((symbol,), Decimal(limit), True)


@pytest.mark.parametrize(
    "text", ["dig deeper into IBM at most of its plants", "dig deeper into MSFT's 3 largest units"]
)
def test_what_names_more_than_shares_and_a_limit_is_no_request(text: str) -> None:
    assert not read(text).is_deep
