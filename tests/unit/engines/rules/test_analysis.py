from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.market.features import Features
from bot.domain.market.indicators import Bollinger, Macd
from bot.domain.market.snapshot import NewsItem
from bot.domain.trading.decisions import Reason
from bot.engines.rules.analysis import Rating, analyse
from bot.engines.rules.scorecard import SCORE_RULES
from tests.fakes.market import CLOSE, falling_features, neutral_features, rising_features

D = Decimal


def reasons(features: Features) -> dict[str, Reason]:
    return {reason.code: reason for reason in analyse(features).reasons}


def news(*tones: int) -> tuple[NewsItem, ...]:
    return tuple(NewsItem("IBM", CLOSE - timedelta(days=1), f"item {tone}", "press", tone) for tone in tones)


def test_weights_sum_to_one() -> None:
    assert sum(rule.weight for rule in SCORE_RULES) == pytest.approx(1)


class TestRules:
    def test_figure_gives_reason(self, subtests: pytest.Subtests) -> None:
        cases: list[tuple[dict[str, Any], str, float]] = [
            ({"sma200": D(90)}, "above_sma200", 0.20),
            ({"sma200": D(110)}, "below_sma200", -0.20),
            ({"sma50": D(90), "sma200": None}, "above_sma50", 0.10),
            ({"sma50": D(110), "sma200": None}, "below_sma50", -0.10),
            ({"sma50": D(110)}, "sma50_above_sma200", 0.10),
            ({"sma50": D(90)}, "sma50_below_sma200", -0.10),
            ({"change_120": 0.021}, "risen_120", 0.15),
            ({"change_120": -0.021}, "fallen_120", -0.15),
            ({"change_120": 0.02}, "flat_120", 0),
            ({"macd": Macd(1.0, 0.5, 0.5)}, "macd_above_signal", 0.10),
            ({"macd": Macd(0.5, 1.0, -0.5)}, "macd_below_signal", -0.10),
            ({"rsi14": 70.01}, "rsi_overbought", -0.10),
            ({"rsi14": 70.0}, "rsi_neutral", 0),
            ({"rsi14": 30.0}, "rsi_neutral", 0),
            ({"rsi14": 29.99}, "rsi_oversold", 0.10),
            ({"bollinger20": Bollinger(90.0, 95.0, 99.0)}, "above_upper_band", -0.05),
            ({"bollinger20": Bollinger(101.0, 105.0, 109.0)}, "below_lower_band", 0.05),
            ({"volatility60": 0.41}, "high_volatility", 0),
            ({"volume_ratio": 2.1}, "high_volume", 0),
            ({"pe_ratio": D("14.99")}, "pe_low", 0.07),
            ({"pe_ratio": D(15)}, "pe_moderate", 0),
            ({"pe_ratio": D(30)}, "pe_moderate", 0),
            ({"pe_ratio": D("30.01")}, "pe_high", -0.07),
            ({"pe_ratio": None, "eps_ttm": D("-1.20")}, "hardly_any_earnings", -0.07),
            ({"dividend_yield": D("0.0201")}, "dividend_yield", 0.03),
            ({"news": news(1)}, "good_news", 0.10),
            ({"news": news(-1)}, "bad_news", -0.10),
        ]
        for change, code, weight in cases:
            with subtests.test(f"{change!r}, {code!r}, {weight!r}"):
                assert reasons(neutral_features(**change))[code].weight == pytest.approx(weight)

    def test_reason_carries_its_figures(self) -> None:
        reason = reasons(neutral_features(price=D("755.69"), sma200=D("660.8535")))["above_sma200"]
        assert reason.numbers == {"price": D("755.69"), "average": D("660.8535"), "percent": D("14.3506")}

    def test_news_share_their_weight(self) -> None:
        analysis = analyse(neutral_features(news=news(1, 1, -1, 0)))
        assert [round(r.weight, 4) for r in analysis.arguments_for] == [0.0333, 0.0333]
        assert [round(r.weight, 4) for r in analysis.arguments_against] == [-0.0333]

    @pytest.mark.parametrize(
        "figure", ["sma50", "sma200", "change_120", "macd", "rsi14", "bollinger20", "volatility60"]
    )
    def test_missing_figure_is_said_once_and_weighs_nothing(self, figure: str) -> None:
        features = neutral_features(**{figure: None}, missing=(f"{figure}:too_few_sessions",))
        said = [reason for reason in analyse(features).reasons if reason.code == f"missing_{figure}"]
        assert said == [Reason(f"missing_{figure}", 0.0, words={"why": "too_few_sessions"})]

    def test_source_without_news_says_so(self) -> None:
        assert reasons(neutral_features(missing=("news:source_has_none",)))["missing_news"].words == {
            "why": "source_has_none"
        }


class TestScore:
    def test_trend_and_momentum_come_to_a_buy(self) -> None:
        analysis = analyse(rising_features())
        assert (analysis.rating, analysis.score) == (Rating.BUY, 0.65)

    def test_mirrored_figures_mirror_the_score(self) -> None:
        assert analyse(falling_features()).score == -analyse(rising_features()).score
        assert analyse(falling_features()).confidence == analyse(rising_features()).confidence

    def test_everything_for_it_is_one(self) -> None:
        best = rising_features(
            rsi14=25.0,
            bollinger20=Bollinger(101.0, 105.0, 109.0),
            pe_ratio=D(10),
            dividend_yield=D("0.03"),
            news=news(1),
        )
        assert analyse(best).score == 1
        assert analyse(best).confidence == D("0.95")


class TestConfidence:
    def test_formula_for_a_trade(self) -> None:
        # score 0.55 = 0.65 - 0.10: clear 0.30 / 0.50, agreement 0.65 / 0.75
        assert analyse(rising_features(rsi14=75.0)).confidence == D(
            "0.76"
        )  # 0.25 + 0.35 * 0.6 + 0.35 * 0.8667 = 0.7633

    @pytest.mark.parametrize(
        ("rsi", "confidence"),
        [
            (75.0, "0.95"),  # +0.10 - 0.10: as near to zero and as evenly split as can be
            (50.0, "0.46"),  # +0.10 alone: 0.25 + 0.35 * 0.6 + 0.35 * 0
        ],
    )
    def test_formula_for_a_hold(self, rsi: float, confidence: str) -> None:
        assert analyse(neutral_features(macd=Macd(1.0, 0.5, 0.5), rsi14=rsi)).confidence == D(confidence)

    def test_gaps_lower_it(self) -> None:
        assert analyse(rising_features(pe_ratio=None, eps_ttm=None)).confidence < analyse(rising_features()).confidence

    @pytest.mark.parametrize("volatility", [0.41, None])
    def test_wild_or_unknown_volatility_lowers_it(self, volatility: float | None) -> None:
        assert analyse(rising_features(volatility60=volatility)).confidence < analyse(rising_features()).confidence

    def test_nothing_known_is_the_least(self) -> None:
        prices = ("sma50", "sma200", "change_120", "macd", "rsi14", "bollinger20", "volatility60")
        company = ("pe_ratio", "eps_ttm", "dividend_yield")
        unknown = neutral_features(**dict.fromkeys((*prices, *company)), missing=("news:source_has_none",))
        assert (analyse(unknown).rating, analyse(unknown).confidence) == (Rating.HOLD, D("0.05"))
