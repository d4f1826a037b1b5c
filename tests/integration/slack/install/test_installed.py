"""Installing the app as a browser does it: our two pages, Slack's between them, and PostgreSQL."""

from http.cookies import SimpleCookie

import pytest
from cryptography.fernet import Fernet
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.install.manifest import SCOPES
from tests.fakes.slack import FakeSlack, Workspace
from tests.integration.slack.install.browser import COOKIE, PUBLIC, Browser, InstallProcess, is_installed, running


async def team_that_answers(slack: FakeSlack, process: InstallProcess, workspace: Workspace) -> str:
    """Ask Slack whose the token is that we have for a workspace."""
    bot = await process.tokens.get_bot(workspace.id)
    who = await AsyncWebClient(bot.token, base_url=slack.api_url).auth_test()
    assert (bot.bot_id, bot.bot_user_id) == (who["bot_id"], who["user_id"])
    return str(who["team_id"])


class TestInstalled:
    async def test_a_person_who_allows_it_has_us_in_their_workspace(
        self, slack: FakeSlack, process: InstallProcess, browser: Browser
    ) -> None:
        done = await browser.install(process)
        assert done.status == 200
        assert "Parley is installed" in done.text
        assert slack.workspace.name in done.text
        assert await team_that_answers(slack, process, slack.workspace) == slack.workspace.id

    async def test_slack_is_asked_for_a_bot_with_our_scopes_and_for_nothing_of_a_persons(
        self, slack: FakeSlack, process: InstallProcess, browser: Browser
    ) -> None:
        begun = await browser.begin(process)
        query = begun.location.query
        assert begun.status == 302
        assert str(begun.location).startswith(slack.authorize_url)
        assert query["scope"].split(",") == list(SCOPES)
        assert (query["user_scope"], query["client_id"]) == ("", slack.app.client_id)
        assert query["redirect_uri"] == f"{PUBLIC}/slack/oauth_redirect"
        assert query["state"] == begun.cookie

    async def test_in_several_workspaces_each_has_a_token_of_its_own(
        self, slack: FakeSlack, process: InstallProcess, browser: Browser
    ) -> None:
        other = slack.add_workspace("Other", installed=False)
        await browser.install(process, f"?team={slack.workspace.id}")
        assert not await is_installed(process, other)
        await browser.install(process, f"?team={other.id}")
        assert await team_that_answers(slack, process, slack.workspace) == slack.workspace.id
        assert await team_that_answers(slack, process, other) == other.id

    async def test_again_after_it_was_removed_with_the_new_token(
        self, slack: FakeSlack, process: InstallProcess, browser: Browser
    ) -> None:
        await browser.install(process)
        old = (await process.tokens.get_bot(slack.workspace.id)).token
        slack.world.uninstall(slack.workspace)
        await process.tokens.forget_installation(slack.workspace.id, None)
        assert not await is_installed(process, slack.workspace)
        assert (await browser.install(process)).status == 200
        assert (await process.tokens.get_bot(slack.workspace.id)).token != old
        assert await team_that_answers(slack, process, slack.workspace) == slack.workspace.id

    async def test_in_another_process_than_it_was_begun_in(
        self, slack: FakeSlack, database_url: str, browser: Browser
    ) -> None:
        key = Fernet.generate_key().decode()
        async with running(slack, database_url, key=key) as before:
            begun = await browser.begin(before)
            back = await browser.allow(begun)
        async with running(slack, database_url, key=key) as after:
            assert (await browser.end(after, back, cookie=begun.cookie)).status == 200
        async with running(slack, database_url, key=key) as later:
            assert await team_that_answers(slack, later, slack.workspace) == slack.workspace.id

    @pytest.mark.parametrize("public_url", ["", f"{PUBLIC}/"])
    async def test_slack_leads_back_to_where_it_is_told_or_knows(
        self, slack: FakeSlack, database_url: str, browser: Browser, public_url: str
    ) -> None:
        async with running(slack, database_url, public_url=public_url) as process:
            assert (await browser.install(process)).status == 200
            assert await team_that_answers(slack, process, slack.workspace) == slack.workspace.id

    async def test_a_workspaces_name_is_no_markup(
        self, slack: FakeSlack, process: InstallProcess, browser: Browser
    ) -> None:
        slack.workspace.name = "<script>alert(1)</script>"
        done = await browser.install(process)
        assert "&lt;script&gt;" in done.text
        assert "<script" not in done.text

    async def test_the_state_is_kept_from_scripts_and_other_sites_and_ends_with_the_installation(
        self, process: InstallProcess, browser: Browser
    ) -> None:
        begun = await browser.begin(process)
        cookie = SimpleCookie(begun.headers["Set-Cookie"])[COOKIE]
        assert (cookie["secure"], cookie["httponly"], cookie["samesite"]) == (True, True, "Lax")
        assert cookie["max-age"] == "600"
        done = await browser.end(process, await browser.allow(begun), cookie=begun.cookie)
        assert done.cookie == "deleted"
