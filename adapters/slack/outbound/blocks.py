"""Blocks of a reply as Block Kit."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from adapters.markup.drafts import latest
from adapters.markup.flow import Flow
from adapters.markup.pieces import flow, pieces
from adapters.markup.split import fit, packed
from adapters.markup.text import clean, clean_line
from adapters.markup.text_runs import TextRun, TextRuns, bold, plain, text_of
from adapters.slack.outbound import limits, mrkdwn
from bot.domain.conversation.blocks import Block, Card, Paragraph

BlockKit = dict[str, Any]
_FIELD_TEXT: Final = 300  # a longer value has a section of its own: half a column is too narrow for it


def kit(block: Block) -> Iterator[BlockKit]:
    """Yield what shows one block of a reply; a card without its buttons."""
    match block:
        case Card():
            yield from card(block)
        case Paragraph(text):
            yield from _plain(text, limit=limits.SECTION, wrap=_section)
        case _:
            yield from _sections(flow(block))


def card(shown: Card) -> Iterator[BlockKit]:
    """Yield a decision: title, labelled fields, arguments, what became of it, small print."""
    title, *rest = _cut(clean_line(shown.title), limits.HEADER) or [""]
    if title:
        yield {"type": "header", "text": _plain_object(title)}
    yield from _plain(" ".join(rest), limit=limits.SECTION, wrap=_section)
    yield from _fields(shown.fields)
    for section in shown.sections:
        yield from _sections(flow(section))
    yield from (_section(_mrkdwn(text)) for text in _bold(shown.final_status))
    yield from _plain(shown.footer, limit=limits.CONTEXT, wrap=context)


def context(element: BlockKit) -> BlockKit:
    """Return small print."""
    return {"type": "context", "elements": [element]}


def section(text: str) -> Iterator[BlockKit]:
    """Yield plain text as sections."""
    yield from _plain(text, limit=limits.SECTION, wrap=_section)


def unfinished(draft: str) -> Iterator[BlockKit]:
    """Yield the end of a model's unfinished Markdown as one section; nothing while there is nothing to be seen."""
    text = latest(draft, dialect=mrkdwn, limit=limits.SECTION)
    if text:
        yield _section(_mrkdwn(text))


def _section(text: BlockKit) -> BlockKit:
    return {"type": "section", "text": text}


def _sections(content: Flow) -> Iterator[BlockKit]:
    texts = packed(pieces(content, dialect=mrkdwn, limit=limits.SECTION), limit=limits.SECTION)
    yield from (_section(_mrkdwn(text)) for text in texts)


def _bold(text: str) -> Iterator[str]:
    for part in fit(bold(text.strip()), limit=limits.SECTION, render=mrkdwn.inline):
        yield mrkdwn.inline(part)


def _fields(fields: Iterable[tuple[str, str]]) -> Iterator[BlockKit]:
    row: list[BlockKit] = []
    for label, value in fields:
        text = _field(label, value)
        if not text:
            continue
        if len(text) > _FIELD_TEXT or len(row) == limits.FIELDS:
            yield from _row(row)
            row = []
        if len(text) > _FIELD_TEXT:
            yield from _long_field(label, value)
        else:
            row.append(_mrkdwn(text))
    yield from _row(row)


def _row(fields: list[BlockKit]) -> Iterator[BlockKit]:
    if fields:
        yield {"type": "section", "fields": fields}


def _field(label: str, value: str) -> str:
    said = (mrkdwn.inline(_label(label)), mrkdwn.literal(clean(value).strip()))
    return "\n".join(each for each in said if each)


def _long_field(label: str, value: str) -> Iterator[BlockKit]:
    runs: TextRuns = (*_label(label), TextRun("\n"), *plain(value.strip()))
    for part in fit(runs, limit=limits.SECTION, render=mrkdwn.inline):
        yield _section(_mrkdwn(mrkdwn.inline(part)))


def _label(label: str) -> TextRuns:
    return bold(clean_line(label))


def _plain(text: str, *, limit: int, wrap: Callable[[BlockKit], BlockKit]) -> Iterator[BlockKit]:
    yield from (wrap(_plain_object(part)) for part in _cut(clean(text).strip(), limit))


def _cut(text: str, limit: int) -> list[str]:
    """Parts that are within `limit` once they are escaped."""
    parts = fit((TextRun(text),), limit=limit, render=lambda runs: mrkdwn.escaped(text_of(runs)))
    return [text_of(part) for part in parts]


def _plain_object(text: str) -> BlockKit:
    return {"type": "plain_text", "text": mrkdwn.escaped(text), "emoji": False}


def _mrkdwn(text: str) -> BlockKit:
    return {"type": "mrkdwn", "text": text, "verbatim": True}
