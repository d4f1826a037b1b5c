"""Installations that are refused, broken off, or met by a fault."""

import asyncio
import logging
import re
from datetime import timedelta
from itertools import product

import psycopg
import pytest

from adapters.slack.install.oauth import HEADERS
from tests.fakes.clock import FixedClock
from tests.fakes.slack import FakeSlack
from tests.integration.slack.install.browser import Browser, InstallProcess, at, is_installed, running

NO_ANSWERS = ("server_error", "ratelimited", "lost_answer", "lost_request", "garbage")


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

    async def test_while_slack_does_not_answer_it_can_be_tried_again(
        self, slack: FakeSlack, process: InstallProcess, browser: Browser
    ) -> None:
        ends = {}
        for fault in product(NO_ANSWERS, ("oauth.v2.access", "auth.test")):
            slack.faults.add(kind=fault[0], method=fault[1])
            done, again = await browser.install(process), await browser.install(process)
            ends[fault] = (done.status, "at the moment" in done.text, again.status)
        assert {fault: end for fault, end in ends.items() if end != (503, True, 200)} == {}

    async def test_what_stands_in_the_address_is_not_shown(
        self, process: InstallProcess, browser: Browser, caplog: pytest.LogCaptureFixture
    ) -> None:
        for error in ("<script>alert(1)</script>", "invalid_scope", "", "a\r\nb", "x" * 5000):
            url = at(process, "/slack/oauth_redirect").with_query({"error": error, "error_description": "<b>hm</b>"})
            done = await browser.get(url)
            assert done.status == 400, error
            assert "<script" not in done.text, error
            assert "<b>" not in done.text, error
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


class TestKept:
    async def test_no_page_is_kept_framed_or_sent_on(self, process: InstallProcess, browser: Browser) -> None:
        for path in ("/slack/install", "/slack/oauth_redirect", "/slack/oauth_redirect?error=x"):
            done = await browser.get(at(process, path))
            assert {name: done.headers[name] for name in HEADERS} == HEADERS, path
            assert "default-src 'none'" in done.headers["Content-Security-Policy"], path
            assert "no-store" in done.headers["Cache-Control"], path

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
            async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as owner:
                await owner.execute("ALTER TABLE slack_installation ADD CONSTRAINT flaw CHECK (bot_token = '')")
                done = await browser.end(process, back, cookie=begun.cookie)
                await owner.execute("ALTER TABLE slack_installation DROP CONSTRAINT flaw")
        assert (done.status, "Parley was not installed" in done.text) == (500, True)
        assert slack.workspace.app.token not in caplog.text
        assert slack.workspace.app.token not in done.text

    async def test_a_look_at_the_link_begins_nothing(self, process: InstallProcess, browser: Browser) -> None:
        async with browser.session.head(at(process, "/slack/install")) as response:
            assert response.status == 405
            assert "Set-Cookie" not in response.headers
