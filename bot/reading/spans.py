"""Explains a message word by word: each word belongs to a phrase of a lexicon, a number or a share, or nothing does."""

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from bot.domain.market.instruments import Instrument, InstrumentTable
from bot.domain.text.tokens import PhraseTable, tokenise
from bot.reading.names.finder import Chunker
from bot.reading.quantities.quantity import Quantity, find_quantities

_Meaning = TypeVar("_Meaning")
_POSSESSIVE: Final = "'s"


@dataclass(frozen=True, slots=True)
class ExplainedWords(Generic[_Meaning]):
    """What the words of a message are, in their order by kind."""

    meanings: tuple[_Meaning, ...]
    symbols: tuple[str, ...]  # no duplicates
    quantities: tuple[Quantity, ...]
    in_order: tuple[_Meaning | Quantity | Instrument, ...]  # all of them, as they stand in the message


def explain_words(
    text: str, phrases: PhraseTable[_Meaning], instruments: InstrumentTable
) -> ExplainedWords[_Meaning] | None:
    """Return what the words of a message are; None: a word is left over that nothing explains.

    A phrase goes before a number ("the first one"), a number before a share. Signs are skipped.

    Args:
        text: Normalised, without a mention. Time is linear in its length.
        phrases: The phrases that may occur.
        instruments: The shares whose names may occur.
    """
    tokens = [each for each in tokenise(text) if each.is_word or each.is_han or each.text.isdigit()]
    found: dict[int, _Meaning] = {}
    left = {each.start for each in tokens}
    for meaning, first, behind in phrases.find_all([each.text for each in tokens]):
        found[tokens[first].start] = meaning
        left -= {each.start for each in tokens[first:behind]}
    quantities = tuple(
        each for each in find_quantities(text.lower()) if any(each.start <= at < each.end for at in left)
    )
    left = {at for at in left if not any(each.start <= at < each.end for each in quantities)}
    left -= {each.start for each in tokens if each.text == _POSSESSIVE}  # "IBM's chart"
    named = {
        each.start: each for each in Chunker(text, instruments).chunks() if each.instrument and not each.is_misspelt
    }
    if left - {token.start for each in named.values() for token in each.tokens}:
        return None
    shares = {at: each.instrument for at, each in named.items() if at in left and each.instrument}
    placed: dict[int, _Meaning | Quantity | Instrument] = {
        **found,
        **{each.start: each for each in quantities},
        **shares,
    }
    return ExplainedWords(
        meanings=tuple(found.values()),
        symbols=tuple(dict.fromkeys(each.symbol for each in shares.values())),
        quantities=quantities,
        in_order=tuple(placed[at] for at in sorted(placed)),
    )
