"""Carries out submitted forms of core memory, and the buttons that confirm or withdraw the erasure of a person."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.context.turn import TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import ErasureRef, MemoryEditRef, MemoryFormRef
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.turns import Turn
from bot.domain.erasure import Erasure
from bot.domain.jobs import erase_person_job
from bot.domain.memory.core_memory import ChangeKind, MemoryChange, MemoryScope
from bot.domain.memory.memory_changes import FORM_FIELDS, field_lines, field_name, field_texts, merged_lines
from bot.domain.text.locale import Locale
from bot.errors import DuplicateError
from bot.memory.core_memory import CoreMemoryBook, memory_author, memory_place
from bot.memory.erase_person import told_result
from bot.ports import Clock, NewId, Stores
from bot.presentation.core_memory import CoreMemoryPresenter
from bot.presentation.erasure import ErasurePresenter

_ASKED_WITHIN: Final = timedelta(minutes=30)  # after which the card has to be asked for again


@dataclass(frozen=True, slots=True)
class ErasureConfirmation:
    """Confirms an erasure once, or withdraws it, by the person who has asked for it. Once it is done, it says so."""

    stores: Stores
    presenter: ErasurePresenter
    clock: Clock
    new_id: NewId

    async def __call__(self, ref: ErasureRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Do it, and say so. Safe to run again for the same press."""
        async with self.stores.read(turn.tenant_id) as tx:
            erasure = await tx.erasures.get(ref.erasure_id)
        if erasure is not None and erasure.finished_at is not None:  # a program is told only when it asks
            return TurnResult(answer=Answer(blocks=told_result(self.presenter.texts, locale, erasure)))
        said = await (self._withdraw(ref, turn) if ref.is_cancel else self._confirm(ref, turn))
        return TurnResult(answer=self.presenter.said(locale, said))

    async def _withdraw(self, ref: ErasureRef, turn: Turn) -> str:
        async with self.stores.transaction(turn.tenant_id) as tx:
            erasure = await tx.erasures.get(ref.erasure_id)
            if erasure is None:
                return "erasure-withdrawn"
            asked = await tx.turns.get(erasure.request.asked_turn)
            if asked.person.id != turn.person.id:
                return "erasure-of-others"
            return "erasure-withdrawn" if await tx.erasures.withdraw(ref.erasure_id) else "erasure-under-way"

    async def _confirm(self, ref: ErasureRef, turn: Turn) -> str:
        try:
            async with self.stores.transaction(turn.tenant_id) as tx:
                erasure = await tx.erasures.get(ref.erasure_id)
                if erasure is None:
                    return "erasure-over"
                asked = await tx.turns.get(erasure.request.asked_turn)
                if (refusal := _refusal(erasure, asked, turn)) is not None:
                    return refusal
                now = self.clock.now()
                if not await tx.erasures.confirm(ref.erasure_id, through=turn.id, at=now):
                    return "erasure-under-way"
                if erasure.request.person_id is not None:
                    await tx.turns.stop_analyses_of(erasure.request.person_id)  # else their cards would follow
                    await tx.analysis_runs.drop_abandoned(erasure.request.person_id, at=self.clock.now())
                await tx.audit.add_entry("erasure_confirmed", subject=ref.erasure_id, by=turn.person.id, facts={})
                job = erase_person_job(
                    self.new_id(), tenant_id=turn.tenant_id, erasure_id=ref.erasure_id, part="", at=now
                )
                await tx.outbox.add_job(job)
        except DuplicateError:
            return "erasure-under-way"
        return "erasure-started"


def _refusal(erasure: Erasure, asked: Turn, turn: Turn) -> str | None:
    """Return why a press confirms nothing; None: it does."""
    if erasure.confirmed_turn is not None:
        return None if erasure.confirmed_turn == turn.id else "erasure-under-way"
    if asked.person.id != turn.person.id:
        return "erasure-of-others"
    return "erasure-too-late" if turn.accepted_at - asked.accepted_at > _ASKED_WITHIN else None


_SECOND: Final = timedelta(seconds=1)  # the form names the second in which it was opened


@dataclass(frozen=True, slots=True)
class MemoryEdits:
    """Changes the sections whose field was changed; what others have changed since the form was opened stays."""

    book: CoreMemoryBook
    presenter: CoreMemoryPresenter

    async def __call__(self, ref: MemoryFormRef | MemoryEditRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Carry out a submitted form; where no form can be opened, say how core memory is edited.

        Raises: as `CoreMemoryBook.replace_section`.
        """
        if isinstance(ref, MemoryFormRef):
            return _private(self.presenter.say(locale, "memory-how"))
        place, is_public = memory_place(turn), await self.book.is_public(turn)
        author = memory_author(turn, ChangeKind.EDITED, is_public=is_public)
        opened_at = min(datetime.fromtimestamp(ref.opened_at, UTC), turn.accepted_at)
        shown = await self.book.load(turn.tenant_id, place, as_of=opened_at + _SECOND)
        present = await self.book.load(turn.tenant_id, place)
        submitted: Mapping[str, str] = dict(ref.fields)
        changes: list[MemoryChange] = []
        why = self.presenter.say(locale, "memory-by-form")
        for scope, section in FORM_FIELDS:
            if scope not in place.scopes or (text := submitted.get(field_name(scope, section))) is None:
                continue
            key = place.key(scope, section)
            before, now = field_texts(shown.section(key)), field_texts(present.section(key))
            lines = merged_lines(shown=before, submitted=field_lines(section, text), present=now)
            if lines == now:
                continue
            change = await self.book.replace_section(author, key, lines, why=why)
            changes += [change] if change is not None else []
        return self._told(changes, turn, locale)

    def _told(self, changes: list[MemoryChange], turn: Turn, locale: Locale) -> TurnResult:
        if not changes:
            return _private(self.presenter.say(locale, "memory-unchanged"))
        text = self.presenter.edited(locale, changes, by=turn.person.name)
        is_private = all(each.key.scope is MemoryScope.PERSON for each in changes)
        return TurnResult(answer=Answer(blocks=(Paragraph(text),), is_private=is_private))


def _private(text: str) -> TurnResult:
    return TurnResult(answer=Answer(blocks=(Paragraph(text),), is_private=True))
