"""Answers to a question about an order, and the order with the unit that they name."""

from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from adapters.market.sample import SampleMarket
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.reading.order_answers import OrderAnswer, read_order_answer, with_unit

INSTRUMENTS = load_instruments(SampleMarket.benchmark)
SHARES, MONEY = OrderAnswer(unit=SizeUnit.SHARES), OrderAnswer(unit=SizeUnit.MONEY)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("shares", SHARES),
        ("dollars, please", MONEY),
        ("美元", MONEY),
        ("20 shares", OrderAnswer(unit=SizeUnit.SHARES, value=Decimal(20))),
        ("$300", OrderAnswer(unit=SizeUnit.MONEY, value=Decimal(300))),
        ("buy", OrderAnswer(side=Side.BUY)),
        ("卖", OrderAnswer(side=Side.SELL)),
        ("IBM", OrderAnswer(symbols=("IBM",), has_words=False)),
    ],
)
def test_reads_what_is_answered(text: str, expected: OrderAnswer) -> None:
    assert read_order_answer(text, INSTRUMENTS) == expected


@pytest.mark.parametrize("text", ["why?", "what is my cash?", "analyze GOOG", "thanks"])
def test_what_answers_nothing_is_none(text: str) -> None:
    assert read_order_answer(text, INSTRUMENTS) is None


@pytest.mark.parametrize(
    ("order", "answer", "expected"),
    [
        ("buy 200 fb", MONEY, "buy $200 fb"),
        ("buy 2 goog and 1000 ibm", MONEY, "buy 2 goog and $1000 ibm"),
        ("买3000苹果", SHARES, "买3000股苹果"),
        ("buy fb", SHARES, ""),
    ],
)
def test_order_gets_the_unit(order: str, answer: OrderAnswer, expected: str) -> None:
    assert with_unit(order, answer, INSTRUMENTS) == expected
