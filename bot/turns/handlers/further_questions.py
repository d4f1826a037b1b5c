"""Answers questions about a share that no other kind of request names."""

from dataclasses import dataclass

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.explanation import AskAdvice, AskMore, Explain
from bot.turns.handlers.analyze import AnalyzeHandler
from bot.turns.handlers.explain import ExplainHandler


@dataclass(frozen=True, slots=True)
class FurtherQuestionHandlers:
    """Handlers of such questions."""

    analyze: AnalyzeHandler
    explain: ExplainHandler

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {AskMore: self.more, AskAdvice: self.advise}

    async def more(self, context: TurnContext, request: AskMore) -> TurnResult:
        """Return an analysis with a model's words on the question; without a model, what can be asked instead.

        Raises: MarketDataError, StoreUnavailableError.
        """
        if self.analyze.commentary is not None:
            return await self.analyze(context, Analyze(shares=request.shares, dates=request.dates))
        symbols = self.analyze.resolver.resolve(context, request.shares)[:1]
        if not symbols:
            return self.analyze.resolver.ask_which(context)
        text = self.analyze.cards.texts.render(context.locale, "followup-unknown", symbol=symbols[0])
        return TurnResult.of_text(text, symbols=symbols, focus=symbols)

    async def advise(self, context: TurnContext, request: AskAdvice) -> TurnResult:
        """Return the reasons of what is pending on the share, or the view of it. Raises: MarketDataError."""
        named = request.shares.symbols or context.conversation.focus[:1]
        pending = (each.proposal for each in context.pending if each.proposal.symbol in named)
        if not any(request.side in {None, each.side} for each in pending):
            return await self.analyze(context, Analyze(shares=request.shares))
        why = Explain(shares=request.shares, side=request.side, only_asks=request.only_asks)
        return await self.explain(context, why)
