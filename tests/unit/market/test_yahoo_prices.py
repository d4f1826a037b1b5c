import struct
from datetime import date, time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.market.hours import at_new_york
from adapters.market.yahoo_prices import Split, YahooBar, to_price, unadjust_splits

# Apple's close of 2013-01-31 as Yahoo shows it after the splits of 2014 and 2020.
APPLE = YahooBar(
    date(2013, 1, 31), 16.320714950561523, 16.402856826782227, 16.24928665161133, 16.267499923706055, 319333600
)
SPLITS = (Split(date(2014, 6, 9), 7.0), Split(date(2020, 8, 31), 4.0))


def test_price_before_splits_is_the_one_people_paid() -> None:
    (bar,) = unadjust_splits([APPLE], SPLITS, at=at_new_york(date(2013, 1, 31)))
    assert (bar.open, bar.high, bar.low, bar.close) == tuple(map(Decimal, ("456.98", "459.28", "454.98", "455.49")))
    assert bar.volume == 11_404_771


@pytest.mark.parametrize(
    ("day", "hour", "close"),
    [
        (date(2014, 6, 8), time(16), "455.49"),
        (date(2014, 6, 9), time(9, 29), "455.49"),
        (date(2014, 6, 9), time(9, 30), "65.07"),
        (date(2020, 8, 31), time(9, 30), "16.27"),
    ],
)
def test_splits_count_from_the_opening_of_their_day(day: date, hour: time, close: str) -> None:
    (bar,) = unadjust_splits([APPLE], SPLITS, at=at_new_york(day, hour))
    assert bar.close == Decimal(close)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (455.489990234375, "455.49"),
        (30.98099946975708, "30.98"),
        (100.0, "100.00"),
        (27.5, "27.50"),
        (0.00012, "0.0001"),
    ],
)
def test_price_drops_the_noise_of_32_bit_floats(value: float, text: str) -> None:
    assert to_price(value) == Decimal(text)
    if "." in text and len(text.split(".")[1]) == 2:
        assert str(to_price(value)) == text


@given(st.integers(1, 9_999_999))
def test_price_of_any_cents_sent_as_32_bit_float_comes_back(cents: int) -> None:
    exact = Decimal(cents) / 100
    (sent,) = struct.unpack("f", struct.pack("f", float(exact)))
    got = to_price(sent)
    assert abs(got - exact) <= Decimal("0.0041")  # half a step of a 32-bit float just below 100,000
    if cents < 100_000:
        assert got == exact


@pytest.mark.parametrize("close", [float("nan"), float("inf")])
def test_bar_without_a_price_is_not_usable(close: float) -> None:
    assert not YahooBar(date(2020, 1, 2), 1.0, 1.0, 1.0, close, 0.0).is_usable
