"""Numbers of a text, each with its unit."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.reading.quantities.quantity import Unit, find_quantities


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("put 5 grand into aapl", "5000", Unit.MONEY),
        ("buy two hundred and fifty dollars of aapl", "250", Unit.MONEY),
        ("买1万5千块苹果", "15000", Unit.MONEY),
        ("卖两成苹果", "2", Unit.TENTHS),
    ],
)
def test_number_with_its_unit(text: str, value: str, unit: Unit) -> None:
    (found,) = find_quantities(text)
    assert (found.value, found.unit) == (Decimal(value), unit)


@pytest.mark.parametrize("text", ["buy 1,00 aapl", "买三五千美元苹果"])
def test_number_that_may_be_two_then_it_has_no_value(text: str) -> None:
    assert [each.value for each in find_quantities(text)] == [None]


@given(st.text(max_size=200))
def test_quantities_do_not_overlap(text: str) -> None:
    end = 0
    for quantity in find_quantities(text.lower()):
        assert quantity.start >= end
        end = quantity.end
