"""Tell which orders are asked about, though their verbs and their shares were read."""

from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading
from bot.language.orders.unexplained_words import (
    answers_itself,
    asks_for_more,
    asks_of_another,
    has_unexplained_words,
    keeps_position,
    names_apart,
)
from bot.language.understanding import Entities

_TRADES: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT})
_CHANGES: Final = frozenset({Cue.RESIZE, Cue.CHANGE, Cue.SWITCH})


def find_unclear_order(reading: MessageReading, entities: Entities, *, has_pending: bool) -> Problem | None:
    """Return why an order is asked about; None: it is clear, or it is no order, or has another problem.

    Args:
        reading: Of the message.
        entities: Of the message.
        has_pending: Whether a decision is pending: then a message without a share may change it.
    """
    if keeps_position(reading):
        return Problem.KEEPS_POSITION
    changes_pending = has_pending and bool(reading.cues & _CHANGES or not reading.names.has_any)
    is_trade = entities.side is not None or bool(reading.cues & _TRADES and reading.names.symbols)
    if entities.problems or not is_trade or changes_pending:
        return None
    if reading.is_question and asks_of_another(reading.chunks):
        return Problem.ORDER_SHARES_UNCLEAR
    if reading.is_question:
        return Problem.ORDER_UNEXPLAINED if answers_itself(reading.chunks) else None
    return _unclear_words(reading, entities)


def _unclear_words(reading: MessageReading, entities: Entities) -> Problem | None:
    if asks_for_more(reading.chunks):
        return Problem.ORDER_WITH_MORE
    if entities.orders or entities.each or entities.kept:
        return None  # each word of theirs was read
    if names_apart(reading.chunks):
        return Problem.ORDER_SHARES_UNCLEAR
    is_answered = bool(entities.dates or entities.unknown_symbols or entities.unsupported)
    is_unclear = not is_answered and has_unexplained_words(reading, is_sized=_names_size(entities))
    return Problem.ORDER_UNEXPLAINED if is_unclear else None


def _names_size(entities: Entities) -> bool:
    """Return whether an order names a size, and does not take the default or the whole position."""
    is_whole = entities.fraction == 1 and entities.fraction_of is SizeUnit.POSITION
    sizes = (entities.shares, entities.amount, entities.risk, entities.stop, None if is_whole else entities.fraction)
    return any(size is not None for size in sizes)
