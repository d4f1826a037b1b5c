"""What a slash command says: a pure reading."""

from dataclasses import dataclass
from typing import Final

from adapters.slack import payload as read
from adapters.slack.inbound.message_text import typed_text
from adapters.slack.install.manifest import ANY_COMMAND
from adapters.slack.payload import JsonObject, text_at
from bot.domain.conversation.threads import Person, Thread
from bot.language.commands import INTENT_COMMANDS, OTHER_COMMANDS, find_command

_ALWAYS_OF_SOMETHING: Final = frozenset({"analyze", "decide"})
_OF_SOMETHING_IN_CHANNELS: Final = frozenset({"explain"})  # among us two there is something it can be about
_ASKS_HOW: Final = frozenset({"help", "?", "帮助"})


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """A command as it was typed."""

    place: Thread
    command_id: str
    person: Person
    text: str  # as a message has it: "/analyze AAPL"
    response_url: str
    missing_argument: str = ""  # the command that says nothing without one, and was given none

    @property
    def is_direct(self) -> bool:
        """Whether it was typed in the direct messages of two."""
        return read.is_direct(self.place.channel)


def read_command(payload: JsonObject) -> SlashCommand | None:
    """Return what a command says; None if it is not told where or by whom."""
    channel, user, trigger = (text_at(payload, name) for name in ("channel_id", "user_id", "trigger_id"))
    if not (channel and user and trigger):
        return None
    said = as_message_text(text_at(payload, "command"), typed_text(text_at(payload, "text")))
    return SlashCommand(
        place=read.thread_in(payload, channel, ""),
        command_id=trigger,
        person=Person(user, text_at(payload, "user_name") or user),
        text=said,
        response_url=text_at(payload, "response_url"),
        missing_argument=_missing_argument(said, is_direct=read.is_direct(channel)),
    )


def as_message_text(command: str, said: str) -> str:
    """Return what a message would say: "/analyze AAPL"; after "/parley", whatever is no command stands by itself."""
    name = command.lstrip("/").lower()
    if name != ANY_COMMAND:
        return f"/{name} {said}".strip()
    if not said:
        return "/help"
    found = find_command(f"/{ANY_COMMAND} {said}")
    if found is None or found.name not in {*INTENT_COMMANDS, *OTHER_COMMANDS}:
        return said
    return f"/{found.name} {found.rest}".strip()


def _missing_argument(said: str, *, is_direct: bool) -> str:
    found = find_command(said)
    if found is None or (found.rest and found.rest.lower() not in _ASKS_HOW):
        return ""
    need = _ALWAYS_OF_SOMETHING if is_direct else _ALWAYS_OF_SOMETHING | _OF_SOMETHING_IN_CHANNELS
    return found.name if found.name in need else ""
