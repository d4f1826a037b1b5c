"""Further replies to a turn that was answered: what is told of it later, in its thread and language."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.states import Intent
from bot.domain.conversation.turns import Conversation, Turn
from bot.domain.ids import derive_id
from bot.domain.text.locale import Locale
from bot.ports import Transaction


@dataclass(frozen=True, slots=True)
class Recipient:
    """Whom a further reply is for: the person of a turn, where it was said."""

    conversation: Conversation
    turn: Turn
    locale: Locale

    def reply(self, answer: Answer, *, occasion: str, at: datetime, intent: Intent = Intent.UNKNOWN) -> Reply:
        """Return the reply of an occasion; a turn has one of each."""
        return Reply(
            id=derive_id(self.turn.id, occasion),
            thread=self.conversation.thread,
            turn_number=self.turn.number,
            turn_id=self.turn.id,
            person=self.turn.person,
            intent=intent,
            confidence=Decimal(1),
            state=self.conversation.state,
            language=self.locale.language,
            answer=answer,
            created_at=at,
            occasion=occasion,
        )


async def recipient_of(tx: Transaction, turn: Turn, conversation: Conversation | None = None) -> Recipient:
    """Return the recipient, in the language of the answer, else of the channel, else of the conversation."""
    conversation = conversation or await tx.conversations.get(turn.conversation_id)
    settings = await tx.channels.get_settings(conversation.thread.channel)
    answered = await tx.replies.reply_language(derive_id(turn.id, "reply"))
    language = answered or settings.language or conversation.language
    return Recipient(conversation, turn, Locale(language, settings.zone))
