"""What Discord's refusals mean for us."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord

from bot.errors import DeliveryError, MessageGoneError, RateLimitedError, UnreachableError

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
MISSING_PERMISSIONS: Final = 50013
NO_HISTORY: Final = 160002  # a message that may not be read may not be answered either
THREAD_EXISTS: Final = 160004
ARCHIVED: Final = 50083
_PASSING: Final = (discord.DiscordServerError, aiohttp.ClientError, OSError, TimeoutError)
_RATE_LIMITED: Final = 429
_DEFAULT_WAIT: Final = 5.0  # seconds, where Discord does not say how long

# Nothing that we can do again would change these: the place is gone, closed, or not open to us.
_CLOSED: Final = {
    UNKNOWN_CHANNEL: "the channel is gone",
    10004: "the server is gone",
    50001: "Parley may not see the channel",
    50007: "the person takes no direct messages",
    MISSING_PERMISSIONS: "a permission is missing",
    50024: "this kind of channel does not take it",
    ARCHIVED: "the thread is archived and locked",
    160005: "the thread is locked",
    160006: "the server has as many threads as it may have",
}
_TOKEN_GONE: Final = frozenset({10015, 10062, 50027})  # an interaction's token that is no longer valid


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise Discord's refusals as what they mean, and whatever passes by itself as DeliveryError."""
    try:
        yield
    except discord.RateLimited as error:
        raise RateLimitedError(retry_after=error.retry_after) from error
    except _PASSING as error:
        raise DeliveryError(why=type(error).__name__) from error
    except discord.HTTPException as error:
        raise translate_error(error) from error


def translate_error(error: discord.HTTPException) -> Exception:
    """Return what a refusal means; the refusal itself if it may well be different the next time."""
    if error.status == _RATE_LIMITED:
        return RateLimitedError(retry_after=_retry_after_seconds(error))
    if error.code == UNKNOWN_MESSAGE:
        return MessageGoneError()
    if error.code in _CLOSED:
        return UnreachableError(why=_CLOSED[error.code], code=error.code)
    return error


def is_token_expired(error: discord.HTTPException) -> bool:
    """Return whether an interaction can no longer be answered."""
    return error.code in _TOKEN_GONE


def _retry_after_seconds(error: discord.HTTPException) -> float:
    try:
        return float(error.response.headers["Retry-After"])
    except (KeyError, ValueError):
        return _DEFAULT_WAIT
