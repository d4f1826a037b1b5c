"""Messages about the trade that the latest answer has made: "meant 15, not 20", "same again with GOOG".

What is missing, or too much, becomes an order of its own, proposed as a card like any other.
"""

from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import CheckFunds
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import CorrectOrder, Order, OrderChangeKind, TradeTerms
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Decision, DecisionStatus
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size
from bot.ports import Stores
from bot.reading.assembly.slots import says
from bot.reading.guard import find_objection
from bot.reading.guarded_words import GuardedMessage, names_in
from bot.reading.quantities.quantity import Unit, find_quantities
from bot.reading.recognisers.stated_numbers import find_numbers
from bot.reading.word_tables import lists_in
from bot.turns.decisions.decision_amendment import named_size
from bot.turns.dialogue.follow_ups import exchanges

_MAX_LENGTH: Final = 60  # characters
_TAKEN_BACK: Final = frozenset({"wrong", "meant"})
_OTHER: Final = {Side.BUY: Side.SELL, Side.SELL: Side.BUY}


async def with_last_trade(stores: Stores, context: TurnContext) -> TurnContext:
    """Return the message as the order that it makes of the last trade; unchanged: it makes none."""
    text, found = context.plain_text, lists_in(context.plain_text, "clauses", "corrections")
    is_short = len(text) <= _MAX_LENGTH and not context.reading.is_whole
    is_again = "same" in found and _is_unread_order(context.request) and not any(find_numbers(text))
    is_corrected = isinstance(context.request, CorrectOrder) and not context.own_pending
    if not is_short or not (is_again or is_corrected):
        return context
    last = await _last(stores, context)
    if last is not None and not is_again and not (found & _TAKEN_BACK or _denies_size(context, last)):
        return context  # "make it 15" speaks of a card
    order = None if last is None else _again(context, last) if is_again else _difference(context.request, last)
    around = context.surroundings
    if order is None or find_objection(order, text, around, typed=context.turn.text, is_of_shown=True):
        return context
    return context.with_request(order)


async def _last(stores: Stores, context: TurnContext) -> Decision | None:
    """Return the one decision that the latest answer to the person has carried out or proposed; None: none."""
    shown = next(iter(context.dialogue.answers_to(context.turn.person.id)), None)
    async with stores.read(context.turn.tenant_id) as tx:
        answer = await tx.replies.answer_to(shown.turn_id) if shown is not None else None
        decisions = [await tx.decisions.get(each.id) for each in answer.decisions] if answer is not None else []
    left = {*CARRIED_OUT_STATUSES, DecisionStatus.PROPOSED}
    own = [each for each in decisions if each.asked_by == context.turn.person.id and each.status in left]
    return own[0] if len(own) == 1 and own[0].proposal.side is not None else None


def _is_unread_order(request: Request) -> bool:
    if isinstance(request, NotUnderstood):
        return Problem.ORDER_UNEXPLAINED in request.terms.problems
    return isinstance(request, Order) and not (request.terms.names_size or request.terms.problems)


def _denies_size(context: TurnContext, last: Decision) -> bool:
    """Return whether a message says that the size of a trade was not meant: "15, not 20"."""
    message = GuardedMessage.of(context.plain_text, context.surroundings.instruments)
    return any(last.proposal.shares in each.values for each in message.dropped_numbers(is_correction=True))


def _again(context: TurnContext, last: Decision) -> Order | None:
    """Return the same order of the share that a message names; None: it names none, or that of the last trade."""
    named = tuple(names_in(context.plain_text, context.surroundings.instruments))
    said = context.request.terms.side if isinstance(context.request, Order) else None
    if len(named) != 1 or named[0] == last.proposal.symbol or said not in {None, last.proposal.side}:
        return None
    return _order(named[0], last.proposal.side, named_size(last.proposal))


def _difference(request: Request, last: Decision) -> Order | None:
    """Return what makes the trade of the size that was meant: 15 in place of 20 bought, a sale of 5."""
    old = last.proposal
    change = request.change if isinstance(request, CorrectOrder) else None
    if change is None or change.kind is not OrderChangeKind.SIZE or change.value is None or old.side is None:
        return None
    is_plain = not (change.is_money or change.is_difference) and change.value % 1 == 0
    is_made = last.status in CARRIED_OUT_STATUSES
    excess = old.shares - change.value
    is_of_it = isinstance(request, CorrectOrder) and request.terms.symbols in {(), (old.symbol,)}
    if not (is_plain and is_made and excess and is_of_it):
        return None
    return _order(old.symbol, _OTHER[old.side] if excess > 0 else old.side, Size(abs(excess)))


def _order(symbol: str, side: Side | None, size: Size | None) -> Order:
    return Order(terms=TradeTerms(shares=NamedShares(symbols=(symbol,)), side=side, size=size))


_MESSAGES: Final = 6  # three of the person's, each with its answer


async def with_money_said(stores: Stores, context: TurnContext) -> TurnContext:
    """Return a question how many shares "that" buys with the latest money the person spoke of; else it is unchanged."""
    asked = context.request
    if not isinstance(asked, CheckFunds) or asked.side is not Side.BUY or not says(context.plain_text, "that_money"):
        return context
    if asked != CheckFunds(shares=asked.shares):  # it says how many, or how much, itself
        return context
    async with stores.read(context.turn.tenant_id) as tx:
        messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
        for each in exchanges(messages):
            if (await tx.turns.get(each.turn_id)).person.id != context.turn.person.id:
                return context
            if (amount := _money_in(each.text)) is not None:
                return context.with_request(replace(asked, amount=amount))
    return context


def _money_in(text: str) -> Decimal | None:
    """Return the one sum that a message states, or the one number of which it says that it is there to be spent."""
    numbers = [each for each in find_quantities(text.lower()) if each.unit in {Unit.MONEY, Unit.NONE}]
    plain = [each for each in numbers if each.unit is Unit.MONEY] or (numbers if says(text, "at_hand") else [])
    return plain[0].value if len(plain) == 1 else None
