"""The messages of a conversation, as they are stored, as models are told them, and what that costs."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from bot.domain.conversation.states import Intent, State
from bot.domain.ids import ConversationId, TurnId
from bot.domain.models.token_estimate import estimate_tokens, prompt_json, shorten


class Role(StrEnum):
    """The author of a message: a person or Parley."""

    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of the history, by a person or by Parley."""

    id: UUID
    conversation_id: ConversationId
    turn_id: TurnId
    role: Role
    author: str  # the person's name, or "Parley"
    text: str
    intent: Intent | None
    state_before: State
    state_after: State
    created_at: datetime
    market_time: datetime | None = None  # the latest that its author could know of the market; None: it is not bound

    def is_known(self, at: datetime) -> bool:
        """Return whether it may be told at a market time: the clock of an account can be moved back."""
        return self.market_time is None or self.market_time <= at


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
