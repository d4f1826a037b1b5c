"""Carries out a submitted form of core memory."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.context.turn import TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import MemoryEditRef, MemoryFormRef
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.turns import Turn
from bot.domain.memory.core_memory import ChangeKind, MemoryChange, MemoryScope
from bot.domain.memory.memory_changes import FORM_FIELDS, field_lines, field_name, field_texts, merged_lines
from bot.domain.text.locale import Locale
from bot.memory.core_memory import CoreMemoryBook, memory_author, memory_place
from bot.presentation.core_memory import CoreMemoryPresenter

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
