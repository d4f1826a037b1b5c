"""Stores slash commands, before they are acknowledged, and opens their threads."""

import asyncio
import logging
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from cachetools import LRUCache

from adapters.slack.inbound.command_payload import SlashCommand, read_command
from adapters.slack.inbound.handler_services import STORE_SECONDS, HandlerServices
from adapters.slack.payload import JsonObject
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.threads import IncomingCommand, IncomingMessage
from bot.domain.text.locale import Locale
from bot.errors import ParleyError, StoreUnavailableError, UnreachableError

_CHANNELS: Final = 20_000
_LOOK_SECONDS: Final = 0.8  # of those within which the command is to be stored

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SlackCommandHandler:
    """Handles every slash command. Slack never sends one twice, so whatever goes wrong is told at once."""

    services: HandlerServices
    our_direct_channels: LRUCache[str, bool] = field(
        default_factory=lambda: LRUCache(_CHANNELS)
    )  # direct messages that are ours

    async def handle_command(self, payload: JsonObject) -> str:
        """Store one command; return what its person is told in private with the acknowledgement, mostly nothing."""
        command = read_command(payload)
        if command is None:
            return ""
        if command.missing_argument:
            return await self._sentence(command, f"slack-argument-{command.missing_argument}")
        try:
            return await self.services.background.wait_at_most(
                "a command",
                self._store_command(command),
                seconds=STORE_SECONDS,
                on_late=partial(self._respond, command),
            )
        except StoreUnavailableError as error:  # stored or not: a connection may break after the database has stored
            _log.error("a command of %s may not have been stored: %s", command.person.id, error)
            self.services.meter.error(type(error).__name__)
            return await self._sentence(command, "slack-command-in-doubt")

    async def _store_command(self, command: SlashCommand) -> str:
        if not command.is_direct:
            pending = await self.services.intake.accept_command(
                IncomingCommand(command.place, command.command_id, command.person, command.text)
            )
            self.services.background.start("opening a command's thread", self._open_thread(command, pending))
            return ""
        if not await self._is_our_direct_channel(command):
            return await self._sentence(command, "slack-not-here")
        await self.services.intake.accept_message(
            IncomingMessage(command.place, command.command_id, command.person, command.text)
        )
        return ""

    async def _open_thread(self, command: SlashCommand, pending: PendingThread) -> None:
        try:
            await self.services.gateway.thread_opener.open_thread(pending)
        except UnreachableError:
            await self._respond(command, await self._sentence(command, "slack-invite"))

    async def _respond(self, command: SlashCommand, said: str) -> None:
        if said:
            await self.services.api.respond(command.response_url, said)

    async def _is_our_direct_channel(self, command: SlashCommand) -> bool:
        """Whether these direct messages are with us; if Slack does not say so soon, they are taken to be."""
        channel, workspace = command.place.channel, command.place.workspace
        if self.our_direct_channels.get(channel):
            return True
        try:
            async with asyncio.timeout(_LOOK_SECONDS):
                await self.services.api.call(
                    workspace, "conversations.info", lambda client: client.conversations_info(channel=channel)
                )
        except UnreachableError:
            return False
        except (ParleyError, TimeoutError):
            return True
        self.our_direct_channels[channel] = True
        return True

    async def _sentence(self, command: SlashCommand, sentence: str) -> str:
        language = await self.services.people.language_of(command.place.workspace, command.person.id)
        return self.services.texts.render(Locale(language), sentence)
