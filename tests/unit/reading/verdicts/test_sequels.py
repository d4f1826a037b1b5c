"""A verdict with another request behind it: the verdict counts, and the rest is not dropped without a word."""

from datetime import UTC, datetime

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests.trades import Cancel, Confirm, ReadBack, Verdict, Wait
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.query import FigureQuery
from bot.reading.reader import MessageReader

SPLIT = (
    (Confirm, (), "buy 4 AAPL", "confirm, and also buy 4 AAPL"),
    (Confirm, (), "sell 2 FB", "go ahead and then sell 2 FB"),
    (Confirm, (), "买4股苹果", "确认，另外买4股苹果"),
    (Confirm, (), "分析谷歌", "确认，然后分析谷歌"),
    (Confirm, ("MSFT",), "drop IBM, I want to ask first", "Yes to Microsoft, but drop IBM, I want to ask first"),
    (Cancel, (), "sell 3 AAPL", "drop all of them, then sell 3 AAPL"),
    (Confirm, (), "卖2股苹果", "确认，再卖2股苹果"),
    (Cancel, (), "sell 3 AAPL and confirm it", "cancel all of them and then sell 3 AAPL and confirm it"),
    (Cancel, (), "show my portfolio", "cancel both and show my portfolio"),
    (Cancel, (), "设置上限500美元", "取消这个，设置上限500美元"),
)
TWO_VERDICTS = (
    (Confirm, ("MSFT", ""), Cancel, ("IBM", ""), "confirm MSFT and cancel IBM"),
    (Cancel, ("IBM", ""), Confirm, ("MSFT", ""), "IBM那个取消，微软那个确认"),
    (Confirm, ("MSFT", ""), Cancel, ("IBM", ""), "Yes to Microsoft, but drop IBM"),
    (Confirm, ("", "first one"), Cancel, ("", "other"), "scrap the other and do the first one"),
    (Confirm, ("", "第一个"), Cancel, ("", "第二个"), "第一个确认，第二个取消"),
    (Confirm, ("IBM", ""), Cancel, ("", "其他的"), "确认IBM，其他的取消"),
)
ONE_VERDICT_AT_MOST = (
    "maybe confirm MSFT, cancel IBM",
    "confirm MSFT? cancel IBM",
    "confirm MSFT if it drops, cancel IBM",
    "confirm MSFT with 3 shares, cancel IBM",
    "don't confirm MSFT, cancel IBM",
    "confirm MSFT, don't cancel IBM",
    "confirm MSFT, cancel IBM, no wait",
    "confirm MSFT, cancel IBM, hmm not sure",
    "确认微软，取消IBM，等等",
)
NOT_CANCELLED = ("I don't want to buy IBM, I want to buy MSFT", "never mind the price, why IBM?")
DECLINED_WITH_REASON = (
    "no, let's pass on IBM, its services revenue is shrinking",
    "let's skip IBM, the dividend is tiny",
    "stay away from IBM, the valuation is stretched",
)
CANCELLED_WITH_REASON = (
    "board turned it down 7-2, drop it",
    "they want 2% a trade, kill it",
    "法务没点头，这单撤了吧",
    "市盈率都80了，取消吧",
    "老板说不买了，取消吧",
    "我们决定不买了，取消",
    "先放一放，取消吧，理由是老板不同意",
    "cancel it because cash is tight",
    "你误会了，我没想买",
    "我没打算买",
    "that's not what i meant, i don't want to buy anything",
)
NOT_CANCELLED_BESIDE = (
    "neither. let me look at it until 4",
    "drop it, make it 5",
    "cancel? no, go on",
    "the analyst hates it, don't cancel it",
    "别取消，我再想想",
    "cancel it, but only if it drops",
    "跌了的话，取消",
    "don't cancel it because it is cheap",
    "我没想取消",
    "老板说不要取消",
    "我没想到会涨",
)
OF_ONE = (
    ("second one", (), "Scrap the second one, the first may stand"),
    ("第二个", (), "第一个留着，第二个取消"),
    ("第二个", ("第一个买",), "第一个买，第二个算了"),
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
    "yes to Microsoft, but only 5",
    "确认，但是先等等",
    "yes, then how is MSFT doing?",
    "cancel, no wait, confirm",
    "yes, and my max is $500 per trade",
    "Bob wrote: cancel that and show me IBM",
    "agreed, GOOG looks better to me",
    "我同意，谷歌更值得买",
)


