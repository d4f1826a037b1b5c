"""Who kept, changed or took out notes, when, and by which words; and what is noted on a share before advice on it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.requests.memory import ShowNoteChanges
from bot.domain.conversation.requests.trades import Advise
from bot.domain.memory.core_memory import MemoryChange
from bot.domain.memory.statements import is_about
from bot.memory.core_memory import CoreMemoryBook, memory_place
from bot.memory.questions import facts_about, notes_shown_last
from bot.ports import Stores
from bot.presentation.core_memory import CoreMemoryPresenter
from bot.presentation.recollections import RecollectionPresenter
from bot.turns.handlers.decide import DecideHandler

_SEARCHED: Final = 100  # changes, the latest
_MOST: Final = 5  # that are told


@dataclass(frozen=True, slots=True)
class NoteChangesHandler:
    """Handler of questions who changed a note."""

    stores: Stores
    book: CoreMemoryBook
    presenter: CoreMemoryPresenter

    async def __call__(self, context: TurnContext, request: ShowNoteChanges) -> TurnResult:
        """Return the changes of the notes that are meant, the latest first."""
        place = memory_place(context.turn)
        changes = await self.book.history(context.turn.tenant_id, place, limit=_SEARCHED)
        changes = tuple(each for each in changes if _is_within(each, request))
        is_of_all = not request.about and request.until is not None  # "what changed in our notes today?"
        meant = _about(changes, request.about) if request.about else changes
        meant = meant if request.about or is_of_all else await self._of_shown(context, changes)
        if not meant:
            told = {"query": request.about} if request.about else {}
            none = "memory-no-changes-on" if told else "memory-no-history"
            return context.aside(self.presenter.said(context.locale, none, **told))
        readable = [await self._readable(context, each) for each in meant[:_MOST]]
        return context.aside(self.presenter.history(context.locale, readable, tells_words=True))

    async def _readable(self, context: TurnContext, change: MemoryChange) -> MemoryChange:
        """Return a change without the words of its message, if they were said where not everyone here reads along."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            turn = await tx.turns.get(change.turn_id) if change.turn_id is not None else None
            is_here = turn is not None and turn.thread.channel == context.turn.thread.channel
            is_read = is_here or (turn is not None and await tx.knowledge.is_public(turn.thread.channel))
        return change if is_read else replace(change, why="")

    async def _of_shown(self, context: TurnContext, changes: Sequence[MemoryChange]) -> Sequence[MemoryChange]:
        """Return the changes of the notes that were shown last; of all, where none was."""
        shown = await notes_shown_last(self.stores, context)
        if not shown:
            return changes
        memory = await self.book.load(context.turn.tenant_id, memory_place(context.turn))
        texts = [fact.text for at, (_, fact) in enumerate(memory.facts(), start=1) if {at, fact.id} & shown]
        return [each for each in changes if any(each in _of_note(changes, text) for text in texts)]


def _is_within(change: MemoryChange, request: ShowNoteChanges) -> bool:
    return (request.since is None or request.since <= change.at) and (
        request.until is None or change.at < request.until
    )


def _about(changes: Sequence[MemoryChange], topic: str) -> Sequence[MemoryChange]:
    """Return the changes of the notes on a topic, with those of what took their place."""
    found = {fact.text for each in changes for fact in (*each.added, *each.removed) if is_about(topic, fact.text)}
    lines = [_of_note(changes, text) for text in found]
    return [each for each in changes if any(each in line for line in lines)]


def _of_note(changes: Sequence[MemoryChange], text: str) -> Sequence[MemoryChange]:
    """Return the changes that a text took part in, or what it replaced or was replaced by."""
    texts, found = {text}, list[MemoryChange]()
    while added := [each for each in changes if each not in found and not texts.isdisjoint(_texts(each))]:
        found += added
        texts |= {said for each in added if each.added and each.removed for said in _texts(each)}
    return found


def _texts(change: MemoryChange) -> frozenset[str]:
    return frozenset(fact.text for fact in (*change.added, *change.removed))


@dataclass(frozen=True, slots=True)
class NotedAdviceHandler:
    """Handler of questions whether to trade: a note binds no advice, but nobody is to overlook it."""

    stores: Stores
    decide: DecideHandler
    notes: RecollectionPresenter

    async def __call__(self, context: TurnContext, request: Advise) -> TurnResult:
        """Return the notes that name one of the shares, then the advice."""
        advised = await self.decide(context, request)
        found = [
            note
            for symbol in request.terms.shares.symbols
            for note in await facts_about(self.stores, context, symbol, symbols=(symbol,))
        ]
        if not found:
            return advised
        noted = self.notes.remembered(context.locale, list({each.fact.id: each for each in found}.values()))
        answer = advised.answer
        blocks, details = (*noted.blocks, *answer.blocks), (*noted.details, *answer.details)
        return replace(advised, answer=replace(answer, blocks=blocks, details=details))
