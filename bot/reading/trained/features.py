"""Turns messages into features: groups of neighbouring words and characters, and what was said before."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final
from zlib import crc32

from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import Token, tokenise
from bot.reading.parses import Slot, SlotName
from bot.reading.trained.examples import Before

_MAX_DIGITS: Final = 4
_MIN_LETTERS: Final = 4  # of a word whose beginning and end tell something
MAX_CHARACTERS: Final = 600  # of a longer message the beginning is read; nobody types a request behind that

_DIGIT: Final = re.compile(r"\d")
_MASKED: Final = frozenset({SlotName.SHARE})  # a kind does not depend on which share, or how it is spelt
_WORDS, _CHARACTERS, _MASKED_WORDS = (1, 2, 3), (2, 3, 4), (1, 2, 3, 4)  # sizes of groups


def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the tokens of a normalised message, in order."""
    return tokenise(text[:MAX_CHARACTERS])


def shape_of(token: Token) -> str:
    """Return the text of a token, of a number only how long it is: "000"."""
    return "0" * min(len(token.text), _MAX_DIGITS) if token.text[0].isdigit() else token.text


def code_of(feature: str) -> int:
    """Return the number that stands for a feature in a model, 0 <= n < 2^32."""
    return crc32(feature.encode())


def kind_features(text: str, tokens: Sequence[Token], slots: Iterable[Slot], before: Collection[Before]) -> set[str]:
    """Return what the kind of a message is told by."""
    words = ["^", *(shape_of(token) for token in tokens), "$"]
    characters = f"^{_DIGIT.sub('0', text[:MAX_CHARACTERS].lower())}$"
    masked = ["^", *_masked(tokens, [slot for slot in slots if slot.name in _MASKED]), "$"]
    first = shape_of(tokens[0]) if tokens else ""
    return {
        *_groups("w", words, _WORDS),
        *(f"c{characters[at : at + size]}" for size in _CHARACTERS for at in range(len(characters) - size + 1)),
        *_groups("m", masked, _MASKED_WORDS),
        *(f"before {each}" for each in before),
        *(f"before {each} {first}" for each in before),
        f"length {min(len(tokens) // 3, 6)}",
        *(() if set(before) - {Before.CHAN} else ("before nothing",)),
    }


def _groups(prefix: str, words: Sequence[str], sizes: Iterable[int]) -> Iterator[str]:
    for size in sizes:
        for at in range(len(words) - size + 1):
            yield f"{prefix}{' '.join(words[at : at + size])}"


def _masked(tokens: Iterable[Token], slots: Sequence[Slot]) -> Iterator[str]:
    """Yield the words, each slot as its name, once."""
    last: Slot | None = None
    for token in tokens:
        slot = next((each for each in slots if each.start <= token.start < each.end), None)
        if slot is None:
            yield shape_of(token)
        elif slot is not last:
            yield f"<{slot.name}>"
        last = slot


def slot_features(
    text: str, tokens: Sequence[Token], before: Collection[Before], instruments: InstrumentTable
) -> list[list[str]]:
    """Return what tells, of each token, which slot it fills."""
    shapes = ["<", "<", "<", *(shape_of(token) for token in tokens), ">", ">", ">"]
    context = [f"before {each}" for each in before]
    known = [False, *_in_known_names(tokens, instruments), False]
    return [
        [*_of_token(text, token, shapes[at : at + 7], context), f"known {known[at : at + 3]}", f"known {known[at + 1]}"]
        for at, token in enumerate(tokens)
    ]


def _in_known_names(tokens: Sequence[Token], instruments: InstrumentTable) -> list[bool]:
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


def value_features(text: str, slot: Slot, tokens: Sequence[Token]) -> set[str]:
    """Return what the value of a slot is told by: which figure, or which setting, its words name."""
    own = [shape_of(token) for token in tokens if slot.start <= token.start < slot.end]
    before = [shape_of(token) for token in tokens if token.end <= slot.start]
    behind = [shape_of(token) for token in tokens if token.start >= slot.end]
    characters = f"^{text[slot.start : slot.end].lower()}$"
    return {
        slot.name,
        *_groups("s", ["^", *own, "$"], _WORDS),
        *(f"c{characters[at : at + size]}" for size in _CHARACTERS for at in range(len(characters) - size + 1)),
        *(f"w{word}" for word in (*before, *behind)),
        *_groups("b", before[-2:], _WORDS),
        *_groups("a", behind[:2], _WORDS),
    }


def _of_token(text: str, token: Token, around: Sequence[str], context: Sequence[str]) -> list[str]:
    """Return the features of the token in the middle of seven."""
    found = ["any", *context, *(f"{at} {word}" for at, word in enumerate(around))]
    for first, size in ((2, 2), (3, 2), (1, 2), (4, 2), (2, 3), (1, 3), (3, 3)):
        found.append(f"{first}+{size} {' '.join(around[first : first + size])}")
    found.append(f"2,4 {around[2]} {around[4]}")
    if token.text[0].isdigit():
        found.append(f"digits {len(token.text)}")
    elif len(token.text) >= _MIN_LETTERS and token.text.isalpha():
        found += (f"ends {token.text[-size:]}" for size in (2, 3))
        found += (f"begins {token.text[:size]}" for size in (2, 3))
    if token.raw[0].isupper():
        found.append("capitals" if token.raw.isupper() and len(token.raw) > 1 else "capital")
    if token.start and not text[token.start - 1].isspace():
        found.append("glued")
    return found
