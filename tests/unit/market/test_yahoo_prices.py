import struct
from datetime import date, datetime, time, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.market.calendar import ExchangeCalendar
from adapters.market.hours import at_new_york
from adapters.market.sample import SampleMarket
from adapters.market.yahoo import YahooMarket
from adapters.market.yahoo_prices import (
    Dividend,
    Split,
    YahooActions,
    YahooBar,
    price_history,
    to_price,
    unadjust_splits,
)
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory, SessionClose
from tests.fakes.yahoo import FakeYahoo

# Apple's close of 2013-01-31 as Yahoo shows it after the splits of 2014 and 2020.
APPLE = YahooBar(
    date(2013, 1, 31), 16.320714950561523, 16.402856826782227, 16.24928665161133, 16.267499923706055, 319333600
)
SPLITS = (Split(date(2014, 6, 9), 7.0), Split(date(2020, 8, 31), 4.0))
D = Decimal
pytestmark = pytest.mark.filterwarnings("ignore:Series.values returning an ndarray:DeprecationWarning")
CALENDAR = ExchangeCalendar(until=date(2014, 12, 31))
LATE = at_new_york(date(2013, 3, 1))


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


class TestSample:
    async def test_a_dividend_is_known_from_the_opening_of_its_ex_date_not_from_its_announcement(self) -> None:
        market, ex_date = SampleMarket(), date(2012, 8, 9)
        before = await market.history("AAPL", first=date(2012, 3, 1), as_of=at_new_york(ex_date, time(9, 29)))
        opened = await market.history("AAPL", first=date(2012, 3, 1), as_of=at_new_york(ex_date, time(9, 30)))
        assert before.actions == ()
        assert opened.actions == (CorporateAction("AAPL", ex_date, ActionKind.DIVIDEND, D("2.65")),)

    async def test_every_ex_date_is_a_session_within_the_sample(self) -> None:
        market = SampleMarket()
        for symbol in market.benchmark:
            history = await market.history(symbol, first=date(2010, 1, 4), as_of=LATE)
            sessions = {close.session for close in history.closes}
            assert {action.ex_date for action in history.actions} <= sessions

    async def test_dividends_agree_with_the_rates_among_the_facts(self) -> None:
        """A quarterly rate that a company has declared is what its next ex-date pays."""
        market = SampleMarket()
        for symbol in ("AAPL", "IBM", "MSFT"):
            for action in (await market.history(symbol, first=date(2010, 1, 5), as_of=LATE)).actions:
                snapshot = await market.snapshot(symbol, as_of=at_new_york(action.ex_date))
                (declared,) = [f.value for f in snapshot.facts if f.name == "dividend_per_share_quarterly"]
                assert action.value == declared, action

    async def test_companies_that_paid_nothing_have_no_actions(self) -> None:
        for symbol in ("GOOG", "FB"):
            assert (await SampleMarket().history(symbol, first=date(2010, 1, 4), as_of=LATE)).actions == ()


class TestYahoo:
    def test_prices_and_dividends_of_before_a_split_are_in_the_shares_of_then(self) -> None:
        """AAPL traded at 455.49 and paid 2.65 before 7:1 and 4:1; Yahoo shows 16.2675 and 0.094643."""
        bars = [
            YahooBar(date(2013, 1, 31), 16, 17, 15, 455.49 / 28, 1),
            YahooBar(date(2014, 6, 9), 23, 24, 22, 23.5, 1),
        ]
        actions = YahooActions(
            splits=(Split(date(2014, 6, 9), 7.0), Split(date(2020, 8, 31), 4.0)),
            dividends=(Dividend(date(2013, 2, 7), 0.094643),),
        )
        history = price_history("AAPL", bars, actions, first=date(2013, 1, 1), at=at_new_york(date(2014, 12, 1)))
        assert [close.price for close in history.closes] == [D("455.49"), D(94)]
        assert history.actions == (
            CorporateAction("AAPL", date(2013, 2, 7), ActionKind.DIVIDEND, D("2.65")),
            CorporateAction("AAPL", date(2014, 6, 9), ActionKind.SPLIT, D(7)),
        )

    @pytest.mark.parametrize("amount", ["1.0245", "1.655123", "0.00045", "2.00"])
    def test_dividend_keeps_all_places_that_were_declared(self, amount: str) -> None:
        actions = YahooActions(dividends=(Dividend(date(2013, 2, 7), float(amount)),))
        history = price_history("SPY", (), actions, first=date(2013, 1, 1), at=at_new_york(date(2014, 12, 1)))
        assert [each.value for each in history.actions] == [D(amount)]

    @pytest.mark.parametrize(
        ("sent", "ratio"), [(0.3333, D(1) / 3), (1.5, D("1.5")), (1.281, D("1.281")), (0.04, D("0.04"))]
    )
    def test_ratio_is_the_quotient_meant(self, sent: float, ratio: Decimal) -> None:
        actions = YahooActions(splits=(Split(date(2013, 1, 3), sent),))
        history = price_history("X", [], actions, first=date(2013, 1, 1), at=LATE)
        assert [action.value for action in history.actions] == [ratio]

    async def test_history_over_the_fake_ticker(self) -> None:
        days = [CALENDAR.close_after(date(2013, 1, 31), -back).date() for back in range(60)]
        fake = FakeYahoo(closes=dict.fromkeys(days, 50.0), splits={days[5]: 2.0}, dividends={days[20]: 0.25})
        market = YahooMarket(clock=_Clock(), calendar=CALENDAR, client=fake)
        history = await market.history("IBM", first=days[30], as_of=_Clock().now())
        assert {close.price for close in history.closes} == {D(100), D(50)}
        assert [(a.ex_date, a.kind, a.value) for a in history.actions] == [
            (days[20], ActionKind.DIVIDEND, D("0.5")),
            (days[5], ActionKind.SPLIT, D(2)),
        ]


class _Clock:
    def now(self) -> datetime:
        return at_new_york(date(2013, 1, 31), time(20))


class TestCloseOn:
    HISTORY = PriceHistory(
        "X",
        closes=(SessionClose(date(2013, 1, 2), D(100)), SessionClose(date(2013, 1, 4), D(30))),
        actions=(CorporateAction("X", date(2013, 1, 3), ActionKind.SPLIT, D(4)),),
    )

    def test_without_a_close_yet_then_none(self) -> None:
        assert self.HISTORY.close_on(date(2013, 1, 1)) is None

    def test_a_day_without_a_close_has_the_last_one_in_the_shares_of_that_day(self) -> None:
        assert self.HISTORY.close_on(date(2013, 1, 3)) == D(25)
        assert self.HISTORY.close_on(date(2013, 1, 4) + timedelta(days=3)) == D(30)
