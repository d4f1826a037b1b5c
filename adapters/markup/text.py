"""Cleans untrusted text for display, measures and truncates it in UTF-16 units, and styles it in runs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.domain.text.emphasis import split_emphasis, without_emphasis

ZERO_WIDTH_SPACE: Final = "\u200b"  # separates characters that together would be markup; removed from untrusted text
_LINE_BREAKS: Final = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
DIRECTION: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that change the order in which text is shown
_REMOVED: Final = re.compile(f"[\x00-\x08\x0e-\x1f\x7f-\x9f{DIRECTION}{ZERO_WIDTH_SPACE}\ufeff]")
_TAB: Final = "    "


def clean_text(text: str) -> str:
    """Return `text` without control characters, direction marks or zero-width spaces, with LF line breaks."""
    return replace_lone_surrogates(_REMOVED.sub("", _LINE_BREAKS.sub("\n", text).replace("\t", _TAB)))


def clean_line(text: str) -> str:
    """Return `text` as `clean_text` does, with each run of white space replaced by one space."""
    return " ".join(clean_text(text).split())


def utf16_length(text: str) -> int:
    """Return the length of `text` in UTF-16 units: no platform counts more."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut_utf16(text: str, limit: int) -> str:
    """Return the longest beginning of `text` within `limit` UTF-16 units."""
    return text.encode("utf-16-le", "surrogatepass")[: 2 * limit].decode("utf-16-le", "ignore")  # half a character goes


def truncate_line(text: str, limit: int) -> str:
    """Return `text` on one line, cut to `limit` UTF-16 units; "…" marks a cut."""
    line = clean_line(text)
    if utf16_length(line) <= limit:
        return line
    return f"{cut_utf16(line, limit - 1).rstrip()}…"


def replace_lone_surrogates(text: str) -> str:
    """Return `text` with surrogate pairs joined and lone surrogates replaced by U+FFFD, so that UTF-8 can encode it."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


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
