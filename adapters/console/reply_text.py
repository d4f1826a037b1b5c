"""Renders a whole reply: blocks, and how to press its buttons."""

from typing import Final

from rich.console import RenderableType
from rich.text import Text

from adapters.console.buttons import ShownButtons, button_kind, find_by_name
from adapters.console.rendering import DisplayStyle, render_block
from adapters.console.safe_text import sanitize_to_one_line
from bot.domain.conversation.replies import Reply
from bot.domain.text.locale import Locale
from bot.locales import Catalogue

_NO_BREAK: Final = "\u00a0"


def render_reply(
    reply: Reply, *, style: DisplayStyle, catalogue: Catalogue, buttons: ShownButtons
) -> list[RenderableType]:
    """Return the parts of a reply: its blocks, its buttons and how to press them."""
    parts: list[RenderableType] = []
    for block in reply.answer.blocks:
        parts += [render_block(block, style=style), Text()]
    if reply.answer.buttons:
        parts += [_render_buttons(reply, buttons), _render_hint(reply, catalogue, buttons)]
    return parts


def _render_buttons(reply: Reply, buttons: ShownButtons) -> Text:
    line = Text(overflow="fold")
    for button in reply.answer.buttons:
        line.append(f"[{buttons.button_number(reply.thread.conversation_id, button)}]", style="bold cyan")
        label = sanitize_to_one_line(button.label).replace(" ", _NO_BREAK)
        line.append(f"{_NO_BREAK}{label}", style="bold")
        line.append("   ")
    return line


def _render_hint(reply: Reply, catalogue: Catalogue, buttons: ShownButtons) -> Text:
    first = reply.answer.buttons[0]
    number = str(buttons.button_number(reply.thread.conversation_id, first))
    has_unique_name = find_by_name(reply.answer.buttons, button_kind(first)) == (first,)
    message = "console-press-hint" if has_unique_name else "console-press-by-number"
    sentence = catalogue.render(Locale(reply.language), message, number=number, kind=button_kind(first))
    return Text(sanitize_to_one_line(sentence), style="dim")
