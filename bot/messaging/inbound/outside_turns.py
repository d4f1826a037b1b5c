"""Builds what a person opens outside any turn, because it must open at once: forms, and their Home in the app."""

from dataclasses import dataclass

from bot.domain.conversation.replies import Answer
from bot.domain.conversation.threads import Person, Thread
from bot.domain.ids import DecisionId, TenantId
from bot.domain.memory.core_memory import MemoryPlace
from bot.domain.text.locale import Locale
from bot.memory.core_memory import CoreMemoryBook
from bot.presentation.account.app_home import AppHomePresenter
from bot.presentation.decisions.adjust_form import AdjustForm, AdjustFormPresenter
from bot.presentation.memory_form import MemoryForm, MemoryFormPresenter
from bot.trading.account.account_report import AccountOverviewLoader
from bot.trading.adjust import Adjust


@dataclass(frozen=True, slots=True)
class AdjustFormBuilder:
    """Builds forms for pending decisions."""

    adjust: Adjust
    presenter: AdjustFormPresenter

    async def build_form(
        self,
        tenant_id: TenantId,
        decision_id: DecisionId,
        version: int,
        locale: Locale,
        *,
        person_id: str | None = None,
    ) -> AdjustForm:
        """Return the form for one version of a decision; parameters and errors as of `Adjust.load_adjustable`."""
        adjustable = await self.adjust.load_adjustable(tenant_id, decision_id, version, person_id=person_id)
        return self.presenter.form(locale, adjustable)


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


@dataclass(frozen=True, slots=True)
class AppHome:
    """Reads and renders the Home of the app."""

    overviews: AccountOverviewLoader
    presenter: AppHomePresenter

    async def __call__(self, tenant_id: TenantId, person_id: str, locale: Locale) -> Answer:
        """Return the Home of one person of a workspace, with the buttons of their own decisions.

        Unavailable prices are shown as missing. Raises: StoreUnavailableError.
        """
        return self.presenter.answer(locale, await self.overviews.load(tenant_id, person_id))
