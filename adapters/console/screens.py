"""Screens that show replies: as JSON for programs, as text in a pipe. The interactive one is in prompt_screen.py."""

import sys
from collections.abc import Callable
from typing import Protocol

from rich.text import Text

from adapters.console.buttons import ShownButtons
from adapters.console.output import Output
from adapters.console.rendering import DisplayStyle, render_text
from adapters.console.reply_json import dump_json_line, refusal_as_json, reply_as_json
from adapters.console.reply_text import render_reply
from adapters.console.safe_text import sanitize
from bot.domain.conversation.replies import ANSWER, Reply
from bot.domain.conversation.states import State
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import ConversationId
from bot.domain.text.locale import Locale
from bot.locales import Catalogue


class Screen(Protocol):
    """One way of showing a session's output."""

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


class NonInteractiveScreen:
    """The part of `Screen` for programs and pipes: notices on standard error, no progress."""

    async def show_silence(self, thread: Thread) -> None:
        """Show nothing: only an object of JSON can name a channel."""

    async def show_notice(self, sentence: str) -> None:
        """Write a sentence to standard error."""
        sys.stderr.write(sanitize(sentence) + "\n")
        sys.stderr.flush()

    async def show_step(self, turn: Turn, text: str) -> None:
        """Show nothing: a pipe has no live line."""

    async def show_draft(self, turn: Turn, text: str) -> None:
        """Show nothing: a pipe gets whole answers."""


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
        await self._output.write(render_text(Text(sanitize(sentence)), style=self._display_style()) + "\n")
