"""Finds which entry of a list the words of one slot pick."""

import re
from typing import Final

from bot.domain.text.tokens import tokenise
from bot.reading.recognisers.numbers import read_list_number
from bot.reading.reference_words import PlaceWord, reference_words

_SEVERAL: Final = re.compile(r"(?:the )?(?:top|first|last)\b|[前后头]")  # "first two", 前两条


def read_place(words: str) -> int | None:
    """Return the number of the one entry that is picked, at least 1: "#2", "the second note", 第三条.

    None: several are picked, or one that is not counted from the beginning ("the last").
    """
    text = words.lower()
    if places := _places(text):
        (place, *others) = places
        return place.number if not others and place is not PlaceWord.LAST else None
    return None if _SEVERAL.match(text) else read_list_number(text)


def _places(text: str) -> frozenset[PlaceWord]:
    tokens = [token.text for token in tokenise(text)]
    return frozenset(each for each, *_ in reference_words().find_all(tokens) if isinstance(each, PlaceWord))
