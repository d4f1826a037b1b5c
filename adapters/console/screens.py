"""Screens that show replies: as JSON for programs, as text in a pipe. The interactive one is in prompt_screen.py."""

import sys
from collections.abc import Callable
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from adapters.console.buttons import ShownButtons, button_kind, find_by_name
from adapters.console.rendering import DisplayStyle, render_block, render_text
from adapters.console.reply_json import dump_json_line, refusal_as_json, reply_as_json
from adapters.console.streams import Output
from adapters.markup.text import clean_line, clean_text
from bot.domain.conversation.replies import ANSWER, Reply
from bot.domain.conversation.states import State
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import ConversationId
from bot.domain.text.locale import Locale
from bot.locales import Catalogue

_NO_BREAK: Final = "\u00a0"


class Screen:
    """One way of showing a session's output; what it does not implement it shows nothing of."""

    async def show_reply(self, reply: Reply) -> None:
        """Show a reply. Raises: DeliveryError."""

    async def show_refusal(self, sentence: str, *, thread: Thread) -> None:
        """Say why input was refused. Raises: DeliveryError."""

    async def show_silence(self, thread: Thread) -> None:
        """Say, to a program, that a message in `thread` gets no reply. Raises: DeliveryError."""

    async def show_notice(self, sentence: str) -> None:
        """Show a sentence that answers no input."""

    async def show_step(self, turn: Turn, text: str) -> None:
        """Show the present step of the work on `turn`."""

    async def show_draft(self, turn: Turn, text: str) -> None:
        """Show the unfinished answer to `turn`."""


class NonInteractiveScreen(Screen):
    """The part of `Screen` for programs and pipes: notices on standard error, no progress."""

    async def show_notice(self, sentence: str) -> None:
        """Write a sentence to standard error."""
        sys.stderr.write(clean_text(sentence) + "\n")
        sys.stderr.flush()


class JsonScreen(NonInteractiveScreen):
    """Implements `Screen` with one JSON object per line."""

    def __init__(self, output: Output, catalogue: Catalogue) -> None:
        self._output = output
        self._catalogue = catalogue
        self._states: dict[ConversationId, State] = {}

    async def show_reply(self, reply: Reply) -> None:
        """Print a reply; only the answer itself, no later notices. Raises: DeliveryError."""
        if reply.occasion != ANSWER:
            return
        self._states[reply.thread.conversation_id] = reply.state
        content = reply_as_json(
            reply, render_reason=lambda reason, language: self._catalogue.render_reason(Locale(language), reason)
        )
        await self._output.write(dump_json_line(content))

    async def show_refusal(self, sentence: str, *, thread: Thread) -> None:
        """Print why a line was refused. Raises: DeliveryError."""
        state = self._states.get(thread.conversation_id, State.IDLE)
        await self._output.write(dump_json_line(refusal_as_json(sentence, thread=thread, state=state)))

    async def show_silence(self, thread: Thread) -> None:
        """Print that a message in `thread` gets no reply. Raises: DeliveryError."""
        await self._output.write(dump_json_line({"thread": thread.thread, "silent": True}))


class TextScreen(NonInteractiveScreen):
    """Implements `Screen` with readable text, in colour if the output is a terminal."""

    def __init__(
        self, output: Output, display_style: Callable[[], DisplayStyle], catalogue: Catalogue, buttons: ShownButtons
    ) -> None:
        self._output = output
        self._display_style = display_style
        self._catalogue = catalogue
        self._buttons = buttons

    async def show_reply(self, reply: Reply) -> None:
        """Print a reply and an empty line. Raises: DeliveryError."""
        style = self._display_style()
        parts = render_reply(reply, style=style, catalogue=self._catalogue, buttons=self._buttons)
        await self._output.write(render_text(*parts, style=style) + "\n")

    async def show_refusal(self, sentence: str, *, thread: Thread) -> None:  # noqa: ARG002  as every Screen
        """Print why a line was refused. Raises: DeliveryError."""
        await self._output.write(render_text(Text(clean_text(sentence)), style=self._display_style()) + "\n")


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
        label = clean_line(button.label).replace(" ", _NO_BREAK)
        line.append(f"{_NO_BREAK}{label}", style="bold")
        line.append("   ")
    return line


def _render_hint(reply: Reply, catalogue: Catalogue, buttons: ShownButtons) -> Text:
    first = reply.answer.buttons[0]
    number = str(buttons.button_number(reply.thread.conversation_id, first))
    has_unique_name = find_by_name(reply.answer.buttons, button_kind(first)) == (first,)
    message = "console-press-hint" if has_unique_name else "console-press-by-number"
    sentence = catalogue.render(Locale(reply.language), message, number=number, kind=button_kind(first))
    return Text(clean_line(sentence), style="dim")
