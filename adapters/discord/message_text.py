"""Turns a message's content into plain text, in which Discord writes mentions as codes, and into a thread's title."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from cachetools import LRUCache

_CODE: Final = re.compile(
    r"<(?:@!?(?P<user>\d+)|@&(?P<role>\d+)|#(?P<channel>\d+)|a?:(?P<emoji>\w+):\d+"
    r"|t:(?P<timestamp>-?\d{1,12})(?::[tTdDfFR])?|/(?P<command>[^:<>]{1,100}):\d+)>"
)
_SPACES: Final = re.compile(r"[^\S\n]+")
_BOT: Final = "\0"  # stands for a mention of the bot
# A mention of the bot with the punctuation around it.
_BOT_MENTION: Final = re.compile(rf"[^\S\n]*[,，、]?[^\S\n]*{_BOT}[^\S\n,:，：、]*[,:，：、]*")
_MAX_TITLE: Final = 100  # characters of a thread's name
_TITLE_MARKUP: Final = re.compile(r"[\\*_~`|<>\[\]#\x00-\x1f\u200b]+")
_BLANKS: Final = re.compile(r"\s+")
_DEFAULT_TITLE: Final = "Parley"
_MAX_TITLES: Final = 2_000


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


def thread_title(text: str, name: str) -> str:
    """Return a name like "analyze AAPL · Ann" for a message `text` by `name`: at most 100 characters, never empty."""
    plain = _BLANKS.sub(" ", _TITLE_MARKUP.sub(" ", text)).strip().lstrip("/").strip()
    by = _BLANKS.sub(" ", name).strip()[:32].rstrip()
    limit = _MAX_TITLE - len(by) - len(" · ")
    if len(plain) > limit:
        plain = f"{plain[: limit - 1].rstrip()}…"
    return " · ".join(part for part in (plain, by) if part) or _DEFAULT_TITLE


class ThreadTitles:
    """Names for the threads of recent messages, by the message's id."""

    def __init__(self) -> None:
        self._titles: LRUCache[str, str] = LRUCache(_MAX_TITLES)

    def keep(self, message_id: str, *, text: str, name: str) -> None:
        """Store the title for a message from which a thread may be opened."""
        self._titles[message_id] = thread_title(text, name)

    def title_of(self, message_id: str) -> str | None:
        """Return the title for the thread of a message, if it is known."""
        return self._titles.get(message_id)
