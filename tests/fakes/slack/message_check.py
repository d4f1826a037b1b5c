"""Checks a rendered message or view against Slack's limits, without a server."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from adapters.markup.text import utf16_length
from adapters.slack.outbound import limits
from adapters.slack.outbound.message import SlackMessage

CONTEXT_ELEMENTS: Final = 10
ELEMENTS: Final = 25
BUTTON_VALUE: Final = 2_000
DIALOG: Final = {"title": 100, "text": 300, "confirm": 30, "deny": 30}


def check_message(message: SlackMessage) -> list[str]:
    """Return a description of each thing in a message that Slack would refuse."""
    return [
        *_check_text("fallback", message.text, limits.FALLBACK),
        *check_blocks(message.blocks, max_blocks=limits.BLOCKS),
    ]


def check_blocks(blocks: limits.Blocks, *, max_blocks: int) -> list[str]:
    """Return a description of each thing in the blocks of a message or view that Slack would refuse."""
    problems = [] if 1 <= len(blocks) <= max_blocks else [f"{len(blocks)} blocks"]
    if limits.json_length(blocks) > limits.ALL_CHARACTERS:
        problems.append(f"{limits.json_length(blocks)} characters over all blocks")
    return [*problems, *(problem for block in blocks for problem in _check_block(block))]


def _check_block(block: Mapping[str, Any]) -> Iterator[str]:
    match block:
        case {"type": "section", "text": {"text": str(text)}}:
            yield from _check_text("section", text, limits.SECTION)
        case {"type": "context", "elements": [*elements]}:
            yield from _check_count("context elements", elements, CONTEXT_ELEMENTS)
            for element in elements:
                yield from _check_text("context", element["text"], limits.CONTEXT)
        case {"type": "actions", "elements": [*elements]}:
            yield from _check_count("elements", elements, ELEMENTS)
            yield from _check_buttons(elements)
        case {"type": "input" | "divider"}:
            return
        case _:
            yield f"unknown block {block}"


def _check_buttons(elements: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    ids = [element["action_id"] for element in elements]
    if len(set(ids)) != len(ids):
        yield f"an action_id stands twice in {ids}"
    for element in elements:
        yield from _check_text("label", element["text"]["text"], limits.BUTTON_LABEL)
        yield from _check_text("value", element["value"], BUTTON_VALUE)
        yield from _check_text("action_id", element["action_id"], limits.ACTION_ID)
        for part, limit in DIALOG.items() if "confirm" in element else ():
            yield from _check_text(f"dialog's {part}", element["confirm"][part]["text"], limit)


def _check_count(label: str, items: Sequence[object], limit: int) -> Iterator[str]:
    if not 1 <= len(items) <= limit:
        yield f"{len(items)} {label}"


def _check_text(label: str, text: str, limit: int) -> Iterator[str]:
    if not text.strip() or utf16_length(text) > limit:
        yield f"{label} of {utf16_length(text)} characters"
