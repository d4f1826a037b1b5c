from collections.abc import AsyncIterator

import aiohttp
import psycopg
import pytest

from tests.fakes.slack import FakeSlack
from tests.integration.slack.install.browser import PUBLIC, Browser, InstallProcess, running


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as slack:
        slack.world.uninstall(slack.workspace)
        slack.app.redirect_urls.append(f"{PUBLIC}/slack/oauth_redirect")
        yield slack


@pytest.fixture
def database_url(module_database_url: str) -> str:
    """The module's database, without installations."""
    with psycopg.connect(module_database_url, autocommit=True) as owner:
        owner.execute("TRUNCATE slack_installation, slack_oauth_state")
    return module_database_url


@pytest.fixture
async def process(slack: FakeSlack, database_url: str) -> AsyncIterator[InstallProcess]:
    async with running(slack, database_url) as process:
        yield process


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        yield Browser(session)
