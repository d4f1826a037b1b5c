"""Shows knowledge bases: what is in them, what was added and removed, and what they say."""

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Quotation, Quotations
from bot.domain.conversation.replies import Answer, PassageSource
from bot.domain.memory.knowledge.bases import BaseContents, KnowledgeDocument
from bot.domain.memory.knowledge.documents import KnowledgePassage, split_sentences
from bot.domain.memory.search_terms import search_terms
from bot.domain.text.locale import Locale
from bot.presentation.presenter import Presenter, day_of

_QUOTED: Final = 240  # characters of the passage that is shown first; a sentence may be longer
_MOST_QUOTED: Final = 420
_PAGES: Final = re.compile(r"\d+–\d+")
_LISTED: Final = 6  # files that are shown first


@dataclass(frozen=True, slots=True)
class KnowledgePresenter(Presenter):
    """Presents what stands in a team's files, with file and page."""

    def passages(self, locale: Locale, passages: Sequence[KnowledgePassage], terms: Mapping[str, float]) -> Answer:
        """Return the words of the best passage that say most about a question, and all passages as details."""
        best = passages[0]
        details = tuple(self._quotation(locale, each, each.text) for each in passages)
        return Answer(
            blocks=(Quotations((self._quotation(locale, best, _best_words(best.text, terms)),)),),
            details=(Quotations(details),),
            passages=tuple(
                PassageSource(each.id, each.base, each.title, each.page) for each in passages if each.id is not None
            ),
        )

    def nothing(self, locale: Locale, bases: Sequence[str]) -> Answer:
        """Return that nothing was found in these bases."""
        return self.said(locale, "knowledge-nothing", bases=self.texts.list_of(locale, [f"“{each}”" for each in bases]))

    def added(self, locale: Locale, document: KnowledgeDocument, outcome: str) -> str:
        """Return what has become of a file, and who may ask it."""
        done = self.say(locale, "knowledge-added", outcome=outcome, **_facts(locale, document))
        place = "team" if document.base.channel is None else "here"
        return self.texts.join(locale, done, self.say(locale, f"knowledge-for-{place}"))

    def listed(self, locale: Locale, bases: Sequence[BaseContents]) -> Answer:
        """Return the files of all bases, and how files are added and removed."""
        how = Paragraph(self.say(locale, "knowledge-how"))
        if not bases:
            return Answer(blocks=(Paragraph(self.say(locale, "knowledge-none")), how))
        count = sum(len(each.documents) for each in bases)
        blocks = tuple(self._base_block(locale, each) for each in bases)
        heading = Paragraph(self.say(locale, "knowledge-heading", files=count, bases=len(bases)))
        if count <= _LISTED:
            return Answer(blocks=(heading, *blocks, how))
        names = self.texts.list_of(locale, [f"“{each.base.name}”" for each in bases])
        return Answer(blocks=(heading, Paragraph(names), how), details=blocks)

    def removed(self, locale: Locale, documents: Sequence[KnowledgeDocument]) -> Answer:
        """Return which files were removed."""
        titles = self.texts.list_of(locale, [f"“{each.title}”" for each in documents])
        base = documents[0].base.name
        return self.said(locale, "knowledge-removed", titles=titles, base=base, files=len(documents))

    def _base_block(self, locale: Locale, contents: BaseContents) -> Block:
        place = "team" if contents.base.channel is None else "here"
        heading = self.say(locale, "knowledge-base", base=contents.base.name, place=place)
        lines = (self.say(locale, "knowledge-document", **_facts(locale, each)) for each in contents.documents)
        return Bullets(heading, tuple(lines))

    def _quotation(self, locale: Locale, passage: KnowledgePassage, text: str) -> Quotation:
        kind = "page" if passage.page.isdecimal() else "pages" if _PAGES.fullmatch(passage.page) else "heading"
        kind = kind if passage.page else "none"
        place = self.say(locale, "knowledge-place", kind=kind, page=passage.page, base=passage.base)
        return Quotation(by=passage.title, at=place, text=text)


def _facts(locale: Locale, document: KnowledgeDocument) -> dict[str, Hashable]:
    sizes = {"pages": document.pages or 0, "passages": document.passages}
    added = {"by": document.added_by.name, "date": day_of(locale, document.added_at)}
    return {"title": document.title, "base": document.base.name, **sizes, **added}


def _best_words(text: str, terms: Mapping[str, float]) -> str:
    """Return the sentence of a passage that says most about a question, and those behind it while they are short."""
    sentences = [" ".join(each.split()) for each in split_sentences(text)]
    if not sentences:
        return text
    relevance = [sum(terms.get(term, 0.0) for term in search_terms(each)) for each in sentences]
    start = max(range(len(sentences)), key=lambda at: (relevance[at], -at))
    kept = sentences[start]
    for each in sentences[start + 1 :]:
        if len(kept) + len(each) > _QUOTED:
            break
        kept = f"{kept} {each}" if each[:1].isascii() else f"{kept}{each}"
    return kept if len(kept) <= _MOST_QUOTED else f"{kept[: _MOST_QUOTED - 1].rstrip()}…"
