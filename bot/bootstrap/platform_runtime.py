"""What a process needs of a platform that it serves."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from bot.bootstrap.app import App
from bot.bootstrap.services import Services
from bot.messaging.outbound.live_progress import LiveProgress
from bot.messaging.outbound.platform_router import Platform
from bot.messaging.outbound.posted_channel import PostedChannel
from bot.messaging.outbound.poster import Poster
from bot.ports import MessageTransport, People
from db.postings import PostgresPostings

if TYPE_CHECKING:  # a process imports only the platforms that it serves
    from aiohttp.web import RouteDef


_C = TypeVar("_C")
Check = Callable[[], Awaitable[None]]  # raises while the thing checked is not ready


@dataclass(frozen=True, slots=True)
class ServedPlatform:
    """A platform that is being served."""

    routes: "Sequence[RouteDef]" = ()
    checks: Mapping[str, Check] = field(default_factory=dict)
    running: Sequence["asyncio.Task[None]"] = ()  # that end only when they have failed


class PlatformRuntime(Protocol):
    """One platform of this process."""

    name: str

    def platform(self, services: Services) -> Platform:
        """Return what the core is to use."""
        ...

    def open(self, app: App) -> AbstractAsyncContextManager[ServedPlatform]:
        """Take in what comes, until exit."""
        ...

    async def close(self) -> None:
        """Let go of what `platform` uses; the core has stopped before."""
        ...


def posted_platform(transport: MessageTransport[_C], people: People, services: Services) -> Platform:
    """Make a platform of its surface."""
    poster = Poster(transport, PostgresPostings(services.database))
    return Platform(PostedChannel(transport, poster), LiveProgress(poster), people, poster)
