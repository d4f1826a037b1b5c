"""What a person said, as plain words: Discord writes mentions, emoji and instants as codes."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

_CODE: Final = re.compile(
    r"<(?:@!?(?P<user>\d+)|@&(?P<role>\d+)|#(?P<channel>\d+)|a?:(?P<emoji>\w+):\d+"
    r"|t:(?P<instant>-?\d{1,12})(?::[tTdDfFR])?|/(?P<command>[^:<>]{1,100}):\d+)>"
)
_SPACES: Final = re.compile(r"[^\S\n]+")
_US: Final = "\0"
_MENTION: Final = re.compile(rf"[^\S\n]*[,，、]?[^\S\n]*{_US}[^\S\n,:，：、]*[,:，：、]*")  # with what sets it off


@dataclass(frozen=True, slots=True)
class MentionNames:
    """How those are called whom a message mentions, by Discord's id."""

    own: frozenset[str] = frozenset()  # our user, and the role that Discord gave us
    users: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    channels: Mapping[str, str] = field(default_factory=dict)


def typed_text(content: str, names: MentionNames) -> str:
    """Return what a message says, without mentions of us; empty where there was nothing else."""
    text = _CODE.sub(_code_reader(names), content)
    return _SPACES.sub(" ", _MENTION.sub(" ", text)).strip()


def _code_reader(names: MentionNames) -> Callable[[re.Match[str]], str]:
    def told(match: re.Match[str]) -> str:
        kind = str(match.lastgroup)
        return _code_text(kind, match[kind], names)

    return told


def _code_text(kind: str, value: str, names: MentionNames) -> str:
    if kind in ("user", "role") and value in names.own:
        return _US
    said = {
        "user": f"@{names.users.get(value, 'someone')}",
        "role": f"@{names.roles.get(value, 'a role')}",
        "channel": f"#{names.channels.get(value, 'a channel')}",
        "emoji": f":{value}:",
        "command": f"/{value}",
    }
    return said[kind] if kind in said else _timestamp_text(int(value))


def _timestamp_text(seconds: int) -> str:
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
    except (OverflowError, OSError, ValueError):  # a year that no calendar has
        return str(seconds)
