"""What to do at Slack when a token is not accepted. No secret is ever shown."""

from typing import Final

from adapters.slack.install.manifest import APP_TOKEN_SCOPE

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


def advise_bot_token(answer: str) -> str:
    """Return what to do about Slack's error for the bot token."""
    return _advise(_ADVICE.get(answer), BOT_PLACE)


def advise_app_token(answer: str) -> str:
    """Return what to do about Slack's error for the app-level token."""
    is_on = "that api.slack.com/apps → your app → Socket Mode → Enable Socket Mode is on"
    return f"{_advise(_APP_TOKEN_ADVICE.get(answer, _ADVICE.get(answer)), APP_PLACE)}; see also {is_on}"


def _advise(advice: str | None, place: str) -> str:
    return f"{advice} ({place})" if advice else f"compare it with {place}"
