"""ANALYZE by the committee: its answer is a proposal with a card, like that of every engine."""

from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnHandler, TurnResult


@dataclass(frozen=True, slots=True)
class DeepAnalysisHandler:
    """Passes a deep analysis to the handler of proposals."""

    decide: TurnHandler
    otherwise: TurnHandler

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the answer of the handler that the message is for. Raises what that raises."""
        handler = self.decide if context.understanding.is_deep else self.otherwise
        return await handler(context)
