"""Explains a message word by word: each word belongs to a phrase of a lexicon, a number or a share, or nothing does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import PhraseTable, Token, tokenise
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
    meanings, left = _match_phrases(tokens, phrases)
    quantities = tuple(
        each for each in find_quantities(text.lower()) if any(each.start <= at < each.end for at in left)
    )
    left = {at for at in left if not any(each.start <= at < each.end for each in quantities)}
    left -= {each.start for each in tokens if each.text == _POSSESSIVE}  # "IBM's chart"
    named = [
        each for each in Chunker(text, instruments).chunks() if each.instrument is not None and not each.is_misspelt
    ]
    if left - {token.start for each in named for token in each.tokens}:
        return None
    symbols = (each.instrument.symbol for each in named if each.start in left and each.instrument)
    return ExplainedWords(meanings=meanings, symbols=tuple(dict.fromkeys(symbols)), quantities=quantities)


def _match_phrases(tokens: Sequence[Token], phrases: PhraseTable[_Meaning]) -> tuple[tuple[_Meaning, ...], set[int]]:
    """Return the meanings of the phrases in order, and the offsets of the words that belong to none."""
    words, at = tuple(each.text for each in tokens), 0
    meanings: list[_Meaning] = []
    left: set[int] = set()
    while at < len(words):
        found = phrases.longest_match(words, at)
        if found is None:
            left.add(tokens[at].start)
        else:
            meanings.append(found[0])
        at += 1 if found is None else found[1]
    return tuple(meanings), left
