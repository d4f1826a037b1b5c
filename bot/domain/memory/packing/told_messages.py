"""Messages of a conversation as models are told them, and what they cost."""

from collections.abc import Mapping

from bot.domain.conversation.history import Message, Role
from bot.domain.models.shortening import shorten
from bot.domain.models.token_estimate import estimate_tokens, prompt_json

PARLEY = "Parley"  # the author of answers
ENTRY_OVERHEAD = 20  # tokens of a message besides its text

Entry = Mapping[str, object]  # a JSON object


def message_entry(message: Message, *, limit_tokens: int | None = None) -> Entry:
    """Return a message as JSON, so that no text can pose as another author's; a long text loses its middle."""
    text = message.text if limit_tokens is None else shorten(message.text, limit_tokens=limit_tokens - ENTRY_OVERHEAD)
    return _entry(message.role, message.author, text)


def _entry(role: Role, author: str, text: str) -> Entry:
    return {"by": author, "role": "person" if role is Role.USER else "assistant", "text": text}


def json_tokens(value: object) -> int:
    """Return the approximate number of tokens of a JSON value."""
    return estimate_tokens(prompt_json(value))


def message_tokens(message: Message) -> int:
    """Return what a prompt pays for a message told whole."""
    return json_tokens(message_entry(message))


def exchange_tokens(person: str, said: str, answered: str) -> int:
    """Return what a prompt pays for a person's message and Parley's answer, told whole."""
    return json_tokens(_entry(Role.USER, person, said)) + json_tokens(_entry(Role.ASSISTANT, PARLEY, answered))
