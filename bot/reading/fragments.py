"""Messages that ask again what was asked just before, of something else: "and IBM?", "and 30?", 谷歌的呢."""

import re
from dataclasses import dataclass

from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import tokenise
from bot.reading.names.finder import Chunk, Chunker
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities
from bot.reading.spans import explain_words
from bot.reading.word_tables import phrase_table

_OF = re.compile(r"(?<=[a-z])['’]s\b", re.IGNORECASE)  # "and IBM's?"
_PAIR = 2
_MAX_LENGTH = 40  # characters
_COUNTED = frozenset({Unit.NONE, Unit.SHARES})


@dataclass(frozen=True, slots=True)
class Fragment:
    """The one thing that such a message names: shares, or a number of shares as it was typed."""

    symbols: tuple[str, ...] = ()
    number: str = ""


def read_fragment(text: str, instruments: InstrumentTable) -> Fragment | None:
    """Return what a message names; None: it says more, or nothing.

    Args:
        text: Normalised, without a mention of the bot.
        instruments: The shares whose names may occur.
    """
    if len(text) > _MAX_LENGTH:
        return None
    text = _OF.sub("", text)
    words = explain_words(text, phrase_table("references", "fragments"), instruments)
    if words is None or len(words.quantities) + bool(words.symbols) != 1:
        return None
    if words.symbols:
        return Fragment(symbols=words.symbols)
    number = _number(text, words.quantities[0])
    return Fragment(number=number) if number else None


def with_fragment(asked: str, fragment: Fragment, instruments: InstrumentTable) -> str | None:
    """Return the question asked before with what the fragment names in place of what it named; None: it cannot be.

    Args:
        asked: The earlier message, normalised, without a mention.
        fragment: What is named instead. The one share that was named is replaced; if none was, a share is added.
        instruments: All shares.
    """
    if fragment.number:
        found = [each for each in find_quantities(asked.lower()) if each.unit in _COUNTED]
        return (
            _replaced(asked, found[0].start, _end_of_digits(asked, found[0]), fragment.number)
            if len(found) == 1
            else None
        )
    named = [each for each in Chunker(asked, instruments).chunks() if each.instrument is not None]
    symbols = " ".join(fragment.symbols)
    if not named:
        return f"{asked.rstrip(' ?？')} {symbols}"
    if len({each.instrument for each in named}) > 1:
        return None
    for each in reversed(named):
        asked = _replaced(asked, each.start, _end(each), symbols)
    return asked


def names_pointer(text: str) -> bool:
    """Return whether a message says "both", "the second one" or the like."""
    words, pointers = [each.text for each in tokenise(text)], phrase_table("references", "share_pointers")
    return any(pointers.longest_match(words, at) is not None for at in range(len(words)))


def with_shares_named(text: str, shown: tuple[str, ...]) -> str | None:
    """Return a message with the shares that "both" or "the second one" means named in it; None: it says no such word.

    Args:
        text: Normalised, without a mention.
        shown: The shares that were shown last, in their order.
    """
    tokens = tokenise(text)
    words, pointers = [each.text for each in tokens], phrase_table("references", "share_pointers")
    for at in range(len(words)):
        if (found := pointers.longest_match(words, at)) is None:
            continue
        name, size = found
        symbols = _pointed(name, shown)
        return _replaced(text, tokens[at].start, tokens[at + size - 1].end, " and ".join(symbols)) if symbols else None
    return None


def _pointed(name: str, shown: tuple[str, ...]) -> tuple[str, ...]:
    """Return the shares at a place, or all of as many as are meant; empty: none."""
    if len(shown) <= 1:
        return ()
    if name.isdigit() or name == "last":
        at = -1 if name == "last" else int(name) - 1
        return shown[at : at + 1 or None]
    return shown if name == "several" or len(shown) == _PAIR else ()


def _number(text: str, quantity: Quantity) -> str:
    if quantity.value is None or quantity.unit not in _COUNTED or quantity.value <= 0:
        return ""
    return text[quantity.start : _end_of_digits(text, quantity)].strip()


def _end_of_digits(text: str, quantity: Quantity) -> int:
    """Return where the digits of a number end, before its unit; of one in words, where the number ends."""
    inside = [each for each in tokenise(text) if quantity.start <= each.start < quantity.end]
    digits = [each for each in inside if each.text.isdigit()]
    return (digits or inside)[-1].end


def _end(chunk: Chunk) -> int:
    return chunk.tokens[-1].end


def _replaced(text: str, start: int, end: int, new: str) -> str:
    """Return the text with a blank on either side of what is new: a symbol is no part of a word."""
    return f"{text[:start].rstrip()} {new} {text[end:].lstrip()}".strip()
