"""Calls that are under way when the connection to Discord ends: aiohttp raises RuntimeError("Session is closed")."""

import logging
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from adapters.discord.api_errors import CALL_ERRORS
from adapters.discord.channel_contexts import ChannelContexts
from adapters.discord.inbound.catch_up import CatchUp
from adapters.discord.inbound.interaction_intake import InteractionIntake
from adapters.discord.outbound.transport import DiscordTransport
from adapters.discord.people import DiscordPeople
from adapters.discord.rest import DiscordRest
from adapters.shared.background import BackgroundTasks
from bot.domain.conversation.threads import Thread
from bot.locales import Catalogue
from bot.ports import NoMeter

CLOSED = RuntimeError("Session is closed")


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
