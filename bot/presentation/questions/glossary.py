"""What a term means: one line on what it is, one on how Parley uses it or how it is read."""

from dataclasses import dataclass
from typing import Final

from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.requests.explanation import Define
from bot.domain.text.locale import Locale
from bot.presentation.presenter import Presenter

_LINES: Final = ("glossary", "glossary-use")


@dataclass(frozen=True, slots=True)
class GlossaryPresenter(Presenter):
    """Turns definitions into blocks."""

    def blocks(self, locale: Locale, asked: Define) -> tuple[Block, ...]:
        """Return two lines for each term, or that the word is no term of the glossary."""
        if not asked.terms:
            return self.paragraph(locale, "glossary-unknown", word=asked.word)
        lines = ([self.texts.render_code(locale, each, term) for each in _LINES] for term in asked.terms)
        return tuple(Paragraph("\n".join(each)) for each in lines)
