"""Slack messages, and the metadata by which Parley finds its own messages again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from adapters.slack.outbound.mrkdwn import without_open_markup
from adapters.slack.payload import object_at, objects_at, text_at
from adapters.slack.tokens import SlackBot
from bot.domain.conversation.buttons import StopRef, parse_button
from bot.domain.conversation.posting import MessageMark

_EVENT_TYPE: Final = "parley_message"
_MAX_UPDATE_BYTES: Final = 4_000  # of a text in chat.update; chat.postMessage takes ten times as many


@dataclass(frozen=True, slots=True)
class SlackMessage:
    """One message for chat.postMessage or chat.update; notifications show `text`."""

    text: str
    blocks: tuple[dict[str, Any], ...]


def mark_metadata(mark: MessageMark) -> dict[str, Any]:
    """Return the message metadata that carries `mark`."""
    return {"event_type": _EVENT_TYPE, "event_payload": {"subject": mark.subject.hex, "part": mark.part}}


def carries_mark(message: object, mark: MessageMark, bot: SlackBot) -> bool:
    """Return whether a message that Slack returned was posted by `bot` and carries `mark`."""
    is_by_user = text_at(message, "user") == bot.bot_user_id
    is_by_bot = is_by_user or (bot.bot_id and text_at(message, "bot_id") == bot.bot_id)
    metadata = object_at(message, "metadata")
    fields = object_at(metadata, "event_payload")
    if not is_by_bot or text_at(metadata, "event_type") != _EVENT_TYPE:
        return False
    return text_at(fields, "subject") == mark.subject.hex and str(fields.get("part")) == str(mark.part)


def has_stop_button(blocks: Sequence[object]) -> bool:
    """Return whether blocks hold a Stop button: only messages that show progress have one, answers never."""
    elements = (element for block in blocks for element in objects_at(block, "elements"))
    return any(isinstance(parse_button(text_at(element, "action_id")), StopRef) for element in elements)


def truncate_for_update(text: str) -> str:
    """Return `text` cut to the size limit of chat.update, never within an entity or a link."""
    encoded = text.encode()
    if len(encoded) <= _MAX_UPDATE_BYTES:
        return text
    kept = encoded[: _MAX_UPDATE_BYTES - len("…".encode())].decode(errors="ignore")
    return without_open_markup(kept) + "…"
