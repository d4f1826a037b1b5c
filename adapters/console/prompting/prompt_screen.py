"""The interactive screen: replies above the prompt, a live line during work."""

import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Final

from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.utils import get_cwidth, is_dumb_terminal
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from adapters.console.buttons import ShownButtons
from adapters.console.channel import PendingReplies
from adapters.console.rendering import DisplayStyle, render_text
from adapters.console.screens import Screen, render_reply
from adapters.markup.text import clean_line, clean_text
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.ids import TurnId
from bot.domain.text.emphasis import emphasis_as_text
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

_INDENT: Final = 2
_FRAMES: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_FRAMES_PER_SECOND: Final = 8
_MAX_DRAFT: Final = 1_000  # characters of the end of an unfinished answer: no line is longer


class PromptScreen(Screen):
    """Implements `Screen` with cards, tables and colour; the prompt draws the live line from `live_line`."""

    def __init__(
        self,
        *,
        display_style: Callable[[], DisplayStyle],
        catalogue: Catalogue,
        buttons: ShownButtons,
        pending_replies: PendingReplies,
        language: Language,
    ) -> None:
        self._display_style = display_style
        self._catalogue = catalogue
        self._buttons = buttons
        self._pending_replies = pending_replies
        self._working_text = catalogue.render(Locale(language), "console-working")
        self._steps = dict[TurnId, str]()
        self._drafts = dict[TurnId, str]()

    async def show_reply(self, reply: Reply) -> None:
        """Print a reply above the prompt."""
        self._steps.pop(reply.turn_id, None)
        self._drafts.pop(reply.turn_id, None)
        style = self._display_style()
        inner = DisplayStyle(style.width - _INDENT, style.color)
        parts = render_reply(reply, style=inner, catalogue=self._catalogue, buttons=self._buttons)
        self._print(*self._render_question(reply), *parts, style=style)

    async def show_refusal(self, sentence: str, *, thread: Thread) -> None:  # noqa: ARG002  as every Screen
        """Print why a line was refused."""
        await self.show_notice(sentence)

    async def show_banner(self, name: str, advice: str) -> None:
        """Print the greeting: name and version, and how to begin."""
        self._print(
            Text(clean_text(name), style="bold cyan"),
            Text(clean_text(advice), style="dim"),
            style=self._display_style(),
        )

    async def show_notice(self, sentence: str) -> None:
        """Print a sentence that answers no input."""
        self._print(Text(clean_text(sentence), style="yellow"), style=self._display_style())

    async def show_step(self, turn: Turn, text: str) -> None:
        """Store the step for the live line."""
        self._steps[turn.id] = clean_line(text)

    async def show_draft(self, turn: Turn, text: str) -> None:
        """Store the end of the unfinished answer for the live line."""
        self._drafts[turn.id] = clean_line(emphasis_as_text(text[-_MAX_DRAFT:]))

    def live_line(self) -> str:
        """Return the live line: the end of the unfinished answer or the present step, and how many other turns wait.

        Empty when no turn is pending, and on a terminal that cannot redraw a line.
        """
        turns = self._pending_replies.pending_turns()
        if not turns or is_dumb_terminal():
            return ""
        frame = _FRAMES[int(time.monotonic() * _FRAMES_PER_SECOND) % len(_FRAMES)]
        more = f" (+{len(turns) - 1})" if len(turns) > 1 else ""
        width = self._display_style().width
        if draft := next((self._drafts[turn.id] for turn in turns if turn.id in self._drafts), ""):
            return f"{frame} {clip_start(draft, width - get_cwidth(frame + more) - 1)}{more}"
        steps = (self._steps[turn.id] for turn in turns if turn.id in self._steps)
        step = next(chain(steps, [self._working_text]))
        return clip_end(f"{frame} {step}{more}", width)

    def _render_question(self, reply: Reply) -> list[RenderableType]:
        """Return the message that a late reply answers; nothing if it is the newest, or a press."""
        turn = self._pending_replies.find_turn(reply.turn_id)
        if turn is None or turn.kind is InputKind.PRESS or self._pending_replies.is_newest(turn.id):
            return []
        return [
            Text(clip_end(f"↳ {clean_line(turn.text)}", self._display_style().width - _INDENT), style="dim"),
            Text(),
        ]

    def _print(self, *parts: RenderableType, style: DisplayStyle) -> None:
        padded = [Padding(part, (0, 0, 0, _INDENT)) for part in parts]
        lead = "\n" if is_dumb_terminal() else ""  # a dumb terminal leaves the prompt on its line
        sys.stdout.write(f"{lead}{render_text(*padded, style=style)}\n")
        sys.stdout.flush()


def clip_start(text: str, width: int) -> str:
    """Return the end of `text` in `width` columns, an ellipsis before it if something is left out."""
    return text if get_cwidth(text) <= width else f"…{clip_end(text[::-1], width).removesuffix('…')[::-1]}"


def clip_end(text: str, width: int) -> str:
    """Return `text` cut to `width` columns, with an ellipsis if it was cut."""
    if get_cwidth(text) <= width:
        return text
    kept, used = [], 1
    for letter in text:
        used += get_cwidth(letter)
        if used > width:
            break
        kept.append(letter)
    return "".join(kept) + "…"


def open_history(path: Path) -> History:
    """Return the history kept in `path`, readable by its owner only; one in memory if it cannot be written."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return _TypedHistory(path)


def forget_history(path: Path) -> None:
    """Delete all typed lines. They bear no names: whoever is erased may have typed any, or be named in any."""
    with suppress(OSError):  # there is none, or one that cannot be written, which has no lines
        path.unlink()


class _TypedHistory(FileHistory):
    """Reads the file anew for each prompt: whichever process has deleted it since, what it held is forgotten."""

    async def load(self) -> AsyncGenerator[str, None]:
        self._loaded = False
        async for line in super().load():
            yield line

    def store_string(self, string: str) -> None:
        Path(str(self.filename)).touch(mode=0o600)  # for its owner only
        super().store_string(string)
