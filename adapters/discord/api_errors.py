"""Translates Discord's API errors into Parley's, and leaves out events that discord.py cannot read.

It raises such an error through the loop that reads the connection. Logs name the event, the kind of error and the line
that raised it, never what was said: an error's text may quote it.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

import aiohttp
import discord

from bot.errors import DeliveryError, MessageGoneError, RateLimitedError, UnreachableError, UnreadableEventError
from bot.ports import Meter

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
_BEGINS_SESSION: Final = frozenset({"READY"})  # without it there is no session: a new one has to be begun

_log = logging.getLogger(__name__)


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


def skip_unreadable_events(client: discord.Client, meter: Meter) -> None:
    """Make `client`, before it connects, leave out and count events that it cannot read, and go on."""
    state = client._connection  # noqa: SLF001  # discord.py has no public place for this
    state.parsers = {
        name: parse if name in _BEGINS_SESSION else partial(_parse_or_skip, name, parse, meter)
        for name, parse in state.parsers.items()
    }


def report_unreadable(what: str, error: BaseException | None, meter: Meter) -> None:
    """Log and count an error that something of Discord's has caused."""
    _log.warning("Discord: %s could not be read (%s)", what, error_place(error))
    meter.error(UnreadableEventError.__name__)


def error_place(error: BaseException | None) -> str:
    """Return an error's kind and the line that raised it: "KeyError in message.py:2190"; not its text."""
    if error is None:
        return "a field is missing"
    frames = extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


def _parse_or_skip(name: str, parse: Callable[[Any], None], meter: Meter, data: object) -> None:
    try:
        parse(data)
    except Exception as error:  # noqa: BLE001  # whatever a field that is missing or of another type leads to
        report_unreadable(f"an event {name}", error, meter)
