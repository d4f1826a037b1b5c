"""Renders blocks of a reply as text for a terminal: width, colours, cards, tables.

Lines break between words and between Chinese characters, never inside a figure.
"""

import io
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from rich import box
from rich.cells import cell_len, chop_cells
from rich.console import Console, Group, JustifyMethod, OverflowMethod, RenderableType
from rich.containers import Lines
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from adapters.markup.flow import CodeBlock, TextLine, parse_markdown
from adapters.markup.text import TextStyle, clean_line, clean_text
from bot.domain.conversation.blocks import Block, Bullets, Card, Markdown, Paragraph, Quotations, Table
from bot.domain.text.emphasis import emphasis_as_text, split_emphasis

MAX_TEXT_WIDTH: Final = 100  # columns: longer lines are hard to read, however wide the terminal
_FIGURE: Final = re.compile(r"[+\-−–—$€£¥]*[\d,.]*\d[\d,.]*\s?[%‰x]?|[-–—]?")
_STYLES: Final = {
    TextStyle.BOLD: "bold",
    TextStyle.ITALIC: "italic",
    TextStyle.STRIKE: "strike",
    TextStyle.CODE: "cyan",
}
_COLORS: Final[dict[str | None, Literal["standard", "256", "truecolor"] | None]] = {
    None: None,
    "standard": "standard",
    "256": "256",
    "truecolor": "truecolor",
    "windows": "standard",
}
_WIDE: Final = (
    "\u2e80-\u2fff\u3040-\u9fff\uac00-\ud7a3\uf900-\ufaff"  # scripts whose lines may break between any two characters
)
_OPENING: Final = "（“‘《〈「『【"
_CLOSING: Final = "，。、；：？！）”’》〉」』】％…"
_WORD: Final = rf"[^\s{_WIDE}{_OPENING}{_CLOSING}]+"
_UNBREAKABLE: Final = re.compile(
    rf"[{_OPENING}]*(?:[{_WIDE}]|{_WORD}(?:’(?=[A-Za-z]){_WORD})*|)"  # "Ann’s" is one word
    rf"(?:[{_CLOSING}]+[-,.;:?!)\]/]*)?\s*"  # a comma stays with the quotation mark before it
)


class WrappedText(Text):
    """A `rich.Text` with these rules; rich itself breaks a run of Chinese characters and figures anywhere."""

    def wrap(  # noqa: PLR0913  rich's signature
        self,
        console: Console,  # noqa: ARG002  rich's signature
        width: int,
        *,
        justify: JustifyMethod | None = None,  # noqa: ARG002  rich's signature
        overflow: OverflowMethod | None = None,  # noqa: ARG002  rich's signature
        tab_size: int = 8,  # noqa: ARG002  rich's signature
        no_wrap: bool | None = None,  # noqa: ARG002  rich's signature
    ) -> Lines:
        """Return the lines, none wider than `width` columns."""
        wrapped = Lines()
        for line in self.split("\n", allow_blank=True):
            for part in line.divide(line_breaks(line.plain, width=width)):
                part.rstrip()
                wrapped.append(part)
        return wrapped


def line_breaks(line: str, *, width: int) -> list[int]:
    """Return the offsets at which to break `line`, so that each part is at most `width` columns wide."""
    offsets, used = [], 0
    for start, piece in _unbreakable_pieces(line, width):
        if used and used + cell_len(piece.rstrip()) > width:
            offsets.append(start)
            used = 0
        used += cell_len(piece)
    return offsets


def _unbreakable_pieces(line: str, width: int) -> Iterator[tuple[int, str]]:
    """Yield each piece that must stay together, with its offset; a piece wider than a line is cut."""
    for match in _UNBREAKABLE.finditer(line):
        start = match.start()
        for piece in chop_cells(match[0], width) if cell_len(match[0].rstrip()) > width else [match[0]]:
            yield start, piece
            start += len(piece)


@dataclass(frozen=True, slots=True)
class DisplayStyle:
    """A terminal's width in columns and its colours; None: no escape sequence at all."""

    width: int
    color: Literal["standard", "256", "truecolor"] | None = None

    @classmethod
    def detect(cls, descriptor: int) -> "DisplayStyle":
        """Return the style for an open file; NO_COLOR, TERM=dumb and COLUMNS are respected."""
        with os.fdopen(os.dup(descriptor), "w", encoding="utf-8") as file:
            console = Console(file=file)
            width = console.width if console.is_terminal else int(os.environ.get("COLUMNS") or MAX_TEXT_WIDTH)
            return cls(width, None if console.no_color else _COLORS[console.color_system])


