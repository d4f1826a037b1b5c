"""The trader: turns the rulings on a share into a proposal that every limit and cap binds like any other engine's."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.domain.committee.analysts import AnalystReport
from bot.domain.committee.research import ResearchSummary, Stance
from bot.domain.committee.risk import BUY_PARTS, SELL_PARTS, RiskSummary, RiskVoice
from bot.domain.trading.decisions import Reason
from bot.engines.rules.analysis import Analysis, Rating
from bot.engines.rules.proposal import TradePlan, ViewCodes

COMMITTEE: Final = "committee"  # the engine's name
TRADER: Final = "trader"  # in the transcript

_CODES: Final = ViewCodes(
    undecided="committee_undecided",
    would="committee_would",
    order_undecided="committee_undecided_on_order",
    order_opposed="committee_against_order",
)
_RATINGS: Final = {Stance.BULLISH: Rating.BUY, Stance.UNDECIDED: Rating.HOLD, Stance.BEARISH: Rating.SELL}


def trade_plan(reports: Sequence[AnalystReport], research: ResearchSummary, risk: RiskSummary) -> TradePlan:
    """Return what the trader proposes to do; its arguments are the strongest points of both sides."""
    voice = risk.chosen or RiskVoice.NEUTRAL
    return TradePlan(
        analysis=Analysis(
            rating=Rating.HOLD if risk.advises_against else _RATINGS[research.stance],
            score=research.score,
            components={},
            confidence=research.conviction,
            arguments_for=research.points_for,
            arguments_against=research.points_against,
            notes=(*risk.reasons, *_missing(reports)),
        ),
        buy_part=BUY_PARTS[voice],
        sell_part=SELL_PARTS[voice],
        engine=COMMITTEE,
        codes=replace(_CODES, undecided="committee_trades_nothing") if risk.advises_against else _CODES,
        figures={"conviction": research.conviction * 100},
    )


def _missing(reports: Sequence[AnalystReport]) -> tuple[Reason, ...]:
    """Return a note for each analyst whose source had nothing to read."""
    return tuple(
        Reason("analyst_without_data", 0.0, words={"analyst": report.analyst})
        for report in reports
        if not report.has_data
    )
