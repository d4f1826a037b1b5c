"""The steps of an installation that Parley does itself: the exchange of the code, and what is stored."""

import logging
from base64 import b64encode
from collections.abc import Mapping
from datetime import datetime
from logging import Logger
from typing import Any, Final

from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.errors import SlackApiError
from slack_sdk.oauth.installation_store import Installation as SlackInstallation
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.payload import text_at
from adapters.slack.sdk_client import NETWORK_ERRORS, sdk_log, translate_error
from adapters.slack.tokens import installation_workspace
from bot.domain.installations import Installation
from bot.errors import DeliveryError, RateLimitedError
from bot.ports import OAuthStates

_METHOD: Final = "oauth.v2.access"
_OK: Final = 200
_log = logging.getLogger(__name__)


def installation_from(granted: SlackInstallation, *, installed_at: datetime) -> Installation:
    """Return the bot's installation, the only one to be stored: persons' own tokens are neither requested nor kept.

    Raises: ValueError: it has no bot or no workspace.
    """
    workspace = installation_workspace(
        granted.team_id, granted.enterprise_id, is_enterprise_install=granted.is_enterprise_install
    )
    if not (workspace and granted.bot_token and granted.bot_user_id):
        msg = "an installation without a bot or a workspace"
        raise ValueError(msg)
    return Installation(
        workspace=workspace,
        enterprise_id=granted.enterprise_id or "",
        app_id=granted.app_id or "",
        bot_token=granted.bot_token,
        bot_id=granted.bot_id or "",
        bot_user_id=granted.bot_user_id,
        scopes=tuple(granted.bot_scopes or ()),
        installer_id=granted.user_id or "",
        installed_at=installed_at,
    )


class SlackStateStore(AsyncOAuthStateStore):
    """Implements the library's store of OAuth states."""

    def __init__(self, states: OAuthStates) -> None:
        self._states = states

    @property
    def logger(self) -> Logger:
        """Return the library's log."""
        return sdk_log

    async def async_issue(self, *_: object, **__: object) -> str:
        """Return a new state."""
        return await self._states.issue()

    async def async_consume(self, state: str) -> bool:
        """Invalidate `state`; return whether it was valid."""
        return await self._states.consume(state)


async def exchange_code(client: AsyncWebClient, code: str, settings: AsyncOAuthSettings) -> SlackInstallation | None:
    """Exchange `code` for an installation, without any person's token.

    The library's own step would log the code and the whole answer.

    Returns: None: Slack refuses the code, or the app's configuration is unusable; the log says which.
    Raises: DeliveryError: Slack cannot be reached now, or limits the rate.
    """
    try:
        granted = await _request_token(client, code, settings)
        if problem := _configuration_problem(_answer_data(granted)):
            _log.error("the Slack app cannot be installed as it is set up at Slack: %s", problem)
            return None
        identity = await client.auth_test(token=text_at(granted.data, "access_token"))
    except SlackApiError as error:
        _log_refusal(error)
        return None
    except NETWORK_ERRORS as error:
        raise DeliveryError(method=_METHOD, why=type(error).__name__) from None
    return _granted_installation(_answer_data(granted), _answer_data(identity))


async def _request_token(client: AsyncWebClient, code: str, settings: AsyncOAuthSettings) -> AsyncSlackResponse:
    """Request the token with the client id and secret; the library's method uses an interface aiohttp deprecates."""
    secret = b64encode(f"{settings.client_id}:{settings.client_secret}".encode()).decode()
    fields = {"code": code} | ({"redirect_uri": settings.redirect_uri} if settings.redirect_uri else {})
    return await client.api_call(_METHOD, data=fields, headers={"Authorization": f"Basic {secret}"})


def _log_refusal(error: SlackApiError) -> None:
    """Log Slack's reason. `error` is not passed on, since it holds the whole answer.

    Raises: DeliveryError: the answer is no refusal.
    """
    translated = translate_error(error, method=_METHOD)
    answer = error.response
    is_answer = isinstance(answer, AsyncSlackResponse) and answer.status_code == _OK and text_at(answer.data, "error")
    if not is_answer or isinstance(translated, RateLimitedError):
        raise translated from None
    _log.warning("Slack refuses an installation: %s", translated.facts["why"])


def _configuration_problem(granted: Mapping[str, Any]) -> str:
    """Return why the granted installation is unusable; empty if it is usable."""
    if not text_at(granted, "access_token"):
        return "it asks for no bot"
    return "token rotation is switched on" if "refresh_token" in granted else ""


def _answer_data(answer: AsyncSlackResponse) -> Mapping[str, Any]:
    return answer.data if isinstance(answer.data, dict) else {}


def _granted_installation(granted: Mapping[str, Any], identity: Mapping[str, Any]) -> SlackInstallation:
    return SlackInstallation(
        app_id=text_at(granted, "app_id"),
        enterprise_id=text_at(granted, "enterprise", "id") or None,
        enterprise_name=text_at(granted, "enterprise", "name") or None,
        team_id=text_at(granted, "team", "id") or None,
        team_name=text_at(granted, "team", "name") or None,
        bot_token=text_at(granted, "access_token"),
        bot_id=text_at(identity, "bot_id"),
        bot_user_id=text_at(granted, "bot_user_id") or text_at(identity, "user_id"),
        bot_scopes=text_at(granted, "scope"),
        user_id=text_at(granted, "authed_user", "id"),
        is_enterprise_install=granted.get("is_enterprise_install") is True,
    )
