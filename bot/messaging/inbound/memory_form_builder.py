"""Builds the form in which a person edits core memory: outside any turn, because it must open at once."""

from dataclasses import dataclass

from bot.domain.conversation.threads import Person, Thread
from bot.domain.memory.core_memory import MemoryPlace
from bot.domain.text.locale import Locale
from bot.memory.core_memory import CoreMemoryBook
from bot.presentation.memory_form import MemoryForm, MemoryFormPresenter


@dataclass(frozen=True, slots=True)
class MemoryFormBuilder:
    """Builds forms of core memory."""

    book: CoreMemoryBook
    presenter: MemoryFormPresenter

    async def build_form(self, thread: Thread, locale: Locale, *, person: Person) -> MemoryForm:
        """Return the form as the person sees core memory in that thread. Raises: StoreUnavailableError."""
        place = MemoryPlace(thread.channel, person.id, person.is_guest)
        opened_at = int(self.book.clock.now().timestamp())
        memory = await self.book.load(thread.tenant_id, place)
        return self.presenter.form(locale, memory, place, opened_at=opened_at)
