"""Explains a message word by word: each word belongs to a phrase of a lexicon, a number or a share, or nothing does."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Generic, TypeVar

from bot.domain.figures.query import When
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import PhraseTable, Token, tokenise
from bot.language.lexicon.chunker import Chunker
from bot.language.quantities.quantity import Quantity, find_quantities
from bot.reading.times import read_time

_Meaning = TypeVar("_Meaning")
_POSSESSIVE: Final = "'s"


@dataclass(frozen=True, slots=True)
class ExplainedWords(Generic[_Meaning]):
    """What the words of a message are, in their order by kind."""

    meanings: tuple[_Meaning, ...]
    symbols: tuple[str, ...]
    quantities: tuple[Quantity, ...]
    times: tuple[When, ...] = ()


def explain_words(
    text: str, phrases: PhraseTable[_Meaning], instruments: InstrumentTable, *, today: date | None = None
) -> ExplainedWords[_Meaning] | None:
    """Return what the words of a message are; None: a word is left over that nothing explains.

    A phrase goes before a time and a number ("the first one"), a number before a share. Signs are skipped.

    Args:
        text: Normalised, without a mention. Time is linear in its length.
        phrases: The phrases that may occur.
        instruments: The shares whose names may occur.
        today: The market's date; None: no times may occur.
    """
    tokens = [each for each in tokenise(text) if each.is_word or each.is_han or each.text.isdigit()]
    meanings, times, left = _match_phrases(tokens, phrases, today)
    quantities = tuple(
        each for each in find_quantities(text.lower()) if any(each.start <= at < each.end for at in left)
    )
    left = {at for at in left if not any(each.start <= at < each.end for each in quantities)}
    left -= {each.start for each in tokens if each.text == _POSSESSIVE}  # "IBM's chart"
    named = [
        each for each in Chunker(text, instruments).chunks() if each.instrument is not None and not each.is_misspelt
    ]
    symbols = tuple(dict.fromkeys(each.instrument.symbol for each in named if each.start in left and each.instrument))
    if left - {token.start for each in named for token in each.tokens}:
        return None
    return ExplainedWords(meanings, symbols, quantities, times)


def _match_phrases(
    tokens: Sequence[Token], phrases: PhraseTable[_Meaning], today: date | None
) -> tuple[tuple[_Meaning, ...], tuple[When, ...], set[int]]:
    """Return the meanings of the phrases, the times, and the offsets of the words that belong to neither."""
    words, at = tuple(each.text for each in tokens), 0
    meanings: list[_Meaning] = []
    times: list[When] = []
    left: set[int] = set()
    while at < len(words):
        found = phrases.longest_match(words, at)
        time = read_time(words, at, today=today) if today is not None else None
        if time is not None and (found is None or time.size > found[1]):
            times.append(time.when)
            at += time.size
        elif found is not None:
            meanings.append(found[0])
            at += found[1]
        else:
            left.add(tokens[at].start)
            at += 1
    return tuple(meanings), tuple(times), left
