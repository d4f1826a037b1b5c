"""Installing the app as a browser does it: our two pages, Slack's between them, and PostgreSQL."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from http.cookies import SimpleCookie

import aiohttp
import psycopg
import pytest
from cryptography.fernet import Fernet
from multidict import CIMultiDictProxy
from pydantic import SecretStr
from slack_sdk.web.async_client import AsyncWebClient
from yarl import URL

from adapters.slack.install.installed_tokens import CachedInstallations, InstalledTokens
from adapters.slack.install.manifest import SCOPES
from adapters.slack.install.oauth import OAuthApp, oauth_routes
from adapters.slack.install.pages import HEADERS
from adapters.web.server import WebServer
from bot.errors import UnreachableError
from bot.locales import Catalogue
from db.installations import PostgresInstallations, PostgresOAuthStates
from db.pool import Database
from db.token_cipher import TokenCipher
from tests.fakes.clock import FixedClock
from tests.fakes.slack import FakeSlack, Workspace

HOST = "127.0.0.1"
PUBLIC = "https://parley.example.com"
COOKIE = "slack-app-oauth-state"


@dataclass(frozen=True, slots=True)
class PageAnswer:
    status: int
    text: str
    headers: CIMultiDictProxy[str]

    @property
    def location(self) -> URL:
        return URL(self.headers["Location"], encoded=True)

    @property
    def cookie(self) -> str:
        return SimpleCookie(self.headers["Set-Cookie"])[COOKIE].value


@dataclass(frozen=True, slots=True)
class InstallProcess:
    """One of ours, with its own connections and its own memory."""

    server: WebServer
    tokens: InstalledTokens
    database: Database


@dataclass(frozen=True, slots=True)
class Browser:
    """Someone's, who installs. The cookie is for https, so that it is carried by hand."""

    session: aiohttp.ClientSession

    async def get(self, url: URL, *, cookie: str = "", language: str = "en") -> PageAnswer:
        headers = {"Accept-Language": language} | ({"Cookie": f"other=1; {COOKIE}={cookie}"} if cookie else {})
        async with self.session.get(url, headers=headers, allow_redirects=False) as response:
            return PageAnswer(response.status, await response.text(), response.headers)

    async def begin(self, process: InstallProcess, query: str = "") -> PageAnswer:
        return await self.get(at(process, f"/slack/install{query}"))

    async def allow(self, begun: PageAnswer) -> URL:
        """Go where the first page led, and return where Slack's leads."""
        back = (await self.get(begun.location)).location
        assert str(back).startswith(f"{PUBLIC}/slack/oauth_redirect?")
        return back

    async def end(self, process: InstallProcess, back: URL, *, cookie: str, language: str = "en") -> PageAnswer:
        return await self.get(at(process, back.raw_path_qs), cookie=cookie, language=language)

    async def install(self, process: InstallProcess, query: str = "") -> PageAnswer:
        begun = await self.begin(process, query)
        return await self.end(process, await self.allow(begun), cookie=begun.cookie)


def at(process: InstallProcess, path: str) -> URL:
    return URL(f"http://{HOST}:{process.server.port}{path}", encoded=True)


@asynccontextmanager
async def running(
    slack: FakeSlack,
    database_url: str,
    *,
    clock: FixedClock | None = None,
    key: str = "",
    public_url: str = PUBLIC,
) -> AsyncIterator[InstallProcess]:
    clock = clock or FixedClock()
    app = OAuthApp(
        client_id=slack.app.client_id,
        client_secret=SecretStr(slack.app.client_secret),
        public_url=public_url,
        base_url=slack.api_url,
    )
    async with Database(database_url) as database:
        seal = TokenCipher([key] if key else [])
        installations = CachedInstallations(PostgresInstallations(database, clock=clock, cipher=seal))
        states = PostgresOAuthStates(database, clock=clock)
        routes = oauth_routes(app, installations=installations, states=states, clock=clock, texts=Catalogue())
        async with WebServer(HOST, 0, routes) as server:
            yield InstallProcess(server, InstalledTokens(installations), database)


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as slack:
        slack.world.uninstall(slack.workspace)
        slack.app.redirect_urls.append(f"{PUBLIC}/slack/oauth_redirect")
        yield slack


@pytest.fixture
async def process(slack: FakeSlack, database_url: str) -> AsyncIterator[InstallProcess]:
    async with running(slack, database_url) as process:
        yield process


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        yield Browser(session)


