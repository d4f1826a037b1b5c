"""What supports a committee's verdict, by section: the reports and their history, both debates, what was missing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.committee.analysts import AnalystReport
from bot.domain.committee.fusion import FusionState
from bot.domain.committee.memory import AnalystDigest, AnalystViewChange, lean_parts
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.risk import RiskSummary
from bot.domain.conversation.blocks import Block, Bullets, Table
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Reason
from bot.engines.rules.analysis import BUY_AT
from bot.locales import Catalogue
from bot.presentation.decisions.arguments import ArgumentPresenter
from bot.presentation.presenter import Presenter, signed

# Of a size case, in the order of the table.
_FIGURES: Final = ("shares", "amount", "cash", "percent", "at_stop", "worst", "drawdown")
_MOST_NAMED: Final = 4  # members in one line
_MISSING: Final = ("missing_", "news_unread")  # how the codes of notes begin that say what a source did not have
_MOST_POINTS = 3  # of a line


@dataclass(frozen=True, slots=True)
class CommitteeDetails(Presenter):
    """Renders what was reported, argued and ruled on one share, each section under a heading that names the share."""

    def blocks(self, locale: Locale, fusion: FusionState) -> Iterator[Block]:
        """Yield the sections, in the order in which the committee works."""
        for report in fusion.reports:
            yield DigestPresenter(self.texts).with_history(locale, self._report(locale, report), report, fusion)
        if fusion.research_summary is not None:
            yield self.ruling(locale, fusion, fusion.research_summary)
        if fusion.risk_summary is not None:
            yield from self._risk(locale, fusion.company_of_interest, fusion.risk_summary)
        missing = tuple(dict.fromkeys(self._missing(locale, fusion)))
        if missing:
            yield Bullets(self.say(locale, "committee-missing", symbol=fusion.company_of_interest), missing)

    def _report(self, locale: Locale, report: AnalystReport) -> Bullets:
        heading = self.texts.render_code(
            locale, "committee-report", report.analyst, symbol=report.symbol, lean=self._lean(locale, report)
        )
        notes = (note for note in report.notes if not note.code.startswith(_MISSING))
        return Bullets(heading, self._sentences(locale, (*report.points, *notes)))

    def _lean(self, locale: Locale, report: AnalystReport) -> str:
        if report.lean is None:
            return self.say(locale, "committee-lean-none")
        return self.say(locale, "committee-lean", **signed(report.lean))

    def ruling(self, locale: Locale, fusion: FusionState, research: ResearchSummary) -> Bullets:
        """Return both sides' points, as the judge took them, and how it came to its stance."""
        heading = self.texts.render_code(
            locale,
            "committee-research",
            research.stance,
            symbol=fusion.company_of_interest,
            conviction=research.conviction * 100,
        )
        sides = (("for", research.points_for), ("against", research.points_against))
        points = [
            self.say(locale, f"brief-{side}", argument=sentence)
            for side, reasons in sides
            for sentence in self._sentences(locale, reasons)
        ]
        ruling = self._ruled_by_model if research.by_model else self._ruled_by_rules
        return Bullets(heading, (*points, *ruling(locale, fusion.reports, research)))

    def _ruled_by_model(
        self, locale: Locale, reports: Iterable[AnalystReport], research: ResearchSummary
    ) -> Iterator[str]:
        leans = self.texts.list_of(locale, tuple(self._known_leans(locale, reports)))
        yield self.say(locale, "committee-ruling", leans=leans)
        if research.is_early:
            yield self.say(locale, "committee-early")
        for sentence in self._sentences(locale, research.would_change):
            yield self.say(locale, "committee-would-change", what=sentence)

    def _ruled_by_rules(
        self, locale: Locale, reports: Iterable[AnalystReport], research: ResearchSummary
    ) -> Iterator[str]:
        yield self.say(
            locale,
            "committee-score",
            leans=self.texts.list_of(locale, tuple(self._known_leans(locale, reports))),
            **signed(research.score),
            threshold=BUY_AT,
        )
        yield from nearest_changes(self.texts, locale, research, most=len(research.stance_changes))

    def _known_leans(self, locale: Locale, reports: Iterable[AnalystReport]) -> Iterator[str]:
        for report in reports:
            if report.lean is not None:
                name = self.texts.render_code(locale, "analyst", report.analyst)
                yield self.say(locale, "lean-known", analyst=name, **signed(report.lean))

    def _risk(
        self, locale: Locale, symbol: str, risk: RiskSummary, figures: Sequence[str] = _FIGURES
    ) -> Iterator[Block]:
        chosen = "none" if risk.advises_against else risk.chosen or "open"
        heading = self.texts.render_code(locale, "committee-risk", chosen, symbol=symbol)
        notes = [*self._sentences(locale, risk.reasons), *self._worst_day(locale, risk), *self._drawdown(locale, risk)]
        if notes or risk.cases:
            yield Bullets(heading, tuple(notes))
        if risk.cases:
            heads = (
                self.texts.render_code(locale, "committee-voice", case.voice, chosen=case.voice is risk.chosen)
                for case in risk.cases
            )
            rows = (
                (
                    self.texts.render_code(locale, "committee-row", name),
                    *(self._figure(locale, name, case.figures[name]) for case in risk.cases),
                )
                for name in figures
                if all(name in case.figures for case in risk.cases)
            )
            title = self.say(locale, "committee-sizes", symbol=symbol)
            yield Table((title, *heads), tuple(rows))

    def _worst_day(self, locale: Locale, risk: RiskSummary) -> Iterator[str]:
        if risk.worst_day is not None:
            change = risk.worst_day.change * 100
            day = risk.worst_day.session.isoformat()
            yield self.say(locale, "committee-worst-day", date=day, **signed(change, "percent"))

    def _drawdown(self, locale: Locale, risk: RiskSummary) -> Iterator[str]:
        drawdown = risk.drawdown
        if risk.cases and drawdown is not None:
            facts = {"now": drawdown.now * 100, "deepest": drawdown.deepest * 100, "room": drawdown.room}
            yield self.say(locale, "committee-drawdown", is_deepest=drawdown.now >= drawdown.deepest, **facts)

    def _figure(self, locale: Locale, name: str, value: Decimal) -> str:
        if name in {"percent", "drawdown"}:
            return self.say(locale, "percent", value=value)
        if name == "shares":
            return f"{value.normalize():f}"
        return self.say(locale, "usd", amount=value)

    def _missing(self, locale: Locale, fusion: FusionState) -> Iterator[str]:
        """Yield which analysts had no data, what others' sources did not have, and who worked without a model."""
        for report in fusion.reports:
            if not report.has_data:
                yield self.texts.render_reason(
                    locale, Reason("analyst_without_data", 0.0, words={"analyst": report.analyst})
                )
            yield from self._sentences(locale, (note for note in report.notes if note.code.startswith(_MISSING)))
        yield from members_by_rules(self.texts, locale, fusion)

    def _sentences(self, locale: Locale, reasons: Iterable[Reason]) -> tuple[str, ...]:
        return tuple(ArgumentPresenter(self.texts).sentences(locale, tuple(reasons)))


