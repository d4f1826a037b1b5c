from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.fakes.discord import FakeDiscord
from tests.integration.discord.fake_server.raw_rest import RawRestClient


@pytest.fixture
async def discord_() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(speed=0.05) as fake:
        fake.limits.off()
        yield fake


@pytest.fixture
async def raw(discord_: FakeDiscord) -> AsyncIterator[RawRestClient]:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {discord_.token}"}) as session:
        yield RawRestClient(discord_, session)
