"""Reads the payloads of slash commands."""

from dataclasses import dataclass
from typing import Final

from adapters.slack import payload as read
from adapters.slack.inbound.message_text import typed_text
from adapters.slack.install.manifest import ANY_COMMAND
from adapters.slack.payload import JsonObject, text_at
from bot.domain.conversation.threads import Person, Thread
from bot.domain.memory.episodes import Visibility
from bot.reading.commands.arguments import find_command

_NEEDS_ARGUMENT: Final = frozenset({"analyze", "decide"})
_NEEDS_ARGUMENT_IN_CHANNELS: Final = frozenset({"explain"})  # in direct messages it can refer to an earlier answer
_HELP_ARGUMENTS: Final = frozenset({"help", "?", "帮助"})
_PRIVATE_NAMES: Final = frozenset({"privategroup", "directmessage"})


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A slash command that a person typed."""

    place: Thread
    command_id: str
    person: Person
    text: str  # in the form of a message: "/analyze AAPL"
    response_url: str
    visibility: Visibility
    missing_argument: str = ""  # name of the command if it needs an argument and has none

    @property
    def is_direct(self) -> bool:
        """Return whether it was typed in a direct message between two."""
        return read.is_direct(self.place.channel)


def read_command(payload: JsonObject) -> SlashCommand | None:
    """Return the command in `payload`; None if its channel, person or trigger id is missing."""
    channel, user, trigger = (text_at(payload, name) for name in ("channel_id", "user_id", "trigger_id"))
    if not (channel and user and trigger):
        return None
    text = as_message_text(text_at(payload, "command"), typed_text(text_at(payload, "text")))
    return SlashCommand(
        place=read.thread_in(payload, channel, ""),
        command_id=trigger,
        person=Person(user, text_at(payload, "user_name") or user),
        text=text,
        response_url=text_at(payload, "response_url"),
        visibility=_visibility(channel, text_at(payload, "channel_name")),
        missing_argument=_missing_argument(text, is_direct=read.is_direct(channel)),
    )


def _visibility(channel: str, name: str) -> Visibility:
    """Return who can read a channel, by the name that Slack gives it; a public one's can be any name."""
    is_private = read.is_direct(channel) or name in _PRIVATE_NAMES or name.startswith("mpdm-")
    return Visibility.PRIVATE if is_private else Visibility.UNKNOWN


def as_message_text(command: str, argument: str) -> str:
    """Return a command as a message: "/analyze AAPL". After "/parley", text that is no command is returned alone."""
    name = command.lstrip("/").lower()
    if name != ANY_COMMAND:
        return f"/{name} {argument}".strip()
    if not argument:
        return "/help"
    found = find_command(f"/{ANY_COMMAND} {argument}")
    if found is None or not found.is_known:
        return argument
    return f"/{found.name} {found.rest}".strip()


def _missing_argument(text: str, *, is_direct: bool) -> str:
    found = find_command(text)
    if found is None or (found.rest and found.rest.lower() not in _HELP_ARGUMENTS):
        return ""
    needs_argument = _NEEDS_ARGUMENT if is_direct else _NEEDS_ARGUMENT | _NEEDS_ARGUMENT_IN_CHANNELS
    return found.name if found.name in needs_argument else ""
