"""What a committee concluded on a share, in a few lines: the verdict, both sides, the risk, what would change it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.committee.analysts import AnalystReport
from bot.domain.committee.fusion import FusionState
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.risk import RiskSummary
from bot.domain.conversation.blocks import Block
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.presentation.decisions.arguments import LINE, ArgumentPresenter, clipped_words, is_model_reason
from bot.presentation.decisions.committee_details import CommitteeDetails, members_by_rules, nearest_changes
from bot.presentation.presenter import Presenter

_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class CommitteePresenter(Presenter):
    """Renders the conclusions of a committee."""

    def lines(self, locale: Locale, fusion: FusionState, proposal: Proposal) -> Iterator[str]:
        """Yield the verdict, three points of each side, the risk in money, who dissents and what would change it."""
        research, risk = fusion.research_summary, fusion.risk_summary
        if research is None or risk is None:
            return
        yield self.texts.render_code(
            locale,
            "committee-verdict",
            research.stance,
            symbol=fusion.company_of_interest,
            conviction=research.conviction * 100,
        )
        yield from self._side(locale, "for", research.points_for)
        yield from self._side(locale, "against", research.points_against)
        yield from self._risk(locale, risk, proposal)
        yield from self._dissent(locale, fusion.reports, research)
        yield from self._members(locale, "committee-without-data", research.without_data)
        yield from nearest_changes(self.texts, locale, research, most=1)
        yield from members_by_rules(self.texts, locale, fusion)

    def details(self, locale: Locale, fusion: FusionState) -> Iterator[Block]:
        """Yield each analyst's report, both debates and what was missing, each under a heading of its own."""
        return CommitteeDetails(self.texts).blocks(locale, fusion)

    def _side(self, locale: Locale, side: str, points: Iterable[Reason]) -> Iterator[str]:
        lines = [self.say(locale, f"brief-{side}", argument=self._in_a_line(locale, each)) for each in points]
        yield from lines or [self.say(locale, f"committee-nothing-{side}")]

    def _in_a_line(self, locale: Locale, point: Reason) -> str:
        """Return a point within one line, a model's words without cutting a figure."""
        short = ArgumentPresenter(self.texts).in_short(locale, point)
        mark = self.say(locale, "unchecked-mark").strip()
        return clipped_words(short, LINE - 2, mark=mark) if is_model_reason(point) else short

    def _risk(self, locale: Locale, risk: RiskSummary, proposal: Proposal) -> Iterator[str]:
        case = risk.case
        if case is None or proposal.action is Action.HOLD:
            return
        worst = {"has_worst": case.loss_on_worst_day is not None, "worst": case.loss_on_worst_day or _ZERO}
        date = risk.worst_day.session.isoformat() if risk.worst_day else ""
        if proposal.action is Action.INCREASE:
            stop = {"has_stop": case.loss_at_stop is not None, "at_stop": case.loss_at_stop or _ZERO}
            yield self.say(locale, "committee-risk-buy", voice=case.voice, date=date, **worst, **stop)
        else:
            left = {"left": case.position_after}
            yield self.say(locale, "committee-risk-sell", date=date, **worst, **left)

    def _members(self, locale: Locale, message_id: str, analysts: Iterable[str]) -> Iterator[str]:
        names = tuple(self.texts.render_code(locale, "analyst", each) for each in analysts)
        if names:
            yield self.say(locale, message_id, analysts=self.texts.list_of(locale, names))

    def _dissent(self, locale: Locale, reports: Iterable[AnalystReport], research: ResearchSummary) -> Iterator[str]:
        """Yield which analysts lean to another side; of two sides each."""
        leans = {report.analyst: report.lean or 0.0 for report in reports if report.analyst in research.dissent}
        sides = {
            "for": [analyst for analyst, lean in leans.items() if lean > 0],
            "against": [analyst for analyst, lean in leans.items() if lean < 0],
        }
        if all(sides.values()):
            named = {
                side: self.texts.list_of(
                    locale, tuple(self.texts.render_code(locale, "analyst", each) for each in found)
                )
                for side, found in sides.items()
            }
            yield self.say(locale, "committee-split", **named)
        else:
            yield from self._members(locale, "committee-dissent", research.dissent)
