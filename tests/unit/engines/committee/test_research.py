"""The ruling on the reports: equal voices, thresholds, who dissents, and how sure it is."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.research import InvestmentPlan, ResearchSummary, Stance
from bot.domain.market.features import Features
from bot.domain.trading.decisions import Reason
from bot.domain.trading.execution.orders import Side
from bot.engines.committee.analysts import analyst_report
from bot.engines.committee.research import MOST_POINTS, is_split, judge_research, stance_of
from bot.engines.committee.rule_agents import RuleAgents
from bot.engines.rules.analysis import BUY_AT, SELL_AT
from tests.fakes.committees import sample_request
from tests.fakes.market import neutral_features

D = Decimal
KNOWN = neutral_features()
BULLISH, UNDECIDED, BEARISH = Stance.BULLISH, Stance.UNDECIDED, Stance.BEARISH
MARKET, NEWS, SENTIMENT, FUNDAMENTALS = Analyst


def reports(*leans: float | None) -> tuple[AnalystReport, ...]:
    """Return a report of each analyst, with one point that makes its lean."""
    return tuple(
        analyst_report(analyst, KNOWN, lean=lean, points=(Reason(f"of_{analyst}", lean),) if lean else ())
        for analyst, lean in zip(Analyst, leans, strict=False)
    )


def ruled(*leans: float | None, known: Features = KNOWN) -> ResearchSummary:
    return judge_research(reports(*leans), known)


class TestScore:
    @pytest.mark.parametrize(
        ("leans", "score", "stance"),
        [
            ((1.0, 0.0, 0.0, 0.0), 0.25, BULLISH),
            ((0.9, 0.0, 0.0, 0.0), 0.225, UNDECIDED),
            ((1.0, None, None, None), 1.0, BULLISH),
            ((0.4, 0.4, None, None), 0.4, BULLISH),
            ((-0.4, -0.4, None, None), -0.4, BEARISH),
            ((1.0, -1.0, None, None), 0.0, UNDECIDED),
            ((None, None, None, None), 0.0, UNDECIDED),
        ],
    )
    def test_every_analyst_with_data_has_the_same_weight(
        self, leans: tuple[float | None, ...], score: float, stance: Stance
    ) -> None:
        ruling = ruled(*leans)
        assert (ruling.score, ruling.stance) == (score, stance)
        assert ruling.without_data == tuple(a for a, lean in zip(Analyst, leans, strict=True) if lean is None)

    def test_the_thresholds_are_those_of_the_scored_rules(self) -> None:
        assert [stance_of(score) for score in (BUY_AT, BUY_AT - 0.0001, SELL_AT + 0.0001, SELL_AT)] == [
            BULLISH,
            UNDECIDED,
            UNDECIDED,
            BEARISH,
        ]


class TestDissent:
    @pytest.mark.parametrize(
        ("leans", "dissent"),
        [
            ((1.0, 1.0, 0.8, -0.5), (FUNDAMENTALS,)),
            ((1.0, 1.0, 0.8, -0.1), ()),  # leans, but takes no side
            ((-1.0, 0.5, -1.0, -1.0), (NEWS,)),
            ((0.9, 0.0, 0.0, -0.9), (MARKET, FUNDAMENTALS)),
            ((0.0, 0.0, 0.0, 0.0), ()),
        ],
    )
    def test_who_takes_the_other_side_dissents_and_of_an_undecided_judge_who_takes_any(
        self, leans: tuple[float, ...], dissent: tuple[Analyst, ...]
    ) -> None:
        assert ruled(*leans).dissent == dissent


class TestPlan:
    def test_the_winning_sides_points_are_why_and_the_others_stand_against_it(self) -> None:
        good, bad = Reason("good", 0.2), Reason("bad", -0.1)
        for stance, side, because, despite in (
            (BULLISH, Side.BUY, (good,), (bad,)),
            (BEARISH, Side.SELL, (bad,), (good,)),
            (UNDECIDED, None, (good, bad), ()),
        ):
            ruling = replace(ruled(0.5), stance=stance, points_for=(good,), points_against=(bad,))
            plan = InvestmentPlan(side=side, conviction=ruling.conviction, because=because, despite=despite)
            assert ruling.plan == plan


class TestSplit:
    @pytest.mark.parametrize(
        ("leans", "split"),
        [
            ((1.0, 0.3, 0.0, -0.25), True),
            ((1.0, 0.3, 0.0, -0.24), False),  # leans, but takes no side
            ((1.0, 1.0, None, None), False),
            ((-1.0, None, None, 0.25), True),
            ((None, None, None, None), False),
        ],
    )
    def test_one_is_for_buying_and_another_for_selling(self, leans: tuple[float | None, ...], split: int) -> None:
        assert is_split(reports(*leans)) == split


class TestConviction:
    @given(st.floats(BUY_AT, 1), st.floats(BUY_AT, 1))
    def test_of_analysts_that_agree_the_clearer_view_is_no_less_sure(self, one: float, other: float) -> None:
        low, high = sorted((one, other))
        assert ruled(low, low, low, low).conviction <= ruled(high, high, high, high).conviction
        assert ruled(-low, -low, -low, -low).conviction == ruled(low, low, low, low).conviction

    @given(st.integers(1, 3), st.floats(BUY_AT, 1))
    def test_each_analyst_without_data_makes_it_less_sure(self, known: int, lean: float) -> None:
        fewer, more = ([lean] * count + [None] * (4 - count) for count in (known, known + 1))
        assert ruled(*fewer).conviction <= ruled(*more).conviction

    def test_dissent_and_volatility_make_it_less_sure(self) -> None:
        agreed = ruled(0.6, 0.6, 0.6, 0.6).conviction
        assert ruled(1.0, 1.0, 1.0, -0.6).conviction < agreed
        for volatility in (0.9, None):
            assert ruled(0.6, 0.6, 0.6, 0.6, known=neutral_features(volatility60=volatility)).conviction < agreed

    def test_nobody_knows_anything_then_the_least(self) -> None:
        assert ruled(None, None, None, None).conviction == D("0.05")
        assert judge_research((), KNOWN).conviction == D("0.05")


class TestPoints:
    def test_the_strongest_of_each_side_weighed_as_parts_of_the_score(self) -> None:
        points = tuple(Reason(f"point_{number}", weight) for number, weight in enumerate((0.5, 0.3, -0.2, 0.1, 0.05)))
        full = (replace(reports(0.75)[0], points=points), *reports(0.75, -0.35)[1:])
        ruling = judge_research(full, KNOWN)
        assert [(p.code, p.weight) for p in ruling.points_for] == [
            ("point_0", 0.25),
            ("point_1", 0.15),
            ("point_3", 0.05),
        ]
        assert [p.code for p in ruling.points_against] == ["of_news", "point_2"]
        assert len(ruling.points_for) == MOST_POINTS

    def test_two_points_about_one_headline_then_told_once_and_scored_twice(self) -> None:
        told = {"title": "Record profit", "date": "2013-01-30"}
        news = analyst_report(NEWS, KNOWN, lean=1 / 3, points=(Reason("good_news", 1 / 3, words=told),))
        worded = Reason("worded_well", 0.2, words=told | {"counted": "record profit"})
        ruling = judge_research((news, analyst_report(SENTIMENT, KNOWN, lean=0.2, points=(worded,))), KNOWN)
        assert [p.code for p in ruling.points_for] == ["good_news"]
        assert ruling.score == pytest.approx((1 / 3 + 0.2) / 2, abs=1e-4)


async def test_no_move_of_the_price_is_told_where_views_are_a_models() -> None:
    request = await sample_request("GOOG")
    members = RuleAgents(request, request.features[0], request.snapshots[0])
    by_rules = [members.read(analyst) for analyst in Analyst]
    assert members.research(by_rules).stance_changes
    assert members.research([replace(report, lean=0.5) for report in by_rules]).stance_changes == ()
