"""Stores incoming messages, presses and commands before they are acknowledged or answered."""

import asyncio
from collections.abc import Collection, Hashable
from dataclasses import dataclass, field, replace
from typing import Final

from cachetools import TTLCache

from bot.domain.conversation.buttons import is_look, parse_button
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.threads import IncomingCommand, IncomingMessage, IncomingPress, PersonLimits, Thread
from bot.domain.conversation.turns import AcceptedInput
from bot.domain.ids import DecisionId, TenantId, TurnId
from bot.domain.text.locale import Language, Locale
from bot.domain.text.tokens import has_chinese
from bot.locales import Catalogue
from bot.messaging.inbound.listener import Listener
from bot.ports import Inbox, Meter, Progress
from bot.ports.meter import Arrival

_PRIVATE_PLATFORMS: Final = frozenset({"console"})  # a terminal has nobody to share with, and may be fed from a pipe
_NOTED_SECONDS: Final = (
    60.0  # for which a private channel is not noted again: another process may have called it public
)
_MAX_CHANNELS: Final = 20_000
_MINUTE: Final = 60.0  # seconds
_MOST_PEOPLE: Final = 1_000  # remembered before those who may press freely again are forgotten


@dataclass(frozen=True, slots=True)
class PressPace:
    """Counts presses in this process by the generic cell rate algorithm, as messages are counted in the database."""

    per_minute: int  # 0: any number
    _paced_until: dict[Hashable, float] = field(default_factory=dict)  # by the event loop's clock

    def exceeds(self, person: Hashable) -> bool:
        """Count one press; return whether it is above the limit, and so does not count."""
        if not self.per_minute:
            return False
        now, step = asyncio.get_running_loop().time(), _MINUTE / self.per_minute
        until = max(self._paced_until.get(person, now), now) + step
        if until > now + _MINUTE + step / 2:
            return True
        if len(self._paced_until) >= _MOST_PEOPLE:
            for each in [each for each, paced in self._paced_until.items() if paced <= now]:
                del self._paced_until[each]
        self._paced_until[person] = until
        return False


@dataclass(frozen=True, slots=True)
class Intake:
    """Stores messages, presses and commands; shows a message's position in the queue."""

    inbox: Inbox
    listener: Listener
    progress: Progress
    texts: Catalogue
    meter: Meter
    limits: PersonLimits = field(default_factory=PersonLimits)  # of what one person may send on a shared platform
    _press_pace: PressPace = field(init=False)
    _private: TTLCache[tuple[TenantId, str], bool] = field(
        init=False, default_factory=lambda: TTLCache(_MAX_CHANNELS, _NOTED_SECONDS)
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "_press_pace", PressPace(self.limits.per_minute))

    def is_surplus_press(self, person: Hashable, button_id: str) -> bool:
        """Return whether a press is above its person's limit, and so neither stored nor handled; the person is told."""
        return is_look(parse_button(button_id)) and self._press_pace.exceeds(person)

    async def register_workspace(self, thread: Thread) -> None:
        """Store a workspace before its first message. Raises: StoreUnavailableError."""
        await self.inbox.register_workspace(thread)

    async def accept_message(self, message: IncomingMessage) -> AcceptedInput:
        """Store a message, which is answered then, even after a crash. Raises: StoreUnavailableError."""
        if message.visibility.is_public:
            self._private.pop((message.thread.tenant_id, message.thread.channel), None)
        limits = self._limits_in(message.thread) if message.is_limited else None
        if limits is not None and (limits.per_minute or limits.waiting):
            message = replace(message, reading=self.listener.read_verdict(message))
        accepted = await self.inbox.accept_message(message, limits=limits)
        self._count_input(accepted)
        if accepted.is_new and accepted.turns_ahead and not accepted.is_dropped:
            turn = accepted.turn
            written_in = Language.CHINESE if has_chinese(turn.text) else None
            language = turn.person.language or written_in or accepted.language
            await self.progress.show_step(
                turn,
                self.texts.render(Locale(language), "queued-behind", count=accepted.turns_ahead),
                language=language,
            )
        return accepted

    async def hear_message(self, message: IncomingMessage) -> AcceptedInput | None:
        """Store a message if it is meant for Parley; None: it is not. Raises: StoreUnavailableError."""
        return await self.accept_message(message) if await self.listener.is_for_parley(message) else None

    async def accept_press(self, press: IncomingPress) -> AcceptedInput:
        """Store a press; presses do not queue, so the caller handles it at once. Raises: StoreUnavailableError."""
        accepted = await self.inbox.accept_press(press)
        self._count_input(accepted)
        return accepted

    async def accept_command(self, command: IncomingCommand) -> PendingThread:
        """Store a command; the caller then opens its thread at once. Raises: StoreUnavailableError."""
        pending = await self.inbox.accept_command(command, limits=self._limits_in(command.place))
        if pending.surplus is not None:
            self.meter.message_dropped(command.place.platform)
        if pending.is_new:
            self.meter.accepted(command.place.platform, Arrival.COMMAND)
        else:
            self.meter.duplicate(command.place.platform)
        return pending

    async def message_edited(self, thread: Thread, *, message_id: str, text: str) -> bool:
        """Replace a message's text unless its turn has begun; return whether it was. The edit is always recorded."""
        return await self.inbox.message_edited(thread, message_id=message_id, text=text)

    async def message_deleted(self, thread: Thread, *, message_id: str) -> None:
        """Withdraw a message unless its turn has begun. The deletion is always recorded."""
        turn_id = await self.inbox.message_deleted(thread, message_id=message_id)
        if turn_id is not None:
            await self.progress.remove_progress(thread, turn_id)

    async def note_private(self, tenant_id: TenantId, channels: Collection[str]) -> None:
        """Note that channels are private now, whoever speaks there and to whom. Raises: StoreUnavailableError."""
        new = {channel for channel in channels if (tenant_id, channel) not in self._private}
        if new:
            await self.inbox.note_private(tenant_id, new)
            self._private.update({(tenant_id, channel): True for channel in new})

    async def answers_everything(self, thread: Thread) -> bool:
        """Return whether all that people say in the channel is for Parley. Raises: StoreUnavailableError."""
        return await self.listener.answers_everything(thread)

    async def is_participant(self, thread: Thread) -> bool:
        """Return whether Parley has been addressed in this thread. Raises: StoreUnavailableError."""
        return await self.inbox.is_participant(thread)

    async def decision_thread(self, tenant_id: TenantId, decision_id: DecisionId) -> Thread:
        """Return the thread in which a decision was proposed. Raises: UnknownDecisionError, StoreUnavailableError."""
        return await self.inbox.decision_thread(tenant_id, decision_id)

    async def turn_thread(self, tenant_id: TenantId, turn_id: TurnId) -> Thread:
        """Return the thread of a message or press. Raises: UnknownDecisionError, StoreUnavailableError."""
        return await self.inbox.turn_thread(tenant_id, turn_id)

    def _limits_in(self, thread: Thread) -> PersonLimits | None:
        return None if thread.platform in _PRIVATE_PLATFORMS else self.limits

    def _count_input(self, accepted: AcceptedInput) -> None:
        platform = accepted.turn.thread.platform
        if accepted.is_dropped:
            self.meter.message_dropped(platform)
        if accepted.is_new:
            self.meter.accepted(platform, accepted.turn.kind)
        else:
            self.meter.duplicate(platform)
