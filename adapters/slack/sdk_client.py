"""Configures Slack's client library to neither retry nor log a token or a text, and translates its errors."""

import logging
from collections.abc import Mapping
from math import isfinite
from typing import Final

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.errors import DeliveryError, MessageGoneError, RateLimitedError, TokenRefusedError, UnreachableError

REQUEST_SECONDS: Final = 10  # time limit of one request
sdk_log: Final = logging.getLogger("adapters.slack.library")
sdk_log.setLevel(logging.WARNING)  # below it, the library logs requests and answers in full
bolt_log: Final = logging.getLogger("adapters.slack.bolt")
bolt_log.setLevel(logging.ERROR)  # below it, Bolt warns of tokens in the environment that it does not need
NETWORK_ERRORS: Final = (aiohttp.ClientError, TimeoutError, OSError)
BLOCKS_REFUSED: Final = frozenset(
    {"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long", "invalid_attachments"}
)
NOT_EDITABLE: Final = frozenset({"cant_update_message", "edit_window_closed"})  # the message keeps its content
TOKEN_REFUSED: Final = frozenset({"account_inactive", "invalid_auth", "token_expired", "token_revoked"})
MISSING_SCOPE: Final = "missing_scope"
_GONE: Final = frozenset({"message_not_found"})
_UNREACHABLE: Final = frozenset(
    {
        "cannot_reply_to_message",
        "channel_not_found",
        "channel_type_not_supported",
        "is_archived",
        "is_inactive",
        "messages_tab_disabled",
        "not_in_channel",
        "restricted_action",
        "restricted_action_non_threadable_channel",
        "restricted_action_read_only_channel",
        "restricted_action_thread_locked",
        "restricted_action_thread_only_channel",
        "team_access_not_granted",
        "thread_not_found",
        "user_not_in_channel",
    }
)
# Errors of tokens and scopes are not listed: they can be corrected, by reinstalling the app if need be, and waiting
# messages are delivered then.
_TOO_MANY_REQUESTS: Final = 429
_PAUSE_SECONDS: Final = 5.0  # if Slack does not say how long to wait
_LONGEST_PAUSE_SECONDS: Final = 300.0


def make_web_client(
    token: str | None, *, base_url: str, session: aiohttp.ClientSession | None = None
) -> AsyncWebClient:
    """Return a client; without `session` it opens one for each request."""
    return AsyncWebClient(
        token=token,
        base_url=base_url,
        timeout=REQUEST_SECONDS,
        session=session,
        logger=sdk_log,
        retry_handlers=[],  # a retry after a lost answer might post twice: the caller looks for the message first
    )


def translate_error(error: SlackApiError, *, method: str) -> DeliveryError:
    """Return the error for an answer with `"ok": false`, or for one that cannot be read."""
    status, reason, wait = _status_and_reason(error.response)
    if status == _TOO_MANY_REQUESTS or reason in {"ratelimited", "rate_limited"}:
        return RateLimitedError(retry_after=wait)
    if reason in _GONE:
        return MessageGoneError(method=method, why=reason)
    if reason in _UNREACHABLE:
        return UnreachableError(method=method, why=reason)
    if reason in TOKEN_REFUSED:
        return TokenRefusedError(method=method, why=reason)
    if reason == MISSING_SCOPE:
        return DeliveryError(method=method, why=reason, scope=str(error.response.data.get("needed", "")))
    return DeliveryError(method=method, why=reason or f"status {status}")


def _status_and_reason(response: object) -> tuple[int, str, float]:
    """Return the HTTP status, Slack's name of the error, and the seconds to wait."""
    if not isinstance(response, AsyncSlackResponse):  # not JSON: the library passes on the HTTP response
        return int(getattr(response, "status", 0)), "", _PAUSE_SECONDS
    data = response.data if isinstance(response.data, Mapping) else {}
    return response.status_code, str(data.get("error", "")), retry_after_seconds(response.headers)


def retry_after_seconds(headers: Mapping[str, str]) -> float:
    """Return the seconds in the Retry-After header, 300 at most; 5 if it is missing or cannot be read."""
    value = next((value for name, value in headers.items() if name.lower() == "retry-after"), "")
    try:
        wait = float(value)
    except ValueError:
        return _PAUSE_SECONDS
    return min(wait, _LONGEST_PAUSE_SECONDS) if isfinite(wait) and wait >= 0 else _PAUSE_SECONDS
