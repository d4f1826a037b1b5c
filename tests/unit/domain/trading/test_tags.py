from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.market.features import Features
from bot.domain.market.snapshot import NewsItem
from bot.domain.trading.accounts import Position
from bot.domain.trading.decisions import Action, Reason
from bot.domain.trading.tags import decision_tags
from bot.engines.rules.analysis import analyse
from tests.fakes.market import CLOSE, neutral_features, rising_features

D = Decimal
HALF_SURE = D("0.5")


def held_for(days: float) -> Position:
    return Position("IBM", D(1), D(100), CLOSE - timedelta(days=days))


def of(
    features: Features,
    *,
    confidence: Decimal = HALF_SURE,
    reasons: tuple[Reason, ...] = (),
    position: Position | None = None,
) -> tuple[str, ...]:
    return decision_tags(features, action=Action.HOLD, confidence=confidence, reasons=reasons, position=position)


@pytest.mark.parametrize("action", Action)
def test_action_is_a_tag(action: Action) -> None:
    assert (
        decision_tags(neutral_features(), action=action, confidence=HALF_SURE, reasons=(), position=None)[0] == action
    )


@pytest.mark.parametrize(
    ("confidence", "found"),
    [("0.80", {"high_confidence"}), ("0.79", set()), ("0.31", set()), ("0.30", {"low_confidence"})],
)
def test_confidence(confidence: str, found: set[str]) -> None:
    assert {tag for tag in of(neutral_features(), confidence=D(confidence)) if tag.endswith("confidence")} == found


def test_figure_gives_tag(subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"change_day": 0.02}, "uptrend", "downtrend"),
        ({"change_day": -0.02}, "downtrend", "uptrend"),
        ({"change_day": 0.0199}, "hold", "uptrend"),
        ({"change_day": None}, "hold", "downtrend"),
        ({"pe_ratio": D("30.01")}, "high_pe", "low_pe"),
        ({"pe_ratio": D("14.99")}, "low_pe", "high_pe"),
        ({"pe_ratio": D(30)}, "has_fundamental", "high_pe"),
        ({"pe_ratio": D(15)}, "has_fundamental", "low_pe"),
        ({"dividend_yield": D("0.021")}, "dividend_stock", "no_fundamental"),
        ({"dividend_yield": D("0.02")}, "hold", "dividend_stock"),
        ({"market_cap": D(100_000_000_001)}, "large_cap", "small_cap"),
        ({"market_cap": D(9_999_999_999)}, "small_cap", "large_cap"),
        ({"market_cap": D(10_000_000_000)}, "hold", "small_cap"),
        (
            {"pe_ratio": None, "eps_ttm": None, "dividend_yield": None, "market_cap": None},
            "no_fundamental",
            "has_fundamental",
        ),
        ({"news": (NewsItem("IBM", CLOSE, "x", "press", 0),)}, "has_news", "positive_news"),
    ]
    for change, present, absent in cases:
        with subtests.test(f"{change!r}, {present!r}, {absent!r}"):
            found = of(neutral_features(**change))
            assert present in found
            assert absent not in found


@pytest.mark.parametrize(
    ("days", "tag"),
    [(0.5, "short_hold"), (30, "short_hold"), (30.1, "medium_hold"), (90, "medium_hold"), (90.1, "long_hold")],
)
def test_time_held(days: float, tag: str) -> None:
    found = of(neutral_features(), position=held_for(days))
    assert [t for t in found if t.endswith("_hold")] == [tag]
    assert "has_position" in found


def test_bought_this_instant_has_no_time_held_and_nothing_held_is_said() -> None:
    assert of(neutral_features(), position=held_for(0))[-1] == "has_position"
    assert "no_position" in of(neutral_features())


@pytest.mark.parametrize(
    ("features", "expected"),
    [
        (rising_features(), {"trend", "momentum", "technical"}),
        (neutral_features(rsi14=80.0), {"overbought"}),
        (neutral_features(volatility60=0.5), {"volatility", "risk"}),
        (neutral_features(pe_ratio=D(10)), {"valuation", "pe_ratio", "fundamental"}),
        (neutral_features(pe_ratio=None, eps_ttm=D(-1)), {"earnings", "valuation"}),
        (neutral_features(dividend_yield=D("0.03")), {"dividend"}),
        (neutral_features(news=(NewsItem("IBM", CLOSE, "x", "press", 1),)), {"news", "has_news", "positive_news"}),
    ],
)
def test_reasons_give_tags(features: Features, expected: set[str]) -> None:
    assert expected <= set(of(features, reasons=analyse(features).reasons))


def said(*texts: str) -> tuple[Reason, ...]:
    return tuple(Reason("said", 0.0, words={"text": text}) for text in texts)


def test_words_of_a_model_give_tags_those_of_a_headline_in_the_rules_do_not() -> None:
    assert {"momentum", "risk"} <= set(of(neutral_features(), reasons=said("Momentum is good.", "风险不大。")))
    flagged = Reason("said_unfounded", 0.0, words={"text": "A dividend of 9%.", "figures": "9%"})
    assert "dividend" in of(neutral_features(), reasons=(flagged,))
    assert "dividend" not in of(
        neutral_features(), reasons=(Reason("good_news", 0.1, words={"title": "Dividend raised"}),)
    )


def test_order_is_the_same_whatever_the_order_of_the_words() -> None:
    one, other = (
        of(neutral_features(), reasons=said(*texts)) for texts in (("news", "trend", "news"), ("trend news",))
    )
    assert one == other
    assert len(one) == len(set(one))


@pytest.mark.parametrize(
    ("title", "tone", "tags_of_news"),
    [
        ("IBM beats estimates", 0, {"positive_news"}),
        ("Strong growth, but a loss in services", 0, {"positive_news", "negative_news"}),
        ("Results", 1, {"positive_news"}),
        ("Results", -1, {"negative_news"}),
        ("Weakly connected: a dismissal, glossy strongholds, upgradeable", 0, set()),
    ],
)
def test_news_points_up_or_down(title: str, tone: int, tags_of_news: set[str]) -> None:
    found = of(neutral_features(news=(NewsItem("IBM", CLOSE, title, "press", tone),)))
    assert {tag for tag in found if tag in {"positive_news", "negative_news"}} == tags_of_news
    assert "has_news" in found
