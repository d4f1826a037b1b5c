"""From lines, code and tables to pieces of a platform's text, none longer than it takes."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Protocol

from adapters.markup.flow import CodeBlock, Flow, FlowItem, TextLine, bullets, paragraph
from adapters.markup.markdown_parser import read
from adapters.markup.split import Piece, fit, gap, together
from adapters.markup.tables import drawn, labelled
from adapters.markup.text import measure
from adapters.markup.text_runs import TextRun, TextRuns, text_of
from bot.domain.conversation.blocks import Bullets, Markdown, Paragraph, Table

_DEEPEST: Final = 4  # lists within lists, after which no more indentation is shown


class MarkupDialect(Protocol):
    """How one platform writes what we mean."""

    def inline(self, runs: TextRuns) -> str:
        """Return runs in the platform's marks; nothing that stands in their text is a mark."""
        ...

    def fence(self, text: str) -> str:
        """Return text as code, which it cannot leave."""
        ...

    def item(self, mark: str, depth: int) -> str:
        """Return what stands before a list's item; with an empty mark, before its further lines."""
        ...


def flow(block: Paragraph | Markdown | Bullets | Table) -> Flow:
    """Return what a block says as lines, code and tables."""
    match block:
        case Paragraph():
            return paragraph(block)
        case Markdown(text):
            return read(text)
        case Bullets():
            return bullets(block)
        case Table():
            return (block,)


def pieces(content: Flow, *, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    """Yield the content in order, in pieces of at most `limit` UTF-16 units.

    A heading is in one piece with what follows; so are a paragraph and its list, unless they fill half a message.
    """
    return together(_with_headings(content, dialect, limit), limit=limit // 2)


def _with_headings(content: Flow, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    waiting: Piece | None = None
    for item in content:
        for piece in _pieces(item, dialect, limit):
            joined = _joined(waiting, piece)
            if waiting is not None and measure(joined.text) > limit:
                yield waiting
                joined = piece
            waiting = joined if isinstance(item, TextLine) and item.is_heading else None
            if waiting is None:
                yield joined
    if waiting is not None:
        yield waiting


def _pieces(item: FlowItem, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    match item:
        case TextLine():
            yield from _line(item, dialect, limit)
        case CodeBlock():
            yield from _code(item, dialect, limit)
        case Table():
            yield from _table(item, dialect, limit)


def _joined(heading: Piece | None, piece: Piece) -> Piece:
    return Piece(f"{heading.text}{gap(piece)}{piece.text}", is_apart=heading.is_apart) if heading else piece


def _code(code: CodeBlock, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    def render(runs: TextRuns) -> str:
        return dialect.fence(text_of(runs))

    for part in fit((TextRun(code.text),), limit=limit, render=render, keep_spaces=True):
        yield Piece(render(part))


def _table(table: Table, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    texts = drawn(table, limit=limit, fence=dialect.fence)
    if texts is None:
        yield from pieces(tuple(labelled(table)), dialect=dialect, limit=limit)
    else:
        yield from (Piece(text) for text in texts)


def _line(line: TextLine, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    parts = fit(line.runs, limit=limit, render=lambda runs: _text(replace(line, runs=runs), dialect))
    if not parts and line.mark:
        yield Piece(_text(replace(line, runs=()), dialect).rstrip(), is_apart=line.is_apart)
    for number, part in enumerate(parts):
        shown = replace(line, runs=part) if number == 0 else replace(line, runs=part, mark="", is_apart=False)
        yield Piece(_text(shown, dialect), is_apart=shown.is_apart)


def _text(line: TextLine, dialect: MarkupDialect) -> str:
    """One line of the flow in the platform's marks; what it holds in further lines stands below its beginning."""
    depth = min(line.depth, _DEEPEST)
    quote = "> " if line.is_quoted else ""
    first, *rest = dialect.inline(line.runs).split("\n")
    further = quote + dialect.item("", depth)
    return "\n".join([quote + dialect.item(line.mark, depth) + first, *(further + each for each in rest)])
