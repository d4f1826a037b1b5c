"""The entry points of every platform's adapter, and what is opened there at once: threads, forms, the Home."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.domain.conversation.posting import MessageMark, PendingThread
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.ids import DecisionId, TenantId
from bot.domain.memory.core_memory import MemoryPlace
from bot.domain.text.locale import Locale
from bot.errors import UnreachableError
from bot.memory.core_memory import CoreMemoryBook
from bot.messaging.departures import Departures
from bot.messaging.inbound.intake import Intake
from bot.messaging.outbound.poster import Poster
from bot.ports import DirectMessages, PendingThreads
from bot.presentation.account.account_summary import AppHomePresenter
from bot.presentation.forms import AdjustForm, AdjustFormPresenter, MemoryForm, MemoryFormPresenter
from bot.trading.account.account_report import AccountOverviewLoader
from bot.trading.adjust import Adjust
from bot.turns.presses import PressHandler


@dataclass(frozen=True, slots=True)
class ThreadOpener:
    """Opens threads. Every step is safe to repeat, also concurrently: one message has the command's mark."""

    posters: Mapping[str, Poster[Any]]  # by platform
    intake: Intake
    pending_threads: PendingThreads

    async def open_thread(self, pending: PendingThread, *, root: str | None = None) -> None:
        """Open the thread of a stored command, on the message `root` if the platform has posted one already.

        Raises: UnreachableError: the thread will never be opened; RateLimitedError and any other error: `CrashRecovery`
            tries again.
        """
        if pending.is_opened:
            return
        poster, mark = self.posters[pending.place.platform], MessageMark(pending.id)
        if root is not None:
            await poster.adopt_message(pending.place, mark=mark, platform_id=root)
        content = poster.transport.render_pending_thread(pending)
        try:
            thread = await poster.post_once(pending.place, content, mark=mark, since=pending.accepted_at)
        except UnreachableError:
            await self.pending_threads.mark_opened(pending)
            raise
        place = replace(pending.place, thread=thread)
        message = IncomingMessage(place, pending.command_id, pending.person, pending.text, is_limited=False)
        await self.intake.accept_message(message)
        await self.pending_threads.mark_opened(pending)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class InboundGateway:
    """Entry points of the core for adapters.

    An adapter stores what came in through `intake`, then acknowledges it. A message is answered by a runner; a press
    goes to `press_handler` and a command without a thread to `thread_opener` at once.
    """

    intake: Intake
    press_handler: PressHandler
    thread_opener: ThreadOpener
    adjust_form_builder: AdjustFormBuilder
    memory_form_builder: MemoryFormBuilder
    app_home: AppHome
    departures: Departures
    direct_messages: DirectMessages
    suggest_symbols: Callable[[str], Sequence[tuple[str, str]]]  # text typed so far -> (label, symbol) pairs
