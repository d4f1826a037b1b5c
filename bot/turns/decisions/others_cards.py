"""Says whose card waits, and which cards another thread has replaced: a "yes" means nothing that was not shown here."""

from collections.abc import Iterable
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import ButtonAction, button_ref
from bot.domain.conversation.requests.account import SetStop, ShowTradeRecord
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.conversation.requests.talk import AskNextStep, NextStep, NotUnderstood
from bot.domain.conversation.requests.trades import CorrectOrder, Order, ReadBack, Verdict
from bot.domain.conversation.threads import Thread
from bot.domain.trading.decisions import Decision, DecisionKey, keys_of
from bot.ports import Stores
from bot.presentation.decisions.cards import DecisionCards

_OF_CARDS: Final = CorrectOrder | Explain | ReadBack | SetStop | Verdict


async def whose_card(stores: Stores, cards: DecisionCards, context: TurnContext) -> tuple[Paragraph, ...]:
    """Return who may decide the card that a message means; none where it means none.

    Of one's own it is told who asks: "who may press Confirm?".
    """
    named = context.reading.shares.symbols
    meant = [each for each in context.pending if not named or each.proposal.symbol in named]
    request = context.request
    is_of_past = isinstance(request, AskMemory) and request.whole.question.asks_trade
    is_of_trade = is_of_past or isinstance(request, ShowTradeRecord)
    asks = is_of_trade or request == AskNextStep(NextStep.GUIDANCE)
    if not meant or not (asks or (_means_card(context) and not context.own_pending)):
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


async def replaced_offers(
    stores: Stores, cards: DecisionCards, context: TurnContext, decisions: Iterable[Decision]
) -> tuple[Paragraph, ...]:
    """Return a sentence for each of the pending `decisions` that was offered here in an older version."""
    offered = {each.decision_id: each for each in context.conversation.offered}
    found = ((each, offered.get(each.id)) for each in decisions)
    replaced = [(new, old) for new, old in found if old is not None and old.version < new.version]
    return tuple([await _sentence(stores, cards, context, new, old) for new, old in replaced])


async def _sentence(
    stores: Stores, cards: DecisionCards, context: TurnContext, new: Decision, key: DecisionKey
) -> Paragraph:
    async with stores.read(context.turn.tenant_id) as tx:
        old = await tx.decisions.get(key.decision_id, version=key.version)
        place = await tx.replies.find_button(button_ref(ButtonAction.CONFIRM, new))
    where = _where(place.thread if place else None, context.conversation.thread)
    was, now = (cards.action_phrase(context.locale, each.proposal) for each in (old, new))
    return Paragraph(cards.texts.render(context.locale, "confirm-replaced-elsewhere", was=was, now=now, where=where))


def _where(thread: Thread | None, here: Thread) -> str:
    """Return where a version was shown first, as the sentence has it."""
    if thread is None or thread == here:
        return "here"
    return "thread" if thread.channel == here.channel else "channel"
