"""Finds the card that a typed verdict stands below, where only that card's own buttons decide it."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.accounting.corrections import CorrectionStatus
from bot.domain.conversation.blocks import Button
from bot.domain.conversation.buttons import (
    AnyButtonRef,
    ButtonAction,
    ErasureRef,
    HoldingAction,
    HoldingRef,
    parse_button,
)
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.account import UndoTrade
from bot.domain.conversation.requests.trades import Cancel, Verdict, Wait
from bot.locales import Catalogue
from bot.ports import Stores, Transaction

_WITHIN: Final = timedelta(minutes=30)  # after which no such card is decided any more
# What may be decided below an answer; "stop" belongs to an analysis under way.
_DECIDED_BY: Final = (*ButtonAction, *HoldingAction, "erase", "stop")


@dataclass(frozen=True, slots=True)
class OwnButtonCards:
    """Tells what to press instead of a typed verdict. A verdict means the card shown last, and no trade before it."""

    stores: Stores
    texts: Catalogue

    async def what_to_press(self, context: TurnContext) -> str | None:
        """Return the sentence that names the button; None: the verdict is about trades."""
        request = context.request
        is_verdict = isinstance(request, Verdict | UndoTrade) or context.reading.is_near_yes
        if context.conversation.offered or not is_verdict or _is_of_trades(request):
            return None
        async with self.stores.read(context.turn.tenant_id) as tx:
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
            return self.texts.render(context.locale, "erasure-press")
        return self.texts.render(
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
    """Return whether a verdict says itself that it is about trades."""
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
