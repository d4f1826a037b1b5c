"""`parley doctor` about Slack: each fault says what to click."""

from typing import Any

import pytest
from pydantic import SecretStr

from adapters.slack.install.doctor import SameAppCheck, SlackSetup, check_setup
from adapters.slack.install.manifest import SCOPES
from bot.errors import SettingsError
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
            (SlackSetup(bot_token=SecretStr("xoxb-cöpied-secret")), "Slack bot token", "OAuth & Permissions"),
            (SlackSetup(app_token=SecretStr("xapp-1\n-secret")), "Slack app-level token", "App-Level Tokens"),
            (
                SlackSetup(bot_token=SecretStr("xapp-swapped-secret"), app_token=SecretStr("xoxb-swapped-secret")),
                "Slack tokens",
                "exchange them",
            ),
        ],
    )
    async def test_fault_says_what_to_click_and_no_secret(
        self, slack: FakeSlack, setup: SlackSetup, what: str, says: str
    ) -> None:
        ((ok, about, detail),) = await check_setup(setup, base_url=slack.api_url)

        assert (ok, about) == (False, what)
        assert says in detail
        assert "-secret" not in detail

    async def test_tokens_of_two_apps_are_one_fault_that_names_both(self, slack: FakeSlack) -> None:
        slack.workspace.app.scopes.update(SCOPES)
        slack.workspace.app.app_id = "A0ANOTHER1"
        findings = await check_setup(both_tokens(slack), base_url=slack.api_url)

        ((what, detail),) = [(what, detail) for ok, what, detail in findings if not ok]
        assert what == "Slack tokens"
        assert "SLACK_APP_TOKEN is of app A0PARLEY01, SLACK_BOT_TOKEN of app A0ANOTHER1" in detail

    async def test_readiness_tells_tokens_of_two_apps_and_asks_slack_once(self, slack: FakeSlack) -> None:
        slack.workspace.app.scopes.update(SCOPES)
        slack.workspace.app.app_id = "A0ANOTHER1"
        check = SameAppCheck(SecretStr(slack.bot_token), SecretStr(slack.app.app_token), base_url=slack.api_url)
        for _ in range(3):
            with pytest.raises(SettingsError, match="SLACK_BOT_TOKEN of app A0ANOTHER1"):
                await check()

        assert len(slack.called("bots.info")) == 1

    async def test_tokens_of_one_app_or_no_answer_then_ready(self, slack: FakeSlack) -> None:
        slack.workspace.app.scopes.update(SCOPES)
        slack.faults.add(kind="garbage", method="auth.test")
        check = SameAppCheck(SecretStr(slack.bot_token), SecretStr(slack.app.app_token), base_url=slack.api_url)
        for _ in range(3):
            await check()

        assert len(slack.called("bots.info")) == 1

    @pytest.mark.parametrize(
        ("answer", "advice"), [("missing_scope", "connections:write"), ("invalid_auth", "copy the token again")]
    )
    async def test_app_level_token_that_is_refused_is_one_fault(
        self, slack: FakeSlack, answer: str, advice: str
    ) -> None:
        slack.workspace.app.scopes.update(SCOPES)
        slack.faults.add(kind="error", method="apps.connections.open", error=answer)
        findings = await check_setup(both_tokens(slack), base_url=slack.api_url)

        ((what, detail),) = [(what, detail) for ok, what, detail in findings if not ok]
        assert what == "Slack app-level token"
        assert answer in detail
        assert advice in detail

    async def test_app_that_slack_does_not_tell_is_no_fault_of_its_own(self, slack: FakeSlack) -> None:
        slack.workspace.app.scopes.update(SCOPES)
        slack.workspace.app.scopes.remove("users:read")  # which telling needs
        slack.workspace.app.app_id = "A0ANOTHER1"
        findings = await check_setup(both_tokens(slack), base_url=slack.api_url)

        assert [what for ok, what, _ in findings if not ok] == ["Slack scopes"]

    @pytest.mark.parametrize("kind", ["lost_answer", "garbage", "server_error"])
    async def test_no_usable_answer_is_one_fault(self, slack: FakeSlack, kind: Any) -> None:  # noqa: ANN401 - one of a list
        for method in ("auth.test", "apps.connections.open"):
            slack.faults.add(kind=kind, method=method)
        ((ok, what, detail),) = await check_setup(both_tokens(slack), base_url=slack.api_url)

        assert (ok, what) == (False, "Slack")
        assert "reaches slack.com" in detail

    async def test_nobody_there_is_one_fault(self, slack: FakeSlack) -> None:
        ((ok, what, _),) = await check_setup(both_tokens(slack), base_url="http://127.0.0.1:9/api/")
        assert (ok, what) == (False, "Slack")


def both_tokens(slack: FakeSlack) -> SlackSetup:
    return SlackSetup(bot_token=SecretStr(slack.bot_token), app_token=SecretStr(slack.app.app_token))
