"""Shows what is kept of a thread and its channel: the summary, with what is decided and open, and memos."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.memory.core_memory import MemoryChange
from bot.domain.memory.episodes import Episode
from bot.domain.memory.summaries.summary import Statement, ThreadSummary
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decisions import Decision
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.decisions.limits import LimitPresenter
from bot.presentation.presenter import Presenter, day_of, first_of_list

_SHOWN: Final = 5  # statements shown first, the latest; all are details
_CHARACTERS: Final = 160
_OPEN: Final = 3
_BRIEF: Final = 5  # memos that are shown first


@dataclass(frozen=True, slots=True)
class ThreadSummaryPresenter(CardPresenter):
    """Presents the summary of a thread."""

    def answer(self, locale: Locale, summary: ThreadSummary) -> Answer:
        """Return what was said last, the shares, the decisions and the open questions; the rest are details."""
        lines = tuple(self._line(locale, each) for each in summary.statements)
        heading = self.say(locale, "thread-said")
        said = (Bullets(heading, lines[-_SHOWN:]),) if lines else ()
        blocks = (*said, *self._decided(locale, summary), *self._rules(locale, summary))
        details = (Bullets(heading, lines),) if lines[_SHOWN:] else ()
        return Answer(blocks=(*blocks, *self._open(locale, summary.open_questions)), details=details)

    def open_questions(self, locale: Locale, summary: ThreadSummary) -> Answer:
        """Return what nobody has answered in the thread, or that there is nothing."""
        blocks = tuple(self._open(locale, summary.open_questions))
        return Answer(blocks=blocks or self.paragraph(locale, "thread-nothing-open"))

    def _decided(self, locale: Locale, summary: ThreadSummary) -> Iterator[Block]:
        """Yield the shares that were talked of, and what was decided."""
        if summary.symbols:
            yield from self.paragraph(locale, "thread-shares", symbols=self.texts.list_of(locale, summary.symbols))
        decisions = [self._decision(locale, each, summary.decided_by.get(each.id)) for each in summary.decisions]
        if decisions:
            yield from self.paragraph(locale, "thread-decided", decisions=self.texts.list_of(locale, decisions))

    def _decision(self, locale: Locale, decision: Decision, by: str | None) -> str:
        what = self.cards.action_phrase(locale, decision.proposal)
        status = self.texts.render_code(locale, "status-word", decision.status)
        return self.say(locale, "thread-decision", what=what, status=status, by=by or "none")

    def _rules(self, locale: Locale, summary: ThreadSummary) -> Iterator[Block]:
        """Yield the limits that were stated, and what was noted or is noted no longer."""
        limits = LimitPresenter(self.cards)
        lines = [limits.name(locale, each) for each in summary.limits]
        lines += [line for change in reversed(summary.notes) for line in self._change(locale, change)]
        if lines:
            yield Bullets(self.say(locale, "thread-rules"), tuple(lines))

    def _change(self, locale: Locale, change: MemoryChange) -> Iterator[str]:
        for sign, facts in (("added", change.added), ("removed", change.removed)):
            for fact in facts:
                text = single_line(fact.text, limit=_CHARACTERS)
                yield self.say(locale, "thread-note", text=text, by=change.by.name, change=sign)

    def _open(self, locale: Locale, questions: Sequence[Statement]) -> Iterator[Block]:
        if questions:
            lines = tuple(self._line(locale, each) for each in questions[-_OPEN:])
            yield Bullets(self.say(locale, "thread-open"), lines)

    def _line(self, locale: Locale, each: Statement) -> str:
        text = single_line(each.text, limit=_CHARACTERS)
        return self.say(locale, "thread-line", by=each.by, date=each.on, text=text)


@dataclass(frozen=True, slots=True)
class MemoPresenter(Presenter):
    """Renders memos."""

    def listed(self, locale: Locale, memos: Sequence[Episode]) -> Answer:
        """Return memos, newest first, with the numbers by which they are put away."""
        how = Paragraph(self.say(locale, "memo-how"))
        if not memos:
            return Answer(blocks=(Paragraph(self.say(locale, "memo-none")), how))
        lines = tuple(self._line(locale, number, each) for number, each in enumerate(memos, 1))
        shown, whole = first_of_list(self.say(locale, "memo-heading"), lines, most=_BRIEF)
        return Answer(blocks=(shown,), details=(*whole, how))

    def _line(self, locale: Locale, number: int, memo: Episode) -> str:
        facts = {"number": number, "text": memo.text, "by": ", ".join(memo.speakers)}
        return self.say(locale, "memo-line", date=day_of(locale, memo.said_from), **facts)
