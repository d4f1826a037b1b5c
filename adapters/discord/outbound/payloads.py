"""Builds Discord's JSON for messages."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from typing import Any, Final

from adapters.discord.outbound.message import ButtonRow, DiscordButton, DiscordMessage
from bot.domain.conversation.posting import MessageMark

JsonObject = dict[str, Any]

_ROW: Final = 1
_BUTTON: Final = 2
_STYLES: Final = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}
_EPHEMERAL: Final = 1 << 6
_NONCE_BYTES: Final = 18  # 24 characters; Discord takes 25


def message_body(content: DiscordMessage) -> JsonObject:
    """Return a message's JSON with every part, also empty ones: an edit thereby removes what the message lacks."""
    mentioned = {"users": [content.mentioned_user]} if content.mentioned_user else {}
    return {
        "content": content.content,
        "embeds": [dict(embed) for embed in content.embeds],
        "components": button_components(content.buttons),
        "allowed_mentions": {"parse": [], **mentioned},  # the message pings nobody else, whatever its text
    }


def new_message_body(content: DiscordMessage, *, nonce: str) -> JsonObject:
    """Return a new message's JSON; Discord posts messages with one nonce within some minutes only once."""
    return {**message_body(content), "nonce": nonce, "enforce_nonce": True}


def ephemeral_body(content: DiscordMessage) -> JsonObject:
    """Return the JSON of a message that only the user of the interaction sees."""
    return {**message_body(content), "flags": _EPHEMERAL}


def button_components(rows: Iterable[ButtonRow]) -> list[JsonObject]:
    """Return rows of buttons as components."""
    return [{"type": _ROW, "components": [_button_component(button) for button in row]} for row in rows]


def message_nonce(mark: MessageMark, *, removed: int = 0) -> str:
    """Return the nonce of the message with this mark; a new one for each of the `removed` earlier messages."""
    key = f"{mark.subject}/{mark.part}/{removed}".encode()
    return urlsafe_b64encode(hashlib.blake2b(key, digest_size=_NONCE_BYTES).digest()).decode()


def _button_component(button: DiscordButton) -> JsonObject:
    label = {"label": button.label} if button.label else {}
    emoji = {"emoji": {"name": button.emoji}} if button.emoji else {}
    return {"type": _BUTTON, "style": _STYLES[button.style], "custom_id": button.id, **label, **emoji}
