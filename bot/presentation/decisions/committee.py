"""What a committee concluded on a share: the verdict in a few lines, and as details each report and both rulings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.committee.analysts import AnalystReport
from bot.domain.committee.fusion import FusionState
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.risk import RiskSummary, SizeCase
from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Table
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.engines.rules.analysis import BUY_AT
from bot.locales import Catalogue
from bot.presentation.decisions.arguments import LINE, ArgumentPresenter, clipped_words, is_model_reason
from bot.presentation.decisions.digests import DigestPresenter
from bot.presentation.signs import sign_of

_FIGURES: Final = ("shares", "amount", "cash", "percent", "at_stop", "worst")  # of a size case, in the table's order
_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class CommitteePresenter:
    """Renders the conclusions of a committee."""

    texts: Catalogue

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
        yield from self._changes(locale, research, most=1)
        if fusion.without_answer:
            names = tuple(self.texts.render_code(locale, "agent", each) for each in fusion.without_answer)
            yield self.texts.render(locale, "committee-by-rules", members=self.texts.list_of(locale, names))

    def details(self, locale: Locale, fusion: FusionState) -> Iterator[Block]:
        """Yield each analyst's report, and the rulings of both debates."""
        for report in fusion.reports:
            yield DigestPresenter(self.texts).with_history(locale, self._report(locale, report), report, fusion)
        research, risk = fusion.research_summary, fusion.risk_summary
        if research is not None:
            yield self._ruling(locale, fusion, research)
        if risk is not None:
            yield from self._sizes(locale, fusion.company_of_interest, risk)

    def _ruling(self, locale: Locale, fusion: FusionState, research: ResearchSummary) -> Block:
        """Return how the research judge came to the stance."""
        if not research.by_model:
            return Paragraph(self._score(locale, fusion.reports, research))
        heading = self.texts.render(
            locale,
            "committee-ruling",
            symbol=fusion.company_of_interest,
            leans=self.texts.list_of(locale, tuple(self._known_leans(locale, fusion.reports))),
        )
        points = (*research.points_for, *research.points_against, *research.would_change)
        return Bullets(heading, ArgumentPresenter(self.texts).sentences(locale, points))

    def _side(self, locale: Locale, side: str, points: Iterable[Reason]) -> Iterator[str]:
        lines = [self.texts.render(locale, f"brief-{side}", argument=self._in_a_line(locale, each)) for each in points]
        yield from lines or [self.texts.render(locale, f"committee-nothing-{side}")]

    def _in_a_line(self, locale: Locale, point: Reason) -> str:
        """Return a point within one line, a model's words without cutting a figure."""
        short = ArgumentPresenter(self.texts).in_short(locale, point)
        mark = self.texts.render(locale, "unchecked-mark").strip()
        return clipped_words(short, LINE - 2, mark=mark) if is_model_reason(point) else short

    def _risk(self, locale: Locale, risk: RiskSummary, proposal: Proposal) -> Iterator[str]:
        case = risk.case
        if case is None or proposal.action is Action.HOLD:
            return
        worst = {"has_worst": _yes_or_no(case.loss_on_worst_day), "worst": case.loss_on_worst_day or _ZERO}
        date = risk.worst_day.session.isoformat() if risk.worst_day else ""
        if proposal.action is Action.INCREASE:
            stop = {"has_stop": _yes_or_no(case.loss_at_stop), "at_stop": case.loss_at_stop or _ZERO}
            yield self.texts.render(locale, "committee-risk-buy", voice=case.voice, date=date, **worst, **stop)
        else:
            left = {"left": case.position_after}
            yield self.texts.render(locale, "committee-risk-sell", date=date, **worst, **left)

    def _members(self, locale: Locale, message_id: str, analysts: Iterable[str]) -> Iterator[str]:
        names = tuple(self.texts.render_code(locale, "analyst", each) for each in analysts)
        if names:
            yield self.texts.render(locale, message_id, analysts=self.texts.list_of(locale, names))

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
            yield self.texts.render(locale, "committee-split", **named)
        else:
            yield from self._members(locale, "committee-dissent", research.dissent)

    def _changes(self, locale: Locale, research: ResearchSummary, *, most: int) -> Iterator[str]:
        """Yield the nearest moves that would change the stance."""
        nearest = sorted(research.stance_changes, key=lambda change: abs(change.percent))
        for change in nearest[:most]:
            direction = "down" if change.percent < 0 else "up"
            yield self.texts.render_code(
                locale, "committee-change", change.stance, direction=direction, price=change.price
            )

    def _report(self, locale: Locale, report: AnalystReport) -> Bullets:
        heading = self.texts.render_code(
            locale, "committee-report", report.analyst, symbol=report.symbol, lean=self._lean(locale, report)
        )
        sentences = ArgumentPresenter(self.texts).sentences(locale, (*report.points, *report.notes))
        return Bullets(heading, sentences)

    def _lean(self, locale: Locale, report: AnalystReport) -> str:
        if report.lean is None:
            return self.texts.render(locale, "committee-lean-none")
        lean = Decimal(str(report.lean))
        return self.texts.render(locale, "committee-lean", sign=sign_of(lean), value=abs(lean))

    def _score(self, locale: Locale, reports: Iterable[AnalystReport], research: ResearchSummary) -> str:
        score = Decimal(str(research.score))
        sentence = self.texts.render(
            locale,
            "committee-score",
            leans=self.texts.list_of(locale, tuple(self._known_leans(locale, reports))),
            sign=sign_of(score),
            value=abs(score),
            threshold=Decimal(str(BUY_AT)),
        )
        return self.texts.join(locale, sentence, *self._changes(locale, research, most=len(research.stance_changes)))

    def _known_leans(self, locale: Locale, reports: Iterable[AnalystReport]) -> Iterator[str]:
        for report in reports:
            if report.lean is not None:
                lean, name = Decimal(str(report.lean)), self.texts.render_code(locale, "analyst", report.analyst)
                yield self.texts.render(locale, "lean-known", analyst=name, sign=sign_of(lean), value=abs(lean))

    def _sizes(self, locale: Locale, symbol: str, risk: RiskSummary) -> Iterator[Block]:
        """Yield the arithmetic of the three sizes, and why one of them was followed."""
        if risk.cases:
            heads = (
                self.texts.render_code(
                    locale, "committee-voice", case.voice, chosen="yes" if case.voice is risk.chosen else "no"
                )
                for case in risk.cases
            )
            title = self.texts.render(locale, "committee-sizes", symbol=symbol)
            yield Table((title, *heads), tuple(self._size_rows(locale, risk.cases)))
        why = ArgumentPresenter(self.texts).sentences(locale, risk.reasons)
        notes = [self.texts.render(locale, "committee-why-size", why=self.texts.join(locale, *why))] if why else []
        if risk.worst_day is not None:
            change = risk.worst_day.change * 100
            date = risk.worst_day.session.isoformat()
            figures = {"sign": sign_of(change), "percent": abs(change)}
            notes.append(self.texts.render(locale, "committee-worst-day", date=date, **figures))
        if notes:
            yield Paragraph(self.texts.join(locale, *notes))

    def _size_rows(self, locale: Locale, cases: tuple[SizeCase, ...]) -> Iterator[tuple[str, ...]]:
        for name in _FIGURES:
            if all(name in case.figures for case in cases):
                label = self.texts.render_code(locale, "committee-row", name)
                yield (label, *(self._figure(locale, name, case.figures[name]) for case in cases))

    def _figure(self, locale: Locale, name: str, value: Decimal) -> str:
        if name == "percent":
            return self.texts.render(locale, "percent", value=value)
        if name == "shares":
            return f"{value.normalize():f}"
        return self.texts.render(locale, "usd", amount=value)


def _yes_or_no(value: Decimal | None) -> str:
    return "no" if value is None else "yes"
