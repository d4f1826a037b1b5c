"""Processes that serve a fake Discord, over a database."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from tests.e2e.deployment import Deployment
from tests.e2e.slack_process import SlackProcess
from tests.fakes.discord import DiscordPerson, FakeDiscord, FakeDiscordChannel, FakeDiscordMessage
from tests.waiting import PATIENCE

_T = TypeVar("_T")


class DiscordProcess(SlackProcess):
    """One `parley discord`."""

    platform = "discord"


@dataclass(slots=True)
class DiscordSystem:
    """A server with a person and a channel, and the processes that serve it."""

    deployment: Deployment
    discord: FakeDiscord
    channel: FakeDiscordChannel
    ann: DiscordPerson
    parleys: list[DiscordProcess] = field(default_factory=list)

    async def ready(self, parley: DiscordProcess) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await parley.is_ready():  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.03)

    async def until(self, probe: Callable[[], _T | None], what: str) -> _T:
        return await self.discord.until(probe, within=PATIENCE, what=what)

    def asks(self, text: str) -> FakeDiscordMessage:
        """Mention Parley in the channel."""
        return self.ann.says(self.channel, f"{self.discord.bot.mention} {text}")

    async def answer(self, asked: FakeDiscordMessage, text: str) -> FakeDiscordMessage:
        """Return the bot's last message in a message's thread, once it holds `text`."""
        thread = await self.until(lambda: asked.thread, f"thread of {asked.content!r}")
        return await self.until(lambda: self._said(thread, text), f"{text!r} in {thread.name}")

    def assert_nobody_pinged(self) -> None:
        everything = list(self.discord.state.messages())
        bot = self.discord.bot
        pinged = [(each.content, ping) for each in everything if each.author is bot for ping in each.pings]
        assert all(content.startswith(ping) for content, ping in pinged)  # only who used a command or set an alert

    def assert_no_secret_in_logs(self) -> None:
        tokens = [each.token for each in self.discord.state.interactions]
        logs = self.deployment.logs()
        assert not [secret for secret in (self.discord.token, *tokens) if secret in logs]

    def _said(self, channel: FakeDiscordChannel, text: str) -> FakeDiscordMessage | None:
        said = [message for message in channel.messages if message.author is self.discord.bot]
        return said[-1] if said and text in f"{said[-1].content} {said[-1].embeds}" else None


@asynccontextmanager
async def discord_system(deployment: Deployment) -> AsyncIterator[DiscordSystem]:
    """Yield a system; afterwards its processes must end well, no log may hold a secret, and nobody was pinged."""
    async with FakeDiscord() as discord:
        discord.limits.off()  # but in the tests that are about them
        discord.state.ack_seconds = 20.0  # a busy machine is not what these tests are about
        opened = DiscordSystem(deployment, discord, discord.channel, discord.add_person("ann"))
        try:
            yield opened
        finally:
            for parley in opened.parleys:
                await asyncio.to_thread(parley.end)
        opened.assert_no_secret_in_logs()
        opened.assert_nobody_pinged()
