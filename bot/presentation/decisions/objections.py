"""What became of an objection to a committee's view: one line that says whether it changed the view, and why."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.runs import Objection, RunningDebate
from bot.domain.conversation.blocks import Block, Bullets, Button, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_result import EngineRun
from bot.presentation.decisions.arguments import ArgumentPresenter
from bot.presentation.decisions.committee_details import CommitteeDetails, nearest_changes
from bot.presentation.decisions.discussion import DiscussionPresenter
from bot.presentation.presenter import Presenter

_MOST_CHANGES: Final = 2  # the nearest fall and the nearest rise


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

    def nothing_argued(self, locale: Locale) -> Answer:
        """Say that no committee's view is open here."""
        return self.said(locale, "objection-to-nothing")

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
        return self.texts.join(locale, sentence, *self._because(locale, ruling))

    def _because(self, locale: Locale, ruling: ResearchSummary) -> Iterator[str]:
        yield from ArgumentPresenter(self.texts).sentences(locale, ruling.on_objection)

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
