"""A server or channel of Discord that is gone ends what is posted there by itself; an outage of ours is waited for."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from adapters.discord.inbound import guild_changes
from adapters.discord.inbound.guild_changes import GuildChanges
from bot.domain.conversation.threads import tenant_of
from bot.domain.ids import TenantId
from bot.errors import StoreUnavailableError
from bot.messaging.departures import Departures
from bot.ports.meter import NoMeter

GUILD: Any = SimpleNamespace(id=7)
CHANNEL: Any = SimpleNamespace(id=9, guild=GUILD)


class Recorded:
    def __init__(self, *, failures: int = 0) -> None:
        self.left: list[tuple[TenantId, str]] = []
        self.failures = failures

    async def left_channel(self, tenant_id: TenantId, channel: str) -> None:
        if self.failures:
            self.failures -= 1
            raise StoreUnavailableError
        self.left.append((tenant_id, channel))

    async def left_workspace(self, tenant_id: TenantId) -> None:
        self.left.append((tenant_id, ""))


def handler(recorded: Recorded) -> GuildChanges:
    return GuildChanges(intake=cast("Any", None), departures=cast("Departures", recorded), meter=NoMeter())


async def test_server_and_channel_are_passed_on_with_their_tenant() -> None:
    recorded = Recorded()
    await handler(recorded).left_guild(GUILD)
    await handler(recorded).left_channel(CHANNEL)
    assert recorded.left == [(tenant_of("discord/7"), ""), (tenant_of("discord/7"), "9")]


async def test_an_outage_is_waited_for_and_a_long_one_raises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def at_once(_seconds: float) -> None:
        return None

    monkeypatch.setattr("adapters.discord.inbound.guild_changes.asyncio.sleep", at_once)
    recorded = Recorded(failures=2)
    await handler(recorded).left_channel(CHANNEL)
    assert len(recorded.left) == 1

    async def unavailable(*_args: object, **_kwargs: object) -> None:
        raise StoreUnavailableError

    monkeypatch.setattr(guild_changes, "store_with_retry", unavailable)
    await handler(recorded).left_guild(GUILD)
