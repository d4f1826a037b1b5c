"""Reads slash commands, stores them before they are acknowledged, and opens their threads."""

import asyncio
import logging
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from cachetools import LRUCache

from adapters.slack import payload as read
from adapters.slack.inbound.handler_services import STORE_SECONDS, HandlerServices
from adapters.slack.install.manifest import ANY_COMMAND
from adapters.slack.payload import JsonObject, text_at, typed_text
from adapters.slack.sdk_client import MISSING_SCOPE
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.threads import IncomingCommand, IncomingMessage, Person, Surplus, Thread
from bot.domain.memory.episodes import Visibility
from bot.domain.text.locale import Locale
from bot.errors import DeliveryError, ParleyError, StoreUnavailableError, UnreachableError
from bot.reading.commands.arguments import find_command

_MAX_CHANNELS: Final = 20_000
_LOOKUP_SECONDS: Final = 0.8  # a part of STORE_SECONDS
_NEEDS_ARGUMENT: Final = frozenset({"analyze", "decide"})
_NEEDS_ARGUMENT_IN_CHANNELS: Final = frozenset({"explain"})  # in direct messages it can refer to an earlier answer
_HELP_ARGUMENTS: Final = frozenset({"help", "?", "帮助"})
_PRIVATE_NAMES: Final = frozenset({"privategroup", "directmessage"})

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A slash command that a person typed."""

    place: Thread
    command_id: str
    person: Person
    text: str  # in the form of a message: "/analyze AAPL"
    response_url: str
    visibility: Visibility
    missing_argument: str = ""  # name of the command if it needs an argument and has none


@dataclass(frozen=True, slots=True)
class SlackCommandHandler:
    """Handles slash commands. Slack never sends one twice, so every failure is reported to the person at once."""

    services: HandlerServices
    bot_direct_channels: LRUCache[str, bool] = field(default_factory=lambda: LRUCache(_MAX_CHANNELS))

    async def handle_command(self, payload: JsonObject) -> str:
        """Store one command; return the text of an ephemeral response to it, mostly empty."""
        command = read_command(payload)
        if command is None:
            return ""
        if command.missing_argument:
            return await self._render(command, f"slack-argument-{command.missing_argument}")
        try:
            return await self.services.background.wait_at_most(
                "a command",
                self._store_command(command),
                seconds=STORE_SECONDS,
                on_late=partial(self._respond, command),
            )
        except StoreUnavailableError as error:  # it may be stored: a connection can break after the commit
            _log.error("a command of %s may not have been stored: %s", command.person.id, error)
            self.services.meter.error(type(error).__name__)
            return await self._render(command, "slack-command-in-doubt")

    async def _store_command(self, command: SlashCommand) -> str:
        if not read.is_direct(command.place.channel):
            pending = await self.services.intake.accept_command(
                IncomingCommand(command.place, command.command_id, command.person, command.text, command.visibility)
            )
            if pending.surplus is not None:
                return await self._limit_text(command, pending.surplus)
            self.services.background.start("opening a command's thread", self._open_thread(command, pending))
            return ""
        if not await self._is_direct_with_bot(command):
            return await self._render(command, "slack-not-here")
        accepted = await self.services.intake.accept_message(
            IncomingMessage(
                command.place, command.command_id, command.person, command.text, visibility=command.visibility
            )
        )
        if accepted.is_dropped and accepted.turn.surplus is not None:
            return await self._limit_text(command, accepted.turn.surplus)
        return ""

    async def _limit_text(self, command: SlashCommand, surplus: Surplus) -> str:
        return await self._render(command, f"surplus-{surplus}", limit=self.services.intake.limits.limit_of(surplus))

    async def _open_thread(self, command: SlashCommand, pending: PendingThread) -> None:
        try:
            await self.services.gateway.thread_opener.open_thread(pending)
        except UnreachableError:
            await self._respond(command, await self._render(command, "slack-invite"))
        except DeliveryError as error:  # it is opened later, once that is mended
            if error.facts.get("why") != MISSING_SCOPE:
                raise
            scope = error.facts.get("scope", "")
            await self._respond(command, await self._render(command, "slack-missing-scope", scope=scope))

    async def _respond(self, command: SlashCommand, text: str) -> None:
        if text:
            await self.services.api.respond(command.response_url, text)

    async def _is_direct_with_bot(self, command: SlashCommand) -> bool:
        """Return whether a direct message is with the bot; True too if Slack does not answer in time."""
        channel, workspace = command.place.channel, command.place.workspace
        if self.bot_direct_channels.get(channel):
            return True
        try:
            async with asyncio.timeout(_LOOKUP_SECONDS):
                await self.services.api.call(workspace, "conversations.info", channel=channel)
        except UnreachableError:
            return False
        except (ParleyError, TimeoutError):
            return True
        self.bot_direct_channels[channel] = True
        return True

    async def _render(self, command: SlashCommand, message_id: str, **variables: Hashable) -> str:
        language = await self.services.people.language_of(command.place.workspace, command.person.id)
        return self.services.texts.render(Locale(language), message_id, **variables)


def read_command(payload: JsonObject) -> SlashCommand | None:
    """Return the command in `payload`; None if its channel, person or trigger id is missing."""
    channel, user, trigger = (text_at(payload, name) for name in ("channel_id", "user_id", "trigger_id"))
    if not (channel and user and trigger):
        return None
    text = as_message_text(text_at(payload, "command"), typed_text(text_at(payload, "text")))
    return SlashCommand(
        place=read.thread_in(payload, channel, ""),
        command_id=trigger,
        person=Person(user, text_at(payload, "user_name") or user),
        text=text,
        response_url=text_at(payload, "response_url"),
        visibility=_visibility(channel, text_at(payload, "channel_name")),
        missing_argument=_missing_argument(text, is_direct=read.is_direct(channel)),
    )


def _visibility(channel: str, name: str) -> Visibility:
    """Return who can read a channel, by the name that Slack gives it; a public one's can be any name."""
    is_private = read.is_direct(channel) or name in _PRIVATE_NAMES or name.startswith("mpdm-")
    return Visibility.PRIVATE if is_private else Visibility.UNKNOWN


def as_message_text(command: str, argument: str) -> str:
    """Return a command as a message: "/analyze AAPL". After "/parley", text that is no command is returned alone."""
    name = command.lstrip("/").lower()
    if name != ANY_COMMAND:
        return f"/{name} {argument}".strip()
    if not argument:
        return "/help"
    found = find_command(f"/{ANY_COMMAND} {argument}")
    if found is None or not found.is_known:
        return argument
    return f"/{found.name} {found.rest}".strip()


def _missing_argument(text: str, *, is_direct: bool) -> str:
    found = find_command(text)
    if found is None or (found.rest and found.rest.lower() not in _HELP_ARGUMENTS):
        return ""
    needs_argument = _NEEDS_ARGUMENT if is_direct else _NEEDS_ARGUMENT | _NEEDS_ARGUMENT_IN_CHANNELS
    return found.name if found.name in needs_argument else ""
