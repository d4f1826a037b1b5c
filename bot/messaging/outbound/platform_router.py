"""The platforms that one process serves, behind the ports of one platform."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person, SharedFile, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language
from bot.errors import UnusableFileError
from bot.messaging.outbound.poster import Poster
from bot.ports import Admins, MessageLinks, People, Progress, ReplyChannel, SharedFiles


@dataclass(frozen=True, slots=True)
class Platform:
    """The ports of one platform."""

    channel: ReplyChannel
    progress: Progress
    people: People
    poster: Poster[Any] | None = None  # None: this platform opens no threads
    links: MessageLinks | None = None  # None: its messages have no addresses
    files: SharedFiles | None = None  # None: its messages have no files
    admins: Admins | None = None  # None: nobody is known to be one


@dataclass(frozen=True, slots=True)
class PlatformRouter:
    """Implements `bot.ports.ReplyChannel`, `Progress`, `People`, `MessageLinks`, `SharedFiles` and `Admins`."""

    platforms: Mapping[str, Platform]

    @property
    def posters(self) -> Mapping[str, Poster[Any]]:
        """Return the posters that open threads, by platform."""
        return {name: each.poster for name, each in self.platforms.items() if each.poster is not None}

    async def deliver(self, reply: Reply) -> str | None:
        return await self.platforms[reply.thread.platform].channel.deliver(reply)

    async def refresh(self, reply: Reply) -> None:
        await self.platforms[reply.thread.platform].channel.refresh(reply)

    async def show_step(self, turn: Turn, text: str, *, language: Language) -> None:
        await self.platforms[turn.thread.platform].progress.show_step(turn, text, language=language)

    async def show_draft(self, turn: Turn, text: str, *, language: Language) -> None:
        await self.platforms[turn.thread.platform].progress.show_draft(turn, text, language=language)

    async def end_progress(self, turn: Turn) -> None:
        await self.platforms[turn.thread.platform].progress.end_progress(turn)

    async def remove_progress(self, thread: Thread, turn_id: TurnId) -> None:
        await self.platforms[thread.platform].progress.remove_progress(thread, turn_id)

    async def person(self, turn: Turn) -> Person:
        return await self.platforms[turn.thread.platform].people.person(turn)

    async def is_admin(self, turn: Turn) -> bool:
        admins = self.platforms[turn.thread.platform].admins
        return admins is not None and await admins.is_admin(turn)

    async def fetch(self, turn: Turn, file: SharedFile, *, limit: int) -> bytes:
        files = self.platforms[turn.thread.platform].files
        if files is None:
            raise UnusableFileError(reason="not_fetched")
        return await files.fetch(turn, file, limit=limit)

    async def link_to(self, thread: Thread, message_id: str) -> str | None:
        platform = self.platforms.get(thread.platform)  # None: another process serves it
        return await platform.links.link_to(thread, message_id) if platform and platform.links else None
