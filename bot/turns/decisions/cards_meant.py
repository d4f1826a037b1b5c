"""Says which card a verdict is about: whose it is, which were replaced, and which only its own buttons decide."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.accounting.corrections import CorrectionStatus
from bot.domain.conversation.blocks import Button, Paragraph
from bot.domain.conversation.buttons import (
    AnyButtonRef,
    ButtonAction,
    ErasureRef,
    HoldingAction,
    HoldingRef,
    button_ref,
    parse_button,
)
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.account import SetStop, ShowOrderStatus, ShowTradeRecord, UndoTrade
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.conversation.requests.talk import AskNextStep, NextStep, NotUnderstood
from bot.domain.conversation.requests.trades import Cancel, CorrectOrder, Order, ReadBack, Verdict, Wait
from bot.domain.conversation.threads import Thread
from bot.domain.trading.decisions import Decision, DecisionKey, keys_of
from bot.locales import Catalogue
from bot.ports import Stores, Transaction
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
    means_card = _means_card(context) or isinstance(request, ShowOrderStatus)
    if not meant or not (asks or (means_card and not context.own_pending)):
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


_WITHIN: Final = timedelta(minutes=30)  # after which no such card is decided any more
# What may be decided below an answer; "stop" belongs to an analysis under way.
_DECIDED_BY: Final = (*ButtonAction, *HoldingAction, "erase", "stop")


async def button_to_press(stores: Stores, texts: Catalogue, context: TurnContext) -> str | None:
    """Return which button does what a verdict says, of the card shown last; None: the verdict is about trades."""
    request = context.request
    is_verdict = isinstance(request, Verdict | UndoTrade) or context.reading.is_near_yes
    if context.conversation.offered or not is_verdict or _is_of_trades(request):
        return None
    async with stores.read(context.turn.tenant_id) as tx:
        shown = await tx.replies.last_shown(context.conversation.id, decided_by=_DECIDED_BY)
        if shown is None or not set(shares_named(request).symbols) <= set(shown.answer.symbols):
            return None
        asked = await tx.turns.get(shown.turn_id)
        if context.turn.accepted_at - asked.accepted_at > _WITHIN:
            return None
        button = _button_meant(shown.answer, context)
        if button is None or not await _is_open(tx, parse_button(button.id)):
            return None
    if isinstance(parse_button(button.id), ErasureRef):
        return texts.render(context.locale, "erasure-press")
    return texts.render(
        context.locale, "holding-press", button=button.label, symbol=next(iter(shown.answer.symbols), "")
    )


def _button_meant(answer: Answer, context: TurnContext) -> Button | None:
    """Return the button that does what the message says: the first accepts, the last declines or takes back."""
    buttons = [each for each in answer.buttons if isinstance(parse_button(each.id), ErasureRef | HoldingRef)]
    if isinstance(context.request, UndoTrade):
        undo = [each for each in buttons if each.id.startswith(f"{HoldingAction.UNDO}:")]
        return next(iter(undo), None)
    if isinstance(context.request, Cancel):
        return buttons[-1] if buttons else None
    return buttons[0] if len(buttons) > 1 else None


def _is_of_trades(request: Request | None) -> bool:
    if isinstance(request, Verdict) and (request.meant.covers or request.meant.side):
        return True
    return isinstance(request, Wait)


async def _is_open(tx: Transaction, ref: AnyButtonRef | None) -> bool:
    match ref:
        case HoldingRef(action=action, correction_id=correction_id):
            correction = await tx.corrections.find_correction(correction_id)
            return correction is not None and correction.status is _OPEN_WHILE[action]
        case ErasureRef(erasure_id=erasure_id):
            erasure = await tx.erasures.get(erasure_id)
            return erasure is not None and erasure.confirmed_turn is None
        case _:
            return False


_OPEN_WHILE: Final = {
    HoldingAction.CONFIRM: CorrectionStatus.PROPOSED,
    HoldingAction.CANCEL: CorrectionStatus.PROPOSED,
    HoldingAction.UNDO: CorrectionStatus.BOOKED,
    HoldingAction.KEEP: CorrectionStatus.BOOKED,
}
