"""A small bot on the unmodified client library, used by the fake's own tests."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Self
from unittest.mock import patch

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.fakes.discord.server import FakeDiscord


class ConfirmItem(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"confirm:(?P<number>\d+)"):
    """A button that works after a restart, because its custom_id says all."""

    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label="Confirm", custom_id=f"confirm:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        done = f"confirmed {self.number} by {interaction.user.display_name}"
        await interaction.response.edit_message(content=done, view=None)


class AmountModal(discord.ui.Modal, title="Adjust"):
    """A modal with one field."""

    amount: discord.ui.TextInput[Self] = discord.ui.TextInput(label="Amount", custom_id="amount", max_length=10)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"{self.amount.value} it is", ephemeral=True)


class SampleDiscordBot(discord.Client):
    """Answers mentions in a thread, direct messages with an echo, and a few commands."""

    def __init__(self, *, content: bool = True, **options: Any) -> None:  # noqa: ANN401 - the library's own options
        intents = discord.Intents.default()
        intents.message_content = content
        nobody = discord.AllowedMentions.none()
        super().__init__(intents=intents, allowed_mentions=nobody, guild_ready_timeout=0.05, **options)
        self.tree: app_commands.CommandTree[SampleDiscordBot] = app_commands.CommandTree(self)
        self.heard: list[str] = []
        self.resumed = 0
        self.readied = 0
        self.add_dynamic_items(ConfirmItem)
        self.tree.add_command(analyze)
        self.tree.add_command(adjust)
        self.tree.add_command(slow)
        self.tree.add_command(never)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, _shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait 5 s before a further IDENTIFY."""

    async def on_ready(self) -> None:
        self.readied += 1

    async def on_resumed(self) -> None:
        self.resumed += 1

    async def on_message(self, message: discord.Message) -> None:
        if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
            return
        self.heard.append(message.content)
        if message.guild is None:
            await message.channel.send(f"echo {message.content}", nonce=str(message.id))
        elif self.user in message.mentions and not isinstance(message.channel, discord.Thread):
            thread = await message.create_thread(name="AAPL")
            view = discord.ui.View(timeout=None)
            view.add_item(ConfirmItem(7))
            embed = discord.Embed(title="AAPL", description="buy?")
            await thread.send("@everyone <@1> **AAPL**", embed=embed, view=view, nonce=str(message.id))


async def _symbols(_interaction: discord.Interaction[Any], text: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=name, value=name) for name in ("AAPL", "AMD", "NVDA") if name.startswith(text)]


@app_commands.command(description="Analyze a symbol")
@app_commands.autocomplete(symbol=_symbols)
async def analyze(interaction: discord.Interaction[Any], symbol: str) -> None:
    """Defer, then answer with the locale it was asked in."""
    await interaction.response.defer(thinking=True)
    await interaction.edit_original_response(content=f"{symbol} in {interaction.locale}")
    await interaction.followup.send("for you alone", ephemeral=True)


@app_commands.command(description="Adjust")
async def adjust(interaction: discord.Interaction[Any]) -> None:
    """Show a modal."""
    await interaction.response.send_modal(AmountModal())


@app_commands.command(description="Too slow")
async def slow(interaction: discord.Interaction[Any]) -> None:
    """Acknowledge when it is too late; the error goes to the tree's log."""
    await asyncio.sleep(0.3)
    await interaction.response.send_message("sorry")


@app_commands.command(description="No answer")
async def never(interaction: discord.Interaction[Any]) -> None:
    """Forget to acknowledge."""


@asynccontextmanager
async def pointed_at(discord_: FakeDiscord) -> AsyncIterator[None]:
    """Point the library at the fake."""
    gateway = yarl.URL(discord_.gateway_url)
    with patch.object(Route, "BASE", discord_.api_url), patch.object(DiscordWebSocket, "DEFAULT_GATEWAY", gateway):
        yield


@asynccontextmanager
async def connected(discord_: FakeDiscord, bot: SampleDiscordBot) -> AsyncIterator[SampleDiscordBot]:
    """Log `bot` in and connect it; close it in the end."""
    async with pointed_at(discord_), bot:
        await bot.login(discord_.token)
        running = asyncio.create_task(bot.connect())
        try:
            await discord_.until(lambda: bot.readied or running.done(), what="the bot")
            yield bot
        finally:
            await bot.close()
            await running
