"""Messages that hold more than one thing: several requests, one among talk, and what is left over."""

from datetime import UTC, date, datetime
from typing import Final

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import request_summary
from bot.domain.conversation.requests.trades import Order, OrderRequest, ReadBack, Verdict
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.reading.reader import MessageReader

MARKET: Final = InstrumentTable(load_instruments())
AT: Final = datetime(2013, 1, 31, 17, tzinfo=UTC)


def read(text: str, *, has_card: bool = False) -> Reading:
    around = Surroundings(
        MARKET, date(2013, 1, 31), ("IBM",), pending=int(has_card), is_card_last=has_card, has_own_card=has_card
    )
    return MessageReader(around).read(MessageFacts(text=text, at=AT, zone=UTC, market_time=AT, asker="Ann"))


def shown(reading: Reading) -> list[str]:
    return [request_summary(each.request) for each in (reading, *reading.further)]


PRICE: Final = "FigureQuery measures=price scope=named symbols=GOOG when.day="
PE: Final = "FigureQuery measures=pe_ratio"
ALERT: Final = "SetAlerts shares.symbols={} conditions=AlertCondition(direction={} value={})"


@pytest.mark.parametrize(
    ("text", "requests"),
    [
        ("google 昨天收多少？前天呢", [f"{PRICE}2013-01-30", f"{PRICE}2013-01-29"]),
        ("how much cash do we have and what do we hold?", ["FigureQuery measures=cash scope=account", "ShowAccount"]),
        ("show me my alerts. also what's pending?", ["ShowAlerts", "ShowPending"]),
        (
            "alert me when fb drops below 25 and msft above 30",
            [ALERT.format("FB", "below", 25), ALERT.format("MSFT", "above", 30)],
        ),
        (
            "FB 跌到 28 或者 GOOG 涨到 800 提醒我",
            [ALERT.format("FB", "below", 28), ALERT.format("GOOG", "above", 800)],
        ),
        (
            "add goog to the watchlist and tell me if it drops under 700",
            ["Watch shares.symbols=GOOG", ALERT.format("GOOG", "below", 700)],
        ),
        ("add it to the watchlist, and fb too", ["Watch shares.symbols=IBM,FB"]),
        (
            "show me the price of goog and put it on the list",
            ["FigureQuery measures=price", "Watch shares.symbols=GOOG"],
        ),
        (
            "add msft to the list and what's its p/e",
            ["Watch ", "FigureQuery measures=pe_ratio scope=named symbols=MSFT"],
        ),
        ("why ibm and not msft?", ["Explain shares.symbols=IBM", "Explain shares.symbols=MSFT"]),
    ],
)
def test_several_requests_are_made_in_their_order(text: str, requests: list[str]) -> None:
    found = shown(read(text))
    assert len(found) == len(requests)
    assert all(map(str.startswith, found, requests)), found


@pytest.mark.parametrize(
    ("text", "request_made"),
    [
        ("how did fb close yesterday? and msft?", "FigureQuery measures=price scope=named symbols=FB,MSFT"),
        ("what was the price of ibm, last friday?", "FigureQuery measures=price scope=named symbols=IBM"),
        ("what if ibm drops 10%, what do we lose?", "Suppose "),
        ("alert me if fb or msft falls below 20", ALERT.format("FB,MSFT", "below", 20)),
        ("remember that we never short, and we never buy before earnings", "Remember "),
        ("my cat is sick today... anyway what's the market cap of google?", "FigureQuery measures=market_cap"),
        ("alert me when FB drops below 20 and volume is high", "AskAlertForm"),
    ],
)
def test_one_thing_in_several_clauses_is_one_request(text: str, request_made: str) -> None:
    reading = read(text)
    assert shown(reading)[0].startswith(request_made)
    assert (reading.further, reading.left_over) == ((), ())


def test_a_time_of_small_talk_is_none_of_the_question() -> None:
    assert shown(read("昨晚又没睡好…… 对了 谷歌的股息率多少？")) == [
        "FigureQuery measures=dividend_yield scope=named symbols=GOOG"
    ]


