"""Reads corrections of a note that was shown or kept last: "no, we switched to Stifel", "it's 15% now, not 10"."""

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.domain.memory.statements import StatementWords
from bot.domain.text.tokens import tokenise
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities
from bot.reading.word_tables import ends_with, find_phrases, phrase_list

_SIGNS: Final = " \t,，.。;；!！:："
_CLAUSE: Final = re.compile(r"[,，;；]")
_COPULA: Final = re.compile(r"\b(?:is|are)\b", re.IGNORECASE)
_PLACE: Final = re.compile(r"(?:at|on|in|by) ")
_FROM_TIME: Final = re.compile(r"(?:from|从)\D*$", re.IGNORECASE)  # "from April", not "from 8"
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
    is_whole: bool = False  # it is all that the note is to say, or what it is to say of its subject

    @classmethod
    def of(cls, text: str) -> "NoteCorrection":
        """Return what a message may say of a note."""
        typed = text.strip(_SIGNS)
        said = _unopened(typed)
        pointed = _end_at_start(said, "points")
        moved = next((end for _, end in _phrases(said, "moves")), 0)
        is_bound = not moved and _end_at_start(said[pointed:].strip(), "bounds") > 0
        return NoteCorrection(said, is_opened=(said != typed), pointed=pointed, moved=moved, is_bound=is_bound)

    @classmethod
    def of_new_text(cls, text: str) -> "NoteCorrection":
        """Return the new text of a note that is named beside it: "no travel stocks", "25", "it's Citi"."""
        said = cls.of(text)
        if said.pointed or said.moved:
            return replace(said, is_opened=True)
        return replace(said, said=text.strip(_SIGNS), is_opened=True, is_whole=True)  # "no" of "no stocks" opens none

    def as_note_of(self, naming: str) -> str:
        """Return the new text of a note as a note of its own: of "the auditor note" "the auditor is KPMG"."""
        name, copula = _without_asking(naming).strip(_SIGNS), " is " if self.said.isascii() else "是"
        return f"{name}{copula}{self.value}" if self.pointed and self.value and words_naming(naming) else self.said

    def denies_of(self, note: str) -> bool:
        """Return whether it denies something of what a note says of the same: "the second Monday, not the first"."""
        denied, noted = (self.said[end:] for _, end in _phrases(self.said, "gone")), StatementWords.of(note).words
        is_of_same = len(StatementWords.of(self.said).words & noted) > 1
        return is_of_same and any(StatementWords.of(_CLAUSE.split(each)[0]).words & noted for each in denied)

    def leaves_of(self, note: str) -> bool:
        """Return whether it denies a part of a note, and says nothing of a number or day that the note holds too."""
        return self.denies_of(note) and not set(_DIGITS.findall(note)) <= set(_DIGITS.findall(self.said))

    @property
    def may_correct(self) -> bool:
        """Return whether it says something of the note."""
        has_end = ends_with(_CLAUSE.split(self.said)[0], "notes", "corrections", "ends")
        says_of_it = self.is_opened or self.is_bound or has_end or bool(self._numbers)
        return self.moved > 0 or (self.pointed > 0 and says_of_it) or (self.is_opened and bool(self._numbers))

    def points_to(self, note: str) -> bool:
        """Return whether it says only what takes the place of a part of a note."""
        return self.pointed > 0 or self._with_number(note) is not None

    def fits(self, note: str) -> bool:
        """Return whether a new text may be of a note that is not named: its one number fits, or it has its words."""
        both = StatementWords.of(self.said).words & StatementWords.of(note).words
        return bool(both) or self._with_number(note) is not None

    def applied_to(self, note: str) -> tuple[str, bool]:
        """Return the note as it is corrected, and whether nothing else can be meant; else it may be another note."""
        if (numbered := self._with_number(note)) is not None:
            return numbered, True
        head, copula, old = next((note.partition(each) for each in _COPULAS if note.find(each) > 0), ("", "", ""))
        if copula and self.value and _is_within(old, _VALUE) and self._fits(old) and not self._says_more:
            place = _PLACE.match(old) if not _PLACE.match(self.value) else None
            return f"{head}{copula}{place[0] if place else ''}{self.value}", self.is_opened
        if self.is_whole:
            return self.said, True
        tail = self.said[self.pointed :].strip(_SIGNS) if self.is_bound else self.said
        plain = _ASIDE.sub("", note)  # without an earlier correction
        return f"{plain} ({tail})" if note.isascii() else f"{plain}（{tail}）", self.is_bound and self.pointed > 0

    @property
    def _numbers(self) -> tuple[Quantity, ...]:
        """Return the numbers that are meant: "15%, not 10" has one."""
        found = find_quantities(self.said.lower())
        return tuple(each for each in found if not ends_with(self.said[: each.start], "notes", "corrections", "gone"))

    @property
    def _says_more(self) -> bool:
        """Return whether another clause says more than what does not hold: "9, not 8, from April"."""
        rest = (each.strip(_SIGNS) for each in _CLAUSE.split(self.said)[1:])
        return any(each and not (_end_at_start(each, "gone") and not _FROM_TIME.match(each)) for each in rest)

    @property
    def value(self) -> str:
        """Return what is named in the place of what the note says: "Stifel"; empty: nothing is."""
        begin = self.moved or self.pointed or (0 if self.is_whole else len(self.said))
        named = "" if self.is_bound else self.said[begin:]
        value = _CLAUSE.split(named)[0].strip(_SIGNS)
        end = next((at for at, end in _phrases(value, "ends") if end == len(value)), len(value))
        return value[:end].strip(_SIGNS) if _is_within(value, _VALUE) else ""

    def _fits(self, old: str) -> bool:
        """Return whether the value may take the place of another: a name that of a name, a number that of its kind."""
        before, both = find_quantities(old.lower()), (old, self.value)
        has_other = len(before) == len(self._numbers) == 1 and not _fits(before[0], self._numbers[0])
        return len({_DIGITS.search(each) is None for each in both}) == 1 and not has_other

    def _with_number(self, note: str) -> str | None:
        """Return a note with the one number that is meant in the place of its own; None: they are not the same."""
        old, new = find_quantities(note.lower()), self._numbers
        denied = [each.value for each in find_quantities(self.said.lower()) if each not in new]
        old = old if len(old) == 1 else tuple(each for each in old if each.value in denied)
        if len(old) != 1 or len(new) != 1 or not _fits(old[0], new[0]) or self._says_more:
            return None
        number, before = self.said[new[0].start : new[0].end], note[old[0].start : old[0].end]
        behind = _CLAUSE.split(self.said[new[0].end :])[0]
        if not _is_within(self.said[self.moved or self.pointed : new[0].start] + behind, _BESIDE):
            return None
        is_bare = new[0].unit is Unit.NONE and not new[0].is_scaled and _DIGITS.search(before)  # "it's 7 now", of 5%
        number = _DIGITS.sub(number, before, count=1) if is_bare else number
        return note[: old[0].start] + number + note[old[0].end :]