async def is_installed(process: InstallProcess, workspace: Workspace) -> bool:
    try:
        await process.tokens.get_bot(workspace.id)
    except UnreachableError:
        return False
    return True


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

    async def test_in_the_language_of_the_browser(self, process: InstallProcess, browser: Browser) -> None:
        begun = await browser.begin(process)
        done = await browser.end(process, await browser.allow(begun), cookie=begun.cookie, language="zh-CN,en;q=0.5")
        assert "Parley 已安装" in done.text
        assert '<html lang="zh">' in done.text

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


class TestNotInstalled:
    async def test_who_says_no_is_told_that_nothing_happened(
        self, slack: FakeSlack, process: InstallProcess, browser: Browser
    ) -> None:
        slack.services.denies = True
        done = await browser.install(process)
        assert done.status == 200
        assert "Parley was not installed" in done.text
        assert not await is_installed(process, slack.workspace)

    async def test_a_state_that_is_missing_or_forged_is_refused(
        self, slack: FakeSlack, process: InstallProcess, browser: Browser
    ) -> None:
        begun = await browser.begin(process)
        code = (await browser.allow(begun)).query["code"]
        for query, cookie in (
            (f"code={code}", begun.cookie),
            (f"code={code}&state=", begun.cookie),
            (f"code={code}&state=forged", "forged"),
            (f"code={code}&state={begun.cookie}x", begun.cookie),
            (f"code={code}&state=%ff%00", "x"),
            (f"code={code}&state=%25{ord(begun.cookie[0]):x}{begun.cookie[1:]}", begun.cookie),
            (f"state={begun.cookie}", "another"),
            ("", ""),
        ):
            done = await browser.get(at(process, f"/slack/oauth_redirect?{query}"), cookie=cookie)
            assert done.status == 400
            assert '<a href="install">Begin again</a>' in done.text
        assert slack.called("oauth.v2.access") == []
        assert not await is_installed(process, slack.workspace)

    async def test_another_browser_cannot_end_it(
        self, slack: FakeSlack, process: InstallProcess, browser: Browser
    ) -> None:
        mine, theirs = await browser.begin(process), await browser.begin(process)
        back = await browser.allow(theirs)
        assert (await browser.end(process, back, cookie=mine.cookie)).status == 400
        assert (await browser.end(process, back, cookie="")).status == 400
        assert not await is_installed(process, slack.workspace)

    async def test_a_state_is_good_once(self, slack: FakeSlack, process: InstallProcess, browser: Browser) -> None:
        begun = await browser.begin(process)
        first, second = await browser.allow(begun), await browser.allow(begun)
        assert (await browser.end(process, first, cookie=begun.cookie)).status == 200
        assert (await browser.end(process, second, cookie=begun.cookie)).status == 400
        assert len(slack.called("oauth.v2.access")) == 1

    async def test_of_callbacks_at_once_in_two_processes_one_wins(
        self, slack: FakeSlack, database_url: str, browser: Browser
    ) -> None:
        async with running(slack, database_url) as one, running(slack, database_url) as two:
            for _ in range(5):
                begun = await browser.begin(one)
                backs = [await browser.allow(begun) for _ in range(4)]
                ends = (
                    browser.end(process, back, cookie=begun.cookie)
                    for back, process in zip(backs, (one, two, one, two), strict=True)
                )
                assert sorted(done.status for done in await asyncio.gather(*ends)) == [200, 400, 400, 400]
        assert len(slack.called("oauth.v2.access")) == 5

    async def test_after_ten_minutes_it_has_to_be_begun_anew(
        self, slack: FakeSlack, database_url: str, browser: Browser
    ) -> None:
        clock = FixedClock()
        async with running(slack, database_url, clock=clock) as process:
            begun = await browser.begin(process)
            back = await browser.allow(begun)
            clock.advance(timedelta(minutes=10))
            done = await browser.end(process, back, cookie=begun.cookie)
            assert (done.status, "within ten minutes" in done.text) == (400, True)
            assert (await browser.install(process)).status == 200

    async def test_a_code_that_slack_refuses(self, slack: FakeSlack, process: InstallProcess, browser: Browser) -> None:
        begun = await browser.begin(process)
        path = f"/slack/oauth_redirect?code=forged&state={begun.cookie}"
        done = await browser.get(at(process, path), cookie=begun.cookie)
        assert (done.status, "could not be finished" in done.text) == (400, True)
        assert not await is_installed(process, slack.workspace)

    async def test_an_app_that_slack_does_not_know(
        self, slack: FakeSlack, process: InstallProcess, browser: Browser
    ) -> None:
        begun = await browser.begin(process)
        back = await browser.allow(begun)
        slack.app.client_secret = "changed since"  # noqa: S105 - opens nothing
        assert (await browser.end(process, back, cookie=begun.cookie)).status == 400

    @pytest.mark.parametrize("method", ["oauth.v2.access", "auth.test"])
    @pytest.mark.parametrize("kind", ["server_error", "ratelimited", "lost_answer", "lost_request", "garbage"])
    async def test_while_slack_does_not_answer_it_can_be_tried_again(
        self, slack: FakeSlack, process: InstallProcess, browser: Browser, kind: str, method: str
    ) -> None:
        slack.faults.add(kind=kind, method=method)
        done = await browser.install(process)
        assert (done.status, "at the moment" in done.text) == (503, True)
        assert (await browser.install(process)).status == 200

    @pytest.mark.parametrize("error", ["<script>alert(1)</script>", "invalid_scope", "", "a\r\nb", "x" * 5000])
    async def test_what_stands_in_the_address_is_not_shown(
        self, process: InstallProcess, browser: Browser, error: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        url = at(process, "/slack/oauth_redirect").with_query({"error": error, "error_description": "<b>hm</b>"})
        done = await browser.get(url)
        assert done.status == 400
        assert "<script" not in done.text
        assert "<b>" not in done.text
        assert all("\n" not in record.getMessage() and len(record.getMessage()) < 200 for record in caplog.records)

    async def test_a_team_in_the_address_changes_nothing_else(self, process: InstallProcess, browser: Browser) -> None:
        plain = await browser.begin(process)
        for team in ("T1%26scope=admin", "T1%0d%0aSet-Cookie:%20a=b", "T1%23", "", "t1", "T" * 99):
            begun = await browser.begin(process, f"?team={team}")
            state = {"state": begun.cookie}
            assert begun.status == 302
            assert begun.location.query == plain.location.update_query(state).query
        assert (await browser.begin(process, "?team=T123")).location.query["team"] == "T123"


class TestStoresDown:
    async def test_it_cannot_begin(self, process: InstallProcess, browser: Browser) -> None:
        await process.database.__aexit__()
        done = await browser.begin(process)
        assert (done.status, "at the moment" in done.text) == (503, True)
        assert int(done.headers["Retry-After"]) > 0
        assert "Location" not in done.headers

    async def test_it_cannot_end(self, slack: FakeSlack, process: InstallProcess, browser: Browser) -> None:
        begun = await browser.begin(process)
        back = await browser.allow(begun)
        await process.database.__aexit__()
        done = await browser.end(process, back, cookie=begun.cookie)
        assert (done.status, "at the moment" in done.text) == (503, True)
        assert slack.called("oauth.v2.access") == []


class TestKept:
    @pytest.mark.parametrize("path", ["/slack/install", "/slack/oauth_redirect", "/slack/oauth_redirect?error=x"])
    async def test_no_page_is_kept_framed_or_sent_on(
        self, process: InstallProcess, browser: Browser, path: str
    ) -> None:
        done = await browser.get(at(process, path))
        assert {name: done.headers[name] for name in HEADERS} == HEADERS
        assert "default-src 'none'" in done.headers["Content-Security-Policy"]
        assert "no-store" in done.headers["Cache-Control"]

    async def test_nothing_secret_is_logged_or_shown(
        self, slack: FakeSlack, process: InstallProcess, browser: Browser, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.DEBUG)
        texts = []
        for kind in ("", "error", "server_error", "garbage"):
            if kind:
                slack.faults.add(kind=kind, method="auth.test")
            begun = await browser.begin(process)
            back = await browser.allow(begun)
            texts.append((await browser.end(process, back, cookie=begun.cookie)).text)
            for secret in (slack.workspace.app.token, slack.app.client_secret, back.query["code"], begun.cookie):
                assert secret not in caplog.text
                assert secret not in "".join(texts)
        assert not re.search("Traceback|Error", "".join(texts))

    async def test_a_flaw_of_ours_shows_nothing_either(
        self, slack: FakeSlack, database_url: str, browser: Browser, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with running(slack, database_url) as process:
            begun = await browser.begin(process)
            back = await browser.allow(begun)
            async with await psycopg.AsyncConnection.connect(database_url) as owner:
                await owner.execute("ALTER TABLE slack_installation ADD CHECK (bot_token = '')")
            done = await browser.end(process, back, cookie=begun.cookie)
        assert (done.status, "Parley was not installed" in done.text) == (500, True)
        assert slack.workspace.app.token not in caplog.text
        assert slack.workspace.app.token not in done.text

    async def test_a_look_at_the_link_begins_nothing(self, process: InstallProcess, browser: Browser) -> None:
        async with browser.session.head(at(process, "/slack/install")) as response:
            assert response.status == 405
            assert "Set-Cookie" not in response.headers
