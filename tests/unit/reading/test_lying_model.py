"""A model that lies about a message: other kinds, other shares, other amounts, confirmations. No trade comes of it."""

from collections.abc import Iterator
from datetime import UTC

import pytest

from adapters.market.sample import DEFAULT_NOW
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests.limits import EndLimits
from bot.domain.conversation.requests.trades import Cancel, Confirm, Order
from bot.domain.conversation.surroundings import Surroundings
from bot.reading.guard import TRADES
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.reader import MessageReader
from tests.sample_market import MARKET, TODAY

NO_ORDERS = (
    "what is the price of GOOG compared with 700",
    "should I buy 5 GOOG?",
    "don't buy 5 GOOG",
    "I would not sell 10 IBM here",
    "if GOOG falls to 700 buy 5",
    "buy 5 GOOG when it drops below 700",
    "Bob said: buy 5 GOOG",
    "my boss wants me to sell 10 IBM",
    "we bought 5 GOOG last week",
    "what if I had bought 10 MSFT in May",
    "why did we sell 10 IBM",
    "alert me when GOOG is above 800",
    "never more than 5 GOOG per trade",
    "can I afford 20 GOOG",
    "remember that we hold 10 IBM at home",
    "不要买5股谷歌",
    "要不要买5股谷歌？",
    "如果谷歌跌到700就买5股",
    "上周我们买了5股谷歌",
    "老王说买5股谷歌",
    "谷歌涨到800提醒我",
    "万一买了10股微软会怎样",
)
VERDICTS = (Kind.CONFIRM, Kind.CANCEL, Kind.LIMIT_END)
ORDERS = ("buy 5 GOOG", "sell 10 IBM", "buy 3 MSFT and 2 FB", "买入5股谷歌", "卖出10股IBM", "buy $3,000 of AAPL")


def message(text: str) -> MessageFacts:
    return MessageFacts(text=text, at=DEFAULT_NOW, zone=UTC, market_time=DEFAULT_NOW, asker="Ann")


def read(text: str, lie: Parse, **around: object) -> Reading:
    reader = MessageReader(Surroundings(instruments=MARKET, today=TODAY, **around))  # type: ignore[arg-type]
    said = message(text)
    return reader.read_again(reader.read(said), lie, said)


def parse(text: str, kind: Kind, *slots: tuple[SlotName, str]) -> Parse:
    found = sorted((text.index(words), name, words) for name, words in slots if words in text)
    return Parse(text=text, kind=kind, certainty=1.0, slots=tuple(Slot(n, at, at + len(w), w) for at, n, w in found))


def share_in(text: str) -> str:
    return next(each for each in ("GOOG", "IBM", "MSFT", "FB", "AAPL", "谷歌", "微软") if each in text)


def number_in(text: str) -> str:
    return next(each for each in ("$3,000", "20", "10", "5", "3", "700", "800") if each in text)


def lies(text: str) -> Iterator[Parse]:
    """Yield what a liar makes of a message that orders nothing."""
    share, number = share_in(text), number_in(text)
    word = text.split(maxsplit=1)[0] if text.isascii() else text[0]
    for side in (SlotName.BUY, SlotName.SELL):
        for size in (SlotName.COUNT, SlotName.MONEY):
            yield parse(text, Kind.ORDER, (side, word), (size, number), (SlotName.SHARE, share))
        yield parse(text, Kind.ORDER, (side, word), (SlotName.SHARE, share))
        yield parse(text, Kind.CORRECT, (side, word), (SlotName.COUNT, number), (SlotName.SHARE, share))
    yield parse(text, Kind.CORRECT, (SlotName.COUNT, number))


NO_ORDER_LIES = [(text, lie) for text in NO_ORDERS for lie in lies(text)]


@pytest.mark.parametrize(("text", "lie"), NO_ORDER_LIES, ids=range(len(NO_ORDER_LIES)))
@pytest.mark.parametrize("pending", [0, 1])
def test_no_trade_of_what_orders_none(text: str, lie: Parse, pending: int) -> None:
    reading = read(text, lie, focus=("GOOG",), pending=pending, has_own_card=bool(pending), is_card_last=bool(pending))
    terms = reading.request.terms if isinstance(reading.request, TRADES) else None
    assert terms is None or terms.problems or reading.request.is_question, reading.request  # type: ignore[union-attr]


@pytest.mark.parametrize("text", [*NO_ORDERS, *ORDERS])
@pytest.mark.parametrize("kind", VERDICTS)
def test_nothing_is_confirmed_cancelled_or_lifted(text: str, kind: Kind) -> None:
    reading = read(text, parse(text, kind), focus=("GOOG",), pending=1, has_own_card=True, is_card_last=True)
    assert not isinstance(reading.request, Confirm | Cancel | EndLimits)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("buy 5 GOOG", [(SlotName.SELL, "buy"), (SlotName.COUNT, "5"), (SlotName.SHARE, "GOOG")]),
        ("buy 5 GOOG", [(SlotName.BUY, "buy"), (SlotName.MONEY, "5"), (SlotName.SHARE, "GOOG")]),
        ("buy 5 GOOG", [(SlotName.BUY, "buy"), (SlotName.SHARE, "GOOG")]),
        ("sell 10 IBM", [(SlotName.SELL, "sell"), (SlotName.PART, "10"), (SlotName.SHARE, "IBM")]),
        ("sell 10 IBM", [(SlotName.BUY, "sell"), (SlotName.COUNT, "10"), (SlotName.SHARE, "IBM")]),
        ("buy 3 MSFT and 2 FB", [(SlotName.BUY, "buy"), (SlotName.COUNT, "3"), (SlotName.SHARE, "MSFT")]),
        ("buy 3 MSFT and 2 FB", [(SlotName.BUY, "buy"), (SlotName.COUNT, "2"), (SlotName.SHARE, "MSFT")]),
        ("买入5股谷歌", [(SlotName.SELL, "买入"), (SlotName.COUNT, "5股"), (SlotName.SHARE, "谷歌")]),
        ("buy $3,000 of AAPL", [(SlotName.BUY, "buy"), (SlotName.COUNT, "3"), (SlotName.SHARE, "AAPL")]),
    ],
)
def test_an_order_is_what_was_said_or_is_asked_about(text: str, slots: list[tuple[SlotName, str]]) -> None:
    plain = MessageReader(Surroundings(instruments=MARKET, today=TODAY)).read(message(text)).request
    reading = read(text, parse(text, Kind.ORDER, *slots))
    assert not isinstance(reading.request, Order) or reading.request.terms.problems or reading.request == plain
