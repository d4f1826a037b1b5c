"""Amounts with a part of the unit behind it, as they are said in Chinese."""

from decimal import Decimal

import pytest

from bot.reading.quantities.quantity import Unit, find_quantities


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("跌到27块5提醒我", "27.5"),
        ("跌到27块5毛提醒我", "27.5"),
        ("跌到三十块五告诉我", "30.5"),
        ("跌到27块5以下告诉我", "27.5"),
        ("27块半", "27.5"),
        ("从27块5改到28", "27.5"),
        ("27块5到28块", "27.5"),
        ("27元8角5分", "27.85"),
        ("27块8毛5", "27.85"),
        ("27块零5", "27.05"),
        ("27块05", "27.05"),
        ("27块55", "27.55"),
        ("27美元50美分", "27.50"),
        ("一百二十块五毛钱", "120.5"),
        ("27块5的时候买10股苹果", "27.5"),
    ],
)
def test_part_of_unit_belongs_to_amount(text: str, amount: str) -> None:
    first = next(iter(find_quantities(text)))

    assert (first.value, first.unit) == (Decimal(amount), Unit.MONEY)
    assert all(each.start >= first.end for each in list(find_quantities(text))[1:])


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("100块一股", 100),
        ("27块5股苹果", 27),
        ("500块一起买苹果和IBM", 500),
        ("30块买5股", 30),
        ("100块分析苹果", 100),
        ("1000块三只股票", 1000),
        ("100块5.5", 100),
        ("100块100股", 100),
        ("200块3天", 200),
        ("500块3到5股", 500),
        ("2万块5", 20_000),
    ],
)
def test_number_of_something_else_stays_apart(text: str, amount: int) -> None:
    assert next(iter(find_quantities(text))).value == amount
