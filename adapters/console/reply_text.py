"""Everything a person sees of a reply, from its blocks to how its buttons are pressed."""

from typing import Final

from rich.console import RenderableType
from rich.text import Text

from adapters.console.buttons import ShownButtons, called, kind
from adapters.console.rendering import DisplayStyle, block
from adapters.console.safe_text import shown_on_one_line
from bot.domain.conversation.replies import Reply
from bot.domain.text.locale import Locale
from bot.locales import Catalogue

_NO_BREAK: Final = "\u00a0"


def reply_parts(
    reply: Reply, *, look: DisplayStyle, catalogue: Catalogue, buttons: ShownButtons
) -> list[RenderableType]:
    """Return everything a person sees of a reply: blocks, attachments, and how to press what."""
    parts: list[RenderableType] = []
    for each in reply.answer.blocks:
        parts += [block(each, look=look), Text()]
    for file in reply.answer.attachments:
        said = catalogue.render(Locale(reply.language), "console-attachment", name=file.name, path=file.path)
        parts.append(Text(shown_on_one_line(said), style="dim"))
    if reply.answer.buttons:
        parts += [_keys(reply, buttons), _hint(reply, catalogue, buttons)]
    return parts


def _keys(reply: Reply, buttons: ShownButtons) -> Text:
    keys = Text(overflow="fold")
    for button in reply.answer.buttons:
        keys.append(f"[{buttons.number(reply.thread.conversation_id, button)}]", style="bold cyan")
        label = shown_on_one_line(button.label).replace(" ", _NO_BREAK)
        keys.append(f"{_NO_BREAK}{label}", style="bold")
        keys.append("   ")
    return keys


def _hint(reply: Reply, catalogue: Catalogue, buttons: ShownButtons) -> Text:
    first = reply.answer.buttons[0]
    number = str(buttons.number(reply.thread.conversation_id, first))
    has_a_name = called(reply.answer.buttons, kind(first)) == (first,)
    message = "console-press-hint" if has_a_name else "console-press-by-number"
    said = catalogue.render(Locale(reply.language), message, number=number, kind=kind(first))
    return Text(shown_on_one_line(said), style="dim")
