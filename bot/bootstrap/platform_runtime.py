"""The interface through which a process builds and serves a platform."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from bot.bootstrap.app import App
from bot.bootstrap.services import Services
from bot.messaging.outbound.live_progress import LiveProgress
from bot.messaging.outbound.platform_router import Platform
from bot.messaging.outbound.poster import PostedChannel, Poster
from bot.ports import MessageLinks, MessageTransport, People
from db.messaging.postings import PostgresPostings

if TYPE_CHECKING:  # a process imports only the platforms that it serves
    from aiohttp.web import RouteDef


_C = TypeVar("_C")
Check = Callable[[], Awaitable[None]]  # a readiness check: raises while not ready


def always_connected() -> asyncio.Event:
    """Return the event of a platform that connects to this process, and not this process to it."""
    connected = asyncio.Event()
    connected.set()
    return connected


@dataclass(frozen=True, slots=True)
class ServedPlatform:
    """A platform while it is served."""

    name: str
    routes: "Sequence[RouteDef]" = ()
    checks: Mapping[str, Check] = field(default_factory=dict)
    connected: asyncio.Event = field(default_factory=always_connected)  # set while it is
    receive_events: Callable[[], Awaitable[None]] | None = None  # ends only by an error; may then be called again


class PlatformRuntime(Protocol):
    """Builds one platform of this process, and serves it."""

    name: str

    def platform(self, services: Services) -> Platform:
        """Return the platform's ports for the core."""

    def open(self, app: App) -> AbstractAsyncContextManager[ServedPlatform]:
        """Receive events from the platform and pass them to the app's gateway, until exit."""

    async def close(self) -> None:
        """Close what `platform` uses; called after the core has stopped."""


def posted_platform(
    transport: MessageTransport[_C], people: People, links: MessageLinks, services: Services
) -> Platform:
    """Return a platform whose replies and progress are posted through `transport`."""
    poster = Poster(transport, PostgresPostings(services.database, owner=services.owner))
    return Platform(PostedChannel(transport, poster), LiveProgress(poster), people, poster, links)