NOW = datetime(2013, 1, 31, 18, 0, tzinfo=UTC)


def read(text: str, *, pending: int = 2) -> Reading:
    around = Surroundings(
        load_instruments(), NOW.date(), focus=("MSFT", "IBM"), pending=pending, has_own_card=pending > 0
    )
    message = MessageFacts(text=text, at=NOW, zone=UTC, market_time=NOW, asker="Ann")
    return MessageReader(around).read(message)


def test_a_request_behind_a_verdict_then_it_is_left_over(subtests: pytest.Subtests) -> None:
    for verdict, symbols, rest, text in SPLIT:
        with subtests.test(text):
            found = read(text)
            assert isinstance(found.request, verdict)
            assert (found.request.meant.symbols, found.left_over) == (symbols, (rest,))


def test_one_is_confirmed_and_another_cancelled_then_both(subtests: pytest.Subtests) -> None:
    for first, of_first, second, of_second, text in TWO_VERDICTS:
        with subtests.test(text):
            found = read(text)
            said = [each.request for each in (found, *found.further)]
            assert [type(each) for each in said] == [first, second]
            meant = [each.meant for each in said if isinstance(each, Verdict)]
            assert [("".join(each.symbols), each.which) for each in meant] == [of_first, of_second]
            assert not found.left_over


@pytest.mark.parametrize("text", ONE_VERDICT_AT_MOST)
def test_one_of_two_is_not_exact_then_not_confirmed_beside_the_other(text: str) -> None:
    found = read(text)
    assert not found.further
    assert not isinstance(found.request, Confirm) or found.left_over


@pytest.mark.parametrize("text", [*WHOLE, *NO_VERDICT_FIRST])
def test_nothing_else_is_wanted_then_nothing_is_left_over(text: str) -> None:
    found = read(text)
    assert not (isinstance(found.request, Verdict) and found.left_over)


@pytest.mark.parametrize("text", NO_VERDICT_FIRST)
def test_the_rest_changes_or_doubts_the_verdict_then_none(text: str) -> None:
    assert not isinstance(read(text).request, Confirm)


@pytest.mark.parametrize("text", ["yes and what's aapl at", "可以，那苹果现在多少"])
def test_a_question_behind_a_yes_is_answered_and_the_yes_asked_about(text: str) -> None:
    found = read(text, pending=1)
    assert isinstance(found.request, FigureQuery)
    assert (found.request.symbols, found.left_over) == (("AAPL",), ())
    assert [type(each.request) for each in found.further] == [ReadBack]


@pytest.mark.parametrize("text", NOT_CANCELLED)
def test_the_first_part_says_more_than_a_verdict_then_none(text: str) -> None:
    assert not isinstance(read(text).request, Cancel)


@pytest.mark.parametrize("text", DECLINED_WITH_REASON)
def test_a_trade_is_declined_with_a_reason_then_it_is_cancelled(text: str) -> None:
    found = read(text).request
    assert isinstance(found, Cancel)
    assert found.meant.symbols == ("IBM",)


@pytest.mark.parametrize("text", CANCELLED_WITH_REASON)
def test_a_reason_with_a_number_then_it_is_cancelled(text: str) -> None:
    found = read(text, pending=1)
    assert isinstance(found.request, Cancel)
    assert not found.left_over


@pytest.mark.parametrize("text", NOT_CANCELLED_BESIDE)
def test_a_cancellation_that_is_not_meant_then_none(text: str) -> None:
    assert not isinstance(read(text).request, Verdict) or isinstance(read(text).request, Wait)


def test_one_of_two_is_cancelled_then_the_other_is_not_dropped(subtests: pytest.Subtests) -> None:
    for which, left, text in OF_ONE:
        with subtests.test(text):
            found = read(text)
            assert isinstance(found.request, Cancel)
            assert (found.request.meant.which, found.left_over) == (which, left)


def test_nothing_is_pending_then_only_the_request() -> None:
    assert not isinstance(read("confirm, and also buy 4 AAPL", pending=0).request, Verdict)
