"""Recognise a known name that is misspelt, if only one known name is near: "googel", "micorsoft", 谷哥.

Whoever trades on such a name asks back first (`NamedShares.misspelt`).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from bot.domain.market.instruments import Instrument, InstrumentTable
from bot.domain.text.tokens import Phrase, PhraseTable, Token, key
from bot.reading.names.words import ticker_words
from bot.reading.word_tables import read_lists

_MIN_LETTERS: Final = 4  # shorter words are near too many names
_MAX_LETTERS: Final = 20
_LONG: Final = 8  # letters of a name in which two mistakes are still one name
_SUBSTITUTABLE: Final = 6  # letters of a name in which another letter may stand: "apply" is no Apple


@cache
def _characters_alike() -> Mapping[str, str]:
    return {char: group[0] for group in read_lists("names", "misspelt")["alike"] for char in group}


def _alike(char: str) -> str:
    """Return the character that stands for all that sound like one (`data/names.toml`)."""
    return _characters_alike().get(char, char)


@cache
def ordinary_words() -> frozenset[str]:
    """Return the words that are no misspelt name though they are near one ("being", "adobe" and "abode")."""
    return frozenset(read_lists("names", "misspelt")["ordinary"]) | ticker_words("never") | ticker_words("plain_words")


@lru_cache(maxsize=8)
def _known_names(
    table: InstrumentTable, *, is_of_any: bool
) -> tuple[Mapping[str, Mapping[str, Instrument]], PhraseTable[Instrument]]:
    """Return the names that are one Latin word by their first letters, and the Chinese ones as `_alike` writes them."""
    latin: dict[str, dict[str, Instrument]] = defaultdict(dict)
    chinese: dict[Phrase, Instrument] = {}
    for row in sorted(table, key=lambda each: not table.covers(each.symbol)):
        for name in row.names:
            words, meant = key(name), table.find_instrument(name)
            if meant is None or not (is_of_any or table.covers(meant.symbol)):
                continue
            if len(words) == 1 and words[0].isascii() and len(words[0]) >= _MIN_LETTERS:
                latin[words[0][0]].setdefault(words[0], meant)
            elif all(len(word) == 1 and not word.isascii() for word in words) and len(words) > 1:
                chinese.setdefault(tuple(map(_alike, words)), meant)
    return latin, PhraseTable(chinese)


def find_misspelt_name(
    tokens: Sequence[Token], at: int, table: InstrumentTable, *, is_of_any: bool = False
) -> tuple[Instrument, int] | None:
    """Return the one instrument whose name the words at `at` misspell, and how many tokens these are; None: no one.

    Args:
        tokens: The whole message; those at `at` begin no phrase and no name.
        at: Where to look.
        table: All instruments we know.
        is_of_any: Whether names are guessed of those too that the present market does not cover.
    """
    token, (latin, chinese) = tokens[at], _known_names(table, is_of_any=is_of_any)
    if token.is_han:
        return chinese.longest_match([_alike(each.text) for each in tokens[at : at + 8]], 0)
    if not (token.is_word and token.text.isascii()) or token.text in ordinary_words():
        return None
    if not _MIN_LETTERS <= len(token.text) <= _MAX_LETTERS:
        return None
    names = latin.get(token.text[0], {})
    near = {name.symbol: name for word, name in names.items() if _is_near(token.text, word)}
    return (next(iter(near.values())), 1) if len(near) == 1 else None


def _is_near(typed: str, name: str) -> bool:
    """Return whether `typed` is `name` with a mistake or, if the name is long, two; their first letters are the same.

    In a short name no other letter may stand ("apply" is no Apple), and a ticker may have two letters swapped, or one
    too many or too few.
    """
    mistakes = 2 if len(name) >= _LONG else 1
    if OSA.distance(typed, name, score_cutoff=mistakes) > mistakes:
        return False
    is_substitution = len(typed) == len(name) and sorted(typed) != sorted(name)
    return not is_substitution or len(name) >= _SUBSTITUTABLE


_MAX_LENGTH: Final = 40  # characters; longer words are no names, and comparing is quadratic
_MIN_LIKENESS: Final = 60.0  # percent: twice the letters in common, in order, over the letters of both


def similar_names(word: str, names: Iterable[str], *, limit: int) -> tuple[str, ...]:
    """Return up to `limit` of `names` that look most like `word`, the most similar first; equals in the order given."""
    found = process.extract(word[:_MAX_LENGTH], list(names), scorer=fuzz.ratio, limit=limit, score_cutoff=_MIN_LIKENESS)
    return tuple(name for name, _, _ in found)


def similar_instruments(table: InstrumentTable, word: str, *, limit: int = 3) -> tuple[Instrument, ...]:
    """Return up to `limit` instruments whose names look most like `word`, covered ones before others."""
    names = {name.lower(): name for row in table for name in row.names}
    similar = similar_names(word.lower(), names, limit=limit * 3)
    found = dict.fromkeys(instrument for name in similar if (instrument := table.find_instrument(names[name])))
    return tuple(sorted(found, key=lambda instrument: not table.covers(instrument.symbol))[:limit])
