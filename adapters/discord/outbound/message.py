"""A Discord message, the mark line of small print by which the bot recognises its own, and Discord's JSON for it."""

import hashlib
import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from bot.domain.conversation.posting import MessageMark

MARK_LENGTH: Final = 40  # UTF-16 units: the longest mark line and the line feed before it
_MARK: Final = re.compile(r"-# ref ([0-9a-f]{12})(?: · ([1-9][0-9]*))?")
JsonObject = dict[str, Any]
ButtonRow = tuple[JsonObject, ...]
_ROW: Final = 1
_BUTTON: Final = 2
SECONDARY: Final = 2  # styles of buttons
SUCCESS: Final = 3
DANGER: Final = 4
_EPHEMERAL: Final = 1 << 6
_NONCE_BYTES: Final = 18  # 24 characters; Discord takes 25


@dataclass(frozen=True, slots=True)
class DiscordMessage:
    """One message: its text, its embeds and its rows of buttons as Discord's JSON."""

    content: str
    embeds: tuple[dict[str, Any], ...] = ()
    buttons: tuple[ButtonRow, ...] = ()  # as `button_component` returns them
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


def message_body(content: DiscordMessage) -> JsonObject:
    """Return a message's JSON with every part, also empty ones: an edit thereby removes what the message lacks."""
    mentioned = {"users": [content.mentioned_user]} if content.mentioned_user else {}
    return {
        "content": content.content,
        "embeds": [dict(embed) for embed in content.embeds],
        "components": [{"type": _ROW, "components": list(row)} for row in content.buttons],
        "allowed_mentions": {"parse": [], **mentioned},  # the message pings nobody else, whatever its text
    }


def new_message_body(content: DiscordMessage, *, nonce: str) -> JsonObject:
    """Return a new message's JSON; Discord posts messages with one nonce within some minutes only once."""
    return {**message_body(content), "nonce": nonce, "enforce_nonce": True}


def ephemeral_body(content: DiscordMessage) -> JsonObject:
    """Return the JSON of a message that only the user of the interaction sees."""
    return {**message_body(content), "flags": _EPHEMERAL}


def button_component(button_id: str, *, style: int = SECONDARY, **shown: Any) -> JsonObject:  # noqa: ANN401  # JSON
    """Return a button; `shown`: its label, or its emoji."""
    return {"type": _BUTTON, "style": style, "custom_id": button_id, **shown}


def message_nonce(mark: MessageMark, *, removed: int = 0) -> str:
    """Return the nonce of the message with this mark; a new one for each of the `removed` earlier messages."""
    key = f"{mark.subject}/{mark.part}/{removed}".encode()
    return urlsafe_b64encode(hashlib.blake2b(key, digest_size=_NONCE_BYTES).digest()).decode()
