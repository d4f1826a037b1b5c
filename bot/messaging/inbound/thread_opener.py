"""Opens a thread for a command typed outside of one, and stores the command as the thread's first message."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.domain.conversation.posting import MessageMark, PendingThread
from bot.domain.conversation.threads import IncomingMessage
from bot.errors import UnreachableError
from bot.messaging.inbound.intake import Intake
from bot.messaging.outbound.poster import Poster
from bot.ports import PendingThreads


@dataclass(frozen=True, slots=True)
class ThreadOpener:
    """Opens threads. Every step is safe to repeat, also concurrently: one message has the command's mark."""

    posters: Mapping[str, Poster[Any]]  # by platform
    intake: Intake
    pending_threads: PendingThreads

    async def open_thread(self, pending: PendingThread, *, root: str | None = None) -> None:
        """Open the thread of a stored command, on the message `root` if the platform has posted one already.

        Raises: UnreachableError: the thread will never be opened; RateLimitedError and any other error: `CrashRecovery`
            tries again.
        """
        if pending.is_opened:
            return
        poster, mark = self.posters[pending.place.platform], MessageMark(pending.id)
        if root is not None:
            await poster.adopt_message(pending.place, mark=mark, platform_id=root)
        content = poster.transport.render_pending_thread(pending)
        try:
            thread = await poster.post_once(pending.place, content, mark=mark, since=pending.accepted_at)
        except UnreachableError:
            await self.pending_threads.mark_opened(pending)
            raise
        place = replace(pending.place, thread=thread)
        message = IncomingMessage(place, pending.command_id, pending.person, pending.text, is_limited=False)
        await self.intake.accept_message(message)
        await self.pending_threads.mark_opened(pending)
