"""Turns a message's content into plain text: Discord writes mentions, emoji and timestamps as codes."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

_CODE: Final = re.compile(
    r"<(?:@!?(?P<user>\d+)|@&(?P<role>\d+)|#(?P<channel>\d+)|a?:(?P<emoji>\w+):\d+"
    r"|t:(?P<timestamp>-?\d{1,12})(?::[tTdDfFR])?|/(?P<command>[^:<>]{1,100}):\d+)>"
)
_SPACES: Final = re.compile(r"[^\S\n]+")
_BOT: Final = "\0"  # stands for a mention of the bot
# A mention of the bot with the punctuation around it.
_BOT_MENTION: Final = re.compile(rf"[^\S\n]*[,，、]?[^\S\n]*{_BOT}[^\S\n,:，：、]*[,:，：、]*")


@dataclass(frozen=True, slots=True)
class MentionNames:
    """The names of the users, roles and channels that a message mentions, by Discord's id."""

    own: frozenset[str] = frozenset()  # ids of the bot's user and of the role that Discord made for it
    users: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    channels: Mapping[str, str] = field(default_factory=dict)


def typed_text(content: str, names: MentionNames) -> str:
    """Return a message's text without mentions of the bot; empty if there was nothing else."""
    text = _CODE.sub(_code_replacer(names), content)
    return _SPACES.sub(" ", _BOT_MENTION.sub(" ", text)).strip()


def _code_replacer(names: MentionNames) -> Callable[[re.Match[str]], str]:
    def replace(match: re.Match[str]) -> str:
        kind = str(match.lastgroup)
        return _code_text(kind, match[kind], names)

    return replace


def _code_text(kind: str, value: str, names: MentionNames) -> str:
    if kind in ("user", "role") and value in names.own:
        return _BOT
    texts = {
        "user": f"@{names.users.get(value, 'someone')}",
        "role": f"@{names.roles.get(value, 'a role')}",
        "channel": f"#{names.channels.get(value, 'a channel')}",
        "emoji": f":{value}:",
        "command": f"/{value}",
    }
    return texts[kind] if kind in texts else _timestamp_text(int(value))


def _timestamp_text(seconds: int) -> str:
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
    except (OverflowError, OSError, ValueError):  # outside datetime's years
        return str(seconds)
