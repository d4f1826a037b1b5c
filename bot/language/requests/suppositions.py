"""Requests about what is only supposed, and for more about a share."""

from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.further_questions import AskAdvice, AskMore, FurtherQuestion
from bot.domain.conversation.requests.suppositions import (
    AskViewChange,
    MoveKind,
    StatedMove,
    Suppose,
    SupposeTrade,
    SuppositionRequest,
)
from bot.domain.conversation.states import Intent
from bot.language.requests.explanation import only_asks
from bot.language.requests.named_shares import shares_in
from bot.language.understanding import Understanding

_TO_THE_STOP: Final = StatedMove(MoveKind.STOP, None, -1)


def supposition_request(understood: Understanding, message: MessageFacts) -> SuppositionRequest | None:
    """Return what a message supposes; None: it makes another request."""
    if understood.intent is not Intent.FOLLOWUP:
        return None
    e, shares = understood.entities, shares_in(understood.entities)
    if understood.supposes_trade:
        return SupposeTrade(shares)
    if not understood.asks_scenario:
        return None
    asks = only_asks(understood, message) and e.side is None
    if understood.asks_view and not understood.price_moves:
        return AskViewChange(shares=shares, only_asks=asks)
    stop = None if understood.price_moves else e.stop
    return Suppose(
        shares=shares,
        moves=understood.price_moves if stop is None else (_TO_THE_STOP,),
        stop=stop,
        scope=understood.move_scope,
        stake=understood.supposed_stake,
        asks_view=understood.asks_view,
        names_trade=e.side is not None,
        suggests_waiting=understood.suggests_waiting,
        only_asks=asks,
    )


def further_question(understood: Understanding, message: MessageFacts) -> FurtherQuestion | None:
    """Return what a message asks about a share that it neither supposes nor names a figure for; None: nothing."""
    if understood.intent is not Intent.FOLLOWUP:
        return None
    is_supposed = understood.asks_scenario or understood.supposes_trade
    if is_supposed:
        return None
    e, shares = understood.entities, shares_in(understood.entities)
    if not understood.asks_advice:
        return AskMore(shares, e.dates)
    return AskAdvice(shares=shares, side=e.side, only_asks=only_asks(understood, message))
