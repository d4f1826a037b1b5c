"""One message per running turn that shows its progress, edited in place; the answer replaces its content."""

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
_FIRST_POST_SECONDS: Final = 0.8  # an answer that comes sooner needs no live message
_EDIT_SECONDS: Final = 1.5  # between two edits: the platforms allow about one a second and channel
_END_TIMEOUT_SECONDS: Final = 10.0  # for an update that is under way when the turn ends
_IDLE_SECONDS: Final = 900.0  # without a step; then this process is no longer answering the turn
_STEPS_SHOWN: Final = 12

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _LiveMessage:
    turn: Turn
    language: Language
    steps: list[str] = field(default_factory=list)
    draft: str = ""  # the part of the answer written so far
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    task: "asyncio.Task[None] | None" = None


@dataclass(frozen=True, slots=True)
class LiveProgress(Generic[_C]):
    """Implements `bot.ports.Progress` for one platform. Steps and drafts are posted by a task per turn."""

    poster: Poster[_C]
    live_messages: dict[TurnId, _LiveMessage] = field(default_factory=dict)
    removals: set["asyncio.Task[None]"] = field(default_factory=set)

    async def show_step(self, turn: Turn, text: str, *, language: Language) -> None:
        message = self._live_message(turn, language)
        message.steps.append(text)
        message.changed.set()

    async def show_draft(self, turn: Turn, text: str, *, language: Language) -> None:
        """Show the latest draft at the next edit; drafts between two edits are skipped."""
        message = self._live_message(turn, language)
        message.draft = text
        message.changed.set()

    def _live_message(self, turn: Turn, language: Language) -> _LiveMessage:
        message = self.live_messages.get(turn.id)
        if message is None:
            message = self.live_messages[turn.id] = _LiveMessage(turn, language)
            message.task = asyncio.create_task(self._keep_updated(message))
        return message

    async def end_progress(self, turn: Turn) -> None:
        message = self.live_messages.pop(turn.id, None)
        if message is None or message.task is None:
            return
        message.ended.set()
        done, _ = await asyncio.wait({message.task}, timeout=_END_TIMEOUT_SECONDS)
        if not done:
            message.task.cancel()

    async def remove_progress(self, thread: Thread, turn_id: TurnId) -> None:
        task = asyncio.create_task(self._remove(thread, turn_id))
        self.removals.add(task)
        task.add_done_callback(self.removals.discard)

    async def _remove(self, thread: Thread, turn_id: TurnId) -> None:
        message = self.live_messages.get(turn_id)
        if message is not None:
            await self.end_progress(message.turn)
        try:
            await self.poster.remove_message(thread, mark=_answer_mark(turn_id))
        except Exception:  # noqa: BLE001  # a live message that remains does no harm
            _log.warning("live line of turn %s not removed", turn_id, exc_info=True)

    async def _keep_updated(self, message: _LiveMessage) -> None:
        """Post or edit the message whenever it has changed, until its turn is answered here or by another process."""
        pause: float | None = _FIRST_POST_SECONDS
        try:
            while pause is not None and not await _wait_for(message.ended, within=pause):
                await _wait_for_any(message.changed, message.ended, within=_IDLE_SECONDS)
                must_update = message.changed.is_set() and not message.ended.is_set()
                pause = await self._try_update(message) if must_update else None
        finally:
            if self.live_messages.get(message.turn.id) is message:  # `end_progress` will not be called here
                del self.live_messages[message.turn.id]

    async def _try_update(self, message: _LiveMessage) -> float | None:
        """Update the message; a failure is only logged: a later step tries again, and nothing depends on it."""
        turn_id = message.turn.id
        try:
            return await self._update(message)
        except UnreachableError as error:
            _log.warning("live line of turn %s given up: %s", turn_id, error)
            return None
        except Exception as error:  # noqa: BLE001  # a platform may fail in any way; the answer is delivered anyway
            is_known = isinstance(error, ParleyError)
            _log.warning("live line of turn %s not shown: %s", turn_id, error, exc_info=not is_known)
        return _EDIT_SECONDS

    async def _update(self, message: _LiveMessage) -> float | None:
        """Post or edit the message; return the seconds until the next edit is allowed; None: it is the answer now.

        Meanwhile nothing may come between the parts of another answer in this thread.
        """
        if self.poster.threads_in_parts[message.turn.thread]:
            return _EDIT_SECONDS  # `changed` stays set
        message.changed.clear()
        turn, mark = message.turn, _answer_mark(message.turn.id)
        content = self.poster.transport.render_progress(
            turn, message.steps[-_STEPS_SHOWN:], language=message.language, mark=mark, draft=message.draft
        )
        try:
            was_posted = await self.poster.post_live(turn.thread, content, mark=mark, since=turn.accepted_at)
        except RateLimitedError as error:
            message.changed.set()
            return error.retry_after
        return _EDIT_SECONDS if was_posted else None


def _answer_mark(turn_id: TurnId) -> MessageMark:
    """Return the mark of the turn's answer, which the live message becomes."""
    return MessageMark(derive_id(turn_id, "reply"))


async def _wait_for(event: asyncio.Event, *, within: float) -> bool:
    try:
        async with asyncio.timeout(within):
            return await event.wait()
    except TimeoutError:
        return False


async def _wait_for_any(*events: asyncio.Event, within: float) -> None:
    waits = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED, timeout=within)
    finally:
        for wait in waits:
            wait.cancel()
