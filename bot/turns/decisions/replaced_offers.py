"""Says of decisions offered here that another thread has replaced them: a "yes" here means the version shown here."""

from collections.abc import Iterable

from bot.context.turn import TurnContext
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import ButtonAction, button_ref
from bot.domain.conversation.threads import Thread
from bot.domain.trading.decisions import Decision, DecisionKey
from bot.ports import Stores
from bot.presentation.decisions.cards import DecisionCards


async def replaced_offers(
    stores: Stores, cards: DecisionCards, context: TurnContext, decisions: Iterable[Decision]
) -> tuple[Paragraph, ...]:
    """Return a sentence for each of the pending `decisions` that was offered here in an older version.

    Raises: StoreUnavailableError.
    """
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