def members_by_rules(texts: Catalogue, locale: Locale, fusion: FusionState) -> Iterator[str]:
    """Yield which members worked by rules, and whether that was for a budget that was used up."""
    names = [texts.render_code(locale, "agent", each) for each in fusion.without_answer]
    if names:
        named = names if len(names) <= _MOST_NAMED else names[: _MOST_NAMED - 1]
        yield texts.render(
            locale,
            "committee-by-rules",
            budget=fusion.spent_budget or "none",
            members=texts.list_of(locale, tuple(named)),
            others=len(names) - len(named),
        )


def nearest_changes(texts: Catalogue, locale: Locale, research: ResearchSummary, *, most: int) -> Iterator[str]:
    """Yield the nearest moves that would change the stance."""
    nearest = sorted(research.stance_changes, key=lambda change: abs(change.percent))
    for change in nearest[:most]:
        direction = "down" if change.percent < 0 else "up"
        yield texts.render_code(locale, "committee-change", change.stance, direction=direction, price=change.price)


@dataclass(frozen=True, slots=True)
class DigestPresenter(Presenter):
    """Renders digests."""

    def with_history(self, locale: Locale, shown: Bullets, report: AnalystReport, fusion: FusionState) -> Bullets:
        """Return a report as it is shown, with the analyst's digest below, and when it was made if that was before."""
        digest = next((each for each in fusion.digests if each.analyst is report.analyst), None)
        lines = list(self._history(locale, digest)) if digest is not None else []
        if report.as_of < fusion.trade_timestamp:
            now = fusion.trade_timestamp
            time = f"{locale.format_short_instant(report.as_of, now=now)} {locale.format_offset(now)}"
            lines.append(self.say(locale, "digest-as-of", time=time))
        return replace(shown, items=(*shown.items, *lines))

    def line(self, locale: Locale, change: AnalystViewChange) -> str:
        """Return one line on what has changed in a view: from what, since when, and why."""
        texts, why = self.texts, change.why
        before = self.say(locale, "digest-lean", date=change.before_date, **lean_parts(change.before))
        return self.say(
            locale,
            "briefs-view",
            symbol=change.symbol,
            analyst=texts.render_code(locale, "analyst", change.analyst),
            now=self.say(locale, "digest-value", **lean_parts(change.lean)),
            before=before,
            why="none" if why is None else "gone" if change.is_gone else "new",
            point=self._short(locale, why) if why is not None else "",
        )

    def _history(self, locale: Locale, digest: AnalystDigest) -> Iterator[str]:
        """Yield how the view has developed; nothing if there is only one report."""
        if digest.before is None:
            return
        leans = [self.say(locale, "digest-lean", date=each.trade_date, **each.parts) for each in digest.leans]
        yield self.say(locale, "digest-history", leans=self.texts.list_of(locale, leans))
        for side in ("new", "gone", "standing"):
            points: tuple[Reason, ...] = getattr(digest, side)
            if points:
                named = [self._short(locale, point) for point in points]
                listed = self.texts.list_of(locale, tuple(dict.fromkeys(named)), most=_MOST_POINTS)
                yield self.say(locale, f"digest-{side}", points=listed)

    def _short(self, locale: Locale, point: Reason) -> str:
        return ArgumentPresenter(self.texts).in_short(locale, point).rstrip(".。")
