"""Marked text that belongs to no platform yet: runs of characters with the same marks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from adapters.markup.text import clean_text


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
    styles: frozenset[TextStyle] = frozenset()


TextRuns = tuple[TextRun, ...]


def plain_runs(text: str) -> TextRuns:
    """Return text of others as runs without marks."""
    return (TextRun(clean_text(text)),)


def bold_runs(text: str) -> TextRuns:
    """Return text of others as a heading stands in it: bold."""
    return (TextRun(clean_text(text), frozenset({TextStyle.BOLD})),)


def plain_text_of(runs: TextRuns) -> str:
    """Return the characters without their marks."""
    return "".join(run.text for run in runs)


def slice_runs(runs: TextRuns, start: int, end: int | None = None) -> TextRuns:
    """Return the characters from `start` to `end` with their marks."""
    return tuple(_slice_runs(runs, start, len(plain_text_of(runs)) if end is None else end))


def _slice_runs(runs: TextRuns, start: int, end: int) -> Iterator[TextRun]:
    offset = 0
    for run in runs:
        text = run.text[max(0, start - offset) : max(0, end - offset)]
        if text:
            yield replace(run, text=text)
        offset += len(run.text)
