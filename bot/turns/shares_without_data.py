"""Shares without data: the one named last is the one talked of, and the one before is offered in its place."""

from dataclasses import dataclass, replace

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.requests import shares_named, with_shares
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.market.instruments import InstrumentTable
from bot.locales import Catalogue
from bot.presentation.guesses import GuessPresenter


@dataclass(frozen=True, slots=True)
class SharesWithoutData:
    """Completes the answer to a message that is only of shares without data."""

    instruments: InstrumentTable
    texts: Catalogue

    def with_focus(self, context: TurnContext, result: TurnResult) -> TurnResult:
        """Return the answer, after which "it" means what is named; of a message that names none, with an offer."""
        named = shares_named(context.request)
        named = context.reading.shares if named == NamedShares() else named
        said = named.symbols or named.unsupported or named.unknown
        if not said:
            return self._with_offer(context, result)
        return replace(result, focus=said, answer=replace(result.answer, symbols=named.symbols))

    def _with_offer(self, context: TurnContext, result: TurnResult) -> TurnResult:
        """Return the answer with a button that asks for the same of the share talked of before, if there is one."""
        shown = (symbol for each in context.dialogue.answers for symbol in each.symbols)
        older = next(filter(self.instruments.covers, shown), None)
        if older is None:
            return result
        meant = with_shares(context.request, NamedShares(symbols=(older,)))
        offer = GuessPresenter(self.texts).answer(context.locale, (meant,), turn_id=context.turn.id)
        if offer is None or shares_named(meant).symbols != (older,):
            return result
        asked = Paragraph(self.texts.render(context.locale, "share-before", symbol=older))
        answer = replace(offer, blocks=(*result.answer.blocks, asked), symbols=result.answer.symbols)
        return replace(result, answer=answer)
