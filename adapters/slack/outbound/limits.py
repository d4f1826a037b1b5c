"""What Slack takes in one message or view, and a check of it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from adapters.markup.text import utf16_length
from adapters.slack.outbound.message import SlackMessage

BLOCKS: Final = 50
VIEW_BLOCKS: Final = 100
ALL_CHARACTERS: Final = 12_000  # over all blocks as JSON; measured: Slack refuses somewhat above 13,000
FALLBACK: Final = 4_000
SECTION: Final = 3_000
FIELDS: Final = 10
FIELD: Final = 2_000
HEADER: Final = 150
CONTEXT_ELEMENTS: Final = 10
CONTEXT: Final = 2_000
ELEMENTS: Final = 25
BUTTON_LABEL: Final = 75
BUTTON_VALUE: Final = 2_000
ACTION_ID: Final = 255
VIEW_TITLE: Final = 24
PRIVATE_METADATA: Final = 3_000

Blocks = Sequence[Mapping[str, Any]]


def json_length(blocks: Blocks) -> int:
    """Return the length of the blocks as JSON, in UTF-16 units."""
    return utf16_length(json.dumps(blocks, ensure_ascii=False))


def check_message(message: SlackMessage) -> list[str]:
    """Return what Slack would refuse about the message; empty: nothing."""
    return [*_text("fallback", message.text, FALLBACK), *check_blocks(message.blocks, max_blocks=BLOCKS)]


def check_blocks(blocks: Blocks, *, max_blocks: int) -> list[str]:
    """Return what Slack would refuse about the blocks of a message or view."""
    problems = [] if 1 <= len(blocks) <= max_blocks else [f"{len(blocks)} blocks"]
    if json_length(blocks) > ALL_CHARACTERS:
        problems.append(f"{json_length(blocks)} characters over all blocks")
    return [*problems, *(problem for block in blocks for problem in _block(block))]


def _block(block: Mapping[str, Any]) -> Iterator[str]:
    match block:
        case {"type": "header", "text": {"type": "plain_text", "text": str(text)}}:
            yield from _text("header", text, HEADER)
        case {"type": "section", "text": {"text": str(text)}}:
            yield from _text("section", text, SECTION)
        case {"type": "section", "fields": [*fields]}:
            yield from _many("fields", fields, FIELDS)
            for field in fields:
                yield from _text("field", field["text"], FIELD)
        case {"type": "context", "elements": [*elements]}:
            yield from _many("context elements", elements, CONTEXT_ELEMENTS)
            for element in elements:
                yield from _text("context", element["text"], CONTEXT)
        case {"type": "actions", "elements": [*elements]}:
            yield from _many("elements", elements, ELEMENTS)
            yield from _buttons(elements)
        case {"type": "input" | "divider"}:
            return
        case _:
            yield f"unknown block {block}"


def _buttons(elements: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    ids = [element["action_id"] for element in elements]
    if len(set(ids)) != len(ids):
        yield f"an action_id stands twice in {ids}"
    for element in elements:
        yield from _text("label", element["text"]["text"], BUTTON_LABEL)
        yield from _text("value", element["value"], BUTTON_VALUE)
        yield from _text("action_id", element["action_id"], ACTION_ID)


def _many(what: str, found: Sequence[object], most: int) -> Iterator[str]:
    if not 1 <= len(found) <= most:
        yield f"{len(found)} {what}"


def _text(what: str, text: str, most: int) -> Iterator[str]:
    if not text.strip() or utf16_length(text) > most:
        yield f"{what} of {utf16_length(text)} characters"
