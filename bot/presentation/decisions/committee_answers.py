"""A few lines on what is asked of a committee that has ruled: who dissents, what a member says, the risk."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.domain.committee.debate import Speaker, Topic
from bot.domain.committee.fusion import FusionState
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.runs import AnalysisRun
from bot.domain.conversation.blocks import Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Reason
from bot.domain.trading.execution.orders import Side
from bot.presentation.decisions.arguments import ArgumentPresenter
from bot.presentation.decisions.committee import CommitteePresenter
from bot.presentation.decisions.committee_details import CommitteeDetails, nearest_changes
from bot.presentation.decisions.discussion import DiscussionPresenter

Ruled: TypeAlias = tuple[FusionState, ResearchSummary]  # what was concluded on a share, and the ruling of it

_RISK: Final = frozenset({Speaker.RISKY, Speaker.NEUTRAL, Speaker.SAFE, Speaker.RISK_JUDGE})


@dataclass(frozen=True, slots=True)
class CommitteeAnswerPresenter(CommitteePresenter):
    """Renders what is asked of a stored run, with its figures."""

    def answer(self, locale: Locale, run: AnalysisRun, ruled: Sequence[Ruled], asks: str) -> Answer:
        """Return what is asked of each share, from which run that is, and the button that shows what was said.

        `ruled`: of one run, at least one. `asks`: a member's code, or a `Topic`.
        """
        states = tuple(fusion for fusion, _ in ruled)
        source = self.say(locale, "committee-answer-run", at=run.started_at, date=states[0].trade_date.isoformat())
        return Answer(
            blocks=(*(self._asked(locale, *each, asks) for each in ruled), Paragraph(source)),
            details=tuple(block for each in states for block in self.details(locale, each)),
            symbols=tuple(each.company_of_interest for each in states),
            buttons=(DiscussionPresenter(self.texts).button(locale, run.id),),
        )

    def _asked(self, locale: Locale, fusion: FusionState, research: ResearchSummary, asks: str) -> Bullets:
        details, risk = CommitteeDetails(self.texts), fusion.risk_summary
        if report := next((each for each in fusion.reports if each.analyst == asks), None):
            return details.report(locale, report)
        if risk is not None and asks in _RISK:
            reasons = self._sentences(locale, risk.reasons)
            heading = details.risk_ruling(locale, fusion.company_of_interest, risk)
            return Bullets(heading, (*reasons, *details.size_lines(locale, risk)))
        return Bullets(self.verdict(locale, fusion, research), tuple(self._ruled(locale, fusion, research, asks)))

    def _ruled(self, locale: Locale, fusion: FusionState, research: ResearchSummary, asks: str) -> Iterator[str]:
        match asks:
            case Speaker.BULL | Speaker.BEAR:
                is_for, member = asks == Speaker.BULL, self.say(locale, f"agent-{asks}")
                points = self._sentences(locale, research.points_for if is_for else research.points_against)
                for point in points or self._side(locale, "for" if is_for else "against", ()):
                    yield self.say(locale, "committee-answer-member", member=member, point=point)
            case Topic.DISSENT:
                yield from self._who_dissents(locale, fusion, research)
            case _:
                yield self._leans(locale, fusion)
                yield from self._changes(locale, research)

    def _who_dissents(self, locale: Locale, fusion: FusionState, research: ResearchSummary) -> Iterator[str]:
        """Yield the analysts of another view with their first point, else that there are none; and the other side."""
        for report in (each for each in fusion.reports if each.analyst in research.dissent):
            lean = self.texts.list_of(locale, CommitteeDetails(self.texts).known_leans(locale, (report,)))
            point = next(iter(self._sentences(locale, report.points)), "")
            yield self.say(locale, "committee-answer-dissents", member=lean, point=point)
        if not research.dissent:
            yield self.texts.join(locale, self.say(locale, "committee-answer-agree"), self._leans(locale, fusion))
        if research.plan.side is not None:
            side = "for" if research.plan.side is Side.SELL else "against"
            yield from self._side(locale, side, research.plan.despite)

    def _changes(self, locale: Locale, research: ResearchSummary) -> Iterator[str]:
        for sentence in self._sentences(locale, research.would_change):
            yield self.say(locale, "committee-would-change", what=sentence)
        yield from nearest_changes(self.texts, locale, research, most=len(research.stance_changes))
        if not (research.would_change or research.stance_changes):
            yield self.say(locale, "objection-no-change")

    def _leans(self, locale: Locale, fusion: FusionState) -> str:
        leans = CommitteeDetails(self.texts).known_leans(locale, fusion.reports)
        return self.say(locale, "committee-answer-leans", leans=self.texts.list_of(locale, leans))

    def _sentences(self, locale: Locale, reasons: Iterable[Reason]) -> tuple[str, ...]:
        return ArgumentPresenter(self.texts).sentences(locale, reasons)