def words_naming(text: str) -> frozenset[str]:
    """Return the words by which a note is named: of "the custodian note" one; of "the rule" none."""
    return StatementWords.of(_without_asking(text)).words


def _without_asking(text: str) -> str:
    for start, end in reversed(_phrases(text, "beside")):
        text = f"{text[:start].rstrip()} {text[end:].lstrip()}"
    return text


def _unopened(text: str) -> str:
    """Return what is said behind words that only say that something is wrong: "no, …", "that's wrong, …"."""
    while end := _end_at_start(text, "opens") or _end_of_verdict(text):
        text = text[end:].lstrip(_SIGNS)
    return text


def _end_of_verdict(text: str) -> int:
    copula = _COPULA.match(text)
    start = _end_at_start(text, "points") or (copula.end() if copula else 0)
    rest = text[start:].lstrip()
    end = _end_at_start(rest, "opens")
    return len(text) - len(rest) + end if start and end and _CLAUSE.match(rest[end:]) else 0


def _fits(old: Quantity, new: Quantity) -> bool:
    """Return whether a number may take the place of another: a time that of a time, a share that of a share."""
    of_share = {Unit.PERCENT, Unit.TENTHS}
    is_open = old.unit is Unit.NONE and (new.unit is Unit.OTHER or old.is_scaled)
    return new.unit in {old.unit, Unit.NONE} or {old.unit, new.unit} <= of_share or is_open


def _phrases(text: str, name: str) -> list[tuple[int, int]]:
    return [(start, end) for _, start, end in find_phrases(text.lower(), phrase_list("notes", "corrections", name))]


def _end_at_start(text: str, name: str) -> int:
    """Return where the phrase of a list ends that a text begins with; 0: with none."""
    return next((end for start, end in _phrases(text, name) if start == 0), 0)


def _is_within(text: str, most: tuple[int, int]) -> bool:
    tokens = tokenise(text)
    is_long = sum(each.is_word for each in tokens) > most[0] or sum(each.is_han for each in tokens) > most[1]
    return not is_long and _CLAUSE.search(text) is None
