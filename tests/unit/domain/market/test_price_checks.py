"""Which prices are believed, and why others are not."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise

import pytest

from bot.domain.market.price_checks import CheckedPrices, PriceDoubt, believed_bars, check_prices, jump_bound
from bot.domain.market.snapshot import Bar, Quote, QuoteKind

D = Decimal
FIRST = date(2026, 9, 1)
NOON = datetime(2026, 11, 27, 17, tzinfo=UTC)


def bars_of(closes: Sequence[object], *, volume: int = 1_000) -> tuple[Bar, ...]:
    prices = [D(str(close)) for close in closes]
    return tuple(Bar(FIRST + timedelta(days=n), p, p, p, p, volume) for n, p in enumerate(prices))


def steady(level: float = 279.0, days: int = 40) -> list[float]:
    return [round(level * (1.01 if n % 2 else 1.0), 2) for n in range(days)]


def live(price: object, **figures: object) -> Quote:
    return replace(Quote("AAPL", D(str(price)), NOON, NOON.date(), "yahoo", QuoteKind.LIVE), **figures)  # type: ignore[arg-type]


def closed(bars: Sequence[Bar]) -> CheckedPrices:
    last = bars[-1]
    return check_prices(Quote("AAPL", last.close, NOON, last.session, "yahoo", QuoteKind.CLOSE), bars)


class TestLatestPrice:
    @pytest.mark.parametrize("price", ["279", "300", "215", "340"])
    def test_within_its_usual_moves_then_believed(self, price: str) -> None:
        bars = bars_of(steady())
        assert check_prices(live(price), bars) == CheckedPrices(bars, None, bars[-1])

    @pytest.mark.parametrize(
        ("price", "figures", "doubt"),
        [
            ("0", {}, PriceDoubt.NOT_POSITIVE),
            ("-5", {}, PriceDoubt.NOT_POSITIVE),
            ("NaN", {}, PriceDoubt.NOT_POSITIVE),
            ("2.79", {}, PriceDoubt.HUNDREDFOLD),
            ("27900", {}, PriceDoubt.HUNDREDFOLD),
            ("139.5", {}, PriceDoubt.JUMP),
            ("400", {}, PriceDoubt.JUMP),
            ("280", {"low": D(290), "high": D(281)}, PriceDoubt.OUT_OF_RANGE),
            ("280", {"low": D(0), "high": D(281)}, PriceDoubt.OUT_OF_RANGE),
            ("300", {"low": D(270), "high": D(281)}, PriceDoubt.OUT_OF_RANGE),
            ("280", {"volume": 0}, PriceDoubt.NO_VOLUME),
            ("280", {"second": D(320)}, PriceDoubt.DISAGREES),
            ("280", {"second": D(0)}, PriceDoubt.DISAGREES),
        ],
    )
    def test_otherwise_doubted(self, price: str, figures: dict[str, object], doubt: PriceDoubt) -> None:
        bars = bars_of(steady())
        assert check_prices(live(price, **figures), bars) == CheckedPrices(bars, doubt, bars[-1])

    def test_of_a_share_that_moves_widely_then_a_wide_move_is_believed(self) -> None:
        wild = bars_of([10.0 if n % 2 else 11.0 for n in range(40)])
        assert check_prices(live("15"), wild).doubt is None
        assert check_prices(live("25"), wild).doubt is PriceDoubt.JUMP

    def test_of_a_share_that_never_reports_volume_then_none_is_needed(self) -> None:
        assert check_prices(live("280", volume=0), bars_of(steady(), volume=0)).doubt is None

    @pytest.mark.parametrize(
        ("price", "dividend", "doubt"),
        [
            ("24", "0", PriceDoubt.JUMP),
            ("24", "10", None),  # a fall by a dividend, and an ordinary one
            ("40", "10", None),  # it is not right, and makes no true price look too high
            ("40", "39", None),
            ("9", "39", PriceDoubt.JUMP),  # above a quarter of the price it explains nothing
            ("55", "10", PriceDoubt.JUMP),
        ],
    )
    def test_a_listed_dividend_explains_a_fall_up_to_a_quarter(
        self, price: str, dividend: str, doubt: PriceDoubt | None
    ) -> None:
        assert check_prices(live(price), bars_of(steady(40.0)), dividend=D(dividend)).doubt is doubt


class TestClose:
    def test_believed_then_its_bar_is_among_the_believed(self) -> None:
        bars = bars_of(steady())
        assert closed(bars) == CheckedPrices(bars, None, bars[-2])

    @pytest.mark.parametrize(
        ("bar", "doubt"),
        [
            ({"close": D("2.79"), "low": D("2.7"), "high": D("2.8")}, PriceDoubt.HUNDREDFOLD),
            ({"low": D(281), "high": D(270)}, PriceDoubt.OUT_OF_RANGE),
            ({"close": D(350)}, PriceDoubt.OUT_OF_RANGE),
            ({"volume": 0}, PriceDoubt.NO_VOLUME),
            ({"close": D(0), "low": D(0), "high": D(0)}, PriceDoubt.NOT_POSITIVE),
        ],
    )
    def test_doubted_then_its_bar_is_left_out(self, bar: dict[str, object], doubt: PriceDoubt) -> None:
        *before, last = bars_of(steady())
        checked = closed([*before, replace(last, **bar)])  # type: ignore[arg-type]
        assert checked == CheckedPrices(tuple(before), doubt, before[-1])


class TestListedSplit:
    @pytest.mark.parametrize(("ratio", "adjusted"), [("2", "139"), ("0.001", "279000"), ("1.1", "253.6"), ("4", "70")])
    def test_prices_of_before_are_in_the_new_shares_then_believed(self, ratio: str, adjusted: str) -> None:
        bars = bars_of([float(adjusted)] * 40)
        assert check_prices(live(adjusted), bars, split=D(ratio)).doubt is None

    @pytest.mark.parametrize(("ratio", "price"), [("2", "139.5"), ("0.001", "279000"), ("1.1", "253.6"), ("4", "70")])
    def test_prices_of_before_are_in_the_old_shares_then_doubted(self, ratio: str, price: str) -> None:
        assert check_prices(live(price), bars_of([279] * 40), split=D(ratio)).doubt is PriceDoubt.SPLIT

    @pytest.mark.parametrize("ratio", ["1.1", "1.05", "1.02", "0.95"])
    @pytest.mark.parametrize("price", ["265.1", "279", "292.9"])
    def test_is_small_then_an_ordinary_day_of_five_percent_is_believed(self, ratio: str, price: str) -> None:
        assert check_prices(live(price), bars_of([279] * 40), split=D(ratio)).doubt is None

    @pytest.mark.parametrize("ratio", ["0.00001", "100000"])
    def test_ratio_is_absurd_then_doubted(self, ratio: str) -> None:
        assert check_prices(live("279"), bars_of([279] * 40), split=D(ratio)).doubt is PriceDoubt.SPLIT


class TestNextSession:
    def test_stands_at_the_new_level_then_both_are_believed(self) -> None:
        bars = bars_of([*steady(), 140])
        assert check_prices(live("141"), bars) == CheckedPrices(bars, None, bars[-1])
        assert believed_bars(bars) == bars[:-1]
        assert believed_bars(bars_of([*steady(), 140, 141])) == bars_of([*steady(), 140, 141])

    def test_is_back_at_the_old_level_then_the_spike_is_left_out(self) -> None:
        bars = bars_of([*steady(), 140])
        assert check_prices(live("281"), bars) == CheckedPrices(bars[:-1], None, bars[-2])
        back = replace(bars[-2], session=date(2026, 12, 1))
        assert believed_bars((*bars, back))[-2:] == (bars[-2], back)

    def test_stands_at_a_hundredth_then_one_more_session_is_needed(self) -> None:
        assert check_prices(live("2.79"), bars_of([*steady(), 2.79])).doubt is PriceDoubt.HUNDREDFOLD
        assert check_prices(live("2.79"), bars_of([*steady(), 2.79, 2.79])).doubt is None

    def test_series_begins_with_an_error_then_only_that_is_left_out(self) -> None:
        bars = bars_of([2.79, *steady()])
        assert believed_bars(bars) == bars[1:]


def test_one_wild_day_moves_no_bound_and_without_a_session_only_the_price_itself_is_checked() -> None:
    assert jump_bound(bars_of(steady())) == jump_bound(bars_of([*steady(), 2.79, *steady()])) == 0.25
    assert check_prices(live("279"), ()) == CheckedPrices((), None, None)
    assert check_prices(live("-1"), ()).doubt is PriceDoubt.NOT_POSITIVE


class TestRunOfJumps:
    """A quiet share that goes up by 35 % in each of some sessions, from a close of 100."""

    def bars(self, *closes: float) -> tuple[Bar, ...]:
        quiet = bars_of([*steady(100.0, days=39), 100.0])
        run = [
            Bar(FIRST + timedelta(days=60 + n), D(before), D(after), D(before), D(after), 1_000)
            for n, (before, after) in enumerate(pairwise((100.0, *closes)))
        ]
        return (*quiet, *run)

    def test_only_the_first_session_is_held(self) -> None:
        prices = (135.0, 182.0, 246.0)
        held = [
            check_prices(live(price, low=D(before), high=D(price)), self.bars(*prices[:n])).doubt
            for n, (before, price) in enumerate(pairwise((100.0, *prices)))
        ]
        assert held == [PriceDoubt.JUMP, None, None]
        assert believed_bars(self.bars(*prices)) == self.bars(*prices)

    @pytest.mark.parametrize(
        ("price", "low", "high"),
        [
            (60, 60, 62),  # halved: in other shares
            (182, 180, 183),  # without a trade near the doubted close
            (270, 135, 270),  # twice as much
            (1.35, 1.3, 1.4),
        ],
    )
    def test_another_jump_that_does_not_continue_it_is_held(self, price: float, low: float, high: float) -> None:
        found = check_prices(live(price, low=D(low), high=D(high)), self.bars(135.0))
        assert found.doubt in {PriceDoubt.JUMP, PriceDoubt.HUNDREDFOLD}

    def test_that_was_an_error_is_not_confirmed_by_the_old_level(self) -> None:
        bars = self.bars(135.0)
        assert check_prices(live(101, low=D(99), high=D(102)), bars) == CheckedPrices(bars[:-1], None, bars[-2])


def test_of_a_share_with_a_day_without_a_trade_within_sixty_then_another_is_believed() -> None:
    bars = bars_of(steady())
    thin = (*bars[:10], replace(bars[10], volume=0), *bars[11:-1], replace(bars[-1], volume=0))
    assert closed(thin).doubt is None
    assert believed_bars(thin) == thin
    assert closed((*bars[:-1], replace(bars[-1], volume=0))).doubt is PriceDoubt.NO_VOLUME
