"""Asks back when a message was not understood, or not with enough confidence, and says what can be asked."""

from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Intent
from bot.locales import Catalogue


@dataclass(frozen=True, slots=True)
class AskBackHandler:
    """Handler of UNKNOWN without a model, and of messages whose intent is too unsure to act on."""

    texts: Catalogue

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return a question: whether the likeliest intent is meant, or examples of what can be asked."""
        intent = context.understanding.intent
        symbol = next(iter(context.symbols), "AAPL")
        if not any(character.isprintable() and not character.isspace() for character in context.turn.text):
            text = self.texts.render(context.locale, "message-empty")
        elif intent is Intent.UNKNOWN:
            key = "not-understood-pending" if context.pending else "not-understood"
            text = self.texts.render(context.locale, key, symbol=symbol)
        else:
            text = self.texts.render(context.locale, f"did-you-mean-{intent.lower()}", symbol=symbol)
        return TurnResult(answer=Answer(blocks=(Paragraph(text),), symbols=context.entities.symbols))
