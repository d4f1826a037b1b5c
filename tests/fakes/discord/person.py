"""People who act in their Discord clients. Safe to use from a thread other than the server's."""

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from tests.fakes.discord.interaction import Interaction, InteractionKind
from tests.fakes.discord.invocations import Actor, command_data, interact, modal_data, press_data
from tests.fakes.discord.model import (
    ChannelKind,
    FakeDiscordChannel,
    FakeDiscordMessage,
    FakeDiscordUser,
    Json,
    MessageFlag,
    MessageKind,
)
from tests.fakes.discord.posting import Draft, delete, edit, post, react, start_thread, unreact
from tests.fakes.discord.rest import Rest
from tests.fakes.discord.state import FakeDiscordState

_T = TypeVar("_T")
_EVERY = 0.01


class Waiting:
    """`until` in a test's own loop, `wait_until` without one."""

    def __init__(self, state: FakeDiscordState, rest: Rest) -> None:
        self._state = state
        self._rest = rest

    async def until(self, probe: Callable[[], _T | None], *, within: float, what: str) -> _T:
        """Return the first true value of `probe`. Raises: AssertionError: after `within` seconds."""
        end = time.monotonic() + within
        while True:
            if found := probe():
                return found
            if time.monotonic() > end:
                raise AssertionError(self._failure(within, what))
            await asyncio.sleep(_EVERY)

    def wait_until(self, probe: Callable[[], _T | None], *, within: float, what: str) -> _T:
        """The same, blocking this thread."""
        end = time.monotonic() + within
        while True:
            if found := probe():
                return found
            if time.monotonic() > end:
                raise AssertionError(self._failure(within, what))
            time.sleep(_EVERY)

    def _failure(self, within: float, what: str) -> str:
        return f"{what} did not come within {within:g} s. There is:\n{self.describe()}"

    def describe(self) -> str:
        """Say what there is: messages by channel, interactions, violations, the last calls."""
        with self._state.lock:
            self._state.note_late()
            return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for channel in self._state.channels.values():
            yield f"#{channel.name or 'direct'} ({channel.kind.name.lower()})"
            yield from (_line(message) for message in channel.everything.values())
        yield from (f"interaction: {each}, callback {each.ack}" for each in self._state.interactions)
        yield from (f"violation: {each}" for each in self._state.recorded)
        yield from (f"call: {each}" for each in self._rest.calls[-20:])


def _line(message: FakeDiscordMessage) -> str:
    marks = [name for name in ("deleted", "edited") if getattr(message, name)]
    marks += [f"only for {message.seen_by.name}"] if message.seen_by else []
    titles = [embed.get("title") or embed.get("description") for embed in message.embeds]
    buttons = [button.get("label") for button in message.buttons]
    return f"  {message.author.name}: {message.content!r} {titles or ''} {buttons or ''} {', '.join(marks)}".rstrip()


