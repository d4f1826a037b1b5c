"""Discord driver: a guild for each account group, in one fake Discord; one `parley up` behind them."""

from collections.abc import Mapping
from copy import copy
from typing import Any

from tests.conversations.driver import ShownAnswer, StoredReply
from tests.conversations.plain_text import of_discord
from tests.conversations.scripts import ConversationScript, RunCommand, SendMessage
from tests.e2e.deployment import Deployment
from tests.e2e.drivers.stored_conversation import DatabaseConversation
from tests.fakes.discord import DiscordPerson, FakeDiscord, FakeDiscordChannel, FakeDiscordMessage, Interaction
from tests.fakes.discord.interaction import InteractionKind
from tests.fakes.discord.invocations import Actor, interact, press_data
from tests.fakes.discord.model import Guild
from tests.waiting import eventually


class DiscordDriver:
    """A channel for each conversation; direct messages where the script says so."""

    def __init__(self, discord: FakeDiscord, guilds: Mapping[str, Guild], deployment: Deployment) -> None:
        self._discord = discord
        self._guilds = guilds
        self._deployment = deployment

    def open_conversation(self, script: ConversationScript) -> "DiscordConversationDriver":
        """A new channel, with its people."""
        guild = self._guilds[script.account_group]
        people = {
            key: self._discord.add_person(who.name, locale=who.locale, guild=guild)
            for key, who in script.people.items()
        }
        first = next(iter(people.values()))
        channel = first.direct if script.is_direct else self._discord.add_channel(script.name, guild=guild)
        return DiscordConversationDriver(
            self._discord, people, channel, DatabaseConversation(self._deployment, str(channel.id))
        )


class DiscordConversationDriver:
    """One thread, or the direct messages of one person."""

    def __init__(
        self,
        discord: FakeDiscord,
        people: Mapping[str, DiscordPerson],
        channel: FakeDiscordChannel,
        stored: DatabaseConversation,
    ) -> None:
        self.stored = stored
        self._discord = discord
        self._people = people
        self._channel = channel
        self._thread: FakeDiscordChannel | None = channel if channel.guild is None else None
        self._seen: set[int] = set()

    def says(self, by: str, said: SendMessage) -> ShownAnswer:
        """Mention Parley in a channel: what is not addressed to it may get no answer."""
        text = said.raw.get("discord", said.text)
        place = self._thread or self._channel
        mention = "" if self._channel.guild is None else f"{self._discord.bot.mention} "
        self._people[by].says(place, f"{mention}{text}")
        return self._shown(by)

    def commands(self, by: str, command: RunCommand) -> ShownAnswer:
        name, options = _offered(command)
        self._people[by].uses_command(self._channel, name, **options)
        return self._shown(by)

    def presses(self, by: str, button_id: str, under: ShownAnswer) -> ShownAnswer:
        self._press(by, button_id, under)
        return self._shown(by)

    def fills_in(self, by: str, button_id: str, under: ShownAnswer, values: Mapping[str, str]) -> ShownAnswer:
        pressed = self._press(by, button_id, under)
        assert eventually(lambda: pressed.modal), self._discord.describe()
        self._people[by].submits(pressed, dict(values))
        return self._shown(by)

    def hears(self) -> ShownAnswer:
        return self._found("", self.stored.next(is_answer=False))

    def again(self, shown: ShownAnswer) -> ShownAnswer:
        with self._discord.state.lock:
            return _shown(shown.messages, shown.stored)

    def _press(self, by: str, button_id: str, under: ShownAnswer) -> Interaction:
        """Press a button with the message as it was first shown: a client may be behind."""
        message, data = under.press_targets[button_id]
        with self._discord.state.lock:
            actor = Actor(self._people[by].user, message.channel, message)
            return interact(self._discord.state, InteractionKind.COMPONENT, actor, data)

    def _shown(self, by: str) -> ShownAnswer:
        return self._found(by, self.stored.next())

    def _found(self, by: str, stored: StoredReply) -> ShownAnswer:
        """Return the new answer: in the thread, or ephemeral."""
        with self._discord.state.lock:
            self._thread = self._thread or self._channel.threads[0]
            posted = [m for m in self._thread.messages if m.author is self._discord.bot and m.id not in self._seen]
            alone = {
                key: [m for m in person.ephemerals if m.id not in self._seen] for key, person in self._people.items()
            }
            mine = alone.pop(by, [])
            assert not any(alone.values()), f"shown to others: {alone}"
            assert not (posted and mine), f"shown to all and to one alone: {posted}, {mine}"
            messages: list[FakeDiscordMessage] = posted or mine
            self._seen |= {message.id for message in messages}
            return _shown(tuple(messages), stored)


def _shown(messages: tuple[Any, ...], stored: StoredReply) -> ShownAnswer:
    found = [(message, button["custom_id"]) for message in messages for button in message.buttons]
    return ShownAnswer(
        text="\n".join(of_discord(message.content, message.embeds) for message in messages),
        buttons=tuple(custom_id for _, custom_id in found),
        is_private=any(message.seen_by is not None for message in messages),
        stored=stored,
        messages=messages,
        press_targets={each: (copy(message), press_data(message, each)) for message, each in found},
    )


def _offered(command: RunCommand) -> tuple[str, Mapping[str, str]]:
    """A command as Discord offers it: each setting is a subcommand."""
    if command.name != "settings":
        return command.name, command.options
    match [*command.options.items()]:
        case [(key, value)]:
            return f"settings {key}", {"value": value}
        case _:
            return "settings view", {}
