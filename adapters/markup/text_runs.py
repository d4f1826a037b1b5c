"""Platform-neutral styled text: runs of characters with the same styles and the same link."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from adapters.markup.text import clean_text
from bot.domain.text.emphasis import split_emphasis, without_emphasis


class TextStyle(StrEnum):
    """A style of text."""

    BOLD = "bold"
    ITALIC = "italic"
    STRIKE = "strike"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class TextRun:
    """Characters with the same styles; may contain line feeds."""

    text: str
    styles: frozenset[TextStyle] = frozenset()
    link: str = ""  # of a message, as the platform's adapter makes them; any other is not shown


TextRuns = tuple[TextRun, ...]


def plain_runs(text: str) -> TextRuns:
    """Return untrusted text, cleaned, as runs without styles, except for figures that Parley has put in as bold."""
    return emphasised_runs(clean_text(text)) or (TextRun(""),)


def emphasised_runs(text: str, styles: frozenset[TextStyle] = frozenset()) -> TextRuns:
    """Return cleaned text as runs with `styles`, its bold figures as bold runs."""
    bold = styles | {TextStyle.BOLD}
    return tuple(TextRun(part, bold if is_bold else styles) for part, is_bold in split_emphasis(text))


def bold_runs(text: str) -> TextRuns:
    """Return untrusted text, cleaned, as bold runs, for headings."""
    return (TextRun(without_emphasis(clean_text(text)), frozenset({TextStyle.BOLD})),)


def plain_text_of(runs: TextRuns) -> str:
    """Return the characters without their styles."""
    return "".join(run.text for run in runs)


def slice_runs(runs: TextRuns, start: int, end: int | None = None) -> TextRuns:
    """Return the characters from `start` to `end` with their styles."""
    return tuple(_slice_runs(runs, start, len(plain_text_of(runs)) if end is None else end))


def _slice_runs(runs: TextRuns, start: int, end: int) -> Iterator[TextRun]:
    offset = 0
    for run in runs:
        text = run.text[max(0, start - offset) : max(0, end - offset)]
        if text:
            yield replace(run, text=text)
        offset += len(run.text)
