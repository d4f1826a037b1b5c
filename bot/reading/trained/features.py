"""Turns messages into features: groups of neighbouring words and characters, and what was said before."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final
from zlib import crc32

from bot.domain.conversation.surroundings import Before
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import Token, tokenise
from bot.reading.names.misspelt import find_misspelt_name
from bot.reading.parses import Kind

_MAX_DIGITS: Final = 4
_MIN_LETTERS: Final = 4  # of a word whose beginning and end tell something
MAX_CHARACTERS: Final = 600  # of a longer message the features are those of its beginning; the reader reads none of it

_DIGIT: Final = re.compile(r"\d")
_WORDS, _CHARACTERS, _MASKED_WORDS = (1, 2, 3), (2, 3, 4), (1, 2, 3, 4)  # sizes of groups
_RARE: Final = "<rare>"
_RARE_WINDOWS: Final = ((1, 2), (2, 2), (1, 3))  # of five tokens: the first, how many
_WINDOWS: Final = ((2, 2), (3, 2), (1, 2), (4, 2), (2, 3), (1, 3), (3, 3))  # of seven tokens: the first, how many


def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the tokens of a normalised message, in order."""
    return tokenise(text[:MAX_CHARACTERS])


def shape_of(token: Token) -> str:
    """Return the text of a token, of a number only how long it is: "000"."""
    return "0" * min(len(token.text), _MAX_DIGITS) if token.text[0].isdigit() else token.text


def code_of(feature: str) -> int:
    """Return the number that stands for a feature in a model, 0 <= n < 2^32."""
    return crc32(feature.encode())


def kind_features(
    text: str, tokens: Sequence[Token], before: Collection[Before], instruments: InstrumentTable
) -> set[str]:
    """Return what the kind of a message is told by."""
    words = ["^", *(shape_of(token) for token in tokens), "$"]
    characters = f"^{_DIGIT.sub('0', text[:MAX_CHARACTERS].lower())}$"
    masked = ["^", *without_names(tokens, instruments), "$"]
    first = shape_of(tokens[0]) if tokens else ""
    return {
        *groups_of_words("w", words, _WORDS),
        *(f"c{characters[at : at + size]}" for size in _CHARACTERS for at in range(len(characters) - size + 1)),
        *groups_of_words("m", masked, _MASKED_WORDS),
        *(f"before {each}" for each in before),
        *(f"before {each} {first}" for each in before),
        f"length {min(len(tokens) // 3, 6)}",
        *(() if set(before) - {Before.CHAN} else ("before nothing",)),
    }


def groups_of_words(prefix: str, words: Sequence[str], sizes: Iterable[int]) -> Iterator[str]:
    """Yield the groups of neighbouring words of some sizes, each behind a prefix."""
    for size in sizes:
        for at in range(len(words) - size + 1):
            yield f"{prefix}{' '.join(words[at : at + size])}"


def without_names(tokens: Sequence[Token], instruments: InstrumentTable) -> Iterator[str]:
    """Yield the words, for each name of an instrument only that there is one: which one tells no kind."""
    is_inside = False
    for token, is_known in zip(tokens, known_names(tokens, instruments), strict=True):
        if not is_known:
            yield shape_of(token)
        elif not is_inside:
            yield "<name>"
        is_inside = is_known


def known_names(tokens: Sequence[Token], instruments: InstrumentTable) -> list[bool]:
    """Return of each token whether it is part of the name of an instrument."""
    words = [token.text for token in tokens]
    known = [False] * len(words)
    at = 0
    while at < len(words):
        found = instruments.match(words, at)
        size = found[1] if found else 1
        known[at : at + size] = [found is not None] * size
        at += size
    return known


