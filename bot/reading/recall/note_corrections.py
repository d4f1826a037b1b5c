"""Reads corrections of a note that was shown or kept last: "no, we switched to Stifel", "it's 15% now, not 10"."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.domain.text.tokens import tokenise
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities
from bot.reading.word_tables import ends_with, find_phrases, phrase_list

_SIGNS: Final = " \t,，.。;；!！:："
_DIGITS: Final = re.compile(r"\d[\d,.]*")
_CLAUSE: Final = re.compile(r"[,，;；]")
_ASIDE: Final = re.compile(r" ?[(（][^()（）]*[)）]$")
_COPULAS: Final = (" is ", " are ", "是")
_MOST_WORDS: Final = 4  # of a value: "the S&P 500"
_MOST_CHARACTERS: Final = 8  # 标普500指数
_WORDS_BESIDE: Final = 2  # beside a number: "make it 8%"
_CHARACTERS_BESIDE: Final = 3  # 其实是8%


@dataclass(frozen=True)
class NoteCorrection:
    """What a message says that corrects a note."""

    said: str  # without words that only say that something is wrong
    is_opened: bool  # there are such words: "no, …"

    @classmethod
    def of(cls, text: str) -> "NoteCorrection":
        """Return what a message may say of a note."""
        said = text.strip(_SIGNS)
        while end := _end_at_start(said, "opens"):
            said = said[end:].lstrip(_SIGNS)
        return cls(said, is_opened=said != text.strip(_SIGNS))

    @property
    def may_correct(self) -> bool:
        """Return whether it says something of the note."""
        is_pointed = self._pointed > 0 and (self.is_opened or bool(self._numbers or self._is_bound) or self._has_end)
        return is_pointed or self._moved > 0 or (self.is_opened and bool(self._numbers))

    def points_to(self, note: str) -> bool:
        """Return whether it says only what takes the place of a part of a note."""
        return self._pointed > 0 or self._with_number(note) is not None

    def applied_to(self, note: str) -> tuple[str, bool]:
        """Return the note as it is corrected, and whether nothing else can be meant; else it may be another note."""
        if (numbered := self._with_number(note)) is not None:
            return numbered, True
        head, copula, old = next((note.partition(each) for each in _COPULAS if note.find(each) > 0), ("", "", ""))
        loses_number = any(find_quantities(old.lower())) and not self._numbers
        if self._value and _is_short(old) and not loses_number:
            return f"{head}{copula}{self._value}", self.is_opened
        tail = self.said[self._pointed :].strip(_SIGNS) if self._is_bound else self.said
        plain = _ASIDE.sub("", note)  # an earlier correction
        corrected = f"{plain} ({tail})" if note.isascii() else f"{plain}（{tail}）"
        return corrected, self._is_bound and self._pointed > 0

    @property
    def _pointed(self) -> int:
        return _end_at_start(self.said, "points")

    @cached_property
    def _moved(self) -> int:
        return next(
            (end for _, _, end in find_phrases(self.said.lower(), phrase_list("notes", "corrections", "moves"))), 0
        )

    @property
    def _is_bound(self) -> bool:
        """Return whether it says how far the note holds: "that was only until January 25"."""
        return not self._moved and _end_at_start(self.said[self._pointed :].strip(), "bounds") > 0

    @property
    def _has_end(self) -> bool:
        return ends_with(_CLAUSE.split(self.said)[0], "notes", "corrections", "ends")

    @property
    def _numbers(self) -> tuple[Quantity, ...]:
        """Return the numbers that are meant: "15%, not 10" has one."""
        found = find_quantities(self.said.lower())
        return tuple(each for each in found if not ends_with(self.said[: each.start], "notes", "corrections", "gone"))

    @property
    def _value(self) -> str:
        """Return what is named in the place of what the note says: "Stifel"; empty: nothing is."""
        start = self._moved or self._pointed
        if not start or self._is_bound:
            return ""
        value = _CLAUSE.split(self.said[start:])[0].strip(_SIGNS)
        ends = [
            at
            for _, at, end in find_phrases(value.lower(), phrase_list("notes", "corrections", "ends"))
            if end == len(value)
        ]
        value = value[: ends[0]].strip(_SIGNS) if ends else value
        return value if _is_short(value) else ""

    def _with_number(self, note: str) -> str | None:
        """Return a note with the one number that is meant in the place of its own; None: they are not the same."""
        old, new = find_quantities(note.lower()), self._numbers
        if len(new) != 1:
            return None
        denied = [each.value for each in find_quantities(self.said.lower()) if each not in new]
        old = old if len(old) == 1 else tuple(each for each in old if each.value in denied)
        behind = _CLAUSE.split(self.said[new[0].end :])[0]
        beside = tokenise(self.said[self._moved or self._pointed : new[0].start] + behind)
        words, characters = sum(each.is_word for each in beside), sum(each.is_han for each in beside)
        if len(old) != 1 or words > _WORDS_BESIDE or characters > _CHARACTERS_BESIDE:
            return None
        before, number = note[old[0].start : old[0].end], self.said[new[0].start : new[0].end]
        is_bare = new[0].unit is Unit.NONE  # "it's 7 now, not 5", of 5%
        number = _DIGITS.sub(number, before, count=1) if is_bare and _DIGITS.search(before) else number
        return note[: old[0].start] + number + note[old[0].end :]


def _end_at_start(text: str, name: str) -> int:
    """Return where the phrase of a list ends that a text begins with; 0: with none."""
    phrases = find_phrases(text.lower(), phrase_list("notes", "corrections", name))
    return next((end for _, start, end in phrases if start == 0), 0)


def _is_short(value: str) -> bool:
    tokens = tokenise(value)
    is_long = (
        sum(each.is_word for each in tokens) > _MOST_WORDS or sum(each.is_han for each in tokens) > _MOST_CHARACTERS
    )
    return bool(value) and not is_long and _CLAUSE.search(value) is None
