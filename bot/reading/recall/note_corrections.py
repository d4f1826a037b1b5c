"""Reads corrections of a note that was shown or kept last: "no, we switched to Stifel", "it's 15% now, not 10"."""

import re
from dataclasses import dataclass
from typing import Final

from bot.domain.text.tokens import tokenise
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities
from bot.reading.word_tables import ends_with, find_phrases, phrase_list

_SIGNS: Final = " \t,，.。;；!！:："
_CLAUSE: Final = re.compile(r"[,，;；]")
_DIGITS: Final = re.compile(r"\d[\d,.]*")
_ASIDE: Final = re.compile(r" ?[(（][^()（）]*[)）]$")
_COPULAS: Final = (" is ", " are ", "是")
_VALUE: Final = (4, 8)  # words, or Chinese characters, at most: "the S&P 500"
_BESIDE: Final = (2, 3)  # the same beside a number: "make it 8%", 其实是8%


@dataclass(frozen=True, slots=True)
class NoteCorrection:
    """What a message says that corrects a note."""

    said: str  # without words that only say that something is wrong
    is_opened: bool  # there are such words: "no, …"
    pointed: int = 0  # where the words end that point to the note: "it's"; 0: there are none
    moved: int = 0  # where the words end that name a new value: "switched to"; 0: there are none
    is_bound: bool = False  # it says how far the note holds: "that was only until January 25"

    @classmethod
    def of(cls, text: str) -> "NoteCorrection":
        """Return what a message may say of a note."""
        typed = said = text.strip(_SIGNS)
        while end := _end_at_start(said, "opens"):
            said = said[end:].lstrip(_SIGNS)
        pointed, moved = _end_at_start(said, "points"), next((end for _, end in _phrases(said, "moves")), 0)
        is_bound = not moved and _end_at_start(said[pointed:].strip(), "bounds") > 0
        return cls(said, is_opened=said != typed, pointed=pointed, moved=moved, is_bound=is_bound)

    @property
    def may_correct(self) -> bool:
        """Return whether it says something of the note."""
        has_end = ends_with(_CLAUSE.split(self.said)[0], "notes", "corrections", "ends")
        says_of_it = self.is_opened or self.is_bound or has_end or bool(self._numbers)
        return self.moved > 0 or (self.pointed > 0 and says_of_it) or (self.is_opened and bool(self._numbers))

    def points_to(self, note: str) -> bool:
        """Return whether it says only what takes the place of a part of a note."""
        return self.pointed > 0 or self._with_number(note) is not None

    def applied_to(self, note: str) -> tuple[str, bool]:
        """Return the note as it is corrected, and whether nothing else can be meant; else it may be another note."""
        if (numbered := self._with_number(note)) is not None:
            return numbered, True
        head, copula, old = next((note.partition(each) for each in _COPULAS if note.find(each) > 0), ("", "", ""))
        loses_number = any(find_quantities(old.lower())) and not self._numbers
        if copula and self._value and _is_within(old, _VALUE) and not loses_number:
            return f"{head}{copula}{self._value}", self.is_opened
        tail = self.said[self.pointed :].strip(_SIGNS) if self.is_bound else self.said
        plain = _ASIDE.sub("", note)  # without an earlier correction
        return f"{plain} ({tail})" if note.isascii() else f"{plain}（{tail}）", self.is_bound and self.pointed > 0

    @property
    def _numbers(self) -> tuple[Quantity, ...]:
        """Return the numbers that are meant: "15%, not 10" has one."""
        found = find_quantities(self.said.lower())
        return tuple(each for each in found if not ends_with(self.said[: each.start], "notes", "corrections", "gone"))

    @property
    def _value(self) -> str:
        """Return what is named in the place of what the note says: "Stifel"; empty: nothing is."""
        named = "" if self.is_bound else self.said[self.moved or self.pointed or len(self.said) :]
        value = _CLAUSE.split(named)[0].strip(_SIGNS)
        end = next((at for at, end in _phrases(value, "ends") if end == len(value)), len(value))
        return value[:end].strip(_SIGNS) if _is_within(value, _VALUE) else ""

    def _with_number(self, note: str) -> str | None:
        """Return a note with the one number that is meant in the place of its own; None: they are not the same."""
        old, new = find_quantities(note.lower()), self._numbers
        denied = [each.value for each in find_quantities(self.said.lower()) if each not in new]
        old = old if len(old) == 1 else tuple(each for each in old if each.value in denied)
        if len(old) != 1 or len(new) != 1:
            return None
        number, before = self.said[new[0].start : new[0].end], note[old[0].start : old[0].end]
        behind = _CLAUSE.split(self.said[new[0].end :])[0]
        if not _is_within(self.said[self.moved or self.pointed : new[0].start] + behind, _BESIDE):
            return None
        is_bare = new[0].unit is Unit.NONE and _DIGITS.search(before)  # "it's 7 now, not 5", of 5%
        number = _DIGITS.sub(number, before, count=1) if is_bare else number
        return note[: old[0].start] + number + note[old[0].end :]


def _phrases(text: str, name: str) -> list[tuple[int, int]]:
    """Return where the phrases of a list stand in a text."""
    return [(start, end) for _, start, end in find_phrases(text.lower(), phrase_list("notes", "corrections", name))]


def _end_at_start(text: str, name: str) -> int:
    """Return where the phrase of a list ends that a text begins with; 0: with none."""
    return next((end for start, end in _phrases(text, name) if start == 0), 0)


def _is_within(text: str, most: tuple[int, int]) -> bool:
    tokens = tokenise(text)
    is_long = sum(each.is_word for each in tokens) > most[0] or sum(each.is_han for each in tokens) > most[1]
    return not is_long and _CLAUSE.search(text) is None
