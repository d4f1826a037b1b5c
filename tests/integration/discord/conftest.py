"""A Discord for our adapter. Limits of time are met only where they are the subject: machines differ in speed."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.discord import DiscordPerson, FakeDiscord
from tests.integration.discord.harness import LONG, strict_discord


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("interaction_intake._STORE_SECONDS", "catch_up._MAX_WAIT_SECONDS"):
        monkeypatch.setattr(f"adapters.discord.inbound.{limit}", LONG)


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with strict_discord() as fake:
        yield fake


@pytest.fixture
def ann(fake: FakeDiscord) -> DiscordPerson:
    return fake.add_person("ann")
