"""The code that Slack hands to a browser, against the token of a new installation."""

import logging
from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Final

from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.errors import SlackApiError
from slack_sdk.oauth.installation_store import Installation
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.api_errors import NETWORK, translated
from adapters.slack.payload import text
from bot.errors import DeliveryError, RateLimitedError

_METHOD: Final = "oauth.v2.access"
_OK: Final = 200

_log = logging.getLogger(__name__)


async def exchanged(client: AsyncWebClient, code: str, settings: AsyncOAuthSettings) -> Installation | None:
    """Return the installation that a code stands for, without any person's token.

    The library's own step would write the code to the log, and the whole answer behind it.

    Returns: None: Slack refuses the code, or the app is set up in a way we cannot work with; the log says so.
    Raises: DeliveryError: Slack cannot be asked now.
    """
    try:
        granted = await _granted(client, code, settings)
        if problem := _problem(_data(granted)):
            _log.error("the Slack app cannot be installed as it is set up at Slack: %s", problem)
            return None
        who = await client.auth_test(token=text(granted.data, "access_token"))
    except SlackApiError as error:
        _note_refusal(error)
        return None
    except NETWORK as error:
        raise DeliveryError(method=_METHOD, why=type(error).__name__) from None
    return _installation(_data(granted), _data(who))


async def _granted(client: AsyncWebClient, code: str, settings: AsyncOAuthSettings) -> AsyncSlackResponse:
    """Ask, with the app's own name and secret; the library's method does it in a way that aiohttp is giving up."""
    secret = b64encode(f"{settings.client_id}:{settings.client_secret}".encode()).decode()
    asked = {"code": code} | ({"redirect_uri": settings.redirect_uri} if settings.redirect_uri else {})
    return await client.api_call(_METHOD, data=asked, headers={"Authorization": f"Basic {secret}"})


def _note_refusal(error: SlackApiError) -> None:
    """Log why. Raises: DeliveryError: it was no refusal. The library's error holds the whole answer: it ends here."""
    meaning = translated(error, method=_METHOD)
    answer = error.response
    is_answer = isinstance(answer, AsyncSlackResponse) and answer.status_code == _OK and text(answer.data, "error")
    if not is_answer or isinstance(meaning, RateLimitedError):
        raise meaning from None
    _log.warning("Slack refuses an installation: %s", meaning.facts["why"])


def _problem(granted: Mapping[str, Any]) -> str:
    """Return why we could not work with what was granted, empty if we can."""
    if not text(granted, "access_token"):
        return "it asks for no bot"
    return "token rotation is switched on" if "refresh_token" in granted else ""


def _data(answer: AsyncSlackResponse) -> Mapping[str, Any]:
    return answer.data if isinstance(answer.data, dict) else {}


def _installation(granted: Mapping[str, Any], who: Mapping[str, Any]) -> Installation:
    return Installation(
        app_id=text(granted, "app_id"),
        enterprise_id=text(granted, "enterprise", "id") or None,
        enterprise_name=text(granted, "enterprise", "name") or None,
        team_id=text(granted, "team", "id") or None,
        team_name=text(granted, "team", "name") or None,
        bot_token=text(granted, "access_token"),
        bot_id=text(who, "bot_id"),
        bot_user_id=text(granted, "bot_user_id") or text(who, "user_id"),
        bot_scopes=text(granted, "scope"),
        user_id=text(granted, "authed_user", "id"),
        is_enterprise_install=granted.get("is_enterprise_install") is True,
    )
