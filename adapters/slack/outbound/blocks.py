"""Renders reply blocks and buttons as Block Kit."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from adapters.markup.flow import Flow, paragraph_flow
from adapters.markup.pieces import draft_tail, flow_of, render_pieces
from adapters.markup.split import pack_pieces, split_runs
from adapters.markup.text import (
    TextRun,
    TextRuns,
    bold_runs,
    clean_line,
    clean_text,
    plain_text_of,
    truncate_line,
    utf16_length,
)
from adapters.slack.outbound import limits
from adapters.slack.outbound.mrkdwn import MRKDWN, escape_entities
from bot.domain.conversation.blocks import Block, Button, ButtonQuestion, Card, Paragraph
from bot.domain.text.emphasis import without_emphasis

BlockKit = dict[str, Any]
_MAX_QUOTED: Final = 900  # characters; a sentence's variable takes 1,000
_MAX_PER_BLOCK: Final = 10  # fewer than Slack's 25: with the longest ids, too, one block fits into any message
_STYLES: Final = {"confirm": "primary", "confirm_all": "primary", "cancel": "danger", "cancel_all": "danger"}


def block_kit(block: Block) -> Iterator[BlockKit]:
    """Yield the Block Kit blocks of one reply block; of a card without its buttons."""
    match block:
        case Card():
            yield from card_blocks(block)
        case Paragraph(text):
            yield from _line_blocks(text)
        case _:
            yield from _flow_sections(flow_of(block))


def card_blocks(card: Card) -> Iterator[BlockKit]:
    """Yield the blocks of a card: its title in bold, its lines, final status, footer."""
    yield from (_section_block(_mrkdwn_object(text)) for text in _bold_parts(clean_line(card.title)))
    yield from _line_blocks("\n".join(card.lines))
    yield from (_section_block(_mrkdwn_object(text)) for text in _bold_parts(card.final_status))
    yield from _plain_blocks(card.footer, limit=limits.CONTEXT, wrap=context_block)


def _line_blocks(lines: str) -> Iterator[BlockKit]:
    """Yield plain text as sections; mrkdwn only if there are bold figures in it."""
    if without_emphasis(lines) != lines:
        yield from _flow_sections(paragraph_flow(Paragraph(lines)))
    else:
        yield from section_blocks(lines)


def context_block(element: BlockKit) -> BlockKit:
    """Return a context block, which Slack shows as small print."""
    return {"type": "context", "elements": [element]}


def section_blocks(text: str) -> Iterator[BlockKit]:
    """Yield plain text as sections."""
    yield from _plain_blocks(text, limit=limits.SECTION, wrap=_section_block)


def quoted_line(text: str) -> str:
    """Return others' text as one line of mrkdwn, cut so that it is a part of a sentence."""
    parts = split_runs((TextRun(clean_line(text)),), limit=_MAX_QUOTED, render=MRKDWN.render_inline)
    return MRKDWN.render_inline(parts[0]) + ("…" if len(parts) > 1 else "") if parts else "…"


def mrkdwn_section(text: str) -> BlockKit:
    """Return a section of mrkdwn, in which others' text is escaped already."""
    return _section_block(_mrkdwn_object(text))


def draft_blocks(draft: str) -> Iterator[BlockKit]:
    """Yield the end of a model's unfinished Markdown as one section; nothing while no visible text has come."""
    text = draft_tail(draft, dialect=MRKDWN, limit=limits.SECTION)
    if text:
        yield _section_block(_mrkdwn_object(text))


def _section_block(text: BlockKit) -> BlockKit:
    return {"type": "section", "text": text}


def _flow_sections(content: Flow) -> Iterator[BlockKit]:
    texts = pack_pieces(render_pieces(content, dialect=MRKDWN, limit=limits.SECTION), limit=limits.SECTION)
    yield from (_section_block(_mrkdwn_object(text)) for text in texts)


def _bold_parts(text: str) -> Iterator[str]:
    for part in split_runs(bold_runs(text.strip()), limit=limits.SECTION, render=MRKDWN.render_inline):
        yield MRKDWN.render_inline(part)


def _plain_blocks(text: str, *, limit: int, wrap: Callable[[BlockKit], BlockKit]) -> Iterator[BlockKit]:
    def render(runs: TextRuns) -> str:
        return escape_entities(plain_text_of(runs))

    for part in split_runs((TextRun(clean_text(text).strip()),), limit=limit, render=render):
        yield wrap({"type": "plain_text", "text": render(part), "emoji": False})


def _mrkdwn_object(text: str) -> BlockKit:
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def actions_blocks(buttons: Sequence[Button]) -> Iterator[dict[str, Any]]:
    """Yield the actions blocks that hold the buttons; none if there are no buttons."""
    for start in range(0, len(buttons), _MAX_PER_BLOCK):
        elements = [button_element(button) for button in buttons[start : start + _MAX_PER_BLOCK]]
        yield {"type": "actions", "elements": elements}


def button_element(button: Button, *, spoken: str = "") -> dict[str, Any]:
    """Return one button; `spoken` is the text for screen readers if the label is an emoji."""
    question = button.question
    pressed_id = button.id if question is None else question.accepted_id
    style = _STYLES.get(button.id.partition(":")[0]) if question is None else None
    return {
        "type": "button",
        "text": plain_text_object(button.label, limit=limits.BUTTON_LABEL),
        "action_id": pressed_id,
        "value": pressed_id,
        **({"style": style} if style else {}),
        **({"confirm": _confirmation_dialog(question)} if question else {}),
        **({"accessibility_label": spoken} if spoken else {}),
    }


def _confirmation_dialog(question: ButtonQuestion) -> dict[str, Any]:
    """Return the dialog that Slack shows after a press; only who agrees has pressed the button."""
    return {
        "title": plain_text_object(question.title, limit=limits.DIALOG_TITLE),
        "text": plain_text_object(question.text, limit=limits.DIALOG_TEXT),
        "confirm": plain_text_object(question.accept, limit=limits.DIALOG_LABEL),
        "deny": plain_text_object(question.decline, limit=limits.DIALOG_LABEL),
        "style": "danger",
    }


def plain_text_object(text: str, *, limit: int) -> dict[str, Any]:
    """Return `text` as a text object of one line without markup, cut to `limit` characters."""
    line = truncate_line(text, limit) or "…"
    length = limit
    while utf16_length(escape_entities(line)) > limit:  # all characters of an entity count
        length -= 1
        line = truncate_line(text, length)
    return {"type": "plain_text", "text": escape_entities(line), "emoji": False}
