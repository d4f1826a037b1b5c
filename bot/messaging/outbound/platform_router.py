"""The platforms that one process serves, seen as one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language
from bot.messaging.outbound.poster import Poster
from bot.ports import People, Progress, ReplyChannel


@dataclass(frozen=True, slots=True)
class Platform:
    """What one platform can do."""

    channel: ReplyChannel
    progress: Progress
    people: People
    poster: Poster[Any] | None = None  # None: there are no threads to be opened


@dataclass(frozen=True, slots=True)
class PlatformRouter:
    """Gives each thing to the platform it belongs to; fulfils `ReplyChannel`, `Progress` and `People`."""

    platforms: Mapping[str, Platform]

    @property
    def posters(self) -> Mapping[str, Poster[Any]]:
        """What opens threads, by platform."""
        return {name: each.poster for name, each in self.platforms.items() if each.poster is not None}

    async def deliver(self, reply: Reply) -> str | None:
        """Show `reply` exactly once; return the platform's message id if it has one."""
        return await self.platforms[reply.thread.platform].channel.deliver(reply)

    async def refresh(self, reply: Reply) -> None:
        """Show a reply that was delivered before as it now is."""
        await self.platforms[reply.thread.platform].channel.refresh(reply)

    async def show_step(self, turn: Turn, text: str, *, language: Language) -> None:
        """Show one step of a turn."""
        await self.platforms[turn.thread.platform].progress.show_step(turn, text, language=language)

    async def show_draft(self, turn: Turn, text: str, *, language: Language) -> None:
        """Show a turn's answer as far as it has come."""
        await self.platforms[turn.thread.platform].progress.show_draft(turn, text, language=language)

    async def end_progress(self, turn: Turn) -> None:
        """Show nothing more of a turn."""
        await self.platforms[turn.thread.platform].progress.end_progress(turn)

    async def remove_progress(self, thread: Thread, turn_id: TurnId) -> None:
        """Take away what was shown of a turn."""
        await self.platforms[thread.platform].progress.remove_progress(thread, turn_id)

    async def person(self, turn: Turn) -> Person:
        """Return who said `turn`, as the platform knows them."""
        return await self.platforms[turn.thread.platform].people.person(turn)
