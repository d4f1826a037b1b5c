"""Read the answer to a question about an order: a unit ("shares"), a size with its unit, a share, or a side."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import PhraseTable, Token
from bot.domain.trading.execution.orders import Side
from bot.language.intents.confirmation import ConfirmationStrength, confirmation_strength
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading, read_message
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases
from bot.reading.quantities.quantity import MAX_PLAIN_COUNT, Quantity, Unit, find_quantities

_LISTS: Final = ("filler", "shares", "money", "buy", "sell")
_UNITS: Final = {"shares": Unit.SHARES, "money": Unit.MONEY}
_SIDES: Final = {"buy": Side.BUY, "sell": Side.SELL}


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAnswer:
    """What a message answers that says nothing else; at most one of unit, symbols, side and yes is set."""

    unit: Unit | None = None  # MONEY or SHARES
    value: Decimal | None = None  # with the unit; None: the number is the one asked about
    symbols: tuple[str, ...] = ()
    side: Side | None = None
    is_yes: bool = False
    has_words: bool = True  # False: its language shows nothing, as of a ticker


@cache
def order_answer_phrases() -> PhraseTable[str]:
    """Return the phrases that an answer may consist of (`data/*/order_answers.toml`)."""
    lists = read_phrases("order_answers", {"order_answers": _LISTS}, folders=LANGUAGE_FOLDERS)
    return PhraseTable(index_phrases(lists["order_answers"]))


def read_order_answer(text: str, context: Surroundings) -> OrderAnswer | None:
    """Return what a whole message answers; None: it says something else."""
    normalised = normalise(text)
    reading = read_message(normalised, context, is_command=False)
    if confirmation_strength(reading.tokens, pending=1) in {ConfirmationStrength.EXPLICIT, ConfirmationStrength.ASSENT}:
        return OrderAnswer(is_yes=True)
    quantities = tuple(find_quantities(normalised.lower()))
    meanings = _meanings(_unnumbered(reading.chunks, quantities))
    if meanings is None or reading.dates.dates or reading.names.unknown or reading.names.unsupported:
        return None
    return _answer(meanings, quantities, reading)


def _answer(meanings: set[str], quantities: Sequence[Quantity], reading: MessageReading) -> OrderAnswer | None:
    units = {_UNITS[each] for each in meanings if each in _UNITS}
    units |= {each.unit for each in quantities}
    sides = {_SIDES[each] for each in meanings if each in _SIDES}
    symbols = reading.names.symbols
    if len(units) == 1 and len(quantities) <= 1 and not symbols and units <= {Unit.MONEY, Unit.SHARES} and not sides:
        return OrderAnswer(unit=units.pop(), value=quantities[0].value if quantities else None)
    if quantities or units:
        return None
    if symbols and not sides and not reading.names.misspelt:
        return OrderAnswer(symbols=symbols, has_words=Cue.ONLY_NAMES not in reading.cues)
    return OrderAnswer(side=sides.pop()) if len(sides) == 1 and not symbols else None


def _unnumbered(chunks: Sequence[Chunk], quantities: Sequence[Quantity]) -> list[Token]:
    """Return the words of a message that belong to no number and no name."""
    spoken = (chunk for chunk in chunks if not chunk.names_something)
    tokens = (token for chunk in spoken for token in chunk.tokens if token.text.isalnum())
    return [token for token in tokens if not any(each.start <= token.start < each.end for each in quantities)]


def _meanings(tokens: Sequence[Token]) -> set[str] | None:
    """Return what the words say; None: one of them says something else."""
    words, found, at = [token.text for token in tokens], set[str](), 0
    while at < len(words):
        match = order_answer_phrases().longest_match(words, at)
        if match is None:
            return None
        found.add(match[0])
        at += match[1]
    return found


def with_unit(text: str, answer: OrderAnswer) -> str:
    """Return an order with the unit of its numbers without any, or with the one size that an answer names; or empty."""
    normalised = normalise(text)
    plain = [each for each in find_quantities(normalised.lower()) if each.unit is Unit.NONE]
    large = [each for each in plain if each.value is None or each.value > MAX_PLAIN_COUNT]
    unclear = plain if len(plain) == 1 else large  # "buy 2 GOOG and 1000 IBM": the 1000
    if not unclear or (len(unclear) > 1 and answer.value is not None):
        return ""
    for each in reversed(unclear):
        value = each.value if answer.value is None else answer.value
        if value is None:
            return ""
        number = f"${value}" if answer.unit is Unit.MONEY else f"{value} shares"
        normalised = f"{normalised[: each.start]}{number} {normalised[each.end :]}"
    return normalised
