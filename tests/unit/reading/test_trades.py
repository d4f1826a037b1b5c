"""Messages about trades that were made: every word is explained, and nothing else is such a message."""

from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests.account import SetStop, ShowTradeRecord
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.text.normalise import normalise
from bot.reading.trades import read_stop, read_trade_question

INSTRUMENTS = load_instruments(("AAPL", "FB", "GOOG", "IBM", "MSFT"))


def read(text: str, *, has_focus: bool = True) -> ShowTradeRecord | None:
    return read_trade_question(normalise(text), INSTRUMENTS, has_focus=has_focus)


@pytest.mark.parametrize(
    "text",
    [
        "who bought it",
        "who ok'd it?",
        "so who signed off on this",
        "by whom was it approved",
        "who pulled the trigger on that trade",
        "who placed the order",
        "when was it confirmed",
        "when did we approve that",
        "what stop did we end up with",
        "where did we set the stop",
        "what was the stop in the end?",
        "谁确认的",
        "这单谁下的",
        "谁批的",
        "谁买的",
        "什么时候确认的",
        "我们最后止损定在多少",
        "止损最后放哪了",
    ],
)
def test_is_one(text: str) -> None:
    assert read(text) == ShowTradeRecord()


@pytest.mark.parametrize("text", ["who okayed the google order", "谷歌那笔是谁确认的", "who bought the goog shares"])
def test_names_the_share(text: str) -> None:
    assert read(text, has_focus=False) == ShowTradeRecord(NamedShares(symbols=("GOOG",)))


@pytest.mark.parametrize(
    "text",
    [
        "who is buying it",
        "who would have bought it",
        "who do you think bought IBM",
        "who sold out",
        "who approved the budget",
        "who did that",
        "who said to buy it",
        "谁说要买的",
        "谁要买",
        "谁在买",
        "谁会确认",
        "what's the stop",
        "止损放哪",
        "put the stop at 26",
        "when did we buy it",
        "should we confirm it",
        "buy it",
        "confirm it",
        "/orders",
    ],
)
def test_is_none(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize("text", ["who ok'd it", "who approved that", "谁同意的"])
def test_when_nothing_is_talked_of_then_no_trade_is_meant(text: str) -> None:
    assert read(text, has_focus=False) is None


@pytest.mark.parametrize(
    ("text", "level", "symbols"),
    [
        ("put the stop at 26", "26", ()),
        ("could you move my stop to 26.50 please?", "26.50", ()),
        ("i want my stop at $26", "26", ()),
        ("set the stop loss on google to 700", "700", ("GOOG",)),
        ("raise the stop to 27", "27", ()),
        ("止损给我放26", "26", ()),
        ("把止损设到26吧", "26", ()),
        ("脸书的止损改成26", "26", ("FB",)),
    ],
)
def test_where_a_stop_is_wanted(text: str, level: str, symbols: tuple[str, ...]) -> None:
    assert read_stop(normalise(text), INSTRUMENTS) == SetStop(Decimal(level), NamedShares(symbols=symbols))


@pytest.mark.parametrize(
    "text",
    [
        "buy 5 FB, stop at 26",
        "put the stop at 26 and buy 3 more",
        "put the stop at 5%",
        "where should I put the stop",
        "should I put the stop at 26?",
        "what if I put the stop at 26?",
        "alert me at the stop, 26",
        "stop it",
        "stop at 26",
        "move it to 26",
        "止损放哪",
        "止损设在26会亏多少",
    ],
)
def test_where_no_stop_is_wanted(text: str) -> None:
    assert read_stop(normalise(text), INSTRUMENTS) is None
