"""Parameters and results of REST handlers."""

from collections.abc import Callable

from tests.fakes.discord.errors import ApiError
from tests.fakes.discord.model import FakeDiscordChannel, FakeDiscordMessage, RestCall
from tests.fakes.discord.permissions import Permission, require
from tests.fakes.discord.state import FakeDiscordState

Answer = tuple[int, object]  # the HTTP status, and what is sent as JSON; None: no body
Handler = Callable[[FakeDiscordState, RestCall], Answer]

NO_CONTENT: Answer = (204, None)


def number(call: RestCall, name: str) -> int:
    """Return an id of the path. Raises: ApiError: 50035, it is none."""
    return snowflake(call.params[name], name)


def snowflake(value: object, name: str) -> int:
    """Raises: ApiError: 50035, `value` is no id."""
    text = str(value)
    if not text.isdecimal():
        error = {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{text}" is not snowflake.'}
        raise ApiError(400, 50035, "Invalid Form Body", {name: {"_errors": [error]}})
    return int(text)


def channel_of(state: FakeDiscordState, call: RestCall, *needed: Permission) -> FakeDiscordChannel:
    """Return the channel of the path. Raises: ApiError: the bot lacks a permission of `needed`."""
    channel = state.channel(number(call, "channel"))
    bits = Permission(0)
    for each in needed:
        bits |= each
    require(state.bot, channel, bits)
    return channel


def message_of(state: FakeDiscordState, call: RestCall, channel: FakeDiscordChannel) -> FakeDiscordMessage:
    """Return the message of the path."""
    return state.message(channel, number(call, "message"))


def limit_of(call: RestCall, *, default: int, most: int) -> int:
    """Return the query's `limit`. Raises: ApiError: 50035, it is out of range."""
    value = snowflake(call.query.get("limit", default), "limit")
    if not 1 <= value <= most:
        error = {"code": "NUMBER_TYPE_MAX", "message": f"int value should be between 1 and {most}."}
        raise ApiError(400, 50035, "Invalid Form Body", {"limit": {"_errors": [error]}})
    return value
