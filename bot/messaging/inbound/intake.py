"""Where an adapter hands in what a person said or pressed."""

from dataclasses import dataclass

from bot.context.signal import Signal
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.threads import IncomingCommand, IncomingMessage, IncomingPress, Thread
from bot.domain.conversation.turns import AcceptedInput
from bot.domain.ids import DecisionId, TenantId
from bot.domain.text.locale import Language, Locale
from bot.language.language_detection import has_chinese
from bot.locales import Catalogue
from bot.ports import Inbox, Meter, Progress
from bot.ports.meter import Arrival


@dataclass(frozen=True, slots=True)
class Intake:
    """Stores messages and presses, wakes the runner, and tells a person whose turn has to wait."""

    inbox: Inbox
    progress: Progress
    texts: Catalogue
    signal: Signal
    meter: Meter

    async def register_workspace(self, thread: Thread) -> None:
        """Make a workspace known before its first message. Raises: StoreUnavailableError."""
        await self.inbox.register_workspace(thread)

    async def accept_message(self, message: IncomingMessage) -> AcceptedInput:
        """Store a message; it will be answered, whatever is killed from here on. Raises: StoreUnavailableError."""
        accepted = await self.inbox.accept_message(message)
        self._count(accepted)
        if accepted.is_new:
            self.signal.notify()
            if accepted.turns_ahead:
                await self._queued(accepted)
        return accepted

    async def accept_press(self, press: IncomingPress) -> AcceptedInput:
        """Store a press. The caller has it handled at once: presses do not queue. Raises: StoreUnavailableError."""
        accepted = await self.inbox.accept_press(press)
        self._count(accepted)
        return accepted

    async def accept_command(self, command: IncomingCommand) -> PendingThread:
        """Store a command. The caller has its thread opened at once. Raises: StoreUnavailableError."""
        pending = await self.inbox.accept_command(command)
        if pending.is_new:
            self.meter.accepted(command.place.platform, Arrival.COMMAND)
        else:
            self.meter.duplicate(command.place.platform)
        return pending

    async def message_edited(self, thread: Thread, *, message_id: str, text: str) -> bool:
        """Let a message say `text` if nobody has begun to answer it; return whether it does. Noted in any case."""
        return await self.inbox.message_edited(thread, message_id=message_id, text=text)

    async def message_deleted(self, thread: Thread, *, message_id: str) -> None:
        """Withdraw a message that nobody has begun to answer. Noted in any case."""
        turn_id = await self.inbox.message_deleted(thread, message_id=message_id)
        if turn_id is not None:
            await self.progress.remove_progress(thread, turn_id)

    async def is_participant(self, thread: Thread) -> bool:
        """Return whether we have been spoken to in this thread. Raises: StoreUnavailableError."""
        return await self.inbox.is_participant(thread)

    async def decision_thread(self, tenant_id: TenantId, decision_id: DecisionId) -> Thread:
        """Return where a decision was proposed. Raises: UnknownDecisionError, StoreUnavailableError."""
        return await self.inbox.decision_thread(tenant_id, decision_id)

    def _count(self, accepted: AcceptedInput) -> None:
        platform = accepted.turn.thread.platform
        if accepted.is_new:
            self.meter.accepted(platform, accepted.turn.kind)
        else:
            self.meter.duplicate(platform)

    async def _queued(self, accepted: AcceptedInput) -> None:
        """Tell who has to wait; the message is understood only later, but Chinese shows itself."""
        turn = accepted.turn
        shown = Language.CHINESE if has_chinese(turn.text) else None
        language = turn.person.language or shown or accepted.language
        await self.progress.show_step(
            turn, self.texts.render(Locale(language), "queued-behind", count=accepted.turns_ahead), language=language
        )
