"""Calls Discord's REST API as the bot, through discord.py's client; waits for rate limits, but never for long."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final

from discord import RateLimited, http
from discord.http import HTTPClient, Route

from adapters.discord.outbound.message import JsonObject
from bot.errors import DeliveryError, RateLimitedError

API_URL: Final = "https://discord.com/api/v10"
TIMEOUT_SECONDS: Final = 9.0  # for one call or post, including waits for rate limits and retries
_LOGIN_RETRY_SECONDS: Final = 2.0
_ARCHIVE_MINUTES: Final = 10_080  # a week without a message
_PAGE: Final = 100  # messages
LONGEST_WAIT_SECONDS: Final = 6.0  # for a longer one RateLimited is raised, and the caller waits


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordOptions:
    """The settings that an operator makes."""

    token: str
    api_url: str = API_URL
    guild_id: int | None = None  # the server in which slash commands are registered; None: all servers


class DiscordRest:
    """The REST calls that Parley uses.

    Raises: what discord.py raises; RateLimitedError: not logged in; DeliveryError: the connection was closed;
    TimeoutError: no answer in time, so the call's outcome is unknown.
    """

    def __init__(self) -> None:
        self.http: HTTPClient | None = None  # None: not logged in
        self.user_id = ""  # the bot's
        self.application_id = ""

    async def create_message(self, channel: str, body: JsonObject) -> str:
        """Post a message; return its id."""
        created = await self._call("POST", "/channels/{channel_id}/messages", body, channel_id=channel)
        return str(created["id"])

    async def edit_message(self, channel: str, message: str, body: JsonObject) -> None:
        """Edit one of the bot's messages."""
        path = "/channels/{channel_id}/messages/{message_id}"
        await self._call("PATCH", path, body, channel_id=channel, message_id=message)

    async def get_message(self, channel: str, message: str) -> JsonObject:
        """Return a message."""
        path = "/channels/{channel_id}/messages/{message_id}"
        return dict(await self._call("GET", path, channel_id=channel, message_id=message))

    async def delete_message(self, channel: str, message: str) -> None:
        """Delete one of the bot's messages."""
        path = "/channels/{channel_id}/messages/{message_id}"
        await self._call("DELETE", path, channel_id=channel, message_id=message)

    async def get_messages_after(self, channel: str, message: int) -> Sequence[JsonObject]:
        """Return up to 100 messages that follow `message`, oldest first."""
        found = await self._call(
            "GET", "/channels/{channel_id}/messages", params={"limit": _PAGE, "after": message}, channel_id=channel
        )
        return sorted(found, key=lambda each: int(each["id"]))

    async def start_thread(self, channel: str, message: str, *, name: str) -> None:
        """Open a thread from a message; its id is the message's."""
        body = {"name": name, "auto_archive_duration": _ARCHIVE_MINUTES}
        path = "/channels/{channel_id}/messages/{message_id}/threads"
        await self._call("POST", path, body, channel_id=channel, message_id=message)

    async def unarchive_thread(self, thread: str) -> None:
        """Unarchive a thread."""
        await self._call("PATCH", "/channels/{channel_id}", {"archived": False}, channel_id=thread)

    async def get_channel(self, channel: int) -> JsonObject:
        """Return a channel."""
        return dict(await self._call("GET", "/channels/{channel_id}", channel_id=channel))

    async def get_guild(self, guild: str) -> JsonObject:
        """Return a server with its roles."""
        return dict(await self._call("GET", "/guilds/{guild_id}", guild_id=guild))

    async def get_member(self, guild: str, user: str) -> JsonObject:
        """Return a member of a server, with the ids of their roles."""
        path = "/guilds/{guild_id}/members/{user_id}"
        return dict(await self._call("GET", path, guild_id=guild, user_id=user))

    async def open_direct_channel(self, user: str) -> str:
        """Return the id of the direct-message channel with a user."""
        return str((await self._call("POST", "/users/@me/channels", {"recipient_id": user}))["id"])

    async def create_followup(self, token: str, body: JsonObject) -> None:
        """Post a follow-up to an interaction."""
        path = "/webhooks/{webhook_id}/{webhook_token}"
        await self._call("POST", path, body, webhook_id=self.application_id, webhook_token=token)

    async def _call(
        self,
        method: str,
        path: str,
        body: JsonObject | None = None,
        *,
        params: JsonObject | None = None,
        **ids: Any,  # noqa: ANN401  # strings and numbers
    ) -> Any:  # noqa: ANN401  # JSON
        if self.http is None:
            raise RateLimitedError(retry_after=_LOGIN_RETRY_SECONDS)
        options: JsonObject = {name: value for name, value in (("json", body), ("params", params)) if value is not None}
        async with asyncio.timeout(TIMEOUT_SECONDS):
            try:
                return await self.http.request(Route(method, path, **ids), **options)
            except RuntimeError as error:  # "Session is closed": the connection ended during the call
                raise DeliveryError(why="the connection was closed") from error


class RateLimitBucket(http.Ratelimit):
    """One of Discord's rate limits, with what remains of it; in place of discord.py's own.

    With a bound on waiting, discord.py's raises as soon as the limit's window ends later than that, though requests
    remain. Without one, it holds the answer to the last request of a window back until the window ends.
    """

    def __init__(self, max_ratelimit_timeout: float | None) -> None:
        super().__init__(max_ratelimit_timeout)
        self._longest_wait = max_ratelimit_timeout
        self._changed = asyncio.Event()

    async def acquire(self) -> None:
        """Take one request; wait while none remains. Raises: discord.RateLimited: that would take too long."""
        self._last_request = self._loop.time()
        while True:
            if self.expires is not None and self._loop.time() >= self.expires:
                self._refill()
            if self.remaining > 0:
                break
            wait = None if self.expires is None else max(self.expires - self._loop.time(), 0.0)
            if wait is not None and self._longest_wait is not None and wait > self._longest_wait:
                raise RateLimited(wait)
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._changed.wait()
        self.remaining -= 1
        self.outgoing += 1

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Let waiting requests look again; without an answer that tells a limit, the request was not counted."""
        self.outgoing -= 1
        if self.expires is None:
            self._refill()
        self._changed.set()
        self._changed = asyncio.Event()

    def _refill(self) -> None:
        self.reset()  # type: ignore[no-untyped-call]


def install_rate_limits() -> None:
    """Make discord.py use these buckets, in all clients of the process; a second call changes nothing."""
    http.Ratelimit = RateLimitBucket  # type: ignore[misc]  # its HTTPClient offers no other way
