"""What a term means: one line on what it is, one on how Parley uses it or how it is read."""

from dataclasses import dataclass

from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.understanding import Definition
from bot.domain.text.locale import Locale
from bot.locales import Catalogue


@dataclass(frozen=True, slots=True)
class GlossaryPresenter:
    """Turns definitions into blocks."""

    texts: Catalogue

    def blocks(self, locale: Locale, definition: Definition) -> tuple[Block, ...]:
        """Return two lines for each term, or that the word is no term of the glossary."""
        if not definition.terms and definition.asks_level:
            return (Paragraph(self.texts.render(locale, "glossary-level-of-what")),)
        if not definition.terms:
            return (Paragraph(self.texts.render(locale, "glossary-unknown", word=definition.word)),)
        return tuple(self._term(locale, term) for term in definition.terms)

    def _term(self, locale: Locale, term: str) -> Paragraph:
        lines = (self.texts.render_code(locale, prefix, term) for prefix in ("glossary", "glossary-use"))
        return Paragraph("\n".join(lines))
