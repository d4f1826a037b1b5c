"""Weighing claims: whether the figure bears them out, what it counts, and what the view would be otherwise."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.figures.claims import ClaimedValue, FigureClaim, Level, Relation
from bot.domain.figures.formulas import Figure
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import OverSessions
from bot.domain.market.features import NOT_MEANINGFUL, Features
from bot.domain.market.indicators import Macd
from bot.engines.rules.analysis import analyse_supposing
from bot.engines.rules.claims import Finding, WeighedClaim, weigh_claim, weigh_figure
from bot.engines.rules.scorecard import SCORE_RULES
from tests.fakes.market import neutral_features, rising_features

D = Decimal
YEAR, HALF = OverSessions(200), OverSessions(120)


def weighed(
    claim: FigureClaim,
    value: float | str | None,
    features: Features | None = None,
    *,
    level: str | None = None,
    why_missing: str = "",
) -> WeighedClaim:
    exact = None if value is None else D(str(value))
    figure = Figure(value=exact, level=None if level is None else D(level), why_missing=why_missing)
    return weigh_claim(claim, figure, features or neutral_features())


def pe(
    level: Level | None = None, value: str = "", relation: Relation = Relation.EXACT, *, is_denied: bool = False
) -> FigureClaim:
    claimed = ClaimedValue(D(value), relation) if value else None
    return FigureClaim(measure=Measure.PE_RATIO, level=level, value=claimed, is_denied=is_denied)


class TestFinding:
    @pytest.mark.parametrize(
        ("claim", "value", "finding"),
        [
            (pe(value="14"), 14.1, Finding.BORNE_OUT),  # as exact as it is written
            (pe(value="14.0"), 14.1, Finding.OTHER_VALUE),
            (pe(value="10"), 14.1, Finding.OTHER_VALUE),
            (pe(value="13", relation=Relation.ABOUT), 14.1, Finding.BORNE_OUT),
            (pe(value="12", relation=Relation.ABOUT), 14.1, Finding.OTHER_VALUE),
            (pe(value="14", relation=Relation.ABOVE), 14.1, Finding.BORNE_OUT),
            (pe(value="14", relation=Relation.BELOW), 14.1, Finding.OTHER_VALUE),
            (pe(value="10", is_denied=True), 14.1, Finding.BORNE_OUT),
            (pe(value="14", is_denied=True), 14.1, Finding.OTHER_VALUE),
            (pe(Level.LOW), 14.1, Finding.BORNE_OUT),
            (pe(Level.LOW), 15, Finding.BETWEEN),
            (pe(Level.HIGH), 30, Finding.BETWEEN),
            (pe(Level.HIGH), 30.1, Finding.BORNE_OUT),
            (pe(Level.HIGH), 14.1, Finding.OPPOSITE),
            (pe(Level.LOW, is_denied=True), 14.1, Finding.OPPOSITE),
            (pe(Level.LOW, is_denied=True), 20, Finding.BORNE_OUT),
            (pe(Level.LOW, value="10"), 14.1, Finding.OTHER_VALUE),
            (pe(Level.HIGH, value="14"), 14.1, Finding.OPPOSITE),
            (pe(Level.LOW, value="23", is_denied=True), 23, Finding.BORNE_OUT),  # "23 times is not cheap"
            (pe(Level.LOW), None, Finding.UNKNOWN),
        ],
    )
    def test_of_a_value_and_of_a_level(self, claim: FigureClaim, value: float | None, finding: Finding) -> None:
        assert weighed(claim, value).finding is finding

    def test_of_hardly_any_earnings_the_ratio_is_beyond_every_bound(self) -> None:
        assert weighed(pe(Level.HIGH), None, why_missing=NOT_MEANINGFUL).finding is Finding.BORNE_OUT
        assert weighed(pe(value="2000"), None, why_missing=NOT_MEANINGFUL).finding is Finding.OTHER_VALUE

    def test_a_macd_is_high_above_its_signal(self) -> None:
        claim = FigureClaim(measure=Measure.MACD, level=Level.HIGH)
        assert weighed(claim, "-1.0", level="-2.0").finding is Finding.BORNE_OUT
        assert weighed(claim, "1.0", level="2.0").finding is Finding.OPPOSITE

    def test_a_change_over_any_other_time_is_judged_by_its_direction(self) -> None:
        claim = FigureClaim(measure=Measure.CHANGE, when=OverSessions(20), level=Level.LOW)
        found = weighed(claim, "-0.001")
        assert (found.finding, found.figure.weight, found.supposed) == (Finding.BORNE_OUT, None, None)


class TestWeight:
    def test_borne_out_then_the_view_without_it(self) -> None:
        features = replace(neutral_features(), pe_ratio=D(10))
        found = weighed(pe(Level.LOW), 10, features)
        assert found.figure.weight == pytest.approx(0.07)
        assert found.supposed is not None
        assert found.supposed.view.score == pytest.approx(found.figure.view.score - 0.07)

    def test_not_borne_out_then_the_view_if_it_were_so(self) -> None:
        features = rising_features()
        found = weighed(pe(Level.HIGH), 14.1, replace(features, pe_ratio=D("14.1")))
        assert found.supposed is not None
        assert found.supposed.weight == pytest.approx(-0.07)
        assert found.supposed.view.score == pytest.approx(found.figure.view.score - 0.14)

    def test_a_value_leans_as_the_rule_would_at_it(self) -> None:
        features = replace(neutral_features(), pe_ratio=D(20))
        for value, lean in (("10", 1), ("20", 0), ("40", -1)):
            found = weighed(pe(value=value), 25, features)
            assert found.supposed is not None
            assert found.supposed.weight == pytest.approx(0.07 * lean), value

    def test_no_rule_then_no_weight(self) -> None:
        for measure in (Measure.FROM_HIGH, Measure.VOLUME_RATIO, Measure.VOLATILITY, Measure.PRICE):
            found = weighed(FigureClaim(measure=measure, level=Level.HIGH), "0.5")
            assert (found.figure.weight, found.supposed) == (None, None)

    def test_what_follows_from_other_earnings_nobody_can_tell(self) -> None:
        claim = FigureClaim(measure=Measure.EPS, level=Level.HIGH)
        assert weighed(claim, "0.01").supposed is None
        assert weighed(replace(claim, level=Level.LOW), "14").supposed is not None


def test_each_scale_leans_as_its_rule_does() -> None:
    """Each row changes one figure of a neutral share so that it is low, or high."""
    features = neutral_features()
    price = features.price
    low_and_high: list[tuple[Measure, int, dict[str, Any], dict[str, Any]]] = [
        (Measure.PE_RATIO, 0, {"pe_ratio": D("14.99")}, {"pe_ratio": D("30.01")}),
        (Measure.DIVIDEND_YIELD, 0, {"dividend_yield": D("0.02")}, {"dividend_yield": D("0.0201")}),
        (Measure.RSI, 0, {"rsi14": 29.9}, {"rsi14": 70.1}),
        (Measure.MACD, 0, {"macd": Macd(1.0, 2.0, -1.0)}, {"macd": Macd(2.0, 1.0, 1.0)}),
        (Measure.FROM_AVERAGE, 200, {"sma200": price + 1}, {"sma200": price - 1}),
        (Measure.FROM_AVERAGE, 50, {"sma50": price + 1}, {"sma50": price - 1}),
        (Measure.CHANGE, 120, {"change_120": -0.021}, {"change_120": 0.021}),
    ]
    for measure, sessions, low, high in low_and_high:
        for level, figures in ((Level.LOW, low), (Level.HIGH, high)):
            when = OverSessions(sessions) if sessions else None
            by_rule = weigh_figure(measure, replace(features, **figures), sessions=sessions).weight
            opposite = {Level.LOW: "1000", Level.HIGH: "-1000"}[level]
            claim = FigureClaim(measure=measure, when=when, level=level)
            supposed = weighed(claim, opposite, level="0").supposed
            assert supposed is not None
            assert supposed.weight == pytest.approx(by_rule), (measure, level)


@pytest.mark.parametrize("lean", [-1, 0, 1])
def test_to_suppose_changes_one_rule(lean: int) -> None:
    features = rising_features()
    for rule in SCORE_RULES:
        rest = [each for each in SCORE_RULES if each is not rule]
        parts = (
            each.weight * sum(argument.lean for argument in result)
            for each in rest
            if isinstance(result := each.evaluate(features), tuple)
        )
        assert analyse_supposing(features, rule, lean).score == pytest.approx(sum(parts) + rule.weight * lean, abs=1e-4)
