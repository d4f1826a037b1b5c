"""Renders runs with a platform's marks: white space is kept outside of marks, and adjacent marks are separated."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from adapters.markup.text import ZERO_WIDTH_SPACE, TextRun, TextRuns, TextStyle, clean_text

_CORE: Final = re.compile(r"(\s*)(.*?)(\s*)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkupDialect:
    """A platform's markup language: its marks for styled text, and how it escapes plain text."""

    delimiters: Mapping[TextStyle, str]  # without CODE; in the order of nesting, the outermost first
    escape: Callable[..., str]  # of a text, for literal display; `has_marks`: the line also holds formatting marks
    escape_code: Callable[[str], str]  # of a block of code
    code: Callable[[str], str]  # renders inline code
    link: Callable[[str, str], str]  # renders a label in markup with a link; without it, if it is not the platform's
    needs_separator: Callable[[str], bool]  # whether a mark works only if separated from this adjacent character
    indent: str  # of a list in a list
    bullets: tuple[str, str]  # of a list, and of a list in a list

    def render_inline(self, runs: TextRuns) -> str:
        """Return `runs` in the platform's markup, their text escaped; marks never span lines."""
        has_marks = any(run.styles or run.link for run in runs)
        lines: list[list[_RenderedPart]] = [[]]
        for run in _merge_runs(runs):
            first, *rest = run.text.split("\n")
            lines[-1] += _render_run(replace(run, text=first), self, has_marks=has_marks)
            lines += [_render_run(replace(run, text=each), self, has_marks=has_marks) for each in rest]
        return "\n".join(_join_parts(parts, self) for parts in lines)

    def fence_code(self, text: str) -> str:
        """Return `text` as a code block that it cannot close."""
        pair = f"`{ZERO_WIDTH_SPACE}`"
        inner = self.escape_code(clean_text(text)).replace("``", pair).replace("``", pair)
        return f"```\n{inner}\n```"

    def list_prefix(self, mark: str, depth: int) -> str:
        """Return the prefix of a list item; with an empty mark, of its further lines."""
        if not depth:
            return ""
        shown = self.bullets[depth > 1] if mark == "•" else mark or " "
        return f"{self.indent * (depth - 1)}{shown} "


@dataclass(frozen=True, slots=True)
class _RenderedPart:
    text: str
    is_marked: bool


def _merge_runs(runs: TextRuns) -> list[TextRun]:
    """Join neighbours of the same style and link, so that `escape` sees markup that spans them."""
    merged: list[TextRun] = []
    for run in runs:
        if merged and (merged[-1].styles, merged[-1].link) == (run.styles, run.link):
            merged[-1] = replace(run, text=merged[-1].text + run.text)
        elif run.text:
            merged.append(run)
    return merged


def _render_run(run: TextRun, marks: MarkupDialect, *, has_marks: bool) -> list[_RenderedPart]:
    if not run.styles and not run.link:
        return [_RenderedPart(marks.escape(run.text, has_marks=has_marks), is_marked=False)] if run.text else []
    match = _CORE.fullmatch(run.text)
    before, core, after = match.groups() if match else ("", run.text, "")
    text = _delimited(core, run.styles, marks) if core else ""
    linked = marks.link(text, run.link) if run.link and text else text
    marked = [_RenderedPart(linked, is_marked=bool(run.styles))] if linked else []
    edges = [[_RenderedPart(space, is_marked=False)] if space else [] for space in (before, after)]
    return [*edges[0], *marked, *edges[1]]


def _delimited(core: str, styles: frozenset[TextStyle], marks: MarkupDialect) -> str:
    text = marks.code(core) if TextStyle.CODE in styles else marks.escape(core, has_marks=True)
    delimiters = [delimiter for style, delimiter in marks.delimiters.items() if style in styles]
    return "".join(delimiters) + text + "".join(reversed(delimiters))


def _join_parts(parts: list[_RenderedPart], marks: MarkupDialect) -> str:
    text = "".join(part.text for part in parts[:1])
    for before, after in pairwise(parts):
        text += (ZERO_WIDTH_SPACE if _need_separator(before, after, marks) else "") + after.text
    return text


def _need_separator(before: _RenderedPart, after: _RenderedPart, marks: MarkupDialect) -> bool:
    if before.is_marked and after.is_marked:
        return True
    return (before.is_marked and marks.needs_separator(after.text[0])) or (
        after.is_marked and marks.needs_separator(before.text[-1])
    )
