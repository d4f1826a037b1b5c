"""A connection to Discord that ends during calls (RuntimeError: "Session is closed"), and servers that were left."""

import logging
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from adapters.discord.api_errors import CALL_ERRORS
from adapters.discord.channel_contexts import ChannelContexts
from adapters.discord.inbound import guild_changes
from adapters.discord.inbound.catch_up import CatchUp
from adapters.discord.inbound.guild_changes import GuildChanges
from adapters.discord.inbound.interaction_intake import InteractionIntake
from adapters.discord.outbound.transport import DiscordTransport
from adapters.discord.people import DiscordPeople
from adapters.discord.rest import DiscordRest
from adapters.shared.background import BackgroundTasks
from bot.domain.conversation.threads import Thread, tenant_of
from bot.domain.ids import TenantId
from bot.errors import StoreUnavailableError
from bot.locales import Catalogue
from bot.messaging.departures import Departures
from bot.ports import NoMeter

CLOSED = RuntimeError("Session is closed")
GUILD: Any = SimpleNamespace(id=7)
CHANNEL: Any = SimpleNamespace(id=9, guild=GUILD)


class ClosedChannel:
    id = 77

    async def history(self, **_: object) -> AsyncIterator[object]:
        raise CLOSED
        yield


async def closed(*_: object, **__: object) -> None:
    raise CLOSED


async def latest_threads(*_: object, **__: object) -> tuple[Thread, ...]:
    return (Thread("discord", "dm-1", "77", ""),)


async def test_session_ends_while_missed_messages_are_read_then_a_warning_and_no_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    catch_up = CatchUp(direct_messages=cast("Any", SimpleNamespace(latest_threads=latest_threads)))
    client = SimpleNamespace(guilds=(), get_partial_messageable=lambda _: ClosedChannel())

    assert await catch_up(cast("Any", client), cast("Any", None)) == 0

    (record,) = caplog.records
    assert "what was said in 77 could not be read back: Session is closed" in record.message
    assert record.exc_info is None


async def test_session_ends_before_an_acknowledgement_then_a_note_and_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    transport = DiscordTransport(rest=DiscordRest(), texts=Catalogue(), people=DiscordPeople())
    intake = InteractionIntake(
        gateway=cast("Any", None),
        channels=ChannelContexts(transport.rest),
        transport=transport,
        meter=NoMeter(),
        background=BackgroundTasks(NoMeter()),
    )
    response = SimpleNamespace(defer=closed, send_message=closed, is_done=lambda: False)
    interaction = cast("Any", SimpleNamespace(id=5, response=response, delete_original_response=closed))

    assert await intake.defer(interaction) is None
    await intake.respond_text(interaction, "hello")
    await intake.delete_response(interaction)

    assert [record.exc_info for record in caplog.records] == [None, None]
    assert isinstance(CLOSED, CALL_ERRORS)


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
