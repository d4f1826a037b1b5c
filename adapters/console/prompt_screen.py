"""What a person at the terminal sees: replies above the prompt, a live line while we work."""

import sys
import time
from collections.abc import Callable
from itertools import chain
from typing import Final

from prompt_toolkit.utils import get_cwidth, is_dumb_terminal
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from adapters.console.buttons import ShownButtons
from adapters.console.pending_replies import PendingReplies
from adapters.console.rendering import DisplayStyle, rendered
from adapters.console.reply_text import reply_parts
from adapters.console.safe_text import shown, shown_on_one_line
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

_INDENT: Final = 2
_FRAMES: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_FRAMES_PER_SECOND: Final = 8
_DRAFT: Final = 1_000  # characters of the end of an unfinished answer: no line is longer


class PromptScreen:
    """Replies as cards and tables, in colour; the prompt draws the live line from `working`."""

    def __init__(
        self,
        *,
        look: Callable[[], DisplayStyle],
        catalogue: Catalogue,
        buttons: ShownButtons,
        outstanding: PendingReplies,
        language: Language,
    ) -> None:
        self._look = look
        self._catalogue = catalogue
        self._buttons = buttons
        self._outstanding = outstanding
        self._working = catalogue.render(Locale(language), "console-working")
        self._steps = dict[TurnId, str]()
        self._drafts = dict[TurnId, str]()

    async def show(self, reply: Reply) -> None:
        """Show a reply above the prompt."""
        self._steps.pop(reply.turn_id, None)
        self._drafts.pop(reply.turn_id, None)
        look = self._look()
        inner = DisplayStyle(look.width - _INDENT, look.color)
        parts = reply_parts(reply, look=inner, catalogue=self._catalogue, buttons=self._buttons)
        self._print(*self._question(reply), *parts, look=look)

    async def refuse(self, sentence: str, *, thread: Thread, name_thread: bool) -> None:  # noqa: ARG002  as every Screen
        """Say why a line was not taken in."""
        await self.notice(sentence)

    async def banner(self, name: str, advice: str) -> None:
        """Greet: who this is, and how to begin."""
        self._print(Text(shown(name), style="bold cyan"), Text(shown(advice), style="dim"), look=self._look())

    async def notice(self, sentence: str) -> None:
        """Say something that answers nothing."""
        self._print(Text(shown(sentence), style="yellow"), look=self._look())

    async def step(self, turn: Turn, text: str) -> None:
        """Keep the step for the live line."""
        self._steps[turn.id] = shown_on_one_line(text)

    async def draft(self, turn: Turn, text: str) -> None:
        """Keep the end of what is being written for the live line."""
        self._drafts[turn.id] = shown_on_one_line(text[-_DRAFT:])

    def working(self) -> str:
        """Return the live line: what is being done or the end of what is being written, how much else waits.

        Empty when nothing is, and where a line cannot be drawn over.
        """
        turns = self._outstanding.turns()
        if not turns or is_dumb_terminal():
            return ""
        frame = _FRAMES[int(time.monotonic() * _FRAMES_PER_SECOND) % len(_FRAMES)]
        more = f" (+{len(turns) - 1})" if len(turns) > 1 else ""
        width = self._look().width
        if draft := next((self._drafts[turn.id] for turn in turns if turn.id in self._drafts), ""):
            return f"{frame} {end_of(draft, width - get_cwidth(frame + more) - 1)}{more}"
        steps = (self._steps[turn.id] for turn in turns if turn.id in self._steps)
        step = next(chain(steps, [self._working]))
        return clipped(f"{frame} {step}{more}", width)

    def _question(self, reply: Reply) -> list[RenderableType]:
        """Which message a late reply answers."""
        turn = self._outstanding.turn(reply.turn_id)
        if turn is None or turn.kind is InputKind.PRESS or self._outstanding.is_newest(turn.id):
            return []
        return [Text(clipped(f"↳ {shown_on_one_line(turn.text)}", self._look().width - _INDENT), style="dim"), Text()]

    def _print(self, *parts: RenderableType, look: DisplayStyle) -> None:
        padded = [Padding(part, (0, 0, 0, _INDENT)) for part in parts]
        lead = "\n" if is_dumb_terminal() else ""  # where the prompt stays on its line
        sys.stdout.write(f"{lead}{rendered(*padded, look=look)}\n")
        sys.stdout.flush()


def end_of(text: str, width: int) -> str:
    """Return the end of `text` in `width` columns, an ellipsis before it if something is left out."""
    return text if get_cwidth(text) <= width else f"…{clipped(text[::-1], width).removesuffix('…')[::-1]}"


def clipped(text: str, width: int) -> str:
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
