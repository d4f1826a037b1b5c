"""Presents the erasure of a person: the card that says what goes and what stays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from bot.domain.conversation.blocks import Button, Card, Paragraph
from bot.domain.conversation.buttons import ErasureRef
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.presentation.presenter import Presenter

_MAX_NAME: Final = 40  # characters


@dataclass(frozen=True, slots=True)
class ErasurePresenter(Presenter):
    """Renders requests for erasure."""

    def card(self, locale: Locale, erasure_id: UUID, *, is_own: bool, name: str) -> Answer:
        """Return the card with the buttons that confirm an erasure and withdraw it."""
        whose = "own" if is_own else "other"
        lines = tuple(self.say(locale, f"erasure-{part}", whose=whose) for part in ("goes", "stays", "final"))
        card = Card(self.say(locale, "erasure-title", whose=whose, name=name[:_MAX_NAME]), lines)
        details = tuple(Paragraph(self.say(locale, f"erasure-detail-{part}")) for part in ("goes", "stays"))
        buttons = (
            Button(str(ErasureRef(erasure_id)), self.say(locale, "erasure-button")),
            Button(str(ErasureRef(erasure_id, is_cancel=True)), self.say(locale, "button-cancel")),
        )
        return Answer(blocks=(card,), details=details, buttons=buttons)

    def which(self, locale: Locale, people: Sequence[tuple[str, str]]) -> Answer:
        """Ask which of several people of a name is meant."""
        names = self.texts.list_of(locale, [f"{name} ({person_id})" for person_id, name in people])
        return self.said(locale, "erasure-which", names=names)
