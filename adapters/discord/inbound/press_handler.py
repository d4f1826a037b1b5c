"""Buttons and forms. What they do stands in their ids, so those of earlier processes work as well."""

import logging
import re
from dataclasses import dataclass
from typing import Any, Final, Self

import discord

from adapters.discord.inbound.interaction_intake import InteractionIntake
from adapters.discord.outbound.adjust_modal import adjust_modal, adjust_ref_of, read_submission
from bot.domain.conversation.buttons import AdjustRef, ButtonRef, parse_button
from bot.domain.conversation.threads import IncomingPress, Thread
from bot.domain.text.locale import Locale
from bot.errors import StoreUnavailableError, UnknownDecisionError

_ID: Final = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
BUTTON_ID: Final = re.compile(rf"(?:confirm|cancel|why|adjust|up|down|stop):{_ID}(?::[1-9][0-9]{{0,9}})?")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordPressHandler:
    """Takes in presses and filled-in forms."""

    interactions: InteractionIntake

    async def handle_button(self, interaction: discord.Interaction, button_id: str) -> None:
        """Take in the press of a button of ours."""
        if not self.interactions.is_new(interaction):
            return
        ref = adjust_ref_of(button_id)
        async with self.interactions.reporting_errors(interaction):
            if ref is None:
                await self._store_press(interaction, button_id)
            else:
                await self._show_modal(interaction, ref)

    async def handle_unrouted_button(self, interaction: discord.Interaction) -> None:
        """Take in what discord.py passes over: buttons that vanished before the press came, or of other times."""
        custom_id = str(dict(interaction.data or {}).get("custom_id", ""))
        if not BUTTON_ID.fullmatch(custom_id):
            if self.interactions.is_new(interaction):
                await self.interactions.respond(interaction, "button-unknown")
        elif not _has_button(interaction.message, custom_id):
            await self.handle_button(interaction, custom_id)

    async def handle_modal(self, interaction: discord.Interaction) -> None:
        """Take in a form if it is one of ours."""
        data = dict(interaction.data or {})
        ref = adjust_ref_of(str(data.get("custom_id", "")))
        if ref is None or not self.interactions.is_new(interaction):
            return
        filled = read_submission(ref, data)
        if filled is None:
            await self.interactions.respond(interaction, "discord-adjust-no-amount")
            return
        async with self.interactions.reporting_errors(interaction):
            await self._store_press(interaction, str(filled))

    async def _show_modal(self, interaction: discord.Interaction, ref: ButtonRef) -> None:
        counter, language = self.interactions, self.interactions.language_of(interaction)
        thread = await self._thread_of(interaction, ref)
        making = counter.gateway.adjust_form_builder.build_form(
            thread.tenant_id,
            ref.decision_id,
            ref.version,
            Locale(language),
            person_id=str(interaction.user.id),
        )
        form = await counter.store_in_time(making)
        try:
            await interaction.response.send_modal(adjust_modal(ref, form))
        except (discord.HTTPException, OSError, TimeoutError) as error:
            _log.info("form for interaction %s was not shown: %s", interaction.id, error)

    async def _store_press(self, interaction: discord.Interaction, button_id: str) -> None:
        """Store, acknowledge, then handle: whoever stored it first does so, where two processes are told of it."""
        counter = self.interactions
        thread = await self._thread_of(interaction, _decision_ref(button_id))
        person = counter.people.user_of(interaction)
        press = IncomingPress(thread, str(interaction.id), person, button_id)
        accepted = await counter.store_in_time(counter.gateway.intake.accept_press(press))
        counter.transport.interaction_tokens[accepted.turn.id] = interaction.token
        if accepted.is_new:
            await counter.defer(interaction)
            counter.background.start("a press", counter.gateway.press_handler.handle_press(accepted.turn))

    async def _thread_of(self, interaction: discord.Interaction, ref: ButtonRef | None) -> Thread:
        """Return the conversation in which a button was pressed.

        Raises: StoreUnavailableError: that cannot be learned now.
        """
        room = await self.interactions.channels.of_interaction(interaction)
        if room is None:
            raise StoreUnavailableError
        if room.thread or room.is_direct or ref is None:
            return room.as_thread
        try:  # a message of ours that stands in a channel belongs to the thread of its decision
            return await self.interactions.gateway.intake.decision_thread(room.as_thread.tenant_id, ref.decision_id)
        except UnknownDecisionError:
            return room.as_thread


def _has_button(message: discord.Message | None, custom_id: str) -> bool:
    """Return whether a button still stands under the message: then `DynamicButton` hands its press in."""
    rows = message.components if message else []
    buttons = [button for row in rows if isinstance(row, discord.ActionRow) for button in row.children]
    return any(button.custom_id == custom_id for button in buttons)


def _decision_ref(button_id: str) -> ButtonRef | None:
    """Return the version of a decision that a button is about; None: it is about something else."""
    match parse_button(button_id):
        case ButtonRef() as ref:
            return ref
        case AdjustRef(button=ref):
            return ref
        case _:
            return None


class DynamicButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=BUTTON_ID):
    """Any button of ours, of whatever process and age; `DiscordPressHandler` the client of the event finds it."""

    @classmethod
    async def from_custom_id(cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], *_: object) -> Self:
        """Return the button that was pressed."""
        if not isinstance(item, discord.ui.Button):
            raise TypeError(item)
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the press in."""
        pressed: DiscordPressHandler | None = getattr(interaction.client, "press_handler", None)
        if pressed is not None:
            await pressed.handle_button(interaction, self.custom_id)
