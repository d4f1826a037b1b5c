"""Says whose card waits, below an answer to somebody else who spoke of it: nothing of another person's is changed."""

from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.requests.account import SetStop
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import CorrectOrder, Order, ReadBack, Verdict
from bot.domain.trading.decisions import keys_of
from bot.ports import Stores
from bot.presentation.decisions.cards import DecisionCards

_OF_CARDS: Final = CorrectOrder | Explain | ReadBack | SetStop | Verdict


async def others_cards(stores: Stores, cards: DecisionCards, context: TurnContext) -> tuple[Paragraph, ...]:
    """Return the sentence about the card that a message means; none where it means none, or the person has one.

    Raises: StoreUnavailableError.
    """
    named = context.reading.shares.symbols
    meant = [each for each in context.pending if not named or each.proposal.symbol in named]
    if context.own_pending or not meant or not _means_card(context):
        return ()
    latest, locale = meant[-1], context.locale
    async with stores.read(context.turn.tenant_id) as tx:
        by = (await tx.turns.get(latest.turn_id)).person.name
    what = cards.action_phrase(locale, latest.proposal)
    return (Paragraph(cards.texts.render(locale, "card-of-another", by=by, what=what), keys_of([latest])),)


def _means_card(context: TurnContext) -> bool:
    request, others = context.request, context.reading.others
    if isinstance(request, Order):
        return not request.terms.symbols and (request.is_change or request.is_added or not request.terms.names_size)
    if isinstance(request, NotUnderstood):
        return context.reading.names_verdict or any(isinstance(each, CorrectOrder) for each in others)
    return isinstance(request, _OF_CARDS)
