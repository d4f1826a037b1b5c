"""`parley doctor` about Slack: each fault says what to click."""

import pytest
from pydantic import SecretStr

from adapters.slack.install.doctor import SlackSetup, check_setup
from adapters.slack.install.manifest import SCOPES
from tests.fakes.slack import FakeSlack


class TestDoctor:
    async def test_everything_in_order(self, slack: FakeSlack) -> None:
        slack.workspace.app.scopes.update(SCOPES)
        findings = await check_setup(
            SlackSetup(
                bot_token=SecretStr(slack.bot_token),
                app_token=SecretStr(slack.app.app_token),
                signing_secret=SecretStr("0123456789abcdef" * 2),
            ),
            base_url=slack.api_url,
        )

        assert [ok for ok, _, _ in findings] == [True] * 4
        assert slack.bot_token not in str(findings)

    async def test_missing_scope_is_named_with_where_to_add_it(self, slack: FakeSlack) -> None:
        slack.workspace.app.scopes -= {"users:read"}
        slack.workspace.app.scopes.add("mpim:history")
        setup = SlackSetup(bot_token=SecretStr(slack.bot_token), app_token=SecretStr(slack.app.app_token))
        (_, (ok, what, detail), _) = await check_setup(setup, base_url=slack.api_url)

        assert (ok, what) == (False, "Slack scopes")
        assert "add users:read under" in detail
        assert "OAuth & Permissions" in detail

    @pytest.mark.parametrize(
        ("setup", "what", "says"),
        [
            (SlackSetup(bot_token=SecretStr("xoxb-wrong-secret")), "Slack bot token", "invalid_auth"),
            (SlackSetup(bot_token=SecretStr("xapp-swapped-secret")), "Slack bot token", "xoxb-"),
            (SlackSetup(app_token=SecretStr("xapp-wrong-secret")), "Slack app-level token", "invalid_auth"),
            (SlackSetup(app_token=SecretStr("xoxb-swapped-secret")), "Slack app-level token", "xapp-"),
            (SlackSetup(signing_secret=SecretStr("short-secret")), "Slack signing secret", "Basic Information"),
            (SlackSetup(), "Slack", "SLACK_APP_TOKEN"),
        ],
    )
    async def test_fault_says_what_to_click_and_no_secret(
        self, slack: FakeSlack, setup: SlackSetup, what: str, says: str
    ) -> None:
        findings = await check_setup(setup, base_url=slack.api_url)

        assert any(not ok and about == what and says in detail for ok, about, detail in findings)
        assert "-secret" not in str(findings)

    async def test_no_answer_is_a_finding(self) -> None:
        ((ok, _, detail),) = await check_setup(
            SlackSetup(app_token=SecretStr("xapp-1")), base_url="http://127.0.0.1:9/api/"
        )

        assert not ok
        assert "reaches slack.com" in detail