def render_text(*parts: RenderableType, style: DisplayStyle) -> str:
    """Return `parts` below each other as text in this style."""
    file = io.StringIO()
    console = Console(
        file=file,
        width=style.width,
        color_system=style.color,
        no_color=False,
        force_terminal=False,
        force_interactive=False,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    for part in parts:
        console.print(part)
    lines = (line.rstrip() for line in file.getvalue().splitlines())
    return "\n".join(lines).strip("\n") + "\n"


def render_block(content: Block, *, style: DisplayStyle) -> RenderableType:
    """Return one block of a reply as a renderable of rich."""
    match content:
        case Paragraph(text):
            return _limit_width(_running_text(text, style), style)
        case Markdown(text):
            return _limit_width(_render_markdown(text, style), style)
        case Bullets():
            return _limit_width(_render_bullets(content, style), style)
        case Quotations():
            return _limit_width(_render_quotations(content), style)
        case Table():
            return _render_table(content, style)
        case Card():
            return _limit_width(_render_card(content, style), style)


def _limit_width(part: RenderableType, style: DisplayStyle) -> RenderableType:
    return Padding(part, (0, max(0, style.width - MAX_TEXT_WIDTH), 0, 0), expand=False)


def _render_markdown(text: str, style: DisplayStyle) -> RenderableType:
    parts: list[RenderableType] = []
    for item in parse_markdown(text):
        match item:
            case TextLine():
                parts += [Text()] if item.is_apart and parts else []
                parts.append(_render_line(item, style))
            case CodeBlock(code):
                parts += [Text(), Padding(WrappedText(clean_text(code)), (0, 0, 0, 4))]
            case Table():
                parts += [Text(), _render_table(item, style)]
    return Group(*parts)


def _render_line(line: TextLine, style: DisplayStyle) -> RenderableType:
    prose = WrappedText()
    for run in line.runs:
        has_asterisks = style.color is None and TextStyle.BOLD in run.styles and not line.is_heading
        text = f"**{run.text}**" if has_asterisks else run.text
        prose.append(clean_text(text), style=" ".join(_STYLES[mark] for mark in sorted(run.styles)))
    part: RenderableType = prose
    if line.depth:
        part = grid = _two_columns(1)
        grid.add_row(Text(line.mark or " ", style="cyan"), prose)
    indent = 2 * max(0, line.depth - 1) + (2 if line.is_quoted else 0)
    return Padding(part, (0, 0, 0, indent), style="dim" if line.is_quoted else "none")


def _running_text(text: str, style: DisplayStyle) -> WrappedText:
    """Return plain text with its bold figures in bold, or between asterisks where nothing can be bold."""
    if style.color is None:
        return WrappedText(clean_text(emphasis_as_text(text)))
    running = WrappedText()
    for part, is_bold in split_emphasis(text):
        running.append(clean_text(part), style="bold" if is_bold else "")
    return running


def _render_bullets(bullets: Bullets, style: DisplayStyle) -> RenderableType:
    grid = _two_columns(1)
    for item in bullets.items:
        grid.add_row(Text("•", style="cyan"), _running_text(item, style))
    return Group(WrappedText(clean_text(bullets.heading), style="bold"), grid)


def _render_quotations(quotations: Quotations) -> RenderableType:
    grid = _two_columns(1)
    for item in quotations.items:
        line = WrappedText(clean_line("".join(item.parts)))  # no link: a terminal could not open it
        grid.add_row(Text("•", style="cyan"), line)
    return grid


def _render_card(card: Card, style: DisplayStyle) -> RenderableType:
    title = WrappedText(clean_line(card.title), style="bold cyan")
    lines = [_running_text(line, style) for line in card.lines]
    final_status = [WrappedText(clean_text(card.final_status), style="bold")] if card.final_status else []
    footer = [WrappedText(clean_text(card.footer), style="dim")] if card.footer else []
    content = Group(title, *lines, *final_status, *footer)
    return Panel(content, border_style="cyan", box=box.ROUNDED, padding=(0, 1), expand=False)


def _two_columns(gap: int) -> Grid:
    grid = Grid.grid(padding=(0, gap, 0, 0))
    grid.add_column(overflow="fold")
    grid.add_column(overflow="fold")  # never an ellipsis: a truncated figure looks like another figure
    return grid


def _render_table(table: Table, style: DisplayStyle) -> RenderableType:
    grid = Grid(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, show_edge=False)
    for number, column in enumerate(table.columns):
        is_numeric = number > 0 and all(_is_figure(row[number]) for row in table.rows)
        grid.add_column(
            Text(clean_line(column)), justify="right" if is_numeric else "left", no_wrap=is_numeric, overflow="fold"
        )
    for row in table.rows:
        grid.add_row(*(Text(clean_text(cell)) if _is_figure(cell) else WrappedText(clean_text(cell)) for cell in row))
    console = Console(file=io.StringIO(), width=style.width)
    needed = Measurement.get(console, console.options.update(max_width=10_000), grid).minimum
    return grid if needed <= style.width else _render_records(table)


def _is_figure(cell: str) -> bool:
    return _FIGURE.fullmatch(cell.strip()) is not None


def _render_records(table: Table) -> RenderableType:
    """Return a table that is too wide as one group of labelled lines per row."""
    parts: list[RenderableType] = []
    for row in table.rows:
        grid = _two_columns(2)
        for column, cell in zip(table.columns[1:], row[1:], strict=True):
            if cell:
                grid.add_row(Text(clean_line(column), style="dim"), WrappedText(clean_text(cell)))
        parts += [WrappedText(clean_text(row[0]), style="bold"), Padding(grid, (0, 0, 0, 2))]
    return Group(*parts)
