"""The numbers that the words of one slot state."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from bot.reading.recognisers import numbers as n

Reader = Callable[[str], Decimal | int | None]


@pytest.mark.parametrize(
    ("read", "text", "expected"),
    [
        (n.read_number, "1,200", "1200"),
        (n.read_number, "Twenty-five hundred", "2500"),
        (n.read_number, "1万5", "15000"),
        (n.read_number, "2k", "2000"),
        (n.read_count, "half a dozen", "6"),
        (n.read_count, "3手", "300"),
        (n.read_count, "QTY 8", "8"),
        (n.read_money, "27块5", "27.5"),
        (n.read_price, "$31.50", "31.50"),
        (n.read_money, "3000以内", "3000"),
        (n.read_percent, "half a percent", "0.005"),
        (n.read_percent, "一成半", "0.15"),
        (n.read_percent, "-8%", "-0.08"),
        (n.read_percent, "50 bps", "0.005"),
        (n.read_part, "四分之一", "0.25"),
        (n.read_part, "the rest", "1"),
        (n.read_part, "1.5倍", "1.5"),
        (n.read_list_number, "#12", "12"),
    ],
)
def test_number(read: Reader, text: str, expected: str) -> None:
    assert read(text) == Decimal(expected)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (n.read_number, "two fifty"),
        (n.read_number, "七八"),
        (n.read_count, "百来股"),
        (n.read_money, "£500"),
        (n.read_money, "$1.000"),
        (n.read_price, "91,50"),
        (n.read_percent, "3"),
        (n.read_part, "一部分"),
        (n.read_list_number, "last page"),
    ],
)
def test_number_when_it_is_not_exactly_one_then_none(read: Reader, text: str) -> None:
    assert read(text) is None
