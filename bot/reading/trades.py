"""Messages about trades that were made: who confirmed one, with which stop, and where that is to be put."""

from collections.abc import Mapping
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Final

from bot.domain.conversation.requests.account import SetStop, ShowTradeRecord
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import PhraseTable
from bot.reading.quantities.quantity import Unit
from bot.reading.spans import explain_words
from bot.reading.word_tables import index_lists, phrase_table, read_lists

_MAX_LENGTH: Final = 80  # characters


class _Word(Enum):
    """What a word of a question says, as the name of its list."""

    WHO = "who"
    WHEN = "when"
    WHAT = "what"
    TRADED = "traded"
    APPROVED = "approved"
    STOP = "stop"
    SETTLED = "settled"
    TRADE = "trade"
    IT = "it"
    FILLER = "fillers"


_ASKED: Final = (  # each with what it asks about, all said in one message
    frozenset({_Word.WHO, _Word.TRADED}),
    frozenset({_Word.WHO, _Word.APPROVED}),
    frozenset({_Word.WHEN, _Word.APPROVED}),
    frozenset({_Word.WHAT, _Word.STOP, _Word.SETTLED}),
)
_PRICES: Final = frozenset({Unit.MONEY, Unit.NONE})


def read_trade_question(text: str, instruments: InstrumentTable, *, has_focus: bool) -> ShowTradeRecord | None:
    """Return the question about a trade that was made which a whole message is; None: it says something else, or more.

    "Who ok'd it?", "what stop did we end up with?", 谁确认的.

    Args:
        text: Normalised, without a mention of the bot.
        instruments: The shares that can be named.
        has_focus: A share is talked of, which "it" may be of.
    """
    if not _may_be_read(text):
        return None
    words = explain_words(text, trade_words(), instruments)
    if words is None or words.quantities:
        return None
    said = frozenset(words.meanings)
    names_trade = bool(words.symbols) or has_focus or not said.isdisjoint({_Word.TRADE, _Word.TRADED})
    if not names_trade or not any(asked <= said for asked in _ASKED):
        return None
    return ShowTradeRecord(NamedShares(symbols=words.symbols))


def read_stop(text: str, instruments: InstrumentTable) -> SetStop | None:
    """Return where a whole message wants a stop: "put the stop at 26", 止损给我放26; None: it says something else.

    Args:
        text: Normalised, without a mention of the bot.
        instruments: The shares that can be named.
    """
    if not _may_be_read(text):
        return None
    words = explain_words(text, stop_words(), instruments)
    if words is None or len(words.quantities) != 1 or not {"stop", "verb"} <= set(words.meanings):
        return None
    level = words.quantities[0]
    is_price = level.unit in _PRICES and level.value is not None and level.value > 0
    return SetStop(level.value or Decimal(0), NamedShares(symbols=words.symbols)) if is_price else None


def _may_be_read(text: str) -> bool:
    return len(text) <= _MAX_LENGTH and not text.startswith("/")


@cache
def trade_words() -> PhraseTable[_Word]:
    """Return the words of such questions. Raises: ValueError: a list is unknown, or a phrase stands in two."""
    meanings: Mapping[str, _Word] = {each.value: each for each in _Word}
    indexed = index_lists(read_lists("trades", "questions"), known=meanings)
    return PhraseTable({phrase: meanings[name] for phrase, name in indexed.items()})


def stop_words() -> PhraseTable[str]:
    """Return the words that say where a stop is wanted. Raises: ValueError: a phrase stands in two lists."""
    return phrase_table("trades", "stops")
