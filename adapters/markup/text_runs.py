"""Marked text that belongs to no platform yet: runs of characters with the same marks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from adapters.markup.text import clean


class TextStyle(StrEnum):
    """How a run looks."""

    BOLD = "bold"
    ITALIC = "italic"
    STRIKE = "strike"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class TextRun:
    """Characters with the same marks; they may hold line feeds."""

    text: str
    marks: frozenset[TextStyle] = frozenset()


TextRuns = tuple[TextRun, ...]


def plain(text: str) -> TextRuns:
    """Return text of others as runs without marks."""
    return (TextRun(clean(text)),)


def bold(text: str) -> TextRuns:
    """Return text of others as a heading stands in it: bold."""
    return (TextRun(clean(text), frozenset({TextStyle.BOLD})),)


def text_of(runs: TextRuns) -> str:
    """Return the characters without their marks."""
    return "".join(run.text for run in runs)


def between(runs: TextRuns, start: int, end: int | None = None) -> TextRuns:
    """Return the characters from `start` to `end` with their marks."""
    return tuple(_between(runs, start, len(text_of(runs)) if end is None else end))


def _between(runs: TextRuns, start: int, end: int) -> Iterator[TextRun]:
    offset = 0
    for run in runs:
        text = run.text[max(0, start - offset) : max(0, end - offset)]
        if text:
            yield replace(run, text=text)
        offset += len(run.text)
