"""kill -9 at any point after an acknowledgement: in turns, presses, openings, and between a post and its record."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from itertools import cycle, islice

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import DiscordProcess, DiscordSystem, discord_system, pressable
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.fakes.discord import FakeDiscordChannel
from tests.rounds import full_rounds

KILLS = full_rounds(few=4, all_of_them=50)
ENGINE_SECONDS = 0.9  # longer than it takes until progress is shown
LONGEST_TURN = 1.6  # seconds; the kills fall within it
POST = "POST /channels/{}/messages"
OPEN = "POST /channels/{}/messages/{}/threads"
SHORT_LEASE = {"TURN_LEASE_SECONDS": "3"}

Act = Callable[[DiscordSystem, FakeDiscordChannel], Awaitable[None]]


async def a_message(system: DiscordSystem, thread: FakeDiscordChannel) -> None:
    """Ask for one more decision in the thread."""
    stored = system.count("turn")
    system.ann.says(thread, "buy $450 of IBM")
    await system.until(lambda: system.count("turn") > stored, "the message to be stored")


async def a_question(system: DiscordSystem, thread: FakeDiscordChannel) -> None:
    """Ask in the channel; the answer is immediate."""
    del thread
    stored = system.count("turn")
    system.asks("analyze AAPL", by=system.bob)
    await system.until(lambda: system.count("turn") > stored, "the question to be stored")


async def a_command(system: DiscordSystem, thread: FakeDiscordChannel) -> None:
    """Open a thread by a command."""
    del thread
    command = system.bob.uses_command(system.channel, "decide", symbol="GOOG", amount="$800")
    await system.until(lambda: command.acked, "the command to be acknowledged")


async def a_press(system: DiscordSystem, thread: FakeDiscordChannel) -> None:
    """Confirm the latest proposal of the thread, if there is one."""
    cards = [each for each in system.app_messages(thread) if "Confirm" in pressable(each)]
    if cards:
        press = system.ann.presses(cards[-1], "Confirm")
        await system.until(lambda: press.acked, "the press to be acknowledged")
    await a_message(system, thread)


ACTS: tuple[Act, ...] = (a_press, a_command, a_message, a_press, a_question, a_press)


@pytest.mark.faults
@pytest.mark.timeout(900)
async def test_killed_at_any_point_after_the_ack_then_nothing_lost_and_nothing_twice(deployment: Deployment) -> None:
    chance = random.Random(KILLS)  # noqa: S311 - the same pauses in every run
    async with discord_system(deployment) as system:
        parley = await system.start(engine_seconds=ENGINE_SECONDS, **SHORT_LEASE)
        asked = system.asks("buy $800 of GOOG")
        await system.answer(asked, "Confirm")
        for number, act in enumerate(islice(cycle(ACTS), KILLS)):
            misbehave(system, number)
            await killed(system, parley, act(system, await system.thread(asked)), pause=chance.uniform(0, LONGEST_TURN))
        system.discord.faults.clear()
        system.let_time_pass()
        await system.settled()
        assert system.count("opening") > 0
        await assert_nothing_lost_and_nothing_twice(system)


async def assert_nothing_lost_and_nothing_twice(system: DiscordSystem) -> None:
    await system.settled()
    assert system.count("trade_order") > 0
    system.assert_each_message_shown_once()
    assert not [each for each in system.app_messages() if "Stop" in pressable(each)]
    assert not [each for each in system.discord.violations if each.kind != "invalid_request"]
    assert_every_turn_answered_once(system.deployment)
    assert_books_balance(system.deployment)


def misbehave(system: DiscordSystem, number: int) -> None:
    """Have the posts of this round take their time, so that kills fall between a post and the note of it."""
    system.discord.faults.clear()
    for route in (POST, OPEN):
        system.discord.faults.add(route=route, kind="slow", times=2, after=number % 2, seconds=0.4)
        system.discord.faults.add(route=route, kind="lost_answer", times=number % 2)


async def killed(system: DiscordSystem, parley: DiscordProcess, act: Awaitable[object], *, pause: float = 0.0) -> None:
    """Let something come in, be acknowledged, and the process be killed a little later; then start another."""
    await act
    await asyncio.sleep(pause)
    parley.kill()
    await system.restart(parley)