class DiscordPerson:
    """A person or another bot, with what they can do."""

    def __init__(self, state: FakeDiscordState, user: FakeDiscordUser) -> None:
        self._state = state
        self.user = user

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def mention(self) -> str:
        return self.user.mention

    @property
    def direct(self) -> FakeDiscordChannel:
        """Their direct messages with our bot."""
        with self._state.lock:
            return self._state.direct(self.user, self._state.bot)

    def says(
        self,
        channel: FakeDiscordChannel,
        text: str,
        *,
        reply_to: FakeDiscordMessage | None = None,
        ping: bool = True,
    ) -> FakeDiscordMessage:
        """Post a message; a reply pings the author it replies to unless `ping` is off."""
        kind = MessageKind.REPLY if reply_to else MessageKind.DEFAULT
        body: Json = {"content": text}
        if not ping:
            body["allowed_mentions"] = {"parse": ["users", "roles", "everyone"], "replied_user": False}
        with self._state.lock:
            draft = Draft(author=self.user, body=body, kind=kind, reference=reply_to)
            return post(self._state, channel, draft)

    def edits(self, message: FakeDiscordMessage, text: str) -> None:
        """Change the text of their message."""
        with self._state.lock:
            edit(self._state, message, {"content": text})

    def deletes(self, message: FakeDiscordMessage) -> None:
        """Delete a message."""
        with self._state.lock:
            delete(self._state, message)

    def reacts(self, message: FakeDiscordMessage, emoji: str) -> None:
        """Add a reaction."""
        with self._state.lock:
            react(self._state, message, self.user, emoji)

    def unreacts(self, message: FakeDiscordMessage, emoji: str) -> None:
        """Take a reaction back."""
        with self._state.lock:
            unreact(self._state, message, self.user, emoji)

    def starts_thread(
        self, channel: FakeDiscordChannel, name: str, *, message: FakeDiscordMessage | None = None
    ) -> FakeDiscordChannel:
        """Open a public thread, from a message or without."""
        body: Json = {"name": name, "type": int(ChannelKind.PUBLIC_THREAD)}
        with self._state.lock:
            return start_thread(self._state, channel, self.user, body, message)

    def uses_command(self, channel: FakeDiscordChannel, name: str, /, **options: object) -> Interaction:
        """Use a slash command ("analyze", or with subcommands "parley analyze"). Users are `FakeDiscordUser`."""
        with self._state.lock:
            data = command_data(self._state, channel, name, options)
            return interact(self._state, InteractionKind.COMMAND, Actor(self.user, channel), data)

    def autocompletes(
        self, channel: FakeDiscordChannel, name: str, option: str, text: str, /, **others: object
    ) -> Interaction:
        """Type `text` into an option; the suggestions come as the interaction's `choices`."""
        with self._state.lock:
            data = command_data(self._state, channel, name, others | {option: text}, focused=option)
            return interact(self._state, InteractionKind.AUTOCOMPLETE, Actor(self.user, channel), data)

    def presses(self, message: FakeDiscordMessage, button: str) -> Interaction:
        """Press the button with this custom_id or label."""
        return self._uses(message, press_data(message, button))

    def chooses(self, message: FakeDiscordMessage, select: str, *values: str) -> Interaction:
        """Choose from the select menu with this custom_id."""
        return self._uses(message, press_data(message, select) | {"values": list(values)})

    def _uses(self, message: FakeDiscordMessage, data: Json) -> Interaction:
        assert message.seen_by in (None, self.user), f"{self.user.name} does not see {message.content!r}"
        assert not message.deleted, f"{message.content!r} is deleted"
        with self._state.lock:
            return interact(self._state, InteractionKind.COMPONENT, Actor(self.user, message.channel, message), data)

    def submits(self, shown: Interaction, values: dict[str, str]) -> Interaction:
        """Fill in and submit the modal that `shown` brought; `values` by custom_id or label."""
        assert shown.modal is not None, f"{shown} showed no modal"
        assert shown.user is self.user, f"the modal is {shown.user.name}'s"
        with self._state.lock:
            data = modal_data(shown.modal, values)
            return interact(self._state, InteractionKind.MODAL, Actor(self.user, shown.channel, shown.source), data)

    @property
    def interactions(self) -> list[Interaction]:
        """All of theirs, oldest first."""
        return [each for each in self._state.interactions if each.user is self.user]

    @property
    def ephemerals(self) -> list[FakeDiscordMessage]:
        """Ephemeral messages to this person, oldest first, without deleted ones and those still "thinking"."""
        with self._state.lock:
            found = [each for each in self._state.messages() if each.seen_by is self.user and not each.deleted]
        return sorted((each for each in found if MessageFlag.LOADING not in each.flags), key=lambda each: each.id)

    @property
    def modals(self) -> list[Json]:
        """The modals they were shown, oldest first."""
        return [each.modal for each in self.interactions if each.modal is not None]
