"""Presents what was cancelled."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decisions import Decision
from bot.presentation.decisions.cards import CardPresenter

_WORDS: Final = 160  # characters of a message


@dataclass(frozen=True, slots=True)
class CancelledDecision:
    """A cancelled decision, with who cancelled it."""

    decision: Decision
    by: str  # a name; empty: not known
    at: datetime
    why: str  # the words that cancelled it; empty: they give no reason, or are not for everybody to read


@dataclass(frozen=True, slots=True)
class CancelledPresenter(CardPresenter):
    """Renders cancelled decisions."""

    def blocks(
        self, locale: Locale, found: Sequence[CancelledDecision], *, symbols: Sequence[str] = ()
    ) -> tuple[Block, ...]:
        """Return a line for each; of none, that there is none; `symbols`: the shares that were asked for."""
        if not found:
            named = self.texts.list_of(locale, symbols) if symbols else "none"
            return (Paragraph(self.say(locale, "cancelled-none", symbols=named)),)
        lines = tuple(self._line(locale, each) for each in found)
        return (Bullets(self.say(locale, "cancelled-heading", count=len(lines)), lines),)

    def _line(self, locale: Locale, cancelled: CancelledDecision) -> str:
        return self.say(
            locale,
            "cancelled-line",
            what=self.cards.action_phrase(locale, cancelled.decision.proposal),
            by=cancelled.by or "none",
            when=locale.format_instant(cancelled.at),
            why=single_line(cancelled.why, limit=_WORDS) or "none",
        )
