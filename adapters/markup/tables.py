"""Renders tables in monospaced text: aligned columns, wide characters counted as two, figures right-aligned."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from wcwidth import ljust, rjust, width

from adapters.markup.flow import TextLine
from adapters.markup.text import TextRun, TextStyle, clean_line, utf16_length
from bot.domain.conversation.blocks import Table

MAX_WIDTH: Final = 60  # columns: what a thread's pane shows without wrapping a line
_GAP: Final = "  "
_PAIR: Final = 2  # columns
_FIGURE: Final = re.compile(r"[+\-−–—$€£¥]*[\d,.]*\d[\d,.]*\s?[%‰x]?|[-–—]?")
_WIDE: Final = "\u2e80-\u9fff\uac00-\ud7a3\uff00-\uffef"  # scripts that break between any two letters
_PARTS: Final = re.compile(rf"[（“《【]*[{_WIDE}][，。、：；！？）”》】]*|[^\s{_WIDE}]+")
_BOLD: Final = frozenset({TextStyle.BOLD})


def render_table(table: Table, *, limit: int, fence: Callable[[str], str]) -> list[str] | None:
    """Return the table as fenced texts of at most `limit` UTF-16 units, each with the header; None: it is too wide.

    `table`: rows may be of any length; missing cells are empty. `fence`: renders any text as a code block.
    """
    rows = _padded_rows(table)
    widths = _column_widths(rows)
    header = _render_header(rows[0], widths, rows[1:])
    if _total_width(widths) > MAX_WIDTH or not header.strip():
        return None
    figures = _numeric_columns(rows[1:])
    lines = [_render_row(row, widths, figures) for row in rows[1:]]
    texts = list(_fenced_parts(header, lines, limit, fence))
    return texts if all(utf16_length(text) <= limit for text in texts) else None


def table_lines(table: Table) -> Iterator[TextLine]:
    """Yield a table as lines: each row's first cell in bold, the other cells with their column's name."""
    columns, *rows = _padded_rows(table)
    if len(columns) == _PAIR:
        yield from (_name_value_line(row, is_apart=number == 0) for number, row in enumerate(rows))
        return
    if not rows:
        yield TextLine(runs=(TextRun(" · ".join(c for c in columns if c), _BOLD),), is_apart=True)
    for first, *cells in rows:
        yield TextLine(runs=(TextRun(first, _BOLD),), is_apart=True)
        for column, cell in zip(columns[1:], cells, strict=True):
            if cell:
                yield TextLine(runs=(TextRun(f"{column}: {cell}" if column else cell),))


def _name_value_line(row: tuple[str, ...], *, is_apart: bool) -> TextLine:
    """Return a row of two cells as "name: value", without column names."""
    name, value = row
    runs = (TextRun(name, _BOLD), TextRun(f": {value}" if name and value else value))
    return TextLine(runs=runs, is_apart=is_apart)


def _padded_rows(table: Table) -> list[tuple[str, ...]]:
    rows = [tuple(clean_line(cell) for cell in row) for row in (table.columns, *table.rows)]
    length = max(1, *(len(row) for row in rows))
    return [row + ("",) * (length - len(row)) for row in rows]


def _column_widths(rows: list[tuple[str, ...]]) -> list[int]:
    """Return each column's width; in too wide a table column names wrap, first those that save most."""
    columns = list(zip(*rows, strict=True))
    widths = [max(width(cell) for cell in column) for column in columns]
    minimums = [_minimum_width(name, cells) for name, *cells in columns]
    while _total_width(widths) > MAX_WIDTH:
        spare, number = max(
            (wide - narrow, number) for number, (wide, narrow) in enumerate(zip(widths, minimums, strict=True))
        )
        if spare <= 0:
            break
        widths[number] -= 1
    return [
        max(width(part) for part in (*_wrap_name(name, wide), *cells))
        for (name, *cells), wide in zip(columns, widths, strict=True)
    ]


def _minimum_width(name: str, cells: list[str]) -> int:
    """Return a column's minimum width: that of its widest cell or of its name's longest word."""
    words = [width(part) for part in _PARTS.findall(name)]
    return max([*words, *(width(cell) for cell in cells)], default=0)


def _total_width(widths: list[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _render_header(names: tuple[str, ...], widths: list[int], rows: list[tuple[str, ...]]) -> str:
    wrapped = [_wrap_name(name, columns) for name, columns in zip(names, widths, strict=True)]
    height = max(len(lines) for lines in wrapped)
    aligned = [[""] * (height - len(lines)) + lines for lines in wrapped]  # at the bottom, above the rule
    figures = _numeric_columns(rows)
    lines = [_render_row(tuple(line), widths, figures) for line in zip(*aligned, strict=True)]
    return "\n".join([*lines, _GAP.join("─" * columns for columns in widths)])


def _wrap_name(name: str, columns: int) -> list[str]:
    lines = [""]
    offset = 0
    for match in _PARTS.finditer(name):
        space = name[offset : match.start()] if lines[-1] else ""
        if width(lines[-1] + space + match[0]) <= columns:
            lines[-1] += space + match[0]
        else:
            lines.append(match[0])
        offset = match.end()
    return lines


def _numeric_columns(rows: list[tuple[str, ...]]) -> list[bool]:
    """Return which columns are right-aligned: those after the first that hold only figures."""
    if not rows:
        return []
    return [
        number > 0 and all(_FIGURE.fullmatch(cell) for cell in column)
        for number, column in enumerate(zip(*rows, strict=True))
    ]


def _render_row(cells: tuple[str, ...], widths: list[int], figures: list[bool]) -> str:
    sides = figures or [False] * len(cells)
    padded = (
        (rjust if is_figure else ljust)(cell, columns)
        for cell, columns, is_figure in zip(cells, widths, sides, strict=True)
    )
    return _GAP.join(padded).rstrip()


def _fenced_parts(header: str, lines: list[str], limit: int, fence: Callable[[str], str]) -> Iterator[str]:
    fence_length = utf16_length(fence(""))
    part, length = [header], utf16_length(fence(header))
    for line in lines:
        cost = utf16_length(fence(line)) - fence_length + 1
        if len(part) > 1 and length + cost > limit:
            yield fence("\n".join(part))
            part, length = [header], utf16_length(fence(header))
        part.append(line)
        length += cost
    yield fence("\n".join(part))
