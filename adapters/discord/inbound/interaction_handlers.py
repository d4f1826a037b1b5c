"""Handles slash commands, button presses and submitted forms.

A command in a channel opens a thread there; in a thread or direct message it is a message. The ids of buttons and forms
say what they do, so those of earlier processes work too.
"""

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
from adapters.discord.outbound.modals import (
    adjust_modal,
    adjust_ref_of,
    memory_form_ref_of,
    memory_modal,
    read_memory_submission,
    read_submission,
)
from bot.domain.conversation.buttons import AdjustRef, ButtonRef, GroupRef, MemoryEditRef, MemoryFormRef, parse_button
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.threads import IncomingCommand, IncomingMessage, IncomingPress, Surplus, Thread
from bot.domain.text.locale import Locale
from bot.errors import StoreUnavailableError, UnknownDecisionError, UnreachableError

_MAX_LENGTH: Final = 1_500  # characters of a command, so that the thread's first message can quote it
_LOOKUP_PAUSES: Final = (0.0, 0.5, 2.0)  # seconds before each look-up of the message that acknowledged a command

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordPressHandler:
    """Stores presses and submitted forms, and shows the form for Adjust."""

    interactions: InteractionIntake

    async def handle_button(self, interaction: discord.Interaction) -> None:
        """Store the press of a button, of whatever process and age, or show the form that it opens."""
        if not self.interactions.is_new(interaction):
            return
        button_id = str(dict(interaction.data or {}).get("custom_id", ""))
        if not is_button(button_id):
            await self.interactions.respond(interaction, "button-unknown")
            return
        ref = adjust_ref_of(button_id) or memory_form_ref_of(button_id)
        async with self.interactions.reporting_errors(interaction):
            if self.interactions.gateway.intake.is_surplus_press(interaction.user.id, button_id):
                await self.interactions.respond(interaction, "surplus-presses")
            elif ref is None:
                await self._store_press(interaction, button_id)
            else:
                await self._show_modal(interaction, ref)

    async def handle_modal(self, interaction: discord.Interaction) -> None:
        """Store a submitted form of ours."""
        data = dict(interaction.data or {})
        edit, ref = read_memory_submission(data), adjust_ref_of(str(data.get("custom_id", "")))
        if (ref is None and edit is None) or not self.interactions.is_new(interaction):
            return
        submission = read_submission(ref, data) if ref else edit
        if submission is None:
            await self.interactions.respond(interaction, "discord-adjust-no-amount")
            return
        async with self.interactions.reporting_errors(interaction):
            await self._store_press(interaction, str(submission))

    async def _show_modal(self, interaction: discord.Interaction, ref: ButtonRef | MemoryFormRef) -> None:
        modal = await self.interactions.store_in_time(self._build_modal(interaction, ref))
        try:
            await interaction.response.send_modal(modal)
        except CALL_ERRORS as error:
            _log.info("form for interaction %s was not shown: %s", interaction.id, error)

    async def _build_modal(self, interaction: discord.Interaction, ref: ButtonRef | MemoryFormRef) -> discord.ui.Modal:
        gateway, person = self.interactions.gateway, self.interactions.people.user_of(interaction)
        locale = Locale(self.interactions.language_of(interaction))
        if isinstance(ref, MemoryFormRef):
            thread = await self._thread_of(interaction, None)
            return memory_modal(ref, await gateway.memory_form_builder.build_form(thread, locale, person=person))
        tenant_id = (await self._thread_of(interaction, ref)).tenant_id
        form = await gateway.adjust_form_builder.build_form(
            tenant_id, ref.decision_id, ref.version, locale, person_id=person.id
        )
        return adjust_modal(ref, form)

    async def _store_press(self, interaction: discord.Interaction, button_id: str) -> None:
        """Store, acknowledge, then handle a press; of two processes that receive it, the first to store it does so."""
        interactions = self.interactions
        thread = await self._thread_of(interaction, _ref_to_decisions(button_id))
        person = interactions.people.user_of(interaction)
        press = IncomingPress(thread, str(interaction.id), person, button_id, is_broadcast=True)
        accepted = await interactions.store_in_time(interactions.gateway.intake.accept_press(press))
        interactions.transport.interaction_tokens[accepted.turn.id] = interaction.token
        if accepted.is_new:
            await interactions.defer(interaction)
            interactions.background.start("a press", interactions.gateway.press_handler.handle_press(accepted.turn))

    async def _thread_of(self, interaction: discord.Interaction, ref: ButtonRef | GroupRef | None) -> Thread:
        """Return the conversation in which a button was pressed. Raises: StoreUnavailableError: it is unknown now."""
        context = await self.interactions.channels.of_interaction(interaction)
        if context is None:
            raise StoreUnavailableError
        if context.is_thread or context.is_direct or ref is None:
            return context.as_thread
        intake, tenant = self.interactions.gateway.intake, context.as_thread.tenant_id
        try:  # a message of the bot's in a channel itself belongs to the thread of its decision, if it is there
            if isinstance(ref, GroupRef):
                thread = await intake.turn_thread(tenant, ref.turn_id)
            else:
                thread = await intake.decision_thread(tenant, ref.decision_id)
        except UnknownDecisionError:
            return context.as_thread
        if thread.channel == context.channel:
            return thread
        return context.thread_for_message(interaction.message.id) if interaction.message else context.as_thread


def is_button(button_id: str) -> bool:
    """Return whether this is the id of a button of ours, as we write it; what a form submits is none."""
    ref = parse_button(button_id)
    return ref is not None and not isinstance(ref, AdjustRef | MemoryEditRef) and str(ref) == button_id


def _ref_to_decisions(button_id: str) -> ButtonRef | GroupRef | None:
    """Return the decision, or the answer with several, that a button names; None: it names none."""
    match parse_button(button_id):
        case (ButtonRef() | GroupRef()) as ref:
            return ref
        case AdjustRef(button=ref):
            return ref
        case _:
            return None


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
            text = self.interactions.texts.render(
                Locale(self.interactions.language_of(interaction)), "discord-no-thread"
            )
            try:
                await interaction.edit_original_response(content=text)
            except CALL_ERRORS as failure:
                _log.info("interaction %s was not answered: %s", interaction.id, failure)

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
