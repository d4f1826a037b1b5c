"""Orders whose parts are named as people say them: a sum for several shares, a sale at a stop, two trades in a row."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Final

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests.analysis import Compare
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import Advise, AnalyzeDeep, CorrectOrder, Order
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.query import RankOrder, Scope
from bot.domain.market.instruments import InstrumentTable
from bot.domain.trading.execution.orders import Side
from bot.reading.reader import MessageReader

MARKET: Final = InstrumentTable(load_instruments())
AT: Final = datetime(2013, 1, 31, 17, tzinfo=UTC)


def read(text: str, *, held: tuple[str, ...] = (), pending: int = 0) -> Reading:
    around = Surroundings(MARKET, AT.date(), ("GOOG",), held=held, pending=pending, has_own_card=pending > 0)
    return MessageReader(around).read(MessageFacts(text=text, at=AT, zone=UTC, market_time=AT, asker="Ann"))


@pytest.mark.parametrize(
    ("text", "each"),
    [
        ("put 25k in google and ibm, half each", 12_500),
        ("buy IBM, GOOG and AAPL for $1,000 in total", "333.33"),
        ("拿两万买谷歌和IBM，各一半", 10_000),
        ("IBM和微软一共买10股", 5),
        ("苹果、谷歌、IBM、微软，一只给我买两万的", 20_000),
        ("$200 of IBM and $200 of Microsoft", 200),
    ],
)
def test_sum_for_several_is_divided_and_one_of_each_is_not(text: str, each: int | str) -> None:
    request = read(text).request
    assert isinstance(request, Order)
    assert {part.side for part in request.terms.parts} == {Side.BUY}
    assert {part.size and part.size.value for part in request.terms.parts} == {Decimal(each)}


def test_shares_that_cannot_be_divided_are_asked_about() -> None:
    assert not isinstance(read("IBM和微软一共买11股").request, Order)


def test_side_is_not_guessed_where_a_share_is_held() -> None:
    assert not isinstance(read("$200 of IBM and $200 of Microsoft", held=("IBM",)).request, Order)


def test_budget_of_advice_that_is_not_clear_is_asked_about() -> None:
    request = read("should i put a quarter into google and ibm?").request
    assert isinstance(request, Advise)
    assert Problem.FRACTION_UNCLEAR in request.terms.problems


@pytest.mark.parametrize("text", ["那买微软，五十股，跌到25就跑", "买50股微软，跌到25就卖"])
def test_sale_at_a_lower_price_is_the_stop_of_the_purchase(text: str) -> None:
    terms = getattr(read(text).request, "terms", None)
    assert terms is not None
    assert (terms.side, terms.count, terms.stop, terms.problems) == (Side.BUY, 50, 25, ())


@pytest.mark.parametrize("text", ["买50股微软，跌到25再买", "buy 50 msft if it drops to 25"])
def test_purchase_under_a_condition_is_none_with_a_stop(text: str) -> None:
    terms = getattr(read(text).request, "terms", None)
    assert terms is not None
    assert terms.problems
    assert terms.stop is None


@pytest.mark.parametrize(
    ("text", "side", "left"),
    [
        ("卖掉一半谷歌，钱换成微软", Side.SELL, "钱换成微软"),
        ("买10股微软，到30就卖掉", Side.BUY, "到30就卖掉"),
        ("buy 50 msft, sell it if it falls to 25", Side.BUY, "sell it if it falls to 25"),
    ],
)
def test_order_is_made_and_the_other_trade_named(text: str, side: Side, left: str) -> None:
    reading = read(text, held=("GOOG",))
    assert isinstance(reading.request, Order)
    assert (reading.request.terms.side, len(reading.request.terms.symbols), reading.left_over) == (side, 1, (left,))


@pytest.mark.parametrize(
    "text", ["buy 5 ibm, no sell it", "买5股IBM，不，卖5股", "sell 5 goog, only if you can buy ibm"]
)
def test_trade_that_changes_the_one_before_makes_none_of_it(text: str) -> None:
    request = read(text, held=("GOOG",)).request
    assert not isinstance(request, Order) or request.terms.problems


def test_trade_that_is_regretted_is_none() -> None:
    terms = getattr(read("卧槽买多了，卖掉一半", held=("GOOG",)).request, "terms", None)
    assert terms is not None
    assert (terms.side, terms.size and terms.size.value) == (Side.SELL, Decimal("0.5"))


@pytest.mark.parametrize("text", ["buy Apple shares with 10 percent of the money", "拿10%的钱买苹果"])
def test_part_of_the_money_is_one_of_the_account_while_nothing_is_held(text: str) -> None:
    terms = getattr(read(text).request, "terms", None)
    assert terms is not None
    assert terms.size is not None
    assert (terms.is_part_of_account, terms.size.value) == (True, Decimal("0.1"))
    held = getattr(read(text, held=("IBM",)).request, "terms", None)
    assert held is not None
    assert Problem.FRACTION_BASE_UNCLEAR in held.problems


def test_amounts_beside_one_and_with_apostrophes() -> None:
    change = read("make the Google one $12,500", pending=2).request
    assert isinstance(change, CorrectOrder)
    assert change.change.value == 12_500
    order = read("Buy for 2'000 dollars of Facebook").request
    assert isinstance(order, Order)
    assert order.terms.amount == 2_000


@pytest.mark.parametrize("text", ["不買蘋果好了，谷歌跟IBM哪一支比較值得買？", "which should i buy, google or ibm?"])
def test_choice_between_shares_is_a_comparison_without_those_not_wanted(text: str) -> None:
    assert read(text).request == Compare(shares=NamedShares(symbols=("GOOG", "IBM")), scope=Scope.NAMED)


@pytest.mark.parametrize(
    "text",
    [
        "my 10 ibm and 5 msft",
        "IBM 10股和微软5股是老王的",
        "$200 of ibm and $300 of msft went down the drain",
        "$200 of IBM and $200 of Microsoft is what bob wants",
        "微软涨了300块，IBM跌了200块",
    ],
)
def test_sizes_beside_further_words_are_no_purchases(text: str) -> None:
    assert not isinstance(read(text).request, Order)


@pytest.mark.parametrize("text", ["2000 dollars, what would you buy?", "我有两万，买什么好"])
def test_which_of_all_is_a_comparison_and_no_card(text: str) -> None:
    around = Surroundings(MARKET, AT.date())
    request = MessageReader(around).read(MessageFacts(text=text, at=AT, zone=UTC, market_time=AT, asker="Ann")).request
    assert request == Compare(shares=NamedShares(), scope=Scope.MARKET, first=RankOrder.HIGHEST)


@pytest.mark.parametrize(
    ("text", "drops"),
    [("我沒有要蘋果啦，只買谷歌就好，金額減半", True), ("just google, half of it", True), ("谷歌那张减半", False)],
)
def test_only_one_share_drops_the_other_cards(text: str, *, drops: bool) -> None:
    request = read(text, pending=2).request
    assert isinstance(request, CorrectOrder)
    assert (request.change.value, request.change.drops_others) == (Decimal("0.5"), drops)


@pytest.mark.parametrize("text", ["提醒不要，我是要买50股，止损25", "goog进20股 市价", "buy 20 goog, at market"])
def test_alert_that_is_not_wanted_and_the_market_are_nothing_beside_an_order(text: str) -> None:
    reading = read(text)
    assert isinstance(reading.request, Order)
    assert (reading.left_over, reading.further) == ((), ())


@pytest.mark.parametrize(
    ("text", "bound", "problems"),
    [
        ("let the committee discuss IBM, at most $3,000", 3000, ()),
        ("have the committee look at ibm, budget $5k", 5000, ()),
        ("深入分析IBM，最多花3000美元", 3000, ()),
        ("让大家讨论一下IBM，预算8000以内", None, (Problem.AMOUNT_UNIT_MISSING,)),
    ],
)
def test_an_amount_beside_a_request_for_the_committee_bounds_its_trade(
    text: str, bound: int | None, problems: tuple[Problem, ...]
) -> None:
    request = read(text).request
    assert isinstance(request, Advise)
    terms = request.terms
    assert (terms.is_deep, terms.max_cash or terms.amount, terms.problems) == (True, bound, problems)


@pytest.mark.parametrize("text", ["dig deeper into IBM over the last 3 months", "深入分析IBM最近6个月"])
def test_a_span_beside_a_request_for_the_committee_is_no_amount(text: str) -> None:
    request = read(text).request
    assert isinstance(request, AnalyzeDeep)