@pytest.mark.parametrize(
    ("text", "requests"),
    [
        (
            "苹果的股息率多少，顺便买 3 股 IBM",
            ["FigureQuery measures=dividend_yield", "Order terms.shares.symbols=IBM"],
        ),
        ("tell me the price of goog and buy 3 fb", ["FigureQuery measures=price", "Order terms.shares.symbols=FB"]),
        ("buy 3 fb and tell me the price of goog", ["Order terms.shares.symbols=FB", "FigureQuery measures=price"]),
        ("sell 40 ibm and put msft on the watchlist", ["Order terms.shares.symbols=IBM", "Watch shares.symbols=MSFT"]),
    ],
)
def test_a_trade_is_made_beside_what_is_surely_something_else(text: str, requests: list[str]) -> None:
    reading = read(text)
    assert all(map(str.startswith, shown(reading), requests)), shown(reading)
    assert (len(reading.further), reading.left_over) == (1, ())


@pytest.mark.parametrize(
    "text",
    [
        "what's ibm at, and if it's under 200 buy 3 fb",
        "what's ibm at? max said buy 3 fb",
        "tell me the price of ibm and don't buy 3 fb",
        "how do i buy 3 fb and what is the price of ibm",
        "what's the price of ibm, i'd never buy 10 fb",
        "show my alerts, then once it hits 700 buy 2 goog",
        "price of goog, max told me to buy 5 fb",
        "what's msft at, tempting to buy 20 fb",
        "my cash? last thing i want is to buy 5 goog",
        "谷歌多少钱，我才不会买10股FB",
        "谷歌多少钱，跌到700就买3股",
        "微软多少钱，别买3股FB",
        "buy 5 goog, on second thought show me the watchlist",
        "buy 5 goog. actually, what's ibm at",
        "买5股谷歌，算了，看看自选列表",
        "买5股谷歌。再想想，苹果多少钱",
    ],
)
def test_no_trade_is_made_beside_a_question_of_what_is_conditional_denied_or_quoted(text: str) -> None:
    requests = [each.request for each in (read(text), *read(text).further)]
    assert not any(isinstance(each, Order) and not each.terms.problems for each in requests)


def test_a_confirmation_beside_a_question_is_only_read_back() -> None:
    reading = read("confirm, and how much cash do we have?", has_card=True)
    assert not isinstance(reading.request, OrderRequest | Verdict)
    assert [type(each.request) for each in reading.further] == [ReadBack]


@pytest.mark.parametrize(
    ("text", "requests"),
    [
        ("cheers! what's goog at", ["FigureQuery measures=price"]),
        ("lol you lost that one, show me my alerts", ["ShowAlerts"]),
        ("what's our cash, what's pending, and show me the watchlist", ["FigureQuery", "ShowPending", "ShowWatchList"]),
        ("现金还有多少，提醒都有哪些，自选也看一下", ["FigureQuery", "ShowAlerts", "ShowWatchList"]),
    ],
)
def test_talk_is_left_out_and_three_things_are_three(text: str, requests: list[str]) -> None:
    found = shown(read(text))
    assert len(found) == len(requests)
    assert all(map(str.startswith, found, requests)), found


@pytest.mark.parametrize(
    "text",
    [
        "bob said alert me when fb hits 20 and watch msft",
        "if ibm beats, show my alerts and add fb to the watchlist",
    ],
)
def test_what_is_quoted_or_conditional_is_not_told_apart(text: str) -> None:
    assert read(text).further == ()


@pytest.mark.parametrize(
    "text", ["if it falls go ahead. what's the p/e?", "he said confirm it. and our cash?", "don't confirm. our cash?"]
)
def test_a_verdict_among_others_confirms_nothing(text: str) -> None:
    reading = read(text, has_card=True)
    assert not any(isinstance(each.request, OrderRequest | Verdict) for each in (reading, *reading.further))
