"""What a committee concluded, in a few lines, what is asked of it then, and what became of an objection."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.committee.analysts import AnalystReport
from bot.domain.committee.debate import DISSENT, Speaker
from bot.domain.committee.fusion import FusionState
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.risk import RiskSummary
from bot.domain.committee.runs import AnalysisRun, Objection, RunningDebate
from bot.domain.conversation.blocks import Block, Bullets, Button, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_result import EngineRun
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.presentation.decisions.arguments import LINE, ArgumentPresenter, clipped_words, is_model_reason
from bot.presentation.decisions.committee_details import CommitteeDetails, members_by_rules, nearest_changes
from bot.presentation.decisions.discussion import DiscussionPresenter
from bot.presentation.presenter import Presenter

_ZERO: Final = Decimal(0)
_FIGURES: Final = ("shares", "amount", "at_stop", "worst")  # of a size
_RISK: Final = frozenset({Speaker.RISKY, Speaker.NEUTRAL, Speaker.SAFE, Speaker.RISK_JUDGE})
_MOST_CHANGES: Final = 2  # the nearest fall and the nearest rise


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


@dataclass(frozen=True, slots=True)
class CommitteeAnswerPresenter(CommitteeDetails):
    """Renders what is asked of a stored run, with its figures."""

    def answer(self, locale: Locale, run: AnalysisRun, states: Sequence[FusionState], asks: str) -> Answer:
        """Return what is asked of each share, from which run that is, and the button that shows what was said.

        `states`: of the run, at least one, with their rulings. `asks`: a member's code, `DISSENT` or `RULING`.
        """
        by_model = any(each.research_summary is not None and each.research_summary.by_model for each in states)
        dates = {"at": run.started_at, "date": states[0].trade_date.isoformat()}
        source = self.say(locale, "committee-answer-run", **dates, model=by_model)
        return Answer(
            blocks=(*(block for each in states for block in self._asked(locale, each, asks)), Paragraph(source)),
            details=tuple(block for each in states for block in self.blocks(locale, each)),
            symbols=tuple(each.company_of_interest for each in states),
            buttons=(DiscussionPresenter(self.texts).button(locale, run.id),),
        )

    def _asked(self, locale: Locale, fusion: FusionState, asks: str) -> Iterator[Block]:
        symbol, risk, research = fusion.company_of_interest, fusion.risk_summary, fusion.research_summary
        if report := next((each for each in fusion.reports if each.analyst == asks), None):
            yield self._report(locale, report)
        elif risk is not None and asks in _RISK:
            yield from self._risk(locale, symbol, risk, _FIGURES)
        elif research is not None:
            facts = {"symbol": symbol, "conviction": research.conviction * 100}
            heading = self.texts.render_code(locale, "committee-verdict", research.stance, **facts)
            yield Bullets(heading, tuple(self._ruled(locale, fusion, research, asks)))

    def _ruled(self, locale: Locale, fusion: FusionState, research: ResearchSummary, asks: str) -> Iterator[str]:
        if asks in {Speaker.BULL, Speaker.BEAR}:
            yield from self._said(locale, research, asks)
        elif asks == DISSENT:
            yield from self._dissent(locale, fusion, research)
        else:
            yield self._leans(locale, fusion)
            yield from (
                self.say(locale, "committee-would-change", what=each)
                for each in self._sentences(locale, research.would_change)
            )
            yield from nearest_changes(self.texts, locale, research, most=len(research.stance_changes))
            if not (research.would_change or research.stance_changes):
                yield self.say(locale, "objection-no-change")

    def _said(self, locale: Locale, research: ResearchSummary, debater: str) -> Iterator[str]:
        points = research.points_for if debater == Speaker.BULL else research.points_against
        nothing = self.say(locale, "committee-nothing-for" if debater == Speaker.BULL else "committee-nothing-against")
        for point in self._sentences(locale, points) or (nothing,):
            yield self.say(locale, "committee-answer-member", member=self.say(locale, f"agent-{debater}"), point=point)

    def _dissent(self, locale: Locale, fusion: FusionState, research: ResearchSummary) -> Iterator[str]:
        """Yield the analysts of another view with their first point, or that there are none; and the other side."""
        for report in (each for each in fusion.reports if each.analyst in research.dissent):
            named, lean = next(self._known_leans(locale, (report,)), ""), report.lean or 0.0
            points = self._sentences(locale, (each for each in report.points if each.weight * lean > 0))
            yield self.say(locale, "committee-answer-dissents", member=named, point=next(iter(points), ""))
        if not research.dissent:
            yield self.texts.join(locale, self.say(locale, "committee-answer-agree"), self._leans(locale, fusion))
        if research.plan.side is not None:
            yield from self._said(locale, research, Speaker.BULL if research.plan.side is Side.SELL else Speaker.BEAR)

    def _leans(self, locale: Locale, fusion: FusionState) -> str:
        leans = self.texts.list_of(locale, self._known_leans(locale, fusion.reports))
        return self.say(locale, "committee-answer-leans", leans=leans)


@dataclass(frozen=True, slots=True)
class ObjectionPresenter(Presenter):
    """Renders the answer to an objection."""

    def heard(self, locale: Locale, objection: Objection, ruling: ResearchSummary, *, run: EngineRun | None) -> Answer:
        """Say whether an objection has changed the view; the card, if it stays, is not repeated."""
        notes = [self.line(locale, objection, ruling)]
        if objection.is_order and ruling.stance is not objection.before.stance:
            notes.append(self.say(locale, "objection-order-stays"))
        details = CommitteeDetails(self.texts).ruling(locale, objection.fusion, ruling)
        return self._answer(locale, objection, notes, details=(details,), run=run)

    def while_running(self, locale: Locale, by: str, running: RunningDebate) -> Answer:
        """Say whether the judge of a debate under way still hears an objection."""
        message_id = "objection-too-late" if running.is_ruled else "objection-heard-running"
        symbols = self.texts.list_of(locale, running.symbols)
        return Answer(blocks=self.paragraph(locale, message_id, by=by, symbols=symbols), symbols=running.symbols)

    def by_rules(self, locale: Locale, objection: Objection) -> Answer:
        """Say that rules weigh only figures, and which would change the view."""
        changes = tuple(nearest_changes(self.texts, locale, objection.before, most=_MOST_CHANGES))
        notes = [self.say(locale, "objection-by-rules", **_facts(objection))]
        nothing = self.say(locale, "objection-no-change") if not objection.before.by_model else ""
        notes += changes or ([nothing] if nothing else [])
        return self._answer(locale, objection, notes)

    def without_answer(self, locale: Locale, objection: Objection, *, run: EngineRun | None) -> Answer:
        """Say that the judge gave no answer, and the view stays."""
        text = self.say(locale, "objection-no-answer", **_facts(objection))
        return self._answer(locale, objection, [text], run=run)

    def line(self, locale: Locale, objection: Objection, ruling: ResearchSummary) -> str:
        """Return the sentence that says whether the view has changed, and the judge's reason."""
        is_changed = ruling.stance is not objection.before.stance
        sentence = self.say(
            locale,
            "objection-changed" if is_changed else "objection-unchanged",
            **_facts(objection),
            now=ruling.stance,
            after=_percent(ruling.conviction),
        )
        return self.texts.join(locale, sentence, *ArgumentPresenter(self.texts).sentences(locale, ruling.on_objection))

    def _answer(
        self,
        locale: Locale,
        objection: Objection,
        notes: Iterable[str],
        *,
        details: tuple[Bullets, ...] = (),
        run: EngineRun | None = None,
    ) -> Answer:
        blocks: tuple[Block, ...] = (Paragraph("\n".join(notes)),)
        debate: Button = DiscussionPresenter(self.texts).button(locale, objection.run_id)
        symbols = (objection.fusion.company_of_interest,)
        return Answer(blocks=blocks, details=details, symbols=symbols, buttons=(debate,), run=run)


def _facts(objection: Objection) -> dict[str, str | Decimal]:
    return {
        "by": objection.by,
        "symbol": objection.fusion.company_of_interest,
        "was": objection.before.stance,
        "before": _percent(objection.before.conviction),
    }


def _percent(conviction: Decimal) -> Decimal:
    return (conviction * 100).quantize(Decimal(1))
