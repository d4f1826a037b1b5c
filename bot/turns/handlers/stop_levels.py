"""Answers who wants a stop where no purchase is pending whose stop it could be."""

from dataclasses import dataclass

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.account import SetStop
from bot.turns.instrument_resolver import InstrumentResolver

_ONE = 1


@dataclass(frozen=True, slots=True)
class StopLevelHandler:
    """Says that no stop is placed, and of what is held how an alert at its level is set. It sets nothing."""

    resolver: InstrumentResolver

    async def __call__(self, context: TurnContext, request: SetStop) -> TurnResult:
        """Return the sentence. Raises: UnusableSymbolError, UncoveredMarketError: the share named is none."""
        texts, held = self.resolver.texts, tuple(each.symbol for each in context.positions)
        named = self.resolver.resolve(context, request.shares) or (held if len(held) == _ONE else ())
        symbol = next((each for each in named if each in held), None)
        text = (
            texts.render(context.locale, "stop-alone")
            if symbol is None
            else texts.render(context.locale, "stop-of-held", symbol=symbol, level=request.level)
        )
        return TurnResult(answer=Answer(blocks=(Paragraph(text),), symbols=named[:1]), state=context.state)
