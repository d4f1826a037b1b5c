"""Renders blocks, and drafts of them, as pieces of a platform's markup, each within a limit."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from adapters.markup.flow import (
    CodeBlock,
    Flow,
    FlowItem,
    TextLine,
    bullets_flow,
    paragraph_flow,
    parse_markdown,
    quotations_flow,
)
from adapters.markup.inline import MarkupDialect
from adapters.markup.split import Piece, merge_pieces, separator_before, split_runs
from adapters.markup.tables import render_table, table_lines
from adapters.markup.text import TextRun, TextRuns, clean_line, plain_text_of, utf16_length
from bot.domain.conversation.blocks import Block, Bullets, Button, Card, Markdown, Paragraph, Quotations, Table
from bot.domain.conversation.replies import ANSWER, Reply
from bot.domain.conversation.states import Intent

_MAX_DEPTH: Final = 4  # nested lists; deeper ones get no further indentation
_MAX_INTRODUCTION: Final = 400  # UTF-16 units; a longer paragraph stands for itself
_ELLIPSIS: Final = "…\n"
_PARSED_FACTOR: Final = 4  # times the limit is parsed: more of the end never fits, however short its rendering
_RATED_INTENTS: Final = frozenset({Intent.ANALYZE, Intent.DECIDE, Intent.EXPLAIN, Intent.FOLLOWUP, Intent.REVIEW})
_MAX_PROGRESS: Final = 1_000  # characters


def flow_of(block: Paragraph | Markdown | Bullets | Table | Quotations) -> Flow:
    """Return a block as lines, code and tables."""
    match block:
        case Paragraph():
            return paragraph_flow(block)
        case Markdown(text):
            return parse_markdown(text)
        case Bullets():
            return bullets_flow(block)
        case Quotations():
            return quotations_flow(block)
        case Table():
            return (block,)


def render_pieces(content: Flow, *, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    """Yield the content in order, in pieces of at most `limit` UTF-16 units.

    A heading is joined with what follows, a paragraph with its list, up to half of `limit`. What follows under the same
    heading names it.
    """
    return merge_pieces(_with_headings(content, dialect, limit), limit=limit // 2)


def _with_headings(content: Flow, dialect: MarkupDialect, limit: int) -> Iterator[Piece]:
    """Yield the pieces, each heading in one with the first piece below it, which is made to fit."""
    waiting: Piece | None = None  # headings with nothing below them yet
    heading = ""
    for item in content:
        if isinstance(item, TextLine) and item.is_heading:
            for piece in _item_pieces(item, dialect, limit // 2):
                joined = _joined(waiting, piece)
                if waiting is not None and utf16_length(joined.text) > limit // 2:
                    yield waiting
                    joined = piece
                waiting, heading = joined, piece.text
            continue
        room = limit - (utf16_length(f"{waiting.text}\n\n") if waiting else 0)
        for piece in _item_pieces(item, dialect, room):
            yield _joined(waiting, piece) if waiting else replace(piece, heading=heading)
            waiting = None
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
    return replace(heading, text=f"{heading.text}{separator_before(piece)}{piece.text}") if heading else piece


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
        partial = replace(line, runs=part) if number == 0 else replace(line, runs=part, mark="", is_apart=False)
        yield Piece(_line_text(partial, dialect), is_apart=partial.is_apart)


def _line_text(line: TextLine, dialect: MarkupDialect) -> str:
    """Return a line in the platform's markup; text after its line breaks is indented like its beginning."""
    depth = min(line.depth, _MAX_DEPTH)
    quote = "> " if line.is_quoted else ""
    first, *rest = dialect.render_inline(line.runs).split("\n")
    indent = quote + dialect.list_prefix("", depth)
    return "\n".join([quote + dialect.list_prefix(line.mark, depth) + first, *(indent + each for each in rest)])


def group_with_introductions(blocks: Iterable[Block]) -> Iterator[tuple[Block, ...]]:
    """Yield the blocks in order; a short paragraph in one group with what it may introduce, if that follows."""
    waiting: Paragraph | None = None
    for block in blocks:
        if waiting is not None and isinstance(block, Table | Markdown | Quotations | Card):
            yield waiting, block
            waiting = None
            continue
        if waiting is not None:
            yield (waiting,)
            waiting = None
        if isinstance(block, Paragraph) and utf16_length(block.text) <= _MAX_INTRODUCTION:
            waiting = block
        else:
            yield (block,)
    if waiting is not None:
        yield (waiting,)


def flow_of_group(group: Sequence[Block]) -> Flow:
    """Return the blocks of a group, except a card, with the introduction as a heading of what follows."""
    match group:
        case (Paragraph() as introduction, Table() | Markdown() | Quotations() as block):
            return (*(replace(line, is_heading=True) for line in paragraph_flow(introduction)), *flow_of(block))
        case _:
            return tuple(item for block in group if not isinstance(block, Card) for item in flow_of(block))


def draft_tail(text: str, *, dialect: MarkupDialect, limit: int) -> str:
    """Return the end of `text`, a model's unfinished Markdown, in the platform's markup: at most `limit` UTF-16 units.

    Text that does not fit is cut at the front and replaced by "…"; empty: there is nothing to show yet.
    """
    end = text[-limit * _PARSED_FACTOR :]
    room = limit - utf16_length(_ELLIPSIS)
    pieces = list(
        render_pieces(parse_markdown(end), dialect=dialect, limit=room // 3)
    )  # small, since a piece is kept or dropped as a whole
    kept = ""
    while (
        pieces and utf16_length(kept) + utf16_length(last := f"{separator_before(pieces[-1])}{pieces[-1].text}") <= room
    ):
        kept = f"{last}{kept}"
        pieces.pop()
    kept = kept.lstrip("\n")
    return f"{_ELLIPSIS}{kept}" if kept and (pieces or len(end) < len(text)) else kept


def asks_for_vote(reply: Reply) -> bool:
    """Return whether a reply is shown with vote buttons."""
    return reply.intent in _RATED_INTENTS and reply.occasion == ANSWER and not reply.answer.is_private


def sendable_buttons(buttons: Iterable[Button], *, limit: int) -> list[Button]:
    """Return the buttons with an id of at most `limit` UTF-16 units, each once: a cut id would name another button."""
    by_id = {button.id: button for button in buttons if button.id.strip()}
    return [button for button in by_id.values() if utf16_length(button.id) <= limit]


def card_buttons(card: Card, buttons: Iterable[Button]) -> list[Button]:
    """Return the buttons of the card's decision."""
    return [button for button in buttons if card.decision_id and _decision_id(button) == card.decision_id]


def group_by_decision(buttons: Iterable[Button]) -> list[list[Button]]:
    """Return buttons grouped by the decision in their ids."""
    grouped: dict[str, list[Button]] = {}
    for button in buttons:
        grouped.setdefault(_decision_id(button), []).append(button)
    return list(grouped.values())


def progress_line(steps: Sequence[str]) -> str:
    """Return the steps on one line, the last one in progress: "prices ✓ · fundamentals …".

    A long line is cut at the front: the end is what people wait for.
    """
    done = [f"{clean_line(step)} ✓" for step in steps[:-1]]
    text = " · ".join([*done, *(f"{clean_line(step)} …" for step in steps[-1:])])
    if len(text) <= _MAX_PROGRESS:
        return text or "…"
    end = text[-_MAX_PROGRESS:]
    return f"… {end.partition(' · ')[2] or end}"


def _decision_id(button: Button) -> str:
    return [*button.id.split(":"), ""][1]