def _names(tokens: Sequence[Token], instruments: InstrumentTable) -> list[str]:
    """Return of each token whether it is part of the name of an instrument, of a misspelt one, or of none."""
    names = ["name" if is_known else "" for is_known in known_names(tokens, instruments)]
    for at, name in enumerate(names):
        found = None if name else find_misspelt_name(tokens, at, instruments, is_of_any=True)
        if found is not None and not any(names[at : at + found[1]]):
            names[at : at + found[1]] = ["misspelt"] * found[1]
    return names


def slot_features(
    tokens: Sequence[Token],
    kind: Kind,
    before: Collection[Before],
    instruments: InstrumentTable,
    words: Collection[str],
) -> list[list[str]]:
    """Return what tells, of each token of a message of a kind, which slot it fills.

    Args:
        tokens: Of the message.
        kind: Of the message.
        before: What came just before it.
        instruments: All that can be named.
        words: That are well known; all others are taken for one.
    """
    shapes = ["<", "<", "<", *(shape_of(token) for token in tokens), ">", ">", ">"]
    context = [f"kind {kind}", *(f"before {each}" for each in before)]
    alike = ["<", "<", *(_RARE if is_rare(token, words) else shape_of(token) for token in tokens), ">", ">"]
    known = ["", *_names(tokens, instruments), ""]
    is_glued = [False, *(previous.end == token.start for previous, token in pairwise(tokens))]
    return [
        [
            *_of_token(token, shapes[at : at + 7]),
            *_of_rare(alike[at : at + 5]),
            *context,
            f"kind {kind} {shapes[at + 3]}",
            f"known {known[at : at + 3]}",
            f"known {known[at + 1]}",
            *(("glued",) if is_glued[at] else ()),
        ]
        for at, token in enumerate(tokens)
    ]


def _of_token(token: Token, around: Sequence[str]) -> Iterator[str]:
    """Yield the features of the token in the middle of seven."""
    yield "any"
    yield from (f"{at} {word}" for at, word in enumerate(around))
    yield from (f"{first}+{size} {' '.join(around[first : first + size])}" for first, size in _WINDOWS)
    yield f"2,4 {around[2]} {around[4]}"
    if token.text[0].isdigit():
        yield f"digits {len(token.text)}"
    elif len(token.text) >= _MIN_LETTERS and token.text.isalpha():
        yield from (f"ends {token.text[-size:]}" for size in (2, 3))
        yield from (f"begins {token.text[:size]}" for size in (2, 3))
    if token.raw[0].isupper():
        yield "capitals" if token.raw.isupper() and len(token.raw) > 1 else "capital"


def is_rare(token: Token, words: Collection[str]) -> bool:
    """Return whether a token is a word that is none of `words`."""
    return token.text.isalpha() and token.text not in words


def _of_rare(around: Sequence[str]) -> Iterator[str]:
    """Yield the features of the token in the middle of five, in which all rare words are the same."""
    yield from (f"{at} {_RARE}" for at, word in enumerate(around) if word == _RARE)
    yield from (f"r{first}+{size} {' '.join(around[first : first + size])}" for first, size in _RARE_WINDOWS)


def value_features(text: str, start: int, end: int, tokens: Sequence[Token], kind: Kind) -> set[str]:
    """Return what the value of words is told by: which figure, or which setting, they name.

    Args:
        text: The message.
        start: Where the words begin in it.
        end: Where they end.
        tokens: Of the message.
        kind: Of the message.
    """
    own = [shape_of(token) for token in tokens if start <= token.start < end]
    before = [shape_of(token) for token in tokens if token.end <= start]
    behind = [shape_of(token) for token in tokens if token.start >= end]
    characters = f"^{text[start:end].lower()}$"
    return {
        f"kind {kind}",
        *groups_of_words("s", ["^", *own, "$"], _WORDS),
        *(f"c{characters[at : at + size]}" for size in _CHARACTERS for at in range(len(characters) - size + 1)),
        *(f"w{word}" for word in (*before, *behind)),
        *groups_of_words("b", before[-2:], _WORDS),
        *groups_of_words("a", behind[:2], _WORDS),
    }
