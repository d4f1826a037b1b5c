"""Translates Discord's API errors into Parley's."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord

from bot.errors import DeliveryError, MessageGoneError, RateLimitedError, UnreachableError

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
NO_HISTORY: Final = 160002  # replying to a message takes the permission to read its channel's history
THREAD_EXISTS: Final = 160004
ARCHIVED: Final = 50083
# A call that was not answered. RuntimeError is aiohttp's "Session is closed": the connection ended during the call.
UNANSWERED_ERRORS: Final = (aiohttp.ClientError, OSError, TimeoutError, RuntimeError)
CALL_ERRORS: Final = (discord.HTTPException, *UNANSWERED_ERRORS)  # refused or not answered
_TRANSIENT_ERRORS: Final = (discord.DiscordServerError, aiohttp.ClientError, OSError, TimeoutError)
_RATE_LIMITED: Final = 429
_DEFAULT_WAIT: Final = 5.0  # seconds, if Discord does not say how long

# A retry does not help: the channel is gone, closed, or not open to the bot.
_UNREACHABLE: Final = {
    UNKNOWN_CHANNEL: "the channel is gone",
    10004: "the server is gone",
    MISSING_ACCESS: "Parley may not see the channel",
    50007: "the person takes no direct messages",
    MISSING_PERMISSIONS: "a permission is missing",
    50024: "this kind of channel does not take it",
    ARCHIVED: "the thread is archived and locked",
    160005: "the thread is locked",
    160006: "the server has as many threads as it may have",
}
_TOKEN_EXPIRED: Final = frozenset({10015, 10062, 50027})  # an interaction's token that is no longer valid


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise Discord's errors as Parley's: transient ones as DeliveryError, refusals as `translate_error` returns."""
    try:
        yield
    except discord.RateLimited as error:
        raise RateLimitedError(retry_after=error.retry_after) from error
    except _TRANSIENT_ERRORS as error:
        raise DeliveryError(why=type(error).__name__) from error
    except discord.HTTPException as error:
        raise translate_error(error) from error


def translate_error(error: discord.HTTPException) -> Exception:
    """Return Parley's error for a refusal; the refusal itself if a retry may succeed."""
    if error.status == _RATE_LIMITED:
        return RateLimitedError(retry_after=_retry_after_seconds(error))
    if error.code == UNKNOWN_MESSAGE:
        return MessageGoneError()
    if error.code in _UNREACHABLE:
        return UnreachableError(why=_UNREACHABLE[error.code], code=error.code)
    return error


def lacks_permissions(error: UnreachableError) -> bool:
    """Return whether an admin of the server can make a channel reachable by granting permissions."""
    return error.facts.get("code") in {MISSING_ACCESS, MISSING_PERMISSIONS}


def is_token_expired(error: discord.HTTPException) -> bool:
    """Return whether an interaction can no longer be answered."""
    return error.code in _TOKEN_EXPIRED


def _retry_after_seconds(error: discord.HTTPException) -> float:
    try:
        return float(error.response.headers["Retry-After"])
    except (KeyError, ValueError):
        return _DEFAULT_WAIT
