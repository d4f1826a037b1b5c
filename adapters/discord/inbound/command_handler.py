"""Handles slash commands: one in a channel opens a thread there; in a thread or direct message it is a message."""

import asyncio
import logging
from dataclasses import dataclass, replace
from typing import Final

import discord

from adapters.discord.api_errors import CALL_ERRORS
from adapters.discord.channel_contexts import ChannelContext
from adapters.discord.files import files_of_command
from adapters.discord.inbound.interaction_intake import InteractionIntake
from adapters.discord.install.permissions import missing_permissions
from adapters.discord.outbound.delivery_notices import bold_names
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.threads import IncomingCommand, IncomingMessage, Surplus
from bot.domain.text.locale import Locale
from bot.errors import UnreachableError

_MAX_LENGTH: Final = 1_500  # characters of a command, so that the thread's first message can quote it
_LOOKUP_PAUSES: Final = (0.0, 0.5, 2.0)  # seconds before each look-up of the message that acknowledged a command

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordCommandHandler:
    """Stores and acknowledges slash commands."""

    interactions: InteractionIntake

    async def __call__(self, interaction: discord.Interaction, text: str) -> None:
        """Handle a command, given as the `text` that a person would type: "/analyze AAPL"."""
        if self.interactions.is_new(interaction):
            async with self.interactions.reporting_errors(interaction):
                await self._handle_command(interaction, text)

    async def _handle_command(self, interaction: discord.Interaction, text: str) -> None:
        context = await self.interactions.channels.of_interaction(interaction)
        if context is None:
            await self.interactions.respond(interaction, "discord-not-here")
            return
        if missing := _missing_permissions(interaction, context):
            await self.interactions.respond(interaction, "discord-missing-rights", rights=bold_names(missing))
            return
        command = " ".join(text.split())[:_MAX_LENGTH]
        await (
            self._begin_thread(interaction, context, command)
            if context.opens_threads
            else self._join_thread(interaction, context, command)
        )

    async def _begin_thread(self, interaction: discord.Interaction, context: ChannelContext, text: str) -> None:
        """Store the command, acknowledge it in public, then open a thread on the acknowledging message."""
        interactions = self.interactions
        person = interactions.people.user_of(interaction)
        command = IncomingCommand(
            replace(context.as_thread, thread=""),
            str(interaction.id),
            person,
            text,
            interactions.channels.visibility(context),
            files_of_command(interaction),
        )
        pending = await interactions.store_in_time(interactions.gateway.intake.accept_command(command))
        if pending.surplus is not None:
            await self._tell_limit(interaction, pending.surplus)
            return
        if pending.is_opened or not pending.is_new:  # another process with the same token acknowledges it
            return
        root = await interactions.defer(interaction)
        interactions.background.start("opening a thread", self._open_thread(interaction, pending, root))

    async def _open_thread(self, interaction: discord.Interaction, pending: PendingThread, root: str | None) -> None:
        root = root or await self._response_message_id(interaction)
        if root is not None:
            self.interactions.transport.titles.keep(root, text=pending.text, name=pending.person.name)
            self.interactions.transport.notices.command_tokens[root] = interaction.token
        try:
            await self.interactions.gateway.thread_opener.open_thread(pending, root=root)
        except UnreachableError as error:
            _log.warning("no thread for command %s: %s", pending.command_id, error)
            await self._report_no_thread(interaction)

    async def _response_message_id(self, interaction: discord.Interaction) -> str | None:
        """Return the id of the message that acknowledged `interaction`, also another process's; None: there is none."""
        for pause in _LOOKUP_PAUSES:
            await asyncio.sleep(pause)
            try:
                return str((await interaction.original_response()).id)
            except discord.NotFound:
                return None
            except (discord.DiscordException, *CALL_ERRORS):
                continue
        return None

    async def _report_no_thread(self, interaction: discord.Interaction) -> None:
        text = self.interactions.texts.render(Locale(self.interactions.language_of(interaction)), "discord-no-thread")
        try:
            await interaction.edit_original_response(content=text)
        except CALL_ERRORS as error:
            _log.info("interaction %s was not answered: %s", interaction.id, error)

    async def _join_thread(self, interaction: discord.Interaction, context: ChannelContext, text: str) -> None:
        """Store the command as a message of its thread; the answer is posted there, so delete the acknowledgement."""
        interactions = self.interactions
        message = IncomingMessage(
            context.as_thread,
            str(interaction.id),
            interactions.people.user_of(interaction),
            text,
            visibility=interactions.channels.visibility(context),
            files=files_of_command(interaction),
        )
        accepted = await interactions.store_in_time(interactions.gateway.intake.accept_message(message))
        if not accepted.is_new:
            return
        if accepted.is_dropped and accepted.turn.surplus is not None:
            await self._tell_limit(interaction, accepted.turn.surplus)
            return
        await interactions.defer(interaction, ephemeral=True)
        interactions.background.start("clearing up", interactions.delete_response(interaction))

    async def _tell_limit(self, interaction: discord.Interaction, surplus: Surplus) -> None:
        limit = self.interactions.gateway.intake.limits.limit_of(surplus)
        await self.interactions.respond(interaction, f"surplus-{surplus}", limit=limit)


def _missing_permissions(interaction: discord.Interaction, context: ChannelContext) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to answer; none if Discord sends no permissions."""
    granted = interaction.app_permissions
    if context.is_direct or not granted.value:
        return ()
    return missing_permissions(granted, in_thread=context.is_thread)
