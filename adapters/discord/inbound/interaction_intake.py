"""Shared steps for slash commands, button presses and forms: store, acknowledge within 3 s, report errors."""

import logging
from collections.abc import AsyncIterator, Coroutine, Hashable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import discord
from cachetools import LRUCache

from adapters.discord.api_errors import CALL_ERRORS, report_unreadable
from adapters.discord.channel_contexts import PLATFORM, ChannelContexts
from adapters.discord.outbound.transport import DiscordTransport
from adapters.discord.people import DiscordPeople
from adapters.shared.background import BackgroundTasks
from adapters.shared.inputs import add_if_new
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.turns import AcceptedInput, InputKind
from bot.domain.text.locale import Language, Locale
from bot.errors import ParleyError, StoreUnavailableError
from bot.locales import Catalogue
from bot.messaging.inbound.gateway import InboundGateway
from bot.ports import Meter

_T = TypeVar("_T")
_SEEN_SIZE: Final = 10_000
_STORE_SECONDS: Final = 2.3  # of the 3 s within which Discord wants an answer

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class InteractionIntake:
    """Stores, acknowledges and answers interactions."""

    gateway: InboundGateway
    channels: ChannelContexts
    transport: DiscordTransport
    meter: Meter
    background: BackgroundTasks
    seen: LRUCache[int, bool] = field(default_factory=lambda: LRUCache(_SEEN_SIZE))

    @property
    def texts(self) -> Catalogue:
        """The catalogue of translated texts."""
        return self.transport.texts

    @property
    def people(self) -> DiscordPeople:
        """Names and languages of users."""
        return self.transport.people

    def is_new(self, interaction: discord.Interaction) -> bool:
        """Return whether an interaction is to be handled: it is not repeated, and says who acts and how to answer."""
        if interaction.user is discord.utils.MISSING or not isinstance(interaction.token, str):
            report_unreadable("an interaction", None, self.meter)
            return False
        is_new = add_if_new(self.seen, interaction.id)
        if not is_new:
            self.meter.duplicate(PLATFORM)
        return is_new

    def language_of(self, interaction: discord.Interaction) -> Language:
        """Return the language for the user of `interaction`; English if unknown."""
        return self.people.user_of(interaction).language or Language.ENGLISH

    @asynccontextmanager
    async def reporting_errors(self, interaction: discord.Interaction) -> AsyncIterator[None]:
        """Answer `interaction` with any error raised inside: without an answer Discord shows a failure of its own."""
        try:
            yield
        except StoreUnavailableError as error:
            self.meter.error(type(error).__name__)
            await self.respond(interaction, "discord-not-stored")
        except ParleyError as error:
            await self.respond_text(interaction, self.texts.render_error(Locale(self.language_of(interaction)), error))
        except Exception as error:  # noqa: BLE001  # a bug: the person sees a sentence, the log the traceback
            _log.exception("interaction %s failed", interaction.id)
            self.meter.error(type(error).__name__)
            await self.respond(interaction, "error-internal")

    async def store_in_time(self, storing: Coroutine[Any, Any, _T]) -> _T:
        """Return the result of `storing`; if it is stored too late, it is still handled, without the interaction.

        Raises: StoreUnavailableError: storing failed, or took longer than 2.3 s and may still succeed.
        """
        return await self.background.wait_at_most("storing", storing, seconds=_STORE_SECONDS, on_late=self._handle_late)

    async def _handle_late(self, stored: object) -> None:
        """Handle an input that was stored after the user had been told that this is uncertain."""
        match stored:
            case PendingThread(is_new=True, is_opened=False):
                await self.gateway.thread_opener.open_thread(stored)
            case AcceptedInput(turn=turn, is_new=True) if turn.kind is InputKind.PRESS:
                await self.gateway.press_handler.handle_press(turn)

    async def respond(self, interaction: discord.Interaction, message_id: str, **variables: Hashable) -> None:
        """Answer an interaction with a translated text that only its user sees."""
        text = self.texts.render(Locale(self.language_of(interaction)), message_id, **variables)
        await self.respond_text(interaction, text)

    async def respond_text(self, interaction: discord.Interaction, text: str) -> None:
        """Answer an interaction, unless it has been answered, with `text` that only its user sees."""
        if interaction.response.is_done():
            return
        try:
            await interaction.response.send_message(text, ephemeral=True)
        except CALL_ERRORS as error:
            _log.info("interaction %s was not answered: %s", interaction.id, error)
        else:
            self._count_acknowledged(interaction)

    async def defer(self, interaction: discord.Interaction, *, ephemeral: bool = False) -> str | None:
        """Acknowledge an interaction with a deferred response; return the id of its message, if there is one.

        A failure is only logged: the interaction is stored and will be handled.
        """
        response = None
        try:
            response = await interaction.response.defer(ephemeral=ephemeral)
        except CALL_ERRORS as error:
            _log.info("interaction %s was not acknowledged: %s", interaction.id, error)
        else:
            self._count_acknowledged(interaction)
        return str(response.message_id) if response is not None and response.message_id is not None else None

    async def delete_response(self, interaction: discord.Interaction) -> None:
        """Remove the message that acknowledged `interaction`."""
        with suppress(*CALL_ERRORS):
            await interaction.delete_original_response()

    def _count_acknowledged(self, interaction: discord.Interaction) -> None:
        seconds = (discord.utils.utcnow() - interaction.created_at).total_seconds()
        self.meter.acknowledged(PLATFORM, max(seconds, 0.0))
