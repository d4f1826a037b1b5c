"""Presents memos: what archival memory keeps of a channel."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.conversation.blocks import Bullets, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.memory.episodes import Episode
from bot.domain.text.locale import Locale
from bot.presentation.presenter import Presenter

_BRIEF: Final = 5  # memos that are shown first


@dataclass(frozen=True, slots=True)
class MemoPresenter(Presenter):
    """Renders memos."""

    def listed(self, locale: Locale, memos: Sequence[Episode]) -> Answer:
        """Return memos, newest first, with the numbers by which they are put away."""
        how = Paragraph(self.say(locale, "memo-how"))
        if not memos:
            return Answer(blocks=(Paragraph(self.say(locale, "memo-none")), how))
        lines = tuple(self._line(locale, number, each) for number, each in enumerate(memos, 1))
        heading = self.say(locale, "memo-heading")
        whole = (Bullets(heading, lines),) if len(lines) > _BRIEF else ()
        return Answer(blocks=(Bullets(heading, lines[:_BRIEF]),), details=(*whole, how))

    def _line(self, locale: Locale, number: int, memo: Episode) -> str:
        return self.say(
            locale,
            "memo-line",
            number=number,
            text=memo.text,
            by=", ".join(memo.speakers),
            date=memo.said_from.astimezone(locale.zone).date().isoformat(),
        )
