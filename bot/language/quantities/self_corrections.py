"""Drop the number that a message takes back itself: "buy 20, no, 30 IBM" orders 30, 买50股，不对，是30股 too."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Final

from bot.domain.text.tokens import HAN
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities

_MARKED: Final = frozenset({Unit.MONEY, Unit.SHARES, Unit.PERCENT, Unit.TENTHS})
_NAME: Final = rf"(?:(?:of )?(?!us\b|them\b|you\b)[a-z.]{{1,12}}|[{HAN}]{{1,8}})"
_NUMBER: Final = re.compile(r"[a-z0-9.,-]+|[零〇一二两三四五六七八九十百千]+", re.IGNORECASE)
_ENDS_SIZE: Final = re.compile(rf"\s*{_NAME}?(?: shares| please| instead)?\s*(?:$|[,.;:!?…，。；：！？、~-])")


@cache
def self_correction_pattern() -> re.Pattern[str]:
    """Return the pattern of what stands between the two numbers (`data/*/self_corrections.toml`)."""
    tables = {"self_corrections": ("taken_back", "before_new")}
    lists = read_phrases("self_corrections", tables, folders=LANGUAGE_FOLDERS)["self_corrections"]
    one = {name: _either(words) for name, words in lists.items()}
    gap = r"[\s,.;:!…，。；：！、~-]"
    return re.compile(
        rf"(?P<name>[^,.;:!?，。；：！？]{{0,24}}?)(?P<back>{gap}+(?:{one['taken_back']}{gap}*)+(?:{one['before_new']}{gap}*)*)[$]?"
    )


def _either(words: Iterable[str]) -> str:
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(
        rf"(?<![a-z])(?:{re.escape(word)})(?![a-z])" if word[-1].isascii() else re.escape(word) for word in ordered
    ).join(("(?:", ")"))


def without_taken_back(text: str) -> str:
    """Return a normalised text, with each number that the next one takes back blanked out, and the words for that.

    A number without a unit takes the place, and so the unit, of the one before: "sell 1 GOOG, sorry 2" sells 2.
    """
    for old, new in reversed(list(pairwise(find_quantities(text.lower())))):
        if not _is_size(old, text) or not _is_size(new, text):
            continue  # "sell 5 IBM, wait, 2 days late"
        match = self_correction_pattern().fullmatch(text.lower(), old.end, new.start)
        if match is None:
            continue
        start, end = match.span("back")
        if _takes_place(old, new):
            number = text[new.start : new.end]
            place = _NUMBER.sub(number, text[old.start : old.end], count=1)
            text = text[: old.start] + place + text[old.end : start] + text[new.end :]
        else:
            text = _blanked(_blanked(text, _start(old, text), old.end), start, end)
    return text


def _takes_place(old: Quantity, new: Quantity) -> bool:
    """Return whether a corrected number has the unit of the one before: of shares, or of none."""
    is_count = old.unit in {Unit.SHARES, Unit.NONE} and not old.is_scaled
    return is_count and new.unit is Unit.NONE and not new.is_scaled and new.value is not None


def _is_size(quantity: Quantity, text: str) -> bool:
    """Return whether a number can be the size of an order: it counts nothing else, and no clause goes on behind it."""
    is_marked = quantity.unit in _MARKED or text[: quantity.start].endswith("$")
    return is_marked or (quantity.unit is Unit.NONE and _ENDS_SIZE.match(text.lower(), quantity.end) is not None)


def _start(quantity: Quantity, text: str) -> int:
    return quantity.start - text[: quantity.start].endswith("$")


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]
