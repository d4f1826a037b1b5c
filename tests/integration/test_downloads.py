"""Files are downloaded from the platform's own hosts only, within a limit, and the token goes nowhere else."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from adapters.discord.files import DiscordFiles
from adapters.shared.download import download, host_of
from adapters.slack.api import SlackApi
from adapters.slack.files import SlackFiles
from adapters.slack.tokens import SlackBot
from bot.domain.conversation.threads import SharedFile
from bot.errors import UnusableFileError
from tests.unit.console.test_inputs import TURN

TOKEN = "xoxb-1"  # noqa: S105 - of nobody


@dataclass
class FileHost:
    """A host of files that notes what is asked of it."""

    base: str = ""
    asked: list[tuple[str, str]] = field(default_factory=list)  # path, authorization

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append((request.path, request.headers.get("Authorization", "")))
        match request.path:
            case "/file":
                return web.Response(body=b"words")
            case "/elsewhere":
                raise web.HTTPFound(self.base)
            case "/login":
                return web.Response(text="<html>", content_type="text/html")
            case _:
                raise web.HTTPNotFound


@pytest.fixture
async def host() -> AsyncIterator[FileHost]:
    host, app = FileHost(), web.Application()
    app.router.add_get("/{path}", host.answer)
    async with TestServer(app) as server:
        host.base = str(server.make_url("")).rstrip("/")
        yield host


async def reason_of(host: FileHost, path: str, *, hosts: frozenset[str], limit: int = 99) -> object:
    async with aiohttp.ClientSession() as session:
        with pytest.raises(UnusableFileError) as raised:
            await download(session, f"{host.base}{path}", hosts=hosts, headers={}, limit=limit)
    return raised.value.facts["reason"]


async def test_what_is_not_given_is_told(host: FileHost) -> None:
    here = frozenset({host_of(host.base)})
    assert await reason_of(host, "/elsewhere", hosts=here) == "no_scope"
    assert await reason_of(host, "/login", hosts=here) == "no_scope"
    assert await reason_of(host, "/gone", hosts=here) == "not_fetched"
    assert await reason_of(host, "/file", hosts=here, limit=4) == "too_large"
    assert [path for path, _ in host.asked] == ["/elsewhere", "/login", "/gone", "/file"]


async def test_another_host_is_never_asked(host: FileHost) -> None:
    assert await reason_of(host, "/file", hosts=frozenset({"files.slack.com"})) == "not_fetched"
    fetch = DiscordFiles("https://discord.com/api/v10").fetch
    for url in (f"{host.base}/file", "file:///etc/passwd", "", "//x", f"{host.base}@cdn.discordapp.com.evil.example/"):
        with pytest.raises(UnusableFileError):
            await fetch(TURN, SharedFile(name="a.md", url=url), limit=99)
    assert host.asked == []


class _Tokens:
    async def get_bot(self, team_id: str, enterprise_id: str | None = None) -> SlackBot:  # noqa: ARG002 - as every provider
        return SlackBot(TOKEN, "U0BOT", "B0BOT")

    async def is_served(self, team_id: str, enterprise_id: str | None = None) -> bool:  # noqa: ARG002
        return True

    def token_refused(self, team_id: str, enterprise_id: str | None = None) -> None:
        pass


async def test_slack_is_shown_the_bots_token(host: FileHost) -> None:
    api = SlackApi(_Tokens(), base_url=f"{host.base}/api/")
    files = SlackFiles(api)
    try:
        assert await files.fetch(TURN, SharedFile(name="a.md", url=f"{host.base}/file"), limit=5) == b"words"
        with pytest.raises(UnusableFileError):  # its announced size is too much: nothing is asked
            await files.fetch(TURN, SharedFile(name="a.md", url=f"{host.base}/file", size=6), limit=5)
    finally:
        await api.close()
    assert host.asked == [("/file", f"Bearer {TOKEN}")]
