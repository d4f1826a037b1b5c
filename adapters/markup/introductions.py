"""Finds paragraphs that introduce the block below them, so that no message ends in an introduction."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from adapters.markup.flow import Flow, paragraph_flow
from adapters.markup.pieces import flow_of
from adapters.markup.text import utf16_length
from bot.domain.conversation.blocks import Block, Card, Markdown, Paragraph, Quotations, Table

_MAX_INTRODUCTION: Final = 400  # UTF-16 units; a longer paragraph stands for itself


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
