"""Shows the summary of a thread: what was said, the shares, what was decided, and what is open."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.memory.summaries.summary import Statement, ThreadSummary
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decisions import Decision
from bot.presentation.decisions.cards import DecisionCards

_SHOWN: Final = 5  # statements shown first, the latest; all are details
_CHARACTERS: Final = 160
_OPEN: Final = 3


@dataclass(frozen=True, slots=True)
class ThreadSummaryPresenter:
    """Presents the summary of a thread."""

    cards: DecisionCards

    def answer(self, locale: Locale, summary: ThreadSummary) -> Answer:
        """Return what was said last, the shares, the decisions and the open questions; the rest are details."""
        lines = tuple(self._line(locale, each) for each in summary.statements)
        heading = self._say(locale, "thread-said")
        said = (Bullets(heading, lines[-_SHOWN:]),) if lines else ()
        blocks = (*said, *self._shares(locale, summary), *self._decided(locale, summary.decisions))
        details = (Bullets(heading, lines),) if lines[_SHOWN:] else ()
        return Answer(blocks=(*blocks, *self._open(locale, summary.open_questions)), details=details)

    def open_questions(self, locale: Locale, summary: ThreadSummary) -> Answer:
        """Return what nobody has answered in the thread, or that there is nothing."""
        blocks = tuple(self._open(locale, summary.open_questions))
        return Answer(blocks=blocks or (Paragraph(self._say(locale, "thread-nothing-open")),))

    def _shares(self, locale: Locale, summary: ThreadSummary) -> Iterator[Block]:
        if summary.symbols:
            symbols = self.cards.texts.list_of(locale, summary.symbols)
            yield Paragraph(self._say(locale, "thread-shares", symbols=symbols))

    def _decided(self, locale: Locale, decisions: Sequence[Decision]) -> Iterator[Block]:
        if decisions:
            listed = self.cards.texts.list_of(locale, [self._decision(locale, each) for each in decisions])
            yield Paragraph(self._say(locale, "thread-decided", decisions=listed))

    def _decision(self, locale: Locale, decision: Decision) -> str:
        what = self.cards.action_phrase(locale, decision.proposal)
        status = self.cards.texts.render_code(locale, "status-word", decision.status)
        return self.cards.texts.render(locale, "history-decision", what=what, status=status)

    def _open(self, locale: Locale, questions: Sequence[Statement]) -> Iterator[Block]:
        if questions:
            lines = tuple(self._line(locale, each) for each in questions[-_OPEN:])
            yield Bullets(self._say(locale, "thread-open"), lines)

    def _line(self, locale: Locale, each: Statement) -> str:
        text = single_line(each.text, limit=_CHARACTERS)
        return self.cards.texts.render(locale, "thread-line", by=each.by, date=each.on.isoformat(), text=text)

    def _say(self, locale: Locale, message_id: str, **variables: str) -> str:
        return self.cards.texts.render(locale, message_id, **variables)
