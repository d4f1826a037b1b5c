"""A change of a card beside something else in its message: a bound, a question."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Final

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests.trades import CorrectOrder, Order, OrderChangeKind
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.reading.reader import MessageReader

MARKET: Final = InstrumentTable(load_instruments())
AT: Final = datetime(2013, 1, 31, 17, tzinfo=UTC)


def read(text: str) -> Reading:
    around = Surroundings(MARKET, AT.date(), ("IBM",), held=("IBM",), pending=1, is_card_last=True, has_own_card=True)
    return MessageReader(around).read(MessageFacts(text=text, at=AT, zone=UTC, market_time=AT, asker="Ann"))


@pytest.mark.parametrize(
    ("text", "factor", "stop", "most"),
    [
        ("ok half of that then, and stop at 190", "0.5", "190", None),
        ("50% of that, stop at 190", "0.5", "190", None),
        ("a third less, at most $5,000", "2/3", None, "5000"),
        ("一半吧，止损放195", "0.5", "195", None),
    ],
)
def test_part_beside_a_bound_is_one_of_the_card(text: str, factor: str, stop: str | None, most: str | None) -> None:
    request = read(text).request
    assert isinstance(request, CorrectOrder)
    above, _, below = factor.partition("/")
    assert request.change.kind is OrderChangeKind.MULTIPLE
    assert request.change.value == Decimal(above) / Decimal(below or 1)
    assert request.terms.stop == (stop and Decimal(stop))
    assert request.terms.max_cash == (most and Decimal(most))


def test_part_of_what_is_held_is_none_of_the_card() -> None:
    request = read("half of what we hold, and stop at 190").request
    assert not (isinstance(request, CorrectOrder) and request.change.kind is OrderChangeKind.MULTIPLE)


@pytest.mark.parametrize(
    ("text", "value", "question"),
    [
        ("make it 6. and why 190, what do i lose there?", 6, "why 190 | what do i lose there?"),
        ("why is the stop there? make it 7", 7, "why is the stop there?"),
        ("make it 6 shares, whats my cash after", 6, "whats my cash after"),
        ("减到5股吧，最多会亏多少", 5, "最多会亏多少"),
    ],
)
def test_question_beside_a_change_is_left_over(text: str, value: int, question: str) -> None:
    reading = read(text)
    assert isinstance(reading.request, CorrectOrder)
    assert reading.request.change.value == value
    assert " | ".join(reading.left_over) == question


@pytest.mark.parametrize("text", ["what if i make it 6, what do i lose at 190?", "make it 6 or 7?", "why not 10?"])
def test_supposed_change_changes_nothing(text: str) -> None:
    assert not isinstance(read(text).request, CorrectOrder | Order)
