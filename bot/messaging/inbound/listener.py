"""Decides which messages that are not addressed to Parley are meant for it, and keeps the others as overheard."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from cachetools import TTLCache

from bot.context.slow_reading import read_beside
from bot.domain.conversation.channels import ListeningSituation, ListenMode, OverheardMessage
from bot.domain.conversation.dialogue import Dialogue
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.surroundings import Surroundings, before_message
from bot.domain.conversation.threads import Address, IncomingMessage, Thread, VerdictReading
from bot.domain.ids import TenantId
from bot.domain.market.instruments import InstrumentTable
from bot.domain.market.snapshot import market_date
from bot.memory.group_talk import named_shares
from bot.ports import Clock, Stores
from bot.reading.addressing import AddressReader
from bot.reading.verdicts.reader import read_possible_verdict

_MODE_SECONDS: Final = 5.0  # for which the mode of a channel is remembered
_MAX_CHANNELS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Listener:
    """Listens in threads that Parley takes part in, and in channels where it answers everything."""

    stores: Stores
    instruments: InstrumentTable
    clock: Clock
    max_characters: int  # of a message that are read
    modes: TTLCache[tuple[TenantId, str], ListenMode] = field(
        default_factory=lambda: TTLCache(_MAX_CHANNELS, _MODE_SECONDS)
    )

    async def answers_everything(self, thread: Thread) -> bool:
        """Return whether all that people say in the channel is for Parley. Raises: StoreUnavailableError."""
        key = (thread.tenant_id, thread.channel)
        if key not in self.modes:
            async with self.stores.read(thread.tenant_id) as tx:
                settings = await tx.channels.get_settings(thread.channel)
            self.modes[key] = settings.listen or ListenMode.THREAD
        return self.modes[key] is ListenMode.ALL

    async def is_for_parley(self, message: IncomingMessage) -> bool:
        """Return whether to answer a message; one that is overheard in a thread of Parley's is kept.

        Raises: StoreUnavailableError.
        """
        if message.address is Address.PARLEY:
            return True
        now = self.clock.now()
        async with self.stores.read(message.thread.tenant_id) as tx:
            situation = await tx.overheard.situation(message, at=now)
            goes_on = situation.is_participant and situation.is_speaker_answered
            dialogue = await tx.replies.dialogue(message.thread.conversation_id) if goes_on else Dialogue()
        if situation.is_repeated:
            return False
        if message.address is Address.OPEN and await read_beside(
            message.text, lambda: self._is_meant(message, situation, dialogue, now)
        ):
            return True
        if situation.is_participant:
            heard = OverheardMessage(
                thread=message.thread,
                message_id=message.message_id,
                person=message.person,
                text=message.text[: self.max_characters] if situation.keeps_text else "",
                said_at=now,
                visibility=message.visibility,
            )
            async with self.stores.transaction(message.thread.tenant_id) as tx:
                await tx.overheard.add(heard)
        return False

    def read_verdict(self, message: IncomingMessage) -> VerdictReading:
        """Return whether a message can be a verdict on a pending proposal, or a correction of it."""
        today = market_date(self.clock.now())
        return read_possible_verdict(
            message.text, Surroundings(self.instruments, today, profile=message.person.language)
        )

    def _is_meant(
        self, message: IncomingMessage, situation: ListeningSituation, dialogue: Dialogue, now: datetime
    ) -> bool:
        focus = situation.focus or named_shares([situation.waiting], self.instruments)  # not under discussion yet
        around = Surroundings(
            instruments=self.instruments,
            today=market_date(now),
            focus=focus,
            pending=situation.pending,
            has_own_card=situation.pending > 0,
            profile=message.person.language or situation.language,
            before=before_message(dialogue, message.person.id),
        )
        text, zone = message.text[: self.max_characters], now.tzinfo or UTC
        facts = MessageFacts(text=text, at=now, zone=zone, market_time=now, asker=message.person.name)
        return AddressReader(situation, around, dialogue).is_meant(facts)
