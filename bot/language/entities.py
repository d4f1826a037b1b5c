"""Collect the entities of a message from its reading: instruments, sides, sizes, dates, and what cannot be used."""

import re
from dataclasses import replace
from itertools import pairwise

from bot.domain.conversation.problems import Problem
from bot.domain.trading.execution.orders import Side
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading
from bot.language.orders.several_orders import find_each_order, find_orders, has_unclear_order, repeats_share
from bot.language.understanding import Entities
from bot.reading.quantities.quantity import find_quantities

_BUYS = frozenset({Cue.BUY})
_SELLS = frozenset({Cue.SELL, Cue.EXIT})
_NO_SIZES = frozenset({"time", "day", "week", "sector", "industry", "thing", "reason", "reasons", "question", "price"})
_GLUED_NUMBERS = re.compile(r"(?<![a-z0-9.$])\d+x[0-9a-f]+(?![a-z])")  # "0x10", "2x5"
_NEGATIONS = frozenset({Cue.NOT, Cue.REFUSAL})


def find_entities(reading: MessageReading) -> Entities:
    """Return the entities of a message."""
    sizes = reading.sizes
    sides = sides_of_trades(reading)
    implied = reading.implied
    is_unclear_rest = sizes.is_target and _is_everything(reading)  # "sell everything except 10 shares"
    problems = {
        Problem.TWO_TRADES: (len(sides) > 1 and (len(reading.names.symbols) > 1 or _orders_a_size(reading)))
        or (Cue.SWITCH in reading.cues and len(reading.names.symbols) > 1),
        Problem.RISK_UNCLEAR: sizes.risk is not None and sides == {Side.SELL},
        Problem.SHARES_IS_TARGET: is_unclear_rest,
        Problem.SAME_AS_BEFORE: _speaks_of_same(reading),
        Problem.NUMBER_UNUSED: reading.has_unused_number and _orders_trade(reading),
        Problem.SHARES_MALFORMED: _orders_trade(reading) and _GLUED_NUMBERS.search(reading.undated_text) is not None,
        Problem.SIZE_AMBIGUOUS: len(reading.names.symbols) > 1
        and sizes.fraction not in {None, 1}
        and Cue.ALL in reading.cues,  # "a quarter of the IBM and all the MSFT"
        Problem.NOT_SHARES: Cue.OPTION in reading.cues,
        Problem.WATCH: Cue.WATCH in reading.cues,
        Problem.ORDER_TYPE: Cue.ORDER_TYPE in reading.cues,
        Problem.SHORT_SALE: Cue.SHORT in reading.cues,
        Problem.CONDITIONAL_ORDER: Cue.CONDITIONAL_ORDER in reading.cues,
        Problem.SCHEDULED: Cue.SCHEDULED in reading.cues and Cue.CONDITIONAL_ORDER not in reading.cues,
        Problem.TRANSFER: Cue.TRANSFER in reading.cues,
        Problem.TAX: Cue.TAX in reading.cues and not reading.names.has_any,
        Problem.OTHERS_TRADE: Cue.OTHERS_TRADE in reading.cues
        and reading.is_question
        and Cue.SHOULD not in reading.cues,
    }
    return Entities(
        symbols=reading.names.symbols,
        unknown_symbols=reading.names.unknown,
        unsupported=reading.names.unsupported,
        misspelt=reading.names.misspelt,
        side=sides.pop() if len(sides) == 1 else None if sides or implied is None else implied.side,
        amount=sizes.amount,
        amount_is_limit=sizes.amount_is_limit,
        fraction=sizes.fraction,
        fraction_of=sizes.fraction_of,
        shares=None if is_unclear_rest else sizes.shares,
        is_target=sizes.is_target,
        target_side=sizes.target_side,
        is_minimum=sizes.is_minimum,
        risk=sizes.risk,
        everything=_is_everything(reading),
        lifts_limit=Cue.UNLIMITED in reading.cues and Cue.NOT not in reading.cues,
        stop=sizes.stop,
        dates=reading.dates.dates,
        problems=(
            *sizes.problems,
            *reading.dates.problems,
            *(problem for problem, is_present in problems.items() if is_present),
        ),
    )


def with_orders(entities: Entities, body: str, reading: MessageReading) -> Entities:
    """Return the entities of a message, with its orders if it consists of several: their sizes are clear each."""
    quantities = tuple(find_quantities(body.lower()))
    if reading.is_question or entities.dates:
        return entities
    orders = find_orders(reading.chunks, quantities)
    each = None if orders or reading.names.has_any else find_each_order(reading.chunks, quantities)
    if not orders and has_unclear_order(reading.chunks, quantities):
        return replace(entities, shares=None, amount=None, problems=(Problem.AMOUNT_UNIT_MISSING,))
    if not orders and repeats_share(reading.chunks, quantities):
        return replace(entities, shares=None, amount=None, problems=(Problem.SHARES_AMBIGUOUS,))
    if not orders and each is None:
        return entities
    return replace(
        entities,
        orders=orders,
        each=each,
        side=None,
        shares=None,
        amount=None,
        amount_is_limit=False,
        fraction=None,
        is_target=False,
        is_minimum=False,
        problems=(),
    )


def sides_of_trades(reading: MessageReading) -> set[Side]:
    """Return the directions of the trades named, except those right behind a negation; who just wants shares buys."""
    sides: set[Side] = set()
    for previous, chunk in zip((None, *reading.chunks), reading.chunks, strict=False):
        if previous is not None and previous.cues & _NEGATIONS:
            continue
        if chunk.cues & _BUYS:
            sides.add(Side.BUY)
        elif chunk.cues & _SELLS:
            sides.add(Side.SELL)
    wants_shares = Cue.WANT in reading.cues and bool({Cue.SIZE, Cue.SYMBOL} & reading.cues)
    return sides or ({Side.BUY} if wants_shares else set())


def _speaks_of_same(reading: MessageReading) -> bool:
    """Return whether a size is said to be that of another order, and not said: "the same for IBM"."""
    s, words = reading.sizes, [token.text for token in reading.tokens]
    has_size = any(each is not None for each in (s.shares, s.amount, s.fraction, s.risk))
    is_same = any(word == "same" and after not in _NO_SIZES for word, after in pairwise((*words, "")))
    return is_same and bool(reading.names.symbols) and not has_size


def _orders_trade(reading: MessageReading) -> bool:
    """Return whether a trade in a named share is ordered, not asked about."""
    orders = {Cue.IMPERATIVE, Cue.WANT, Cue.BUY, Cue.SELL, Cue.TRADE} & reading.cues
    others = {Cue.ANALYSE, Cue.REVIEW, Cue.PAST, Cue.CONDITION, Cue.CLAIM, Cue.OBJECTION, Cue.STATE} & reading.cues
    return bool(orders and reading.names.symbols) and not (others or reading.is_question)


def _orders_a_size(reading: MessageReading) -> bool:
    """Return whether a size is ordered; "should I buy or sell 10 AAPL?" only asks."""
    return Cue.SIZE in reading.cues and not reading.is_question


def _is_everything(reading: MessageReading) -> bool:
    """Return whether all positions are to be sold: "sell everything", and no share is named."""
    return Cue.EVERYTHING in reading.cues and bool(_SELLS & reading.cues) and not reading.names.has_any
