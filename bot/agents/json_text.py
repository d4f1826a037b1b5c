"""JSON as models write it: text around it and small faults of form are passed over, but no value is guessed."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, nan
from typing import Final, NoReturn, TypeAlias

from bot.agents.thinking import strip_thinking

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

MOST: Final = 128_000  # characters: an answer is a tenth of that
DEEPEST: Final = 32  # brackets within brackets: an answer has four

# Each of these takes a character once and never gives one back, so that the time grows with the text's length only.
_GAP: Final = re.compile(r"(?:\s++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+")  # with comments
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
_WORD: Final = re.compile(r"-?[A-Za-z]++")
_STRINGS: Final = {
    '"': re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL),
    "'": re.compile(r"'(?:[^'\\]|\\.)*+'", re.DOTALL),
}
_WORDS: Final[dict[str, Json]] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
    "NaN": nan,
    "Infinity": inf,
    "-Infinity": -inf,
}
_IN_SINGLE_QUOTES: Final = re.compile(r"\\.|\"", re.DOTALL)
_AS_IN_DOUBLE_QUOTES: Final = {"\\'": "'", '"': '\\"'}


def only_object(text: str) -> dict[str, Json]:
    """Return the JSON object in `text`, whatever stands around it, in time that grows with its length only.

    Passed over are comments, commas before a closing bracket, single quotes, Python's words, and closing brackets that
    are missing at the very end. A number counts only as JSON writes it: "50%" or "~3000" without quotes is none.

    Raises: ValueError: there is no object, or two that differ; one cannot be read, says a name twice, nests deeper than
    `DEEPEST`; the text is longer than `MOST`.
    """
    if len(text) > MOST:
        _refuse("too long")
    if not text.lstrip().startswith("{"):  # else a tag can only be part of what is said, or of what makes it unreadable
        text = strip_thinking(text)
    objects = _Cursor(text).objects()
    only = next(objects, None)
    if only is None:
        _refuse("no JSON object")
    said = _canonical(only)
    if any(_canonical(other) != said for other in objects):
        _refuse("two answers that differ")
    return only


def _canonical(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def _refuse(why: str) -> NoReturn:
    raise ValueError(why)


@dataclass(slots=True)
class _Cursor:
    """A place in a text; it only ever moves on."""

    text: str
    at: int = 0
    depth: int = 0

    def objects(self) -> Iterator[dict[str, Json]]:
        """Read every object that stands in no other. Raises: ValueError: what begins as one is none."""
        while (begin := self.text.find("{", self.at)) >= 0:
            self.at = begin
            yield self._object()

    def _value(self) -> Json:
        mark = self._next()
        if mark == "{":
            return self._object()
        if mark == "[":
            return [self._value() for _ in self._entries("]")]
        return self._string() if mark in _STRINGS else self._number_or_word()

    def _object(self) -> dict[str, Json]:
        found: dict[str, Json] = {}
        for _ in self._entries("}"):
            name = self._string()
            if name in found:
                _refuse("a name stands twice")
            if not self._passes(":"):
                _refuse("no value")
            found[name] = self._value()
        return found

    def _entries(self, closing: str) -> Iterator[None]:
        """Come to each entry in turn, which the caller must read, and at last behind the closing bracket."""
        self.at += 1
        self.depth += 1
        if self.depth > DEEPEST:
            _refuse("nested too deeply")
        while not self._passes(closing):
            yield
            if not self._passes(","):
                self._close(closing)
                break
        self.depth -= 1

    def _close(self, closing: str) -> None:
        """A bracket may be missing at the end, but only behind another one: what else stands last may be cut short."""
        is_end = not self._next()
        if not self._passes(closing) and not (is_end and self.text.rstrip().endswith(("}", "]"))):
            _refuse("something else than the next entry or the end")

    def _string(self) -> str:
        quote = self._next()
        found = _STRINGS[quote].match(self.text, self.at) if quote in _STRINGS else None
        if found is None:
            _refuse("no string")
        self.at = found.end()
        written = found[0] if quote == '"' else f'"{_IN_SINGLE_QUOTES.sub(_in_double_quotes, found[0][1:-1])}"'
        return str(json.loads(written, strict=False))  # not strict: line breaks are let be

    def _number_or_word(self) -> Json:
        found = _NUMBER.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
            number: int | float = json.loads(found[0])
            return number
        found = _WORD.match(self.text, self.at)
        if found is None or found[0] not in _WORDS:
            _refuse("no value")
        self.at = found.end()
        return _WORDS[found[0]]

    def _passes(self, mark: str) -> bool:
        """Go past `mark`, if it is what comes next."""
        is_there = self._next() == mark
        self.at += is_there
        return is_there

    def _next(self) -> str:
        """Go to what comes next, and return its first character; "" at the end."""
        gap = _GAP.match(self.text, self.at)
        self.at = gap.end() if gap is not None else self.at
        return self.text[self.at : self.at + 1]


def _in_double_quotes(found: re.Match[str]) -> str:
    return _AS_IN_DOUBLE_QUOTES.get(found[0], found[0])
