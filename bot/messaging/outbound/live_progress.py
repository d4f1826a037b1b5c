"""One message per running turn that shows how far it is, edited in place; it becomes the answer."""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TurnId, derive_id
from bot.domain.text.locale import Language
from bot.errors import ParleyError, RateLimitedError, UnreachableError
from bot.messaging.outbound.poster import Poster

_C = TypeVar("_C")
_QUIET_SECONDS: Final = 0.8  # an answer that comes sooner needs no live line
_EDIT_SECONDS: Final = 1.5  # between two edits: the platforms allow about one a second and channel
_PATIENCE_SECONDS: Final = 10.0  # for what is on its way when the turn ends
_IDLE_SECONDS: Final = 900.0  # without a step: somebody else answers this turn, or nobody does
_STEPS_SHOWN: Final = 12

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _LiveMessage:
    turn: Turn
    language: Language
    steps: list[str] = field(default_factory=list)
    draft: str = ""  # the answer as far as it has come
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    task: "asyncio.Task[None] | None" = None


@dataclass(frozen=True, slots=True)
class LiveProgress(Generic[_C]):
    """The live lines of one platform; fulfils `bot.ports.Progress`. A step costs its caller nothing."""

    poster: Poster[_C]
    live_messages: dict[TurnId, _LiveMessage] = field(default_factory=dict)
    removals: set["asyncio.Task[None]"] = field(default_factory=set)

    async def show_step(self, turn: Turn, text: str, *, language: Language) -> None:
        """Show one more step of `turn`, soon."""
        line = self._line(turn, language)
        line.steps.append(text)
        line.changed.set()

    async def show_draft(self, turn: Turn, text: str, *, language: Language) -> None:
        """Show the answer to `turn` as far as it has come, soon; of what comes faster, the latest."""
        line = self._line(turn, language)
        line.draft = text
        line.changed.set()

    def _line(self, turn: Turn, language: Language) -> _LiveMessage:
        line = self.live_messages.get(turn.id)
        if line is None:
            line = self.live_messages[turn.id] = _LiveMessage(turn, language)
            line.task = asyncio.create_task(self._show(line))
        return line

    async def end_progress(self, turn: Turn) -> None:
        """Show nothing more; return when nothing is on its way."""
        line = self.live_messages.pop(turn.id, None)
        if line is None or line.task is None:
            return
        line.ended.set()
        done, _ = await asyncio.wait({line.task}, timeout=_PATIENCE_SECONDS)
        if not done:
            line.task.cancel()

    async def remove_progress(self, thread: Thread, turn_id: TurnId) -> None:
        """Take the line of a turn away that will never be answered, soon."""
        task = asyncio.create_task(self._remove(thread, turn_id))
        self.removals.add(task)
        task.add_done_callback(self.removals.discard)

    async def _remove(self, thread: Thread, turn_id: TurnId) -> None:
        line = self.live_messages.get(turn_id)
        if line is not None:
            await self.end_progress(line.turn)
        try:
            await self.poster.remove_message(thread, mark=_mark(turn_id))
        except Exception:  # noqa: BLE001  # it stays, which is untidy and harms nobody
            _log.warning("live line of turn %s not removed", turn_id, exc_info=True)

    async def _show(self, line: _LiveMessage) -> None:
        """Put the line's present steps, whenever they have changed, until its turn is answered here or elsewhere."""
        pause: float | None = _QUIET_SECONDS
        try:
            while pause is not None and not await _happened(line.ended, within=pause):
                await _first(line.changed, line.ended, within=_IDLE_SECONDS)
                pause = await self._tried(line) if line.changed.is_set() and not line.ended.is_set() else None
        finally:
            if self.live_messages.get(line.turn.id) is line:  # nobody here is going to end it
                del self.live_messages[line.turn.id]

    async def _tried(self, line: _LiveMessage) -> float | None:
        """Put the line; what fails is tried again with a later step: nothing depends on it."""
        try:
            return await self._put(line)
        except UnreachableError as error:
            _log.warning("live line of turn %s given up: %s", line.turn.id, error)
            return None
        except ParleyError as error:
            _log.warning("live line of turn %s not shown: %s", line.turn.id, error)
        except Exception:  # noqa: BLE001  # a platform may fail in any way; the answer is delivered all the same
            _log.warning("live line of turn %s not shown", line.turn.id, exc_info=True)
        return _EDIT_SECONDS

    async def _put(self, line: _LiveMessage) -> float | None:
        """Put the line; return how long to leave it alone, None: for ever, since the answer stands there."""
        line.changed.clear()
        turn, mark = line.turn, _mark(line.turn.id)
        content = self.poster.transport.render_progress(
            turn, line.steps[-_STEPS_SHOWN:], language=line.language, mark=mark, draft=line.draft
        )
        try:
            was_put = await self.poster.post_live(turn.thread, content, mark=mark, since=turn.accepted_at)
        except RateLimitedError as error:
            line.changed.set()
            return error.retry_after
        return _EDIT_SECONDS if was_put else None


def _mark(turn_id: TurnId) -> MessageMark:
    """Return the mark of the answer that a turn's line becomes."""
    return MessageMark(derive_id(turn_id, "reply"))


async def _happened(event: asyncio.Event, *, within: float) -> bool:
    try:
        async with asyncio.timeout(within):
            return await event.wait()
    except TimeoutError:
        return False


async def _first(*events: asyncio.Event, within: float) -> None:
    """Return when one of `events` has happened, at latest after `within` seconds."""
    waits = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED, timeout=within)
    finally:
        for wait in waits:
            wait.cancel()
