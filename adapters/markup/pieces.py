"""From lines, code and tables to pieces of a platform's text, none longer than it takes."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Protocol

from adapters.markup.flow import CodeBlock, Flow, FlowItem, TextLine, bullets_flow, paragraph_flow
from adapters.markup.markdown_parser import parse_markdown
from adapters.markup.split import Piece, merge_pieces, separator_before, split_runs
from adapters.markup.tables import render_table, table_lines
from adapters.markup.text import utf16_length
from adapters.markup.text_runs import TextRun, TextRuns, plain_text_of
from bot.domain.conversation.blocks import Bullets, Markdown, Paragraph, Table

_DEEPEST: Final = 4  # lists within lists, after which no more indentation is shown


class MarkupDialect(Protocol):
    """How one platform writes what we mean."""

    def render_inline(self, runs: TextRuns) -> str:
        """Return runs in the platform's marks; nothing that stands in their text is a mark."""
        ...

    def fence_code(self, text: str) -> str:
        """Return text as code, which it cannot leave."""
        ...

    def list_prefix(self, mark: str, depth: int) -> str:
        """Return what stands before a list's item; with an empty mark, before its further lines."""
        ...


def flow_of(block: Paragraph | Markdown | Bullets | Table) -> Flow:
    """Return what a block says as lines, code and tables."""
    match block:
        case Paragraph():
            return paragraph_flow(block)
        case Markdown(text):
            return parse_markdown(text)
        case Bullets():
            return bullets_flow(block)
        case Table():
            return (block,)


def render_pieces(content: Flow, *, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    """Yield the content in order, in pieces of at most `limit` UTF-16 units.

    A heading is in one piece with what follows; so are a paragraph and its list, unless they fill half a message.
    """
    return merge_pieces(_with_headings(content, dialect, limit), limit=limit // 2)


def _with_headings(content: Flow, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    waiting: Piece | None = None
    for item in content:
        for piece in _item_pieces(item, dialect, limit):
            joined = _joined(waiting, piece)
            if waiting is not None and utf16_length(joined.text) > limit:
                yield waiting
                joined = piece
            waiting = joined if isinstance(item, TextLine) and item.is_heading else None
            if waiting is None:
                yield joined
    if waiting is not None:
        yield waiting


def _item_pieces(item: FlowItem, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    match item:
        case TextLine():
            yield from _line_pieces(item, dialect, limit)
        case CodeBlock():
            yield from _code_pieces(item, dialect, limit)
        case Table():
            yield from _table_pieces(item, dialect, limit)


def _joined(heading: Piece | None, piece: Piece) -> Piece:
    return (
        Piece(f"{heading.text}{separator_before(piece)}{piece.text}", is_apart=heading.is_apart) if heading else piece
    )


def _code_pieces(code: CodeBlock, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    def render(runs: TextRuns) -> str:
        return dialect.fence_code(plain_text_of(runs))

    for part in split_runs((TextRun(code.text),), limit=limit, render=render, keep_spaces=True):
        yield Piece(render(part))


def _table_pieces(table: Table, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    texts = render_table(table, limit=limit, fence=dialect.fence_code)
    if texts is None:
        yield from render_pieces(tuple(table_lines(table)), dialect=dialect, limit=limit)
    else:
        yield from (Piece(text) for text in texts)


def _line_pieces(line: TextLine, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    parts = split_runs(line.runs, limit=limit, render=lambda runs: _line_text(replace(line, runs=runs), dialect))
    if not parts and line.mark:
        yield Piece(_line_text(replace(line, runs=()), dialect).rstrip(), is_apart=line.is_apart)
    for number, part in enumerate(parts):
        shown = replace(line, runs=part) if number == 0 else replace(line, runs=part, mark="", is_apart=False)
        yield Piece(_line_text(shown, dialect), is_apart=shown.is_apart)


def _line_text(line: TextLine, dialect: MarkupDialect) -> str:
    """One line of the flow in the platform's marks; what it holds in further lines stands below its beginning."""
    depth = min(line.depth, _DEEPEST)
    quote = "> " if line.is_quoted else ""
    first, *rest = dialect.render_inline(line.runs).split("\n")
    further = quote + dialect.list_prefix("", depth)
    return "\n".join([quote + dialect.list_prefix(line.mark, depth) + first, *(further + each for each in rest)])
