"""Opens a thread for a command that was typed where there is none, and puts the command in as its first message."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.domain.conversation.messages import IncomingMessage
from bot.domain.conversation.turns import MessageMark, PendingThread
from bot.errors import UnreachableError
from bot.messaging.inbound.intake import Intake
from bot.messaging.outbound.posting import Poster
from bot.ports import PendingThreads


@dataclass(frozen=True, slots=True)
class ThreadOpener:
    """Every step is safe to run again, and twice at once: the thread hangs on the one message of the opening's mark."""

    posters: Mapping[str, Poster[Any]]  # by platform
    intake: Intake
    openings: PendingThreads

    async def open_thread(self, opening: PendingThread, *, root: str | None = None) -> None:
        """Open the thread of a stored command, on `root` if the platform has put a message there already.

        Raises: RateLimitedError and unknown failures: the sweeper takes it up again; UnreachableError: it never will.
        """
        if opening.is_opened:
            return
        poster, mark = self.posters[opening.place.platform], MessageMark(opening.id)
        if root is not None:
            await poster.adopt(opening.place, mark=mark, platform_id=root)
        content = poster.surface.render_pending_thread(opening)
        try:
            thread = await poster.post_once(opening.place, content, mark=mark, since=opening.accepted_at)
        except UnreachableError:
            await self.openings.mark_opened(opening)
            raise
        place = replace(opening.place, thread=thread)
        await self.intake.accept_message(IncomingMessage(place, opening.command_id, opening.person, opening.text))
        await self.openings.mark_opened(opening)
