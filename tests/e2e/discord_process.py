"""Runs `parley discord` processes between a fake Discord and a database: starts, stops and kills them."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar

from adapters.discord.outbound.message import read_mark
from tests.e2e.deployment import ENGINE_SECONDS, Deployment
from tests.e2e.slack_process import LEFT, SHOWN, SlackProcess
from tests.fakes.discord import DiscordPerson, FakeDiscord, FakeDiscordChannel, FakeDiscordMessage
from tests.waiting import PATIENCE

PRIVATE: Final = "SELECT id FROM reply WHERE delivered_at IS NOT NULL AND platform_id IS NULL"

Mark = tuple[str, int]  # whose message it is, and which of its parts
_T = TypeVar("_T")


class DiscordProcess(SlackProcess):
    """One `parley discord`."""

    platform = "discord"


@dataclass(slots=True)
class DiscordSystem:
    """A server with two people and a channel, and the processes that serve it."""

    deployment: Deployment
    discord: FakeDiscord
    channel: FakeDiscordChannel
    ann: DiscordPerson
    bob: DiscordPerson
    parleys: list[DiscordProcess] = field(default_factory=list)

    async def start(self, *, engine_seconds: float | None = None, **environment: str) -> DiscordProcess:
        """Start one more process and wait until it is ready."""
        parley = self.begin(engine_seconds=engine_seconds, **environment)
        await self.ready(parley)
        return parley

    def begin(self, *, engine_seconds: float | None = None, **environment: str) -> DiscordProcess:
        """Start one more process."""
        tokens = {"DISCORD_TOKEN": self.discord.token, "DISCORD_API_URL": self.discord.api_url}
        slowly = {} if engine_seconds is None else {ENGINE_SECONDS: str(engine_seconds)}
        log = self.deployment.home / f"discord-{len(self.parleys)}.log"
        parley = DiscordProcess(self.deployment, log, {**tokens, **slowly, "PARLEY_LOG_LEVEL": "INFO", **environment})
        self.parleys.append(parley)
        parley.start()
        return parley

    async def ready(self, parley: DiscordProcess) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await parley.is_ready():  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.03)

    async def restart(self, parley: DiscordProcess) -> None:
        """Start it again, as if half a minute had passed."""
        self.let_time_pass()
        parley.start()
        await self.ready(parley)

    def let_time_pass(self) -> None:
        """What half a minute does."""
        self.deployment.let_time_pass()
        with self.deployment.database() as connection:
            connection.execute("UPDATE opening SET accepted_at = accepted_at - interval '30 s' WHERE opened_at IS NULL")
            connection.execute("UPDATE reply SET redraw_after = now() WHERE redraw_after > now()")

    async def until(self, probe: Callable[[], _T | None], what: str, *, within: float = PATIENCE) -> _T:
        return await self.discord.until(probe, within=within, what=what)

    def asks(self, text: str, *, by: DiscordPerson | None = None) -> FakeDiscordMessage:
        """Mention Parley in the channel."""
        return (by or self.ann).says(self.channel, f"{self.discord.bot.mention} {text}")

    async def thread(self, asked: FakeDiscordMessage) -> FakeDiscordChannel:
        """The thread that was opened from a message."""
        return await self.until(lambda: asked.thread, f"thread of {asked.content!r}")

    async def answer(
        self, target: FakeDiscordMessage | FakeDiscordChannel, text: str = "", *, within: float = PATIENCE
    ) -> FakeDiscordMessage:
        """Return the bot's last message in a channel or a message's thread, once it holds `text` or has a button."""
        channel = await self.thread(target) if isinstance(target, FakeDiscordMessage) else target
        return await self.until(lambda: self._said(channel, text), f"{text!r} in {channel.name}", within=within)

    async def ephemeral_message(
        self, person: DiscordPerson, text: str, *, within: float = PATIENCE
    ) -> FakeDiscordMessage:
        """Return the ephemeral message to `person` that holds `text`."""
        found = lambda: next((each for each in person.ephemerals if text in each.content), None)  # noqa: E731
        return await self.until(found, f"{text!r} for {person.user.name}", within=within)

    def app_messages(self, channel: FakeDiscordChannel | None = None) -> list[FakeDiscordMessage]:
        """Return the bot's messages in a channel, or in all."""
        bot = self.discord.bot
        places = [channel] if channel else list(self.discord.state.channels.values())
        return [message for deployment in places for message in deployment.messages if message.author is bot]

    async def settled(self, *, within: float = PATIENCE) -> None:
        """Wait until everything is stored, answered, delivered and shown."""
        until = time.monotonic() + within
        while left := self.left():
            assert time.monotonic() < until, f"{left} is left; there was:\n{self.discord.describe()}"
            await asyncio.sleep(0.1)

    def left(self) -> dict[str, int]:
        """How much is still to be done of what."""
        (counts,) = self.deployment.rows(LEFT)
        return {what: count for what, count in counts.items() if count}

    def count(self, table: Literal["turn", "reply", "opening", "trade_order", "fill", "decision"]) -> int:
        return len(self.deployment.rows(f"SELECT FROM {table}"))

    def marks(self) -> Counter[Mark]:
        """Our messages that are on Discord, by the small print of each."""
        return Counter(mark for message in self.app_messages() if (mark := read_mark(message.content)))

    def assert_each_message_shown_once(self) -> None:
        """Check that each mark is on one message, every delivered reply is shown, and nothing else is."""
        marks = self.marks()
        assert not [mark for mark, count in marks.items() if count > 1], self.discord.describe()
        assert len(self.app_messages()) == sum(marks.values()), self.discord.describe()
        stored = {row["id"].hex[-12:] for row in self.deployment.rows(SHOWN)}
        opened = {row["id"].hex[-12:] for row in self.deployment.rows("SELECT id FROM opening")}
        private = {
            row["id"].hex[-12:] for row in self.deployment.rows(PRIVATE)
        }  # to all, where it can no longer be told to one
        subjects = {subject for subject, _ in marks}
        assert stored | opened <= subjects <= stored | opened | private, self.discord.describe()

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
        said = self.app_messages(channel)
        return said[-1] if said and text in f"{shown(said[-1])} {pressable(said[-1])}" else None


@asynccontextmanager
async def discord_system(deployment: Deployment) -> AsyncIterator[DiscordSystem]:
    """Yield a system; afterwards its processes must end well, no log may hold a secret, and nobody was pinged."""
    async with FakeDiscord() as discord:
        discord.limits.off()  # but in the tests that are about them
        discord.state.ack_seconds = 20.0  # a busy machine is not what these tests are about
        opened = DiscordSystem(
            deployment, discord, discord.channel, discord.add_person("ann"), discord.add_person("bob")
        )
        try:
            yield opened
        finally:
            for parley in opened.parleys:
                await asyncio.to_thread(parley.end)
        opened.assert_no_secret_in_logs()
        opened.assert_nobody_pinged()


def shown(message: FakeDiscordMessage) -> str:
    """Everything that a message says."""
    return "\n".join([message.content, *(text for embed in message.embeds for text in _texts(embed))])


def pressable(message: FakeDiscordMessage) -> list[str]:
    """The labels of all buttons under a message."""
    return [button.get("label") or button["emoji"]["name"] for button in message.buttons]


def _texts(embed: object) -> Iterator[str]:
    if isinstance(embed, str):
        yield embed
    for part in embed.values() if isinstance(embed, dict) else embed if isinstance(embed, list) else ():
        yield from _texts(part)
