"""Finds the order that can be made, beside a trade of the other side that cannot: 卖掉一半谷歌，钱换成微软."""

from dataclasses import replace
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Order
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.execution.orders import Side
from bot.reading.clauses.splitting import joined_clauses, joint_of
from bot.reading.guarded_words import GuardedMessage, clause_words
from bot.reading.one_request import RequestReader
from bot.reading.parses import Kind

_SURE: Final = 0.8
_REFUSED: Final = frozenset({Problem.ORDER_UNEXPLAINED, Problem.TWO_TRADES, Problem.CONDITIONAL_ORDER})
_DOUBTS: Final = ("taken_back", "denial", "contrast", "judgement", Problem.ORDER_QUOTED)


def order_beside_trade(text: str, refused: Request, reader: RequestReader) -> Reading | None:
    """Return the order that a message begins with, the trade behind it left over; None: it is not told apart.

    Args:
        text: Normalised, without a mention of the bot.
        refused: What the message is read as, as a whole.
        reader: Reads a part of it.
    """
    around = reader.around
    is_refused = isinstance(refused, NotUnderstood | Order) and _REFUSED.intersection(refused.terms.problems)
    if not is_refused or any(GuardedMessage.of(text, around.instruments).each("taken_back")):
        return None
    for clause in joined_clauses(text)[1:]:
        head, tail = text[: clause.start].strip(), text[clause.start :].strip()
        found = reader.parse(head)
        is_order = found.kind is Kind.ORDER and found.certainty >= _SURE
        reading = reader.guarded(reader.read(found), head) if is_order else None
        if reading is not None and _is_plain(reading.request) and _trades_other_way(tail, reading.request, around):
            return replace(reading, text=head, left_over=(tail,))
    return None


def _is_plain(request: Request) -> bool:
    """Return whether a request is an order of one share and size, which is no part of another."""
    terms = request.terms if isinstance(request, Order) else None
    is_named = terms is not None and terms.side is not None and terms.names_size and len(terms.symbols) == 1
    return is_named and terms is not None and not terms.problems


def _trades_other_way(text: str, request: Request, around: Surroundings) -> bool:
    """Return whether words name a trade of the other side first, and take nothing back or make it depend on theirs."""
    said = GuardedMessage.of(text, around.instruments)
    own = "sell" if isinstance(request, Order) and request.terms.side is Side.SELL else "buy"
    first = min((each.start for each in said.trades), default=None)
    is_conditional = first is not None and any(each.start < first for each in said.conditions)
    is_of_own = is_conditional or clause_words("of_before").match(text[len(joint_of(text)) :].strip()) is not None
    sides = {each.name for each in said.trades}
    return bool(sides) and own not in sides and not is_of_own and not any(said.each(*_DOUBTS))
