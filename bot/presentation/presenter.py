"""What all presenters share: sentences, and answers of a single sentence."""

from collections.abc import Hashable
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.locales import Catalogue
from bot.presentation.signs import signed


def text_answer(text: str) -> Answer:
    """Return an answer of one paragraph."""
    return Answer(blocks=(Paragraph(text),))


class _HasTexts(Protocol):
    @property
    def texts(self) -> Catalogue: ...


class Sentences:
    """Renders the messages of the catalogue `texts`, which a subclass has."""

    __slots__ = ()

    def say(self: _HasTexts, locale: Locale, message_id: str, /, **variables: Hashable) -> str:
        """Return one sentence."""
        return self.texts.render(locale, message_id, **variables)

    def said(self: _HasTexts, locale: Locale, message_id: str, /, **variables: Hashable) -> Answer:
        """Return one sentence as an answer."""
        return text_answer(self.texts.render(locale, message_id, **variables))

    def paragraph(self: _HasTexts, locale: Locale, message_id: str, /, **variables: Hashable) -> tuple[Paragraph]:
        """Return one sentence as the blocks of an answer."""
        return (Paragraph(self.texts.render(locale, message_id, **variables)),)

    def usd(self: _HasTexts, locale: Locale, amount: Decimal) -> str:
        """Return an amount: "$1,234.50"."""
        return self.texts.render(locale, "usd", amount=amount)

    def signed_usd(self: _HasTexts, locale: Locale, amount: Decimal) -> str:
        """Return an amount with its sign: "+$158.55"."""
        return self.texts.render(locale, "signed-usd", **signed(amount, "amount"))


@dataclass(frozen=True, slots=True)
class Presenter(Sentences):
    """A presenter that needs only the catalogue."""

    texts: Catalogue
