"""A Discord message, and the mark line of small print by which the bot recognises its own."""

import re
from dataclasses import dataclass
from typing import Any, Final, Literal
from uuid import UUID

ButtonStyle = Literal["primary", "secondary", "success", "danger"]

MARK_LENGTH: Final = 40  # UTF-16 units: the longest mark line and the line feed before it
_MARK: Final = re.compile(r"-# ref ([0-9a-f]{12})(?: · ([1-9][0-9]*))?")


@dataclass(frozen=True, slots=True)
class DiscordButton:
    """A button; `id` is its custom_id. A button without a label has an emoji."""

    id: str
    label: str
    style: ButtonStyle
    emoji: str | None = None


ButtonRow = tuple[DiscordButton, ...]


@dataclass(frozen=True, slots=True)
class DiscordMessage:
    """One message: its text, its embeds as Discord's JSON, its rows of buttons."""

    content: str
    embeds: tuple[dict[str, Any], ...] = ()
    buttons: tuple[ButtonRow, ...] = ()
    mentioned_user: str = ""  # id of the one user whom the content may notify


def mark_line(reply_id: UUID, part: int) -> str:
    """Return the mark line, in small print, that identifies part `part` (from 1) of a reply."""
    return f"-# ref {mark_reference(reply_id)}" + (f" · {part}" if part > 1 else "")


def read_mark(content: str) -> tuple[str, int] | None:
    """Return the reply's reference, as `mark_reference` returns it, and the part; None: the message has no mark."""
    match = _MARK.fullmatch(content.rstrip().rpartition("\n")[2])
    return (match[1], int(match[2] or 1)) if match else None


def mark_reference(reply_id: UUID) -> str:
    """Return the last 12 hex digits of a reply's id: they are random, while the first ones encode the time."""
    return reply_id.hex[-12:]
