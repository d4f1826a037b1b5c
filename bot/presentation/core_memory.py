"""Presents core memory: what is stored, with who said it and since when, and what a change has done."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.dialogue import AskedSlot, ObjectKind, ShownObject
from bot.domain.conversation.replies import Answer
from bot.domain.memory.core_memory import (
    ChangeKind,
    CoreMemory,
    MemoryChange,
    MemoryFact,
    MemoryKey,
    MemoryScope,
    MemorySection,
    StoredStatement,
)
from bot.domain.memory.memory_changes import HeldFact, HeldSpan
from bot.domain.memory.statements import contradictions
from bot.domain.text.locale import Locale
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.decisions.limits import LimitPresenter
from bot.presentation.presenter import day_of, first_of_list, text_answer

_BRIEF: Final = 5  # facts that are shown first
_MOST_CONTRADICTIONS: Final = 3  # that are told
_MAX_QUOTED: Final = 60  # characters of a query


@dataclass(frozen=True, slots=True)
class CoreMemoryPresenter(CardPresenter):
    """Renders core memory."""

    def listed(
        self,
        locale: Locale,
        memory: CoreMemory,
        *,
        scope: MemoryScope | None = None,
        section: MemorySection | None = None,
    ) -> Answer:
        """Return what is stored with the numbers by which it is deleted, and the limits beside it."""
        numbered = [
            (number, stored.key, fact)
            for number, (stored, fact) in enumerate(memory.facts(), start=1)
            if scope in {None, stored.key.scope} and section in {None, stored.key.section}
        ]
        lines = tuple(self._line(locale, number, key, fact) for number, key, fact in numbered)
        how = Paragraph(self.say(locale, "memory-how"))
        details: tuple[Block, ...] = (how,)
        if memory.limits:
            details = (*LimitPresenter(self.cards).listed(locale, memory.limits), how)
        if not lines:
            nothing = self.say(locale, "memory-none", limits=len(memory.limits))
            how_first = self.say(locale, "memory-how-first", scope=scope.value if scope is not None else "any")
            return Answer(blocks=(Paragraph(nothing), Paragraph(how_first)), details=details)
        shown, whole = first_of_list(self.say(locale, "memory-heading", count=len(lines)), lines, most=_BRIEF)
        rest = len(lines) - _BRIEF
        further = [self.say(locale, "memory-more", count=rest)] if rest > 0 else []
        further += self._contradictions(locale, memory, {fact.id: number for number, _, fact in numbered})
        further += [self.say(locale, "memory-limits", count=len(memory.limits))] if memory.limits else []
        shows = tuple(
            ShownObject(kind=ObjectKind.NOTE, id=str(number), place=place)
            for place, (number, _, _) in enumerate(numbered, start=1)
        )
        blocks: tuple[Block, ...] = (shown, *map(Paragraph, further))
        return Answer(blocks=blocks, details=(*whole, *details), shows=shows)

    def as_of(self, locale: Locale, held: HeldSpan, *, until: datetime, is_whole: bool) -> Answer:
        """Return what was stored in a span of days; `until` is exclusive; `is_whole`: all was asked for, no topic."""
        last = day_of(locale, until - timedelta(seconds=1))
        first = min(day_of(locale, held.since), last)
        span = {"span": "day" if first == last else "days", "first": first, "last": last}
        lines = tuple(self._held_line(locale, number, each) for number, each in enumerate(held.facts, start=1))
        cut = (Paragraph(self.say(locale, "memory-as-of-cut", first=first)),) if held.is_cut else ()
        if not lines:
            asked = "all" if is_whole else "part"
            return Answer(blocks=(Paragraph(self.say(locale, "memory-none-as-of", **span, asked=asked)), *cut))
        shown, whole = first_of_list(self.say(locale, "memory-as-of", **span), lines, most=_BRIEF)
        rest = len(lines) - _BRIEF
        further = (Paragraph(self.say(locale, "memory-more", count=rest)),) if rest > 0 else ()
        return Answer(blocks=(shown, *further, *cut), details=whole)

    def history(
        self,
        locale: Locale,
        changes: Sequence[MemoryChange],
        *,
        next_page: int | None = None,
        tells_words: bool = False,
    ) -> Answer:
        """Return the changes, newest first, with who made them, when and why."""
        if not changes:
            return self.said(locale, "memory-no-history")
        lines = tuple(self._change_line(locale, each, tells_words=tells_words) for each in changes)
        shown, whole = first_of_list(self.say(locale, "memory-history-heading"), lines, most=_BRIEF)
        further = () if next_page is None else self.paragraph(locale, "memory-history-older", page=next_page)
        return Answer(blocks=(shown, *further), details=(*whole, *further))

    def stored(self, locale: Locale, stored: StoredStatement, *, is_narrowed: bool = False) -> Answer:
        """Return what was stored, for whom, what it replaces or contradicts, and how to take it back.

        `is_narrowed`: it is of the team, but kept for the channel, because others may not read what is said there.
        """
        key, fact = stored.key, stored.fact
        whose = self.whose(locale, key)
        if not stored.is_new:
            return self.said(locale, "memory-known", whose=whose, **self._facts(locale, fact))
        sentences = [self.say(locale, "memory-stored", whose=whose, text=fact.text)]
        others = {"memory-replaces": stored.replaced, "memory-contradicts": stored.contradicted}
        sentences += [self.say(locale, each, texts=self._dated(locale, of)) for each, of in others.items() if of]
        sentences += [self.say(locale, "memory-not-everywhere")] if fact.only_in is not None else []
        undo = "memory-undo-or-team" if key.scope is MemoryScope.CHANNEL else "memory-undo"
        undo = "memory-undo-or-team-private" if is_narrowed else undo
        return text_answer(self.texts.join(locale, *sentences, self.say(locale, undo)))

    def forgotten(self, locale: Locale, changes: Sequence[MemoryChange]) -> Answer:
        """Return what is no longer true, and how to bring it back."""
        texts = self._quoted(locale, [fact for each in changes for fact in each.removed])
        return self.said(locale, "memory-forgotten", texts=texts)

    def edited(self, locale: Locale, changes: Sequence[MemoryChange], *, by: str) -> str:
        """Return what a form has changed, and who submitted it."""
        told = [
            self.say(
                locale,
                "memory-edited",
                whose=self.whose(locale, each.key),
                added=self._quoted(locale, each.added) or "none",
                removed=self._quoted(locale, each.removed) or "none",
            )
            for each in changes
        ]
        what = self.texts.list_of(locale, told, separator="; ")
        sentences = [self.say(locale, "memory-edited-by", by=by, what=what)]
        if any(fact.only_in is not None for each in changes for fact in each.added):
            sentences.append(self.say(locale, "memory-not-everywhere"))
        return self.texts.join(locale, *sentences)

    def taken_back(self, locale: Locale, changes: Sequence[MemoryChange]) -> Answer:
        """Return what was taken back, and what holds again."""
        gone = [fact for each in changes for fact in each.removed]
        back = [fact for each in changes for fact in each.added]
        sentences = [self.say(locale, "memory-undone", texts=self._dated(locale, gone))] if gone else []
        sentences += [self.say(locale, "memory-restored", texts=self._quoted(locale, back))] if back else []
        return text_answer(self.texts.join(locale, *sentences))

    def which(self, locale: Locale, memory: CoreMemory, found: Sequence[MemoryFact]) -> Answer:
        """Ask which of several facts is meant."""
        wanted = {each.id for each in found}
        lines = tuple(
            self._line(locale, number, section.key, fact)
            for number, (section, fact) in enumerate(memory.facts(), start=1)
            if fact.id in wanted
        )
        return Answer(blocks=(Bullets(self.say(locale, "memory-which"), lines),), has_question=True)

    def asked_for_text(self, locale: Locale, number: int, fact: MemoryFact) -> Answer:
        """Ask what a note shall say in place of what it says."""
        asked = self.said(locale, "memory-new-text", number=number, text=fact.text)
        shown = ShownObject(kind=ObjectKind.NOTE, id=str(number))
        return replace(asked, shows=(shown,), has_question=True, asks=AskedSlot.NOTE)

    def nothing_about(self, locale: Locale, query: str) -> Answer:
        """Return that nothing stored fits what was named."""
        cut = query if len(query) <= _MAX_QUOTED else f"{query[:_MAX_QUOTED]}…"
        return self.said(locale, "memory-nothing-about", query=cut)

    def whose(self, locale: Locale, key: MemoryKey) -> str:
        """Return for whom a section is: "you", "this channel: horizon"."""
        section = key.section.value.replace("_", "-")
        return self.say(locale, "memory-whose", scope=key.scope.value, section=section)

    def _line(self, locale: Locale, number: int, key: MemoryKey, fact: MemoryFact) -> str:
        how = "noted" if fact.is_noted else "said" if fact.only_in is None else "here"
        facts = self._facts(locale, fact)
        return self.say(locale, "memory-line", number=number, whose=self.whose(locale, key), how=how, **facts)

    def _facts(self, locale: Locale, fact: MemoryFact) -> dict[str, Hashable]:
        return {"text": fact.text, "by": fact.by.name, "date": day_of(locale, fact.since)}

    def _held_line(self, locale: Locale, number: int, held: HeldFact) -> str:
        line = self._line(locale, number, held.key, held.fact)
        if held.until is None:
            return line
        return self.say(locale, "memory-line-until", line=line, date=day_of(locale, held.until))

    def _change_line(self, locale: Locale, change: MemoryChange, *, tells_words: bool) -> str:
        added, removed = (self._quoted(locale, facts) for facts in (change.added, change.removed))
        by = "noted" if change.kind is ChangeKind.NOTED else "undone" if change.kind is ChangeKind.UNDONE else "said"
        return self.say(
            locale,
            "memory-history-line",
            date=day_of(locale, change.at),
            by=change.by.name,
            how=by,
            whose=self.whose(locale, change.key),
            added=added or "none",
            removed=removed or "none",
            why=change.why if change.kind is ChangeKind.NOTED and change.why else "none",
            said=change.why if tells_words and change.kind is ChangeKind.STATED and change.why else "none",
        )

    def _contradictions(self, locale: Locale, memory: CoreMemory, numbers: Mapping[UUID, int]) -> list[str]:
        pairs = [pair for section in memory.sections for pair in contradictions(section)]
        return [
            self.say(locale, "memory-contradictory", first=numbers[one.id], second=numbers[other.id])
            for one, other in pairs
            if one.id in numbers and other.id in numbers
        ][:_MOST_CONTRADICTIONS]

    def _dated(self, locale: Locale, facts: Sequence[MemoryFact]) -> str:
        return self.texts.list_of(
            locale, (self.say(locale, "memory-quoted-dated", **self._facts(locale, fact)) for fact in facts)
        )

    def _quoted(self, locale: Locale, facts: Sequence[MemoryFact]) -> str:
        return self.texts.list_of(locale, (self.say(locale, "memory-quoted", text=fact.text) for fact in facts))
