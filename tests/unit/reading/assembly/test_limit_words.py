"""What bounds a trade: the price of a share, a loss, or what is spent."""

import pytest

from bot.reading.assembly.limit_words import bounds_loss, bounds_price, names_total
from bot.reading.parses import Kind, SlotName
from bot.reading.trained.examples import read_line


@pytest.mark.parametrize(
    ("line", "is_price"),
    [
        ("[buy](buy) 3 GOOG at [no more than](up_to) [$700](max)", True),
        ("[buy](buy) 3 GOOG, pay [less than](up_to) [$700](max) each", True),
        ("card| the price must stay [under](up_to) [$200](max)", True),
        ("[买](buy)3股谷歌，总共[不超过](up_to)[700美元](max)", False),
    ],
)
def test_bound_of_a_price(line: str, *, is_price: bool) -> None:
    assert bounds_price(read_line(line, Kind.ORDER)[0]) is is_price


@pytest.mark.parametrize(
    ("line", "is_loss"),
    [("card| risk [no more than](up_to) [$200](max)", True), ("buy IBM, [max](up_to) loss [$200](max)", True)],
)
def test_bound_of_a_loss(line: str, *, is_loss: bool) -> None:
    parse = read_line(line, Kind.ORDER)[0]
    bound = parse.first(SlotName.MAX)
    assert bound is not None
    assert bounds_loss(bound, parse) is is_loss


@pytest.mark.parametrize(("text", "is_total"), [("总共不超过760美元", True)])
def test_words_of_what_is_spent(text: str, *, is_total: bool) -> None:
    assert names_total(text) is is_total
