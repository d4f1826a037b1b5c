"""Gateway connections that break repeatedly, lost sessions, and messages sent while no process was connected."""

import asyncio
import random
from collections.abc import Callable
from itertools import cycle, islice

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import DiscordSystem, discord_system
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.fakes.discord import FakeDiscordChannel
from tests.rounds import full_rounds

DROPS = 20
ROUNDS = full_rounds(few=1, all_of_them=5)
QUESTIONS = ("analyze AAPL", "buy $800 of GOOG", "why?", "analyze IBM", "/portfolio", "how is MSFT?")
LOST_SESSIONS = full_rounds(few=0, all_of_them=3)  # each new one waits longer: Discord allows 1,000 a day
LONGEST_TURN = 0.2  # seconds; the cuts fall within it
COMMANDS = "PUT /applications/{}/commands"


@pytest.mark.faults
@pytest.mark.timeout(600)
async def test_connection_dropped_in_conversations_then_all_answered_once_and_in_order(deployment: Deployment) -> None:
    chance = random.Random(7)  # noqa: S311 - the same cuts in every run
    for heard in range(1 + DROPS, ROUNDS * (1 + DROPS) + 1, 1 + DROPS):
        async with discord_system(deployment) as system:
            await system.start()
            threads = [await opened(system), system.bob.direct]
            await talk(system, threads, chance, drops=DROPS)
            await all_heard(system, heard)
            await system.settled()

            assert system.discord.gateway.connected > DROPS
            assert system.discord.violations == []
            system.assert_each_message_shown_once()
            for thread in threads:
                assert_in_order(system, thread)
    assert deployment.value("SELECT count(*) FROM turn") == ROUNDS * (1 + DROPS)
    assert_every_turn_answered_once(deployment)
    assert_books_balance(deployment)


@pytest.mark.faults
@pytest.mark.timeout(600)
async def test_away_for_a_while_then_what_was_said_meanwhile_is_answered_and_commands_stay(
    deployment: Deployment,
) -> None:
    async with discord_system(deployment) as system:
        parley = await system.start()
        thread = await opened(system)
        system.bob.says(system.bob.direct, "/help")
        await system.answer(system.bob.direct, "analyze")
        await system.settled()
        parley.end()
        system.ann.says(thread, "analyze AAPL")
        system.ann.says(thread, "analyze IBM")
        system.bob.says(system.bob.direct, "analyze GOOG")
        asked = system.asks("analyze MSFT", by=system.bob)
        system.discord.gateway.refusals = 1
        parley.start()
        system.ann.says(thread, "/portfolio")
        await system.until(lambda: not system.discord.gateway.refusals, "the first attempt")
        assert (await parley.get("/healthz"))[0] == 200
        assert (await parley.get("/readyz"))[0] == 503
        await system.ready(parley)
        system.ann.says(thread, "/help")
        await system.answer(asked, "MSFT $27.45")
        for _ in range(LOST_SESSIONS):
            system.ann.says(thread, "analyze AAPL")
            system.discord.gateway.invalidate()
            system.ann.says(thread, "analyze IBM")  # there is no session to tell it to
            await system.until(lambda: not system.discord.connected, "the end of the socket")
            await system.discord.until_ready(within=60.0)
        answers = 1 + 4 + 2 * LOST_SESSIONS
        await system.until(
            lambda: len(system.app_messages(thread)) == answers, "the answers after the session was lost"
        )
        await system.settled()

        assert len(system.discord.called(COMMANDS)) == 1
        assert system.discord.violations == []
        system.assert_each_message_shown_once()
        assert_in_order(system, thread)
        assert_in_order(system, system.bob.direct)
    assert deployment.value("SELECT count(*) FROM turn") == answers + 3
    assert_every_turn_answered_once(deployment)


async def all_heard(system: DiscordSystem, count: int) -> None:
    """Wait until `count` messages were heard, also those said around the last cut."""
    await system.until(lambda: system.count("turn") >= count, "what was said around the last cut")


async def opened(system: DiscordSystem) -> FakeDiscordChannel:
    asked = system.asks("/help")
    await system.answer(asked, "analyze")
    return await system.thread(asked)


async def talk(system: DiscordSystem, threads: list[FakeDiscordChannel], chance: random.Random, *, drops: int) -> None:
    """Send a message in each thread in turn, and cut the connection each time: before, with or after the message."""
    gateway = system.discord.gateway
    for number, text in enumerate(islice(cycle(QUESTIONS), drops)):
        thread, by = threads[number % len(threads)], (system.ann, system.bob)[number % len(threads)]
        sockets = gateway.connected
        break_off = chance.choice([gateway.drop, gateway.drop, gateway.reconnect, resumable(system)])
        if chance.random() < 0.5:
            break_off()
            by.says(thread, text)
        else:
            by.says(thread, text)
            await asyncio.sleep(chance.uniform(0, LONGEST_TURN))
            break_off()
        await reconnected(system, sockets)


async def reconnected(system: DiscordSystem, sockets: int) -> None:
    """Wait until more than `opened` connections were opened and one is up."""
    await system.until(
        lambda: system.discord.gateway.connected > sockets and system.discord.connected > 0, "a new socket"
    )


def resumable(system: DiscordSystem) -> Callable[[], None]:
    return lambda: system.discord.gateway.invalidate(resumable=True)


def assert_in_order(system: DiscordSystem, thread: FakeDiscordChannel) -> None:
    """Check that answers were shown in the order of their messages, wherever they stand."""
    asked = [str(message.id) for message in thread.messages]
    shown = system.deployment.rows(
        "SELECT r.delivered_at FROM reply r JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id"
        " WHERE t.platform_id = ANY (%(asked)s) ORDER BY t.platform_id::bigint",
        asked=asked,
    )
    answered = [row["delivered_at"] for row in shown]
    assert len(answered) == sum(not message.author.is_bot for message in thread.messages)
    assert answered == sorted(answered)
