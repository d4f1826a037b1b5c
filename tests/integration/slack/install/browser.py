"""Our two pages of an installation, and a browser that visits them and Slack's between."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie

import aiohttp
from multidict import CIMultiDictProxy
from pydantic import SecretStr
from yarl import URL

from adapters.slack.install.oauth import OAuthApp, oauth_routes
from adapters.slack.tokens import CachedInstallations, InstalledTokens
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
    slack: FakeSlack, database_url: str, *, clock: FixedClock | None = None, key: str = "", public_url: str = PUBLIC
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


async def is_installed(process: InstallProcess, workspace: Workspace) -> bool:
    try:
        await process.tokens.get_bot(workspace.id)
    except UnreachableError:
        return False
    return True
