"""What a reply shows, as JSON values: a model is told just what the person sees, in the same words and figures."""

from collections.abc import Iterable

from bot.domain.conversation.blocks import Block, Bullets, Card, Markdown, Paragraph, Table

_TWO = 2


def block_data(blocks: Iterable[Block]) -> list[object]:
    """Return each block as a JSON value: a text, or an object of labels and what stands beside them."""
    return [_value(block) for block in blocks]


def _value(block: Block) -> object:
    match block:
        case Paragraph(text) | Markdown(text):
            return text
        case Bullets(heading, items):
            return {heading: list(items)}
        case Table(columns, rows) if len(columns) == _TWO:
            return {label: value for label, value in rows}  # noqa: C416 - a row has two
        case Table(columns, rows):
            return [dict(zip(columns, row, strict=False)) for row in rows]
        case Card(title, fields, sections, footer):
            return {"title": title, **dict(fields), "arguments": block_data(sections), "footer": footer}
