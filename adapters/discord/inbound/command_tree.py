"""discord.py's command tree; it also answers a command that cannot be read or is not known any more."""

from typing import Any

import discord
from discord import app_commands

from adapters.discord.inbound.interaction_intake import InteractionIntake
from adapters.discord.inbound.unreadable_events import report_unreadable


class AnsweringCommandTree(app_commands.CommandTree[discord.Client]):
    """Passes commands to their callbacks. Without an answer Discord shows a failure of its own."""

    def __init__(
        self,
        client: discord.Client,
        *,
        interactions: InteractionIntake,
        **options: Any,  # noqa: ANN401  # as in discord.py
    ) -> None:
        super().__init__(client, **options)
        self._interactions = interactions

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that did not reach its callback."""
        await self._report(interaction, error)

    async def _call(self, interaction: discord.Interaction) -> None:
        """Call a command's callback; discord.py would only log an error in what it reads before."""
        try:
            await super()._call(interaction)
        except Exception as error:  # noqa: BLE001  # a missing field, another type, a command that is not registered
            await self._report(interaction, error)

    async def _report(self, interaction: discord.Interaction, error: Exception) -> None:
        report_unreadable("a command", error, self._interactions.meter)
        is_command = interaction.type is discord.InteractionType.application_command
        if is_command and self._interactions.is_new(interaction):
            await self._interactions.respond(interaction, "error-internal")
