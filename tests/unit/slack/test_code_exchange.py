"""A code against an installation: what is kept of Slack's answer, and what is refused."""

import logging
from typing import Any

import pytest
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.install.oauth_steps import exchange_code

NO_SECRET = "opens-nothing"  # noqa: S105 - as it says
GRANTED = {
    "ok": True,
    "access_token": "xoxb-one",
    "token_type": "bot",
    "scope": "chat:write,commands",
    "bot_user_id": "U-T1",
    "app_id": "A1",
    "team": {"id": "T1", "name": "Acme"},
    "enterprise": None,
    "is_enterprise_install": False,
    "authed_user": {"id": "U1", "access_token": "xoxp-of-a-person", "scope": "chat:write"},
}
WHOLE = {"team": None, "enterprise": {"id": "E1", "name": "Acme Group"}, "is_enterprise_install": True}


class SlackClientStub(AsyncWebClient):
    """Answers as it is told, without a network."""

    def __init__(self, granted: dict[str, Any]) -> None:
        super().__init__()
        self.granted = granted
        self.asked: dict[str, str] = {}
        self.tokens: list[str] = []

    async def api_call(self, api_method: str, **arguments: Any) -> AsyncSlackResponse:  # noqa: ANN401 - as the library's
        assert api_method == "oauth.v2.access"
        assert arguments["headers"] == {"Authorization": "Basic MS4yOm9wZW5zLW5vdGhpbmc="}
        self.asked = arguments["data"]
        return self._answer(self.granted)

    async def auth_test(self, **arguments: Any) -> AsyncSlackResponse:  # noqa: ANN401 - as the library's
        self.tokens.append(arguments["token"])
        return self._answer({"ok": True, "bot_id": "B-T1", "user_id": "U-T1"})

    def _answer(self, data: dict[str, Any]) -> AsyncSlackResponse:
        return AsyncSlackResponse(
            client=self, http_verb="POST", api_url="", req_args={}, data=data, headers={}, status_code=200
        )


@pytest.fixture
def settings() -> AsyncOAuthSettings:
    return AsyncOAuthSettings(client_id="1.2", client_secret=NO_SECRET, scopes=(), user_scopes=())


async def test_keeps_the_bot_and_no_persons_token(settings: AsyncOAuthSettings) -> None:
    slack = SlackClientStub(GRANTED)
    made = await exchange_code(slack, "code", settings)
    assert made is not None
    assert (slack.asked, slack.tokens) == ({"code": "code"}, ["xoxb-one"])
    assert (made.team_id, made.team_name, made.bot_token, made.bot_id) == ("T1", "Acme", "xoxb-one", "B-T1")
    assert (made.bot_user_id, made.bot_scopes, made.user_id) == ("U-T1", ["chat:write", "commands"], "U1")
    assert (made.user_token, made.is_enterprise_install, made.enterprise_id) == (None, False, None)


async def test_may_be_for_a_whole_organisation(settings: AsyncOAuthSettings) -> None:
    made = await exchange_code(SlackClientStub({**GRANTED, **WHOLE}), "code", settings)
    assert made is not None
    assert (made.team_id, made.enterprise_id, made.enterprise_name) == (None, "E1", "Acme Group")
    assert made.is_enterprise_install


@pytest.mark.parametrize(
    ("unlike", "why"),
    [({"refresh_token": "xoxe-1-secret", "expires_in": 43200}, "token rotation"), ({"access_token": None}, "no bot")],
)
async def test_refuses_an_app_we_cannot_work_with_and_says_why_in_the_log(
    settings: AsyncOAuthSettings, caplog: pytest.LogCaptureFixture, unlike: dict[str, Any], why: str
) -> None:
    caplog.set_level(logging.DEBUG)
    slack = SlackClientStub({**GRANTED, **unlike})
    assert await exchange_code(slack, "code", settings) is None
    assert slack.tokens == []
    assert why in caplog.text
    assert "xox" not in caplog.text
