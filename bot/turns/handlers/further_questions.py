"""Answers questions about a share that no other kind of request names."""

from dataclasses import dataclass

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.further_questions import AskMore
from bot.turns.handlers.analyze import AnalyzeHandler


@dataclass(frozen=True, slots=True)
class FurtherQuestionHandlers:
    """Handlers of such questions: a model has words on them, the rules have not."""

    analyze: AnalyzeHandler

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {AskMore: self.more}

    async def more(self, context: TurnContext, request: AskMore) -> TurnResult:
        """Return an analysis with a model's words on the question; without a model, what can be asked instead.

        Raises: MarketDataError, StoreUnavailableError.
        """
        if self.analyze.commentary is not None:
            return await self.analyze(context)
        symbols = self.analyze.resolver.resolve(context, request.shares)[:1]
        if not symbols:
            return self.analyze.resolver.ask_which(context)
        text = self.analyze.cards.texts.render(context.locale, "followup-unknown", symbol=symbols[0])
        return TurnResult(answer=Answer(blocks=(Paragraph(text),), symbols=symbols), focus=symbols)
