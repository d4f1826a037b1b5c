"""Buttons and forms. What they do stands in their ids, so those of earlier processes work as well."""

import logging
import re
from dataclasses import dataclass
from typing import Any, Final, Self

import discord

from adapters.discord.inbound.interaction_intake import InteractionIntake
from adapters.discord.outbound.adjust_modal import filled_in, form_of, modal
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

    counter: InteractionIntake

    async def button(self, interaction: discord.Interaction, button_id: str) -> None:
        """Take in the press of a button of ours."""
        if not self.counter.is_new(interaction):
            return
        ref = form_of(button_id)
        async with self.counter.answering(interaction):
            if ref is None:
                await self._press(interaction, button_id)
            else:
                await self._show_form(interaction, ref)

    async def other(self, interaction: discord.Interaction) -> None:
        """Take in what discord.py passes over: buttons that vanished before the press came, or of other times."""
        custom_id = str(dict(interaction.data or {}).get("custom_id", ""))
        if not BUTTON_ID.fullmatch(custom_id):
            if self.counter.is_new(interaction):
                await self.counter.tell(interaction, "button-unknown")
        elif not _is_shown(interaction.message, custom_id):
            await self.button(interaction, custom_id)

    async def form(self, interaction: discord.Interaction) -> None:
        """Take in a form if it is one of ours."""
        data = dict(interaction.data or {})
        ref = form_of(str(data.get("custom_id", "")))
        if ref is None or not self.counter.is_new(interaction):
            return
        filled = filled_in(ref, data)
        if filled is None:
            await self.counter.tell(interaction, "discord-adjust-no-amount")
            return
        async with self.counter.answering(interaction):
            await self._press(interaction, str(filled))

    async def _show_form(self, interaction: discord.Interaction, ref: ButtonRef) -> None:
        counter, language = self.counter, self.counter.language(interaction)
        thread = await self._thread(interaction, ref)
        making = counter.gateway.adjust_forms.adjust_form(
            thread.tenant_id,
            ref.decision_id,
            ref.version,
            Locale(language),
            person_id=str(interaction.user.id),
        )
        form = await counter.in_time(making)
        try:
            await interaction.response.send_modal(modal(ref, form))
        except (discord.HTTPException, OSError, TimeoutError) as error:
            _log.info("form for interaction %s was not shown: %s", interaction.id, error)

    async def _press(self, interaction: discord.Interaction, button_id: str) -> None:
        """Store, acknowledge, then handle: whoever stored it first does so, where two processes are told of it."""
        counter = self.counter
        thread = await self._thread(interaction, _decision_of(button_id))
        person = counter.people.interacting(interaction)
        press = IncomingPress(thread, str(interaction.id), person, button_id)
        accepted = await counter.in_time(counter.gateway.intake.accept_press(press))
        counter.surface.tokens[accepted.turn.id] = interaction.token
        if accepted.is_new:
            await counter.acknowledge(interaction)
            counter.background.start("a press", counter.gateway.presses.handle_press(accepted.turn))

    async def _thread(self, interaction: discord.Interaction, ref: ButtonRef | None) -> Thread:
        """Return the conversation in which a button was pressed.

        Raises: StoreUnavailableError: that cannot be learned now.
        """
        room = await self.counter.rooms.of(interaction)
        if room is None:
            raise StoreUnavailableError
        if room.thread or room.is_direct or ref is None:
            return room.itself
        try:  # a message of ours that stands in a channel belongs to the thread of its decision
            return await self.counter.gateway.intake.decision_thread(room.itself.tenant_id, ref.decision_id)
        except UnknownDecisionError:
            return room.itself


def _is_shown(message: discord.Message | None, custom_id: str) -> bool:
    """Return whether a button still stands under the message: then `DynamicButton` hands its press in."""
    rows = message.components if message else []
    buttons = [button for row in rows if isinstance(row, discord.ActionRow) for button in row.children]
    return any(button.custom_id == custom_id for button in buttons)


def _decision_of(button_id: str) -> ButtonRef | None:
    """Return the version of a decision that a button is about; None: it is about something else."""
    match parse_button(button_id):
        case ButtonRef() as ref:
            return ref
        case AdjustRef(ref=ref):
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
        pressed: DiscordPressHandler | None = getattr(interaction.client, "pressed", None)
        if pressed is not None:
            await pressed.button(interaction, self.custom_id)
