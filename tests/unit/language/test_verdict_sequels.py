"""A verdict with another request behind it: the verdict counts, and the rest is not dropped without a word."""

import pytest

from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from bot.language.understanding import Understanding
from tests.labelled_utterances import MARKET, TODAY

CONFIRM, CANCEL = Intent.CONFIRM, Intent.CANCEL
SPLIT = (
    (CONFIRM, (), "buy 4 AAPL", "confirm, and also buy 4 AAPL"),
    (CONFIRM, (), "sell 2 FB", "go ahead and then sell 2 FB"),
    (CONFIRM, (), "买4股苹果", "确认，另外买4股苹果"),
    (CONFIRM, ("MSFT",), "cancel IBM", "confirm MSFT and cancel IBM"),
    (CONFIRM, (), "分析谷歌", "确认，然后分析谷歌"),
    (CANCEL, (), "sell 3 AAPL", "drop all of them, then sell 3 AAPL"),
    (CONFIRM, (), "卖2股苹果", "确认，再卖2股苹果"),
    (CANCEL, (), "sell 3 AAPL and confirm it", "cancel all of them and then sell 3 AAPL and confirm it"),
    (CANCEL, (), "show me FB", "cancel that and show me FB"),
    (CANCEL, (), "show my portfolio", "cancel both and show my portfolio"),
    (CANCEL, ("IBM",), "微软那个确认", "IBM那个取消，微软那个确认"),
    (CANCEL, (), "看看苹果", "取消，看看苹果"),
    (CANCEL, (), "设置上限500美元", "取消这个，设置上限500美元"),
)
NOT_CANCELLED = ("I don't want to buy IBM, I want to buy MSFT", "never mind the price, why IBM?")
DECLINED_WITH_REASON = (
    "no, let's pass on IBM, its services revenue is shrinking",
    "let's skip IBM, the dividend is tiny",
    "stay away from IBM, the valuation is stretched",
)
WHOLE = (
    "yes. thanks!",
    "cancel IBM and MSFT",
    "cancel IBM and the MSFT one",
    "取消IBM和微软",
    "forget it, too risky",
    "取消，太贵了",
    "confirm IBM, MSFT and FB",
)
NO_VERDICT_FIRST = (
    "yes and make it 5",
    "confirm but with a stop at 400",
    "confirm and buy 3 IBM",
    "yes, then how is MSFT doing?",
    "cancel, no wait, confirm",
    "yes, and my max is $500 per trade",
    "Bob wrote: cancel that and show me IBM",
    "agreed, GOOG looks better to me",
    "我同意，谷歌更值得买",
)


def read(text: str, *, pending: int = 2) -> Understanding:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY, focus=("MSFT", "IBM"), pending=pending))


def test_a_request_behind_a_verdict_then_it_is_left_over(subtests: pytest.Subtests) -> None:
    for intent, symbols, rest, text in SPLIT:
        with subtests.test(text):
            found = read(text)
            assert (found.intent, found.entities.symbols, found.left_over) == (intent, symbols, rest)
            assert found.confidence >= 0.9


@pytest.mark.parametrize("text", [*WHOLE, *NO_VERDICT_FIRST])
def test_nothing_else_is_wanted_then_nothing_is_left_over(text: str) -> None:
    assert read(text).left_over == ""


@pytest.mark.parametrize("text", NO_VERDICT_FIRST)
def test_the_rest_changes_or_doubts_the_verdict_then_none(text: str) -> None:
    assert read(text).intent is not Intent.CONFIRM


@pytest.mark.parametrize("text", NOT_CANCELLED)
def test_the_first_part_says_more_than_a_verdict_then_none(text: str) -> None:
    assert read(text).intent is not Intent.CANCEL


@pytest.mark.parametrize("text", DECLINED_WITH_REASON)
def test_a_trade_is_declined_with_a_reason_then_it_is_cancelled(text: str) -> None:
    found = read(text)
    assert (found.intent, found.entities.symbols, found.left_over) == (Intent.CANCEL, ("IBM",), "")
    assert found.confidence >= 0.9


def test_nothing_is_pending_then_only_the_request() -> None:
    found = read("confirm, and also buy 4 AAPL", pending=0)
    assert (found.intent, found.left_over) == (Intent.DECIDE, "")
