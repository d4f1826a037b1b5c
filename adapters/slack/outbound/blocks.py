"""Renders reply blocks as Block Kit."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from adapters.markup.drafts import draft_tail
from adapters.markup.flow import Flow
from adapters.markup.pieces import flow_of, render_pieces
from adapters.markup.split import pack_pieces, split_runs
from adapters.markup.text import clean_line, clean_text
from adapters.markup.text_runs import TextRun, TextRuns, bold_runs, plain_runs, plain_text_of
from adapters.slack.outbound import limits, mrkdwn
from bot.domain.conversation.blocks import Block, Card, Paragraph

BlockKit = dict[str, Any]
_MAX_FIELD_TEXT: Final = 300  # a longer field gets a section of its own: half the width is too narrow for it


def block_kit(block: Block) -> Iterator[BlockKit]:
    """Yield the Block Kit blocks of one reply block; of a card without its buttons."""
    match block:
        case Card():
            yield from card_blocks(block)
        case Paragraph(text):
            yield from _plain_blocks(text, limit=limits.SECTION, wrap=_section_block)
        case _:
            yield from _flow_sections(flow_of(block))


def card_blocks(card: Card) -> Iterator[BlockKit]:
    """Yield the blocks of a decision: title, labelled fields, arguments, final status, footer."""
    title, *rest = _split_plain(clean_line(card.title), limits.HEADER) or [""]
    if title:
        yield {"type": "header", "text": _plain_text_object(title)}
    yield from _plain_blocks(" ".join(rest), limit=limits.SECTION, wrap=_section_block)
    yield from _field_sections(card.fields)
    for section in card.sections:
        yield from _flow_sections(flow_of(section))
    yield from (_section_block(_mrkdwn_object(text)) for text in _bold_parts(card.final_status))
    yield from _plain_blocks(card.footer, limit=limits.CONTEXT, wrap=context_block)


def context_block(element: BlockKit) -> BlockKit:
    """Return a context block, which Slack shows as small print."""
    return {"type": "context", "elements": [element]}


def section_blocks(text: str) -> Iterator[BlockKit]:
    """Yield plain text as sections."""
    yield from _plain_blocks(text, limit=limits.SECTION, wrap=_section_block)


def draft_blocks(draft: str) -> Iterator[BlockKit]:
    """Yield the end of a model's unfinished Markdown as one section; nothing while no visible text has come."""
    text = draft_tail(draft, dialect=mrkdwn, limit=limits.SECTION)
    if text:
        yield _section_block(_mrkdwn_object(text))


def _section_block(text: BlockKit) -> BlockKit:
    return {"type": "section", "text": text}


def _flow_sections(content: Flow) -> Iterator[BlockKit]:
    texts = pack_pieces(render_pieces(content, dialect=mrkdwn, limit=limits.SECTION), limit=limits.SECTION)
    yield from (_section_block(_mrkdwn_object(text)) for text in texts)


def _bold_parts(text: str) -> Iterator[str]:
    for part in split_runs(bold_runs(text.strip()), limit=limits.SECTION, render=mrkdwn.render_inline):
        yield mrkdwn.render_inline(part)


def _field_sections(fields: Iterable[tuple[str, str]]) -> Iterator[BlockKit]:
    row: list[BlockKit] = []
    for label, value in fields:
        text = _field_text(label, value)
        if not text:
            continue
        if len(text) > _MAX_FIELD_TEXT or len(row) == limits.FIELDS:
            yield from _fields_section(row)
            row = []
        if len(text) > _MAX_FIELD_TEXT:
            yield from _long_field_sections(label, value)
        else:
            row.append(_mrkdwn_object(text))
    yield from _fields_section(row)


def _fields_section(fields: list[BlockKit]) -> Iterator[BlockKit]:
    if fields:
        yield {"type": "section", "fields": fields}


def _field_text(label: str, value: str) -> str:
    lines = (mrkdwn.render_inline(_label_runs(label)), mrkdwn.escape_markup(clean_text(value).strip()))
    return "\n".join(line for line in lines if line)


def _long_field_sections(label: str, value: str) -> Iterator[BlockKit]:
    runs: TextRuns = (*_label_runs(label), TextRun("\n"), *plain_runs(value.strip()))
    for part in split_runs(runs, limit=limits.SECTION, render=mrkdwn.render_inline):
        yield _section_block(_mrkdwn_object(mrkdwn.render_inline(part)))


def _label_runs(label: str) -> TextRuns:
    return bold_runs(clean_line(label))


def _plain_blocks(text: str, *, limit: int, wrap: Callable[[BlockKit], BlockKit]) -> Iterator[BlockKit]:
    yield from (wrap(_plain_text_object(part)) for part in _split_plain(clean_text(text).strip(), limit))


def _split_plain(text: str, limit: int) -> list[str]:
    """Return `text` in parts, each within `limit` characters after escaping."""
    parts = split_runs((TextRun(text),), limit=limit, render=lambda runs: mrkdwn.escape_entities(plain_text_of(runs)))
    return [plain_text_of(part) for part in parts]


def _plain_text_object(text: str) -> BlockKit:
    return {"type": "plain_text", "text": mrkdwn.escape_entities(text), "emoji": False}


def _mrkdwn_object(text: str) -> BlockKit:
    return {"type": "mrkdwn", "text": text, "verbatim": True}
