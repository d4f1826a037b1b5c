"""UNKNOWN, and whatever the rules are unsure of: ask back, and say what can be asked."""

from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.messages import Answer, Paragraph
from bot.domain.conversation.states import Intent
from bot.locales import Catalogue


@dataclass(frozen=True, slots=True)
class AskBackHandler:
    """Handler of UNKNOWN."""

    say: Catalogue

    async def __call__(self, asked: TurnContext) -> TurnResult:
        """Return a question: what the message may have meant, or examples of what can be asked."""
        intent = asked.understanding.intent
        symbol = next(iter(asked.symbols), "AAPL")
        if not any(character.isprintable() and not character.isspace() for character in asked.turn.text):
            text = self.say.say(asked.language, "message-empty")
        elif intent is Intent.UNKNOWN:
            key = "not-understood-pending" if asked.pending else "not-understood"
            text = self.say.say(asked.language, key, symbol=symbol)
        else:
            text = self.say.say(asked.language, f"did-you-mean-{intent.lower()}", symbol=symbol)
        return TurnResult(answer=Answer(blocks=(Paragraph(text),), symbols=asked.entities.symbols))
