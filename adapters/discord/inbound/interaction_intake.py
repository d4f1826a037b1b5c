"""What commands, presses and forms have in common: stored, then acknowledged within 3 s, then handled."""

import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import discord
from cachetools import LRUCache

from adapters.discord.channel_contexts import PLATFORM, ChannelContexts
from adapters.discord.outbound.transport import DiscordTransport
from adapters.discord.people import DiscordPeople
from adapters.shared.background import BackgroundTasks
from adapters.shared.seen import add_if_new
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.turns import AcceptedInput, InputKind
from bot.domain.text.locale import Language, Locale
from bot.errors import ParleyError, StoreUnavailableError
from bot.locales import Catalogue
from bot.messaging.inbound.gateway import InboundGateway
from bot.ports import Meter

_T = TypeVar("_T")
_SEEN: Final = 10_000
_STORE_SECONDS: Final = 2.3  # of the 3 s within which Discord wants an answer

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class InteractionIntake:
    """Where interactions are handed in."""

    gateway: InboundGateway
    channels: ChannelContexts
    transport: DiscordTransport
    meter: Meter
    background: BackgroundTasks
    seen: LRUCache[int, bool] = field(default_factory=lambda: LRUCache(_SEEN))

    @property
    def texts(self) -> Catalogue:
        """The sentences."""
        return self.transport.texts

    @property
    def people(self) -> DiscordPeople:
        """Who uses us."""
        return self.transport.people

    def is_new(self, interaction: discord.Interaction) -> bool:
        """Return whether this process sees an interaction for the first time: the gateway may tell it again."""
        is_new = add_if_new(self.seen, interaction.id)
        if not is_new:
            self.meter.duplicate(PLATFORM)
        return is_new

    def language_of(self, interaction: discord.Interaction) -> Language:
        """Return the language to speak to whom caused `interaction`."""
        return self.people.user_of(interaction).language or Language.ENGLISH

    @asynccontextmanager
    async def reporting_errors(self, interaction: discord.Interaction) -> AsyncIterator[None]:
        """Whatever goes wrong within is told to whom caused `interaction`: silence would look like a failure too."""
        try:
            yield
        except StoreUnavailableError as error:
            self.meter.error(type(error).__name__)
            await self.respond(interaction, "discord-not-stored")
        except ParleyError as error:
            await self.respond_text(interaction, self.texts.render_error(Locale(self.language_of(interaction)), error))
        except Exception as error:  # noqa: BLE001  # a defect of ours: the person gets a sentence, we the traceback
            _log.exception("interaction %s failed", interaction.id)
            self.meter.error(type(error).__name__)
            await self.respond(interaction, "error-internal")

    async def store_in_time(self, storing: Coroutine[Any, Any, _T]) -> _T:
        """Return what `storing` comes to; what is stored later is handled all the same, without the interaction.

        Raises: StoreUnavailableError, also when it takes too long to be answered: it may be stored then or not.
        """
        return await self.background.wait_at_most("storing", storing, seconds=_STORE_SECONDS, on_late=self._handle_late)

    async def _handle_late(self, stored: object) -> None:
        """Handle what was stored after its person was told that this is in doubt."""
        match stored:
            case PendingThread(is_new=True, is_opened=False):
                await self.gateway.thread_opener.open_thread(stored)
            case AcceptedInput(turn=turn, is_new=True) if turn.kind is InputKind.PRESS:
                await self.gateway.press_handler.handle_press(turn)

    async def respond(self, interaction: discord.Interaction, message_id: str, **variables: object) -> None:
        """Answer an interaction with a sentence that only its person sees."""
        text = self.texts.render(Locale(self.language_of(interaction)), message_id, **variables)
        await self.respond_text(interaction, text)

    async def respond_text(self, interaction: discord.Interaction, text: str) -> None:
        """Answer an interaction with `text`, which only its person sees; one that is answered already is left alone."""
        if interaction.response.is_done():
            return
        try:
            await interaction.response.send_message(text, ephemeral=True)
        except (discord.HTTPException, OSError, TimeoutError) as error:
            _log.info("interaction %s was not answered: %s", interaction.id, error)
        else:
            self._count_acknowledged(interaction)

    async def defer(self, interaction: discord.Interaction, *, ephemeral: bool = False) -> str | None:
        """Say that the answer follows; return the id of the message that says so, if there is one.

        An interaction that can no longer be acknowledged is carried out all the same: it is stored.
        """
        made = None
        try:
            made = await interaction.response.defer(ephemeral=ephemeral)
        except (discord.HTTPException, OSError, TimeoutError) as error:
            _log.info("interaction %s was not acknowledged: %s", interaction.id, error)
        else:
            self._count_acknowledged(interaction)
        return str(made.message_id) if made is not None and made.message_id is not None else None

    async def delete_response(self, interaction: discord.Interaction) -> None:
        """Remove the message that acknowledged `interaction`."""
        with suppress(discord.HTTPException, OSError, TimeoutError):
            await interaction.delete_original_response()

    def _count_acknowledged(self, interaction: discord.Interaction) -> None:
        taken = (discord.utils.utcnow() - interaction.created_at).total_seconds()
        self.meter.acknowledged(PLATFORM, max(taken, 0.0))
