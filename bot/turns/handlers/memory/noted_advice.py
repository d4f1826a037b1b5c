"""What is noted on a share stands before the advice on it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.context.turn import RequestHandler, TurnContext, TurnResult
from bot.domain.conversation.requests.trades import Advise
from bot.memory.questions import facts_about
from bot.ports import Stores
from bot.presentation.recollections import RecollectionPresenter


@dataclass(frozen=True, slots=True)
class NotedAdviceHandler:
    """Handler of questions whether to trade: a note binds no advice, but nobody is to overlook it."""

    stores: Stores
    decide: RequestHandler[Any]
    notes: RecollectionPresenter

    def handlers(self) -> Mapping[type[Advise], RequestHandler[Any]]:
        """Return the handler."""
        return {Advise: self._advise}

    async def _advise(self, context: TurnContext, request: Advise) -> TurnResult:
        """Return the notes that name one of the shares, then the advice. Raises: as `decide`."""
        advised = await self.decide(context, request)
        found = [
            note
            for symbol in request.terms.shares.symbols
            for note in await facts_about(self.stores, context, symbol, symbols=(symbol,))
        ]
        if not found:
            return advised
        noted = self.notes.remembered(context.locale, list({each.fact.id: each for each in found}.values()))
        answer = advised.answer
        blocks, details = (*noted.blocks, *answer.blocks), (*noted.details, *answer.details)
        return replace(advised, answer=replace(answer, blocks=blocks, details=details))
