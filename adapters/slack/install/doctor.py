"""Checks the Slack settings and advises what to change at Slack. No secret is ever shown."""

import re
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.api_errors import NETWORK_ERRORS
from adapters.slack.install.manifest import APP_TOKEN_SCOPE, SCOPES
from adapters.slack.sdk_client import REQUEST_SECONDS, make_web_client

Finding = tuple[bool, str, str]  # whether it is correct, what was checked, the result and what to do

_SECRET_FORMAT: Final = re.compile(r"[0-9a-f]{32}")
_ADVICE: Final = {
    "invalid_auth": "copy the token again, whole",
    "not_authed": "copy the token again, whole",
    "not_allowed_token_type": "this is another kind of token: compare its beginning",
    "token_revoked": "install the app again and copy the new token",
    "token_expired": "switch token rotation off for a single workspace, install the app again, copy the new token",
    "account_inactive": "the app was removed from the workspace: install it again and copy the new token",
    "missing_scope": f"give the app-level token the scope {APP_TOKEN_SCOPE}",
    "ratelimited": "too many attempts in a row: wait a minute, then run this again",
}
_BOT_PLACE: Final = "api.slack.com/apps → your app → OAuth & Permissions → Bot User OAuth Token"
_APP_PLACE: Final = "api.slack.com/apps → your app → Basic Information → App-Level Tokens"
_SECRET_PLACE: Final = "api.slack.com/apps → your app → Basic Information → Signing Secret"  # noqa: S105 - no secret


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackSetup:
    """The Slack settings; None: not set."""

    bot_token: SecretStr | None = None
    app_token: SecretStr | None = None
    signing_secret: SecretStr | None = None


async def check_setup(setup: SlackSetup, *, base_url: str) -> list[Finding]:
    """Check each setting that is set, with a request to Slack if the form alone does not decide."""
    found: list[Finding] = []
    if setup.bot_token is not None:
        found += await _check_bot_token(setup.bot_token.get_secret_value(), base_url)
    if setup.app_token is not None:
        found.append(await _check_app_token(setup.app_token.get_secret_value(), base_url))
    if setup.signing_secret is not None:
        found.append(_check_signing_secret(setup.signing_secret.get_secret_value()))
    if setup.app_token is None and setup.signing_secret is None:
        advice = f"set SLACK_APP_TOKEN ({_APP_PLACE}), or SLACK_SIGNING_SECRET for HTTP ({_SECRET_PLACE})"
        found.append((False, "Slack", f"there is no way for events to come in: {advice}"))
    return found


async def _check_bot_token(token: str, base_url: str) -> list[Finding]:
    subject = "Slack bot token"
    if not token.startswith("xoxb-"):
        return [(False, subject, f"it does not begin with xoxb-; copy it from {_BOT_PLACE}")]
    answer = await _call("auth.test", token, base_url)
    if isinstance(answer, str):
        return [(False, subject, f"Slack says {answer}: {_advice(answer, _BOT_PLACE)}")]
    data: dict[str, Any] = answer.data if isinstance(answer.data, dict) else {}
    good = (True, subject, f"speaks as {data.get('user', '?')} in {data.get('team', '?')}")
    return [good, _check_scopes(answer)]


def _check_scopes(answer: AsyncSlackResponse) -> Finding:
    header = next((value for name, value in answer.headers.items() if name.lower() == "x-oauth-scopes"), None)
    subject = "Slack scopes"
    if header is None:
        return True, subject, "Slack did not say which it granted"
    granted = {scope.strip() for scope in header.split(",")}
    missing = [scope for scope in SCOPES if scope not in granted]
    if not missing:
        return True, subject, "all granted"
    place = "api.slack.com/apps → your app → OAuth & Permissions → Scopes → Bot Token Scopes"
    return False, subject, f"add {', '.join(missing)} under {place}, then press Reinstall to Workspace"


async def _check_app_token(token: str, base_url: str) -> Finding:
    subject = "Slack app-level token"
    if not token.startswith("xapp-"):
        return False, subject, f"it does not begin with xapp-; make one with {APP_TOKEN_SCOPE} under {_APP_PLACE}"
    answer = await _call("apps.connections.open", token, base_url)
    if not isinstance(answer, str):
        return True, subject, "opens Socket Mode connections"
    is_on = "that api.slack.com/apps → your app → Socket Mode → Enable Socket Mode is on"
    return False, subject, f"Slack says {answer}: {_advice(answer, _APP_PLACE)}; see also {is_on}"


def _check_signing_secret(secret: str) -> Finding:
    subject = "Slack signing secret"
    if _SECRET_FORMAT.fullmatch(secret):
        return True, subject, "has the form of one; whether it is this app's shows with the first request"
    return False, subject, f"it is not 32 hexadecimal digits; copy it again from {_SECRET_PLACE}"


async def _call(method: str, token: str, base_url: str) -> AsyncSlackResponse | str:
    """Return Slack's answer, or the name of the error."""
    timeout = aiohttp.ClientTimeout(total=REQUEST_SECONDS)
    async with aiohttp.ClientSession(timeout=timeout, trust_env=True) as session:
        library = make_web_client(token, base_url=base_url, session=session)
        try:
            if method == "auth.test":
                return await library.auth_test()
            return await library.apps_connections_open(app_token=token)
        except SlackApiError as error:
            if isinstance(error.response, AsyncSlackResponse) and isinstance(error.response.data, dict):
                return str(error.response.data.get("error") or f"status {error.response.status_code}")
            return "something that is no JSON"
        except NETWORK_ERRORS as error:
            return f"nothing ({type(error).__name__})"


def _advice(answer: str, place: str) -> str:
    if answer in _ADVICE:
        return f"{_ADVICE[answer]} ({place})"
    return f"see that {place} and SLACK_API_URL are right, and that this machine reaches slack.com"
