"""Splits a message into its clauses: people ask for one thing, and talk around it, or for several in a row."""

import re
from dataclasses import dataclass
from functools import cache
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
    goes_on: bool = False  # only a comma, or a word like "and", stands between it and the one before

    @property
    def joint(self) -> str:
        """The words that join it to the one before: "and", 顺便; empty: none."""
        return joint_of(self.text)

    @property
    def is_apart(self) -> bool:
        """Whether it begins something of its own: a sentence, or one with a word like "by the way"."""
        return not self.goes_on or self.joint.strip(_BLANK).lower() in read_lists("clauses", "apart")["words"]

    @property
    def body(self) -> str:
        """The clause without these words, and without the signs that part it from others."""
        return self.text[len(self.joint) :].strip(_BLANK)


def joined_clauses(text: str) -> tuple[Clause, ...]:
    """Return the clauses of a normalised message, cut before words like "and" too; none of one with too many."""
    gaps = {each.end() for each in _GAP_IN_CHINESE.finditer(text.lower())}
    ends = {each.end() for each in _CLAUSE_END.finditer(text)} - gaps
    return _between(text, sorted(ends | {each.start() for each in _joints().finditer(text)}))


def joint_of(text: str) -> str:
    """Return the words at the beginning of a clause that join it to another one; empty: none."""
    found = _joints().match(text)
    return "" if found is None else found[0]


def _between(text: str, ends: list[int]) -> tuple[Clause, ...]:
    spans = zip([0, *ends], [*ends, len(text)], strict=True)
    found = [
        Clause(text[start:end].strip(), start, end, goes_on=text[:start].rstrip()[-1:] not in {*".;!?…~", ""})
        for start, end in spans
        if any(map(str.isalnum, text[start:end]))
    ]
    return tuple(found) if len(found) <= _MOST else ()


@cache
def _joints() -> re.Pattern[str]:
    """Return the pattern of the words that join two clauses."""
    lists = read_lists("clauses", "joints")
    words, starts = either(lists["words"], stands_alone=True), either(lists["at_the_start"])
    return re.compile(rf"{words}|(?:(?<=[,.;!?…~ ])|^)(?:{starts})", re.IGNORECASE)
