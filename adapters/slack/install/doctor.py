"""Checks the Slack settings and advises what to change at Slack. No secret is ever shown."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import aiohttp
from pydantic import SecretStr
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.install.manifest import APP_TOKEN_SCOPE, SCOPES
from adapters.slack.payload import text_at
from adapters.slack.sdk_client import REQUEST_SECONDS, make_web_client
from bot.errors import SettingsError

_Request = Callable[[AsyncWebClient], Awaitable[AsyncSlackResponse]]
Finding = tuple[bool, str, str]  # whether it is correct, what was checked, the result and what to do
_TOKEN_FORMAT: Final = re.compile(r"[A-Za-z0-9-]+")
_APP_ID: Final = re.compile(r"xapp-\d+-(?P<id>A[A-Z0-9]+)-")
_SECRET_FORMAT: Final = re.compile(r"[0-9a-f]{32}")
_SECRET_PLACE: Final = "api.slack.com/apps → your app → Basic Information → Signing Secret"  # noqa: S105 - no secret
BOT_PLACE: Final = "api.slack.com/apps → your app → OAuth & Permissions → Bot User OAuth Token"
APP_PLACE: Final = "api.slack.com/apps → your app → Basic Information → App-Level Tokens"
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
_APP_TOKEN_ADVICE: Final = {
    "token_revoked": "make a new token and copy it",
    "missing_scope": f"make a token with the scope {APP_TOKEN_SCOPE} and copy it",
}
# Errors of apps.connections.open that no attempt will end: https://docs.slack.dev/reference/methods/apps.connections.open
APP_TOKEN_FAULTS: Final = frozenset({*_ADVICE} - {"ratelimited"}) | {
    "access_denied",
    "forbidden_team",
    "no_permission",
    "team_disabled",
    "user_removed_from_team",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackSetup:
    """The Slack settings; None: not set."""

    bot_token: SecretStr | None = None
    app_token: SecretStr | None = None
    signing_secret: SecretStr | None = None


async def check_setup(setup: SlackSetup, *, base_url: str) -> list[Finding]:
    """Check each setting that is set, with a request to Slack if the form alone does not decide.

    One cause gives one fault. That a setting is missing is not checked here.
    """
    bot_token, app_token = _secret_value(setup.bot_token), _secret_value(setup.app_token)
    found: list[Finding] = []
    if bot_token.startswith("xapp-") and app_token.startswith("xoxb-"):
        found.append((False, "Slack tokens", "SLACK_BOT_TOKEN and SLACK_APP_TOKEN are swapped: exchange them"))
    else:
        found += await _check_tokens(bot_token, app_token, base_url)
    if setup.signing_secret is not None:
        found.append(_check_signing_secret(setup.signing_secret.get_secret_value()))
    return found


def _secret_value(secret: SecretStr | None) -> str:
    return "" if secret is None else secret.get_secret_value()


async def _check_tokens(bot_token: str, app_token: str, base_url: str) -> list[Finding]:
    try:
        found = await _check_bot_token(bot_token, base_url) if bot_token else []
        if app_token:
            found.append(await _check_app_token(app_token, base_url))
        if bot_token and app_token and all(is_good for is_good, _, _ in found):
            difference = await find_difference(bot_token, app_token, base_url=base_url)
            found += [(False, "Slack tokens", difference)] if difference else []
    except NoAnswerError as error:  # neither token is to blame
        advice = "see that SLACK_API_URL is right, and that this machine reaches slack.com"
        return [(False, "Slack", f"no usable answer ({error}): {advice}")]
    return found


async def find_difference(bot_token: str, app_token: str, *, base_url: str) -> str:
    """Return what is wrong if the tokens are of two apps; empty if they are not, or Slack does not tell.

    Raises: NoAnswerError.
    """
    named = _APP_ID.match(app_token)
    bot_app = await _app_of_bot(bot_token, base_url)
    if named is None or not bot_app or bot_app == named["id"]:
        return ""
    what = f"SLACK_APP_TOKEN is of app {named['id']}, SLACK_BOT_TOKEN of app {bot_app}"
    return f"{what}: copy both from the same app ({APP_PLACE}; {BOT_PLACE})"


async def _app_of_bot(token: str, base_url: str) -> str:
    identity = await _call(token, base_url, lambda client: client.auth_test())
    if isinstance(identity, str):
        return ""
    bot = await _call(token, base_url, lambda client: client.bots_info(bot=text_at(identity.data, "bot_id")))
    return "" if isinstance(bot, str) else text_at(bot.data, "bot", "app_id")


async def _check_bot_token(token: str, base_url: str) -> list[Finding]:
    subject = "Slack bot token"
    if not token.startswith("xoxb-"):
        return [(False, subject, f"it does not begin with xoxb-; copy it from {BOT_PLACE}")]
    if not _TOKEN_FORMAT.fullmatch(token):
        return [(False, subject, f"it holds characters that no token has; copy it again from {BOT_PLACE}")]
    answer = await _call(token, base_url, lambda client: client.auth_test())
    if isinstance(answer, str):
        return [(False, subject, f"Slack says {answer}: {advise_bot_token(answer)}")]
    good = (True, subject, f"speaks as {text_at(answer.data, 'user') or '?'} in {text_at(answer.data, 'team') or '?'}")
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
        return False, subject, f"it does not begin with xapp-; make one with {APP_TOKEN_SCOPE} under {APP_PLACE}"
    if not _TOKEN_FORMAT.fullmatch(token):
        return False, subject, f"it holds characters that no token has; copy it again from {APP_PLACE}"
    answer = await _call(token, base_url, lambda client: client.apps_connections_open(app_token=token))
    if not isinstance(answer, str):
        return True, subject, "opens Socket Mode connections"
    return False, subject, f"Slack says {answer}: {advise_app_token(answer)}"


def _check_signing_secret(secret: str) -> Finding:
    subject = "Slack signing secret"
    if _SECRET_FORMAT.fullmatch(secret):
        return True, subject, "has the form of one; whether it is this app's shows with the first request"
    return False, subject, f"it is not 32 hexadecimal digits; copy it again from {_SECRET_PLACE}"


class NoAnswerError(Exception):
    """Slack gave no answer, or none that can be read."""


async def _call(token: str, base_url: str, request: _Request) -> AsyncSlackResponse | str:
    timeout = aiohttp.ClientTimeout(total=REQUEST_SECONDS)
    async with aiohttp.ClientSession(timeout=timeout, trust_env=True) as session:
        try:
            answer = await request(make_web_client(token, base_url=base_url, session=session))
        except SlackApiError as error:
            if name := text_at(getattr(error.response, "data", {}), "error"):
                return name
            why = "it is no JSON"
            raise NoAnswerError(why) from error
        except Exception as error:  # the library raises anything for an answer that is not Slack's
            raise NoAnswerError(type(error).__name__) from error
    return answer


def advise_bot_token(answer: str) -> str:
    """Return what to do about Slack's error for the bot token."""
    return _advise(_ADVICE.get(answer), BOT_PLACE)


def advise_app_token(answer: str) -> str:
    """Return what to do about Slack's error for the app-level token."""
    is_on = "that api.slack.com/apps → your app → Socket Mode → Enable Socket Mode is on"
    return f"{_advise(_APP_TOKEN_ADVICE.get(answer, _ADVICE.get(answer)), APP_PLACE)}; see also {is_on}"


def _advise(advice: str | None, place: str) -> str:
    return f"{advice} ({place})" if advice else f"compare it with {place}"


class SameAppCheck:
    """A readiness check. Slack is asked until it has answered: a token never changes its app."""

    def __init__(self, bot_token: SecretStr, app_token: SecretStr, *, base_url: str) -> None:
        self._tokens = (bot_token, app_token)
        self._base_url = base_url
        self._difference: str | None = None  # None: not known yet

    async def __call__(self) -> None:
        """Raises: SettingsError: the tokens are of two apps."""
        if self._difference is None:
            bot_token, app_token = (each.get_secret_value() for each in self._tokens)
            try:
                self._difference = await find_difference(bot_token, app_token, base_url=self._base_url)
            except NoAnswerError:
                return
        if self._difference:
            raise SettingsError(faults=self._difference)
