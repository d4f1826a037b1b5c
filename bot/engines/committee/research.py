"""The research debate by rules: the bull and the bear name their strongest points, the judge weighs four voices.

Every analyst with data has one voice of the same weight: equal weights do as well out of sample as weights that are
fitted (Dawes 1979; DeMiguel, Garlappi and Uppal 2009).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Final

from bot.domain.committee.analysts import Analyst, AnalystReport, by_weight
from bot.domain.committee.research import ResearchSummary, Stance, StanceChange
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot
from bot.domain.trading.decisions import Reason
from bot.engines.rules.analysis import BUY_AT, SELL_AT, confidence_of
from bot.engines.rules.what_if import find_view_changes

MOST_POINTS: Final = 3  # of one side

ReadShare = Callable[[Features, Snapshot], Sequence[AnalystReport]]


def judge_research(reports: Sequence[AnalystReport], features: Features) -> ResearchSummary:
    """Return the ruling on the reports on one share, without the moves that would change it."""
    voices = [report for report in reports if report.lean is not None]
    leans = {report.analyst: report.lean or 0.0 for report in voices}
    score = round(sum(leans.values()) / len(leans), 4) if leans else 0.0
    stance = stance_of(score)
    points = by_weight(tuple(_voiced_points(voices)))
    return ResearchSummary(
        stance=stance,
        score=score,
        conviction=_conviction(score, stance, leans, features, analysts=len(reports)),
        points_for=_each_once(point for point in points if point.weight > 0),
        points_against=_each_once(point for point in points if point.weight < 0),
        dissent=tuple(analyst for analyst, lean in leans.items() if is_dissent(lean, stance)),
        without_data=tuple(report.analyst for report in reports if not report.has_data),
    )


def stance_of(score: float) -> Stance:
    """Return the stance that follows from a score: its thresholds are those of the scored rules."""
    if score >= BUY_AT:
        return Stance.BULLISH
    return Stance.BEARISH if score <= SELL_AT else Stance.UNDECIDED


def is_dissent(lean: float, stance: Stance) -> bool:
    """Return whether an analyst's own view is on the other side; of an undecided judge, whether it has a side."""
    own = stance_of(lean)
    return own is not Stance.UNDECIDED and own is not stance


def is_split(reports: Sequence[AnalystReport]) -> bool:
    """Return whether one analyst's own view is for buying and another's for selling."""
    sides = {stance_of(report.lean) for report in reports if report.lean is not None}
    return {Stance.BULLISH, Stance.BEARISH} <= sides


def find_stance_changes(snapshot: Snapshot, read_share: ReadShare) -> tuple[StanceChange, ...]:
    """Return the nearest fall and the nearest rise of one session that would change the stance, of up to 25 %.

    The analysts read the share again after each move; the news stays as it is.
    """

    def stance(features: Features) -> Stance:
        return judge_research(read_share(features, snapshot), features).stance

    nearest = (next(find_view_changes(snapshot, stance, direction=sign), None) for sign in (-1, 1))
    return tuple(StanceChange(each.percent, each.price, each.view) for each in nearest if each is not None)


def _voiced_points(voices: Sequence[AnalystReport]) -> Iterator[Reason]:
    """Yield the points of all analysts, weighed as parts of the score."""
    for report in voices:
        for point in report.points:
            yield Reason(point.code, point.weight / len(voices), point.numbers, point.words, point.facts)


def _each_once(points: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return the strongest points; of two about one headline, or of one rule, only the stronger."""
    told: dict[str, Reason] = {}
    for point in points:
        told.setdefault(point.words.get("title") or point.words.get("text") or point.code, point)
    return tuple(told.values())[:MOST_POINTS]


def _conviction(
    score: float, stance: Stance, leans: dict[Analyst, float], features: Features, *, analysts: int
) -> Decimal:
    """Return the conviction: higher for a clear score and analysts that agree, lower for gaps and high volatility.

    The formula is that of the scored rules' confidence, with analysts in place of rules.
    """
    known = len(leans) / analysts if analysts else 0.0
    total = sum(abs(lean) for lean in leans.values())
    agreement = sum(abs(lean) for lean in leans.values() if lean * score > 0) / total if total else 0.0
    return confidence_of(score, features, is_hold=stance is Stance.UNDECIDED, known=known, agreement=agreement)
