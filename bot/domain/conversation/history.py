"""The stored history of a conversation: its messages."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from bot.domain.conversation.states import Intent, State
from bot.domain.ids import ConversationId, TurnId


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
