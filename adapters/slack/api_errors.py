"""What Slack's errors mean for us."""

from collections.abc import Mapping
from math import isfinite
from typing import Final

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.errors import DeliveryError, MessageGoneError, RateLimitedError, TokenRefusedError, UnreachableError

NETWORK_ERRORS: Final = (aiohttp.ClientError, TimeoutError, OSError)
BLOCKS_REFUSED: Final = frozenset(
    {"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long", "invalid_attachments"}
)
NOT_EDITABLE: Final = frozenset({"cant_update_message", "edit_window_closed"})  # it stays as it is
TOKEN_REFUSED: Final = frozenset({"account_inactive", "invalid_auth", "token_expired", "token_revoked"})
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
# A token or scope that is wrong may be set right, the app be installed anew, and what waits is delivered then: such
# errors are not among these.
_TOO_MANY: Final = 429
_PAUSE_SECONDS: Final = 5.0  # where Slack does not say how long
_LONGEST_PAUSE_SECONDS: Final = 300.0


def translate_error(error: SlackApiError, *, method: str) -> DeliveryError:
    """Return what an answer with `"ok": false`, or none that can be read, means."""
    status, why, wait = _status_and_reason(error.response)
    if status == _TOO_MANY or why in {"ratelimited", "rate_limited"}:
        return RateLimitedError(retry_after=wait)
    if why in _GONE:
        return MessageGoneError(method=method, why=why)
    if why in _UNREACHABLE:
        return UnreachableError(method=method, why=why)
    if why in TOKEN_REFUSED:
        return TokenRefusedError(method=method, why=why)
    return DeliveryError(method=method, why=why or f"status {status}")


def _status_and_reason(response: object) -> tuple[int, str, float]:
    """Return the status, Slack's name for the error, and the seconds to wait."""
    if not isinstance(response, AsyncSlackResponse):  # no JSON: the library hands on the bare response
        return int(getattr(response, "status", 0)), "", _PAUSE_SECONDS
    data = response.data if isinstance(response.data, Mapping) else {}
    return response.status_code, str(data.get("error", "")), retry_after_seconds(response.headers)


def retry_after_seconds(headers: Mapping[str, str]) -> float:
    """Return how long Slack asks to wait, five minutes at most."""
    said = next((value for name, value in headers.items() if name.lower() == "retry-after"), "")
    try:
        wait = float(said)
    except ValueError:
        return _PAUSE_SECONDS
    return min(wait, _LONGEST_PAUSE_SECONDS) if isfinite(wait) and wait >= 0 else _PAUSE_SECONDS
