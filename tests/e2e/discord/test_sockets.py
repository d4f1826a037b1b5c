"""Gateway connections that are cut again and again, sessions that are lost, and what was said while nobody listened."""

import asyncio
import random
from collections.abc import Callable
from itertools import cycle, islice

import pytest

from tests.e2e.chat_process import full_rounds
from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import DiscordSystem, discord_system
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.fakes.discord import FakeDiscordChannel

DROPS = 20
ROUNDS = full_rounds(few=1, all_of_them=5)
QUESTIONS = ("analyze AAPL", "buy $800 of GOOG", "why?", "analyze IBM", "/portfolio", "what if it falls 10%?")
LOST_SESSIONS = full_rounds(few=0, all_of_them=3)  # each new one waits longer: Discord allows 1,000 a day
LONGEST_TURN = 0.2  # seconds; the cuts fall within it
COMMANDS = "PUT /applications/{}/commands"


@pytest.mark.timeout(600)
async def test_connection_dropped_twenty_times_then_all_answered_once_and_in_order(place: Deployment) -> None:
    chance = random.Random(7)  # noqa: S311 - the same cuts in every run
    for _ in range(ROUNDS):
        async with discord_system(place) as at:
            await at.start()
            threads = [await opened(at), at.bob.direct]
            await talk(at, threads, chance)
            await at.settled()

            assert at.discord.gateway.connected > DROPS
            assert at.discord.violations == []
            at.assert_each_message_shown_once()
            for thread in threads:
                assert_in_order(at, thread)
    assert place.value("SELECT count(*) FROM turn") == ROUNDS * (1 + DROPS)
    assert_every_turn_answered_once(place)
    assert_books_balance(place)


@pytest.mark.timeout(600)
async def test_away_for_a_while_then_what_was_said_meanwhile_is_answered_and_commands_stay(place: Deployment) -> None:
    async with discord_system(place) as at:
        parley = await at.start()
        thread = await opened(at)
        at.bob.says(at.bob.direct, "/help")
        await at.answer(at.bob.direct, "analyze")
        await at.settled()
        parley.end()
        at.ann.says(thread, "analyze AAPL")
        at.ann.says(thread, "analyze IBM")
        at.bob.says(at.bob.direct, "analyze GOOG")
        asked = at.asks("analyze MSFT", by=at.bob)
        at.discord.gateway.refusals = 1
        parley.start()
        at.ann.says(thread, "/portfolio")
        await at.until(lambda: not at.discord.gateway.refusals, "the first attempt")
        assert (await parley.get("/healthz"))[0] == 200
        assert (await parley.get("/readyz"))[0] == 503
        await at.ready(parley)
        at.ann.says(thread, "/help")
        await at.answer(asked, "50-day average")
        for _ in range(LOST_SESSIONS):
            at.ann.says(thread, "analyze AAPL")
            at.discord.gateway.invalidate()
            at.ann.says(thread, "analyze IBM")  # there is no session to tell it to
            await at.until(lambda: not at.discord.connected, "the end of the socket")
            await at.discord.until_ready(within=60.0)
        answers = 1 + 4 + 2 * LOST_SESSIONS
        await at.until(lambda: len(at.ours(thread)) == answers, "the answers after the session was lost")
        await at.settled()

        assert len(at.discord.called(COMMANDS)) == 1
        assert at.discord.violations == []
        at.assert_each_message_shown_once()
        assert_in_order(at, thread)
        assert_in_order(at, at.bob.direct)
    assert place.value("SELECT count(*) FROM turn") == answers + 3
    assert_every_turn_answered_once(place)


async def opened(at: DiscordSystem) -> FakeDiscordChannel:
    asked = at.asks("/help")
    await at.answer(asked, "analyze")
    return await at.thread(asked)


async def talk(at: DiscordSystem, threads: list[FakeDiscordChannel], chance: random.Random) -> None:
    """Say something in turn in each thread, and break off every time: before, with or after what is said."""
    gateway = at.discord.gateway
    for number, text in enumerate(islice(cycle(QUESTIONS), DROPS)):
        thread, by = threads[number % len(threads)], (at.ann, at.bob)[number % len(threads)]
        sockets = gateway.connected
        break_off = chance.choice([gateway.drop, gateway.drop, gateway.reconnect, resumable(at)])
        if chance.random() < 0.5:
            break_off()
            by.says(thread, text)
        else:
            by.says(thread, text)
            await asyncio.sleep(chance.uniform(0, LONGEST_TURN))
            break_off()
        await reconnected(at, sockets)


async def reconnected(at: DiscordSystem, sockets: int) -> None:
    """Wait until more than so many sockets were opened, and one stands."""
    await at.until(lambda: at.discord.gateway.connected > sockets and at.discord.connected > 0, "a new socket")


def resumable(at: DiscordSystem) -> Callable[[], None]:
    return lambda: at.discord.gateway.invalidate(resumable=True)


def assert_in_order(at: DiscordSystem, thread: FakeDiscordChannel) -> None:
    """Each answer stands after the one before it, in the order of what was asked."""
    asked = [str(message.id) for message in thread.messages]
    shown = at.place.rows(
        "SELECT r.platform_id AS answered FROM reply r JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id"
        " WHERE t.platform_id = ANY (%(asked)s) ORDER BY t.platform_id::bigint",
        asked=asked,
    )
    answered = [int(row["answered"]) for row in shown]
    assert len(answered) == sum(not message.author.is_bot for message in thread.messages)
    assert answered == sorted(answered)
