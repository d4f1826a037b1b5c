"""What a term means: one line on what it is, one on how Parley uses it or how it is read."""

from dataclasses import dataclass

from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.requests.explanation import Define
from bot.domain.text.locale import Locale
from bot.presentation.presenter import Presenter


@dataclass(frozen=True, slots=True)
class GlossaryPresenter(Presenter):
    """Turns definitions into blocks."""

    def blocks(self, locale: Locale, asked: Define) -> tuple[Block, ...]:
        """Return two lines for each term, or that the word is no term of the glossary."""
        if not asked.terms and asked.asks_level:
            return self.paragraph(locale, "glossary-level-of-what")
        if not asked.terms:
            return self.paragraph(locale, "glossary-unknown", word=asked.word)
        return tuple(self._term(locale, term) for term in asked.terms)

    def _term(self, locale: Locale, term: str) -> Paragraph:
        lines = (self.texts.render_code(locale, prefix, term) for prefix in ("glossary", "glossary-use"))
        return Paragraph("\n".join(lines))
