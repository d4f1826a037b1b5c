"""Each analyst alone: what it reads, how it weighs, and that no data is no neutral view."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Fact
from bot.engines.committee.analysts import (
    MOST_ITEMS,
    read_fundamentals,
    read_market,
    read_news,
    read_sentiment,
    read_share,
)
from tests.fakes.decision_requests import headline, snapshot
from tests.fakes.market import CLOSE, falling_features, neutral_features, rising_features

D = Decimal
_UNKNOWN = (
    *("change_day", "change_7", "change_20", "change_60", "change_120", "sma20", "sma50", "sma200", "rsi14", "macd"),
    *("bollinger20", "atr14", "volatility20", "volatility60", "drawdown", "range52w", "range52w_position"),
    *("volume_ratio", "eps_ttm", "pe_ratio", "dividend_yield", "market_cap"),
)
BLANK = neutral_features(**dict.fromkeys(_UNKNOWN))


def codes(report: AnalystReport) -> list[str]:
    return [point.code for point in report.points]


def notes(report: AnalystReport) -> list[str]:
    return [note.code for note in report.notes]


def weight(report: AnalystReport) -> float:
    return round(sum(point.weight for point in report.points), 4)


def with_earnings(now: str, before: str, **changes: object) -> Features:
    earlier = Fact("IBM", "eps_diluted_ttm_year_before", D(before), None, CLOSE.date(), "test")
    return neutral_features(eps_ttm=D(now), facts=(earlier,), **changes)


class TestNoData:
    def test_a_source_without_data_then_no_view_and_a_note_that_says_so(self) -> None:
        market, news, sentiment, fundamentals = read_share(BLANK, replace(snapshot(BLANK), bars=()))
        assert [report.analyst for report in (market, news, sentiment, fundamentals)] == list(Analyst)
        for report in (market, news, sentiment, fundamentals):
            assert (report.lean, report.has_data, report.points) == (None, False, ())
            assert report.notes


class TestMarket:
    def test_trend_and_momentum_decide_the_direction_and_valuation_has_no_say(self) -> None:
        for known, sign in ((rising_features(), 1), (falling_features(), -1)):
            report = read_market(known, snapshot(known))
            assert report.lean is not None
            assert report.lean * sign > 0.5
            assert report.lean == weight(report)
            dear = replace(known, pe_ratio=D(90), dividend_yield=None, eps_ttm=D(1))
            assert read_market(dear, snapshot(known)) == report

    def test_levels_are_named_without_a_direction(self) -> None:
        known = neutral_features()
        few = snapshot(known)
        bars = tuple(replace(bar, low=bar.low - 1, high=bar.high + 1) for bar in few.bars)
        many = replace(few, bars=(*few.bars, *bars))
        report = read_market(known, many)
        levels = {note.code: note for note in report.notes if note.code.startswith("level_")}
        assert (levels["level_year"].numbers["low"], levels["level_year"].numbers["high"]) == (D(90), D(110))
        assert levels["level_recent"].numbers["low"] == min(bar.low for bar in many.bars)
        assert levels["level_recent"].numbers["high"] == max(bar.high for bar in many.bars)
        assert "level_recent" not in notes(read_market(known, few))  # of ten sessions


class TestNews:
    def test_the_view_is_the_mean_of_tones_and_few_items_make_no_full_view(self) -> None:
        known = neutral_features()
        for tones, lean in (
            ((1,), 1 / 3),
            ((1, 1), 2 / 3),
            ((1, 1, 1), 1.0),
            ((-1, -1, -1, 0), -0.75),
            ((1, -1), 0.0),
            ((0, 0, 0), 0.0),
        ):
            items = tuple(headline(f"Item {number}", tone=tone) for number, tone in enumerate(tones))
            report = read_news(known, snapshot(known, *items))
            assert report.lean == pytest.approx(lean, abs=1e-4)
            assert report.lean == weight(report)
            assert len(report.points) == sum(tone != 0 for tone in tones)
            assert notes(report) == ["news_event"] * tones.count(0)

    def test_what_is_older_than_thirty_days_or_beyond_ten_items_is_not_read(self) -> None:
        known = neutral_features()
        old = headline("Long ago", days_ago=30.1, tone=-1)
        assert read_news(known, snapshot(known, old)).lean is None
        many = tuple(headline(f"Item {number}", days_ago=1 + number, tone=1) for number in range(MOST_ITEMS + 5))
        report = read_news(known, snapshot(known, *many))
        assert (report.lean, len(report.points)) == (1.0, MOST_ITEMS)
        assert report.points[0].words == {"date": "2013-01-30", "title": "Item 0"}


class TestSentiment:
    def test_words_count_by_their_balance_and_the_tone_of_the_source_does_not(self) -> None:
        known = neutral_features()
        for title, lean, counted in (
            ("Record profit beats forecasts", 1 / 3, "record profit, beats"),
            ("Strong sales, weak outlook", 0.0, ""),
            ("Lawsuit over recall", -1 / 3, "lawsuit, recall"),
            ("Annual meeting on Tuesday", 0.0, ""),
            ("业绩超预期，股价大涨", 1 / 3, "超预期, 大涨"),
        ):
            report = read_sentiment(known, snapshot(known, headline(title, tone=-1)))
            assert report.lean == pytest.approx(lean, abs=1e-4)
            assert [point.words["counted"] for point in report.points] == ([counted] if counted else [])

    def test_the_description_is_read_too_and_how_many_were_scored_is_said(self) -> None:
        known = neutral_features()
        told = replace(headline("Results"), description="Sales surged")
        report = read_sentiment(known, snapshot(known, told, headline("Meeting")))
        assert (codes(report), notes(report)) == (["worded_well"], ["wording_counts"])
        assert report.notes[0].numbers == {"items": 2, "scored": 1}


class TestFundamentals:
    @pytest.mark.parametrize(
        ("now", "before", "code", "lean"),
        [
            ("5.25", "5", "earnings_grown", 0.35),
            ("5.20", "5", None, 0.0),
            ("4.75", "5", "earnings_shrunk", -0.35),
            ("1", "-2", "earnings_turned", 0.35),
            ("-3", "-2", "earnings_still_lost", -0.35),
            ("-2", "5", "earnings_shrunk", -0.35),
        ],
    )
    def test_growth_counts_from_five_percent_on(self, now: str, before: str, code: str | None, lean: float) -> None:
        report = read_fundamentals(with_earnings(now, before, pe_ratio=D(20)))
        assert report.lean == pytest.approx(lean, abs=1e-4)
        assert codes(report) == ([code] if code else [])

    def test_cheap_growing_and_paying_then_the_full_view(self) -> None:
        report = read_fundamentals(with_earnings("6", "5", pe_ratio=D(10), dividend_yield=D("0.03")))
        assert report.lean == weight(report) == pytest.approx(1.0)
        assert [abs(point.weight) for point in report.points] == [0.5, 0.35, 0.15]

    def test_a_missing_figure_has_no_weight_and_is_named(self) -> None:
        report = read_fundamentals(neutral_features(pe_ratio=D(10)))
        assert report.lean == 0.5
        assert "missing_earnings_growth" in notes(report)
        assert "market_value" in notes(report)


def test_every_report_says_whose_source_and_instant_it_is_of() -> None:
    known = rising_features(as_of=CLOSE - timedelta(days=1))
    stated: Mapping[str, object] = {
        "symbol": known.symbol, "trade_date": known.session, "as_of": known.as_of, "source": known.source
    }  # fmt: skip
    for report in read_share(known, snapshot(known, headline("Beats", tone=1))):
        assert {name: getattr(report, name) for name in stated} == stated
