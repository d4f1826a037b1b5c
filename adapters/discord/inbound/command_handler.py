"""Slash commands: one in a channel opens a thread there, one in a thread or a direct message belongs to it."""

import asyncio
import logging
from dataclasses import dataclass, replace
from typing import Final

import discord

from adapters.discord.channel_contexts import ChannelContext
from adapters.discord.inbound.interaction_intake import InteractionIntake
from adapters.discord.install.permissions import missing_permissions
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.threads import IncomingCommand, IncomingMessage
from bot.domain.text.locale import Locale
from bot.errors import UnreachableError

_LONGEST: Final = 1_500  # characters of a command, so that the opening can quote it
_LOOKS: Final = (0.0, 0.5, 2.0)  # seconds before each look for the message that acknowledged a command

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordCommandHandler:
    """Takes in commands."""

    interactions: InteractionIntake

    async def __call__(self, interaction: discord.Interaction, text: str) -> None:
        """Take in a command that says `text`, as a person would type it: "/analyze AAPL"."""
        if self.interactions.is_new(interaction):
            async with self.interactions.reporting_errors(interaction):
                await self._handle_command(interaction, text)

    async def _handle_command(self, interaction: discord.Interaction, text: str) -> None:
        room = await self.interactions.channels.of_interaction(interaction)
        if room is None:
            await self.interactions.respond(interaction, "discord-not-here")
            return
        if lacking := _missing_permissions(interaction, room):
            await self.interactions.respond(interaction, "discord-missing-rights", rights=", ".join(lacking))
            return
        said = " ".join(text.split())[:_LONGEST]
        await (
            self._begin_thread(interaction, room, said)
            if room.opens_threads
            else self._join_thread(interaction, room, said)
        )

    async def _begin_thread(self, interaction: discord.Interaction, room: ChannelContext, text: str) -> None:
        """Store, acknowledge in public, then open the thread on the message that acknowledged."""
        counter = self.interactions
        person = counter.people.user_of(interaction)
        command = IncomingCommand(replace(room.as_thread, thread=""), str(interaction.id), person, text)
        pending = await counter.store_in_time(counter.gateway.intake.accept_command(command))
        if pending.is_opened or not pending.is_new:  # another process with our token acknowledges
            return
        root = await counter.defer(interaction)
        counter.background.start("opening a thread", self._open_thread(interaction, pending, root))

    async def _open_thread(self, interaction: discord.Interaction, pending: PendingThread, root: str | None) -> None:
        root = root or await self._response_message_id(interaction)
        if root is not None:
            self.interactions.transport.titles.keep(root, text=pending.text, name=pending.person.name)
        try:
            await self.interactions.gateway.thread_opener.open_thread(pending, root=root)
        except UnreachableError as error:
            _log.warning("no thread for command %s: %s", pending.command_id, error)
            await self._report_no_thread(interaction)

    async def _response_message_id(self, interaction: discord.Interaction) -> str | None:
        """Return the message that acknowledged `interaction`, perhaps another process's; None: nothing did."""
        for pause in _LOOKS:
            await asyncio.sleep(pause)
            try:
                return str((await interaction.original_response()).id)
            except discord.NotFound:
                return None
            except (discord.DiscordException, OSError, TimeoutError):
                continue
        return None

    async def _report_no_thread(self, interaction: discord.Interaction) -> None:
        text = self.interactions.texts.render(Locale(self.interactions.language_of(interaction)), "discord-no-thread")
        try:
            await interaction.edit_original_response(content=text)
        except (discord.HTTPException, OSError, TimeoutError) as error:
            _log.info("interaction %s was not answered: %s", interaction.id, error)

    async def _join_thread(self, interaction: discord.Interaction, room: ChannelContext, text: str) -> None:
        """Store as a message of the conversation; the answer stands there, so the acknowledgement vanishes."""
        counter = self.interactions
        message = IncomingMessage(room.as_thread, str(interaction.id), counter.people.user_of(interaction), text)
        accepted = await counter.store_in_time(counter.gateway.intake.accept_message(message))
        if not accepted.is_new:
            return
        await counter.defer(interaction, ephemeral=True)
        counter.background.start("clearing up", counter.delete_response(interaction))


def _missing_permissions(interaction: discord.Interaction, room: ChannelContext) -> tuple[str, ...]:
    """Return the rights that we lack to answer, as far as Discord tells of them."""
    granted = interaction.app_permissions
    return missing_permissions(granted, in_thread=bool(room.thread)) if granted.value and not room.is_direct else ()
