"""Splits a message into its clauses: people ask for one thing, and talk around it, or for several in a row."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from bot.reading.word_tables import either, read_lists

# Shorter than those of the guard, in which a denial has to reach the trade that it denies.
_CLAUSE_END: Final = re.compile(r"[,.;!?…~]+(?!\d)| - |(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fffa-z\d])|(?<=[^\w\s]) ")
_GAP_IN_CHINESE: Final = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[a-z\d])")  # often only beside a Latin word
_BLANK: Final = " ,;…~"

_MOST: Final = 6


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause, from `start` to `end` of its message."""

    text: str
    start: int
    end: int

    @property
    def body(self) -> str:
        """The clause without the words that join it to the one before, and the signs that part it from others."""
        return self.text[len(joint_of(self.text)) :].strip(_BLANK)


def joined_clauses(text: str) -> tuple[Clause, ...]:
    """Return the clauses of a normalised message, cut before words like "and" too; none of one with too many."""
    gaps = {each.end() for each in _GAP_IN_CHINESE.finditer(text.lower())}
    ends = {each.end() for each in _CLAUSE_END.finditer(text)} - gaps
    ends |= {each.start() for each in _joints().finditer(text)}
    spans = pairwise((0, *sorted(ends), len(text)))
    found = [
        Clause(text[start:end].strip(), start, end) for start, end in spans if any(map(str.isalnum, text[start:end]))
    ]
    return tuple(found) if len(found) <= _MOST else ()


def joint_of(text: str) -> str:
    """Return the words at the beginning of a clause that join it to another one; empty: none."""
    found = _joints().match(text)
    return "" if found is None else found[0]


@cache
def _joints() -> re.Pattern[str]:
    lists = read_lists("clauses", "joints")
    words, starts = either(lists["words"], stands_alone=True), either(lists["at_the_start"])
    return re.compile(rf"{words}|(?:(?<=[,.;!?…~ ])|^)(?:{starts})", re.IGNORECASE)
