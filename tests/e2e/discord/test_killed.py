"""kill -9 at any point after an acknowledgement: in turns, presses, openings, and between a post and the note of it."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from itertools import cycle, islice

import pytest

from tests.e2e.chat_process import full_rounds
from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import DiscordProcess, DiscordSystem, discord_system, pressable
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.fakes.discord import FakeDiscordChannel

KILLS = full_rounds(few=4, all_of_them=50)
ENGINE_SECONDS = 0.9  # longer than it takes until progress is shown
LONGEST_TURN = 1.6  # seconds; the kills fall within it
POST = "POST /channels/{}/messages"
OPEN = "POST /channels/{}/messages/{}/threads"
SHORT_LEASE = {"TURN_LEASE_SECONDS": "3"}

Act = Callable[[DiscordSystem, FakeDiscordChannel], Awaitable[None]]


async def a_message(at: DiscordSystem, thread: FakeDiscordChannel) -> None:
    """Ask for one more decision in the thread."""
    stored = at.count("turn")
    at.ann.says(thread, "buy $450 of IBM")
    await at.until(lambda: at.count("turn") > stored, "the message to be stored")


async def a_question(at: DiscordSystem, thread: FakeDiscordChannel) -> None:
    """Ask in the channel, what is answered at once."""
    del thread
    stored = at.count("turn")
    at.asks("analyze AAPL", by=at.bob)
    await at.until(lambda: at.count("turn") > stored, "the question to be stored")


async def a_command(at: DiscordSystem, thread: FakeDiscordChannel) -> None:
    """Open a thread by a command."""
    del thread
    command = at.bob.uses_command(at.channel, "decide", symbol="GOOG", amount="$800")
    await at.until(lambda: command.acked, "the command to be acknowledged")


async def a_press(at: DiscordSystem, thread: FakeDiscordChannel) -> None:
    """Confirm what was proposed in the thread last, where there is something to confirm."""
    cards = [each for each in at.ours(thread) if "Confirm" in pressable(each)]
    if cards:
        press = at.ann.presses(cards[-1], "Confirm")
        await at.until(lambda: press.acked, "the press to be acknowledged")
    await a_message(at, thread)


ACTS: tuple[Act, ...] = (a_press, a_command, a_message, a_press, a_question, a_press)


@pytest.mark.timeout(900)
async def test_killed_at_any_point_after_the_ack_then_nothing_lost_and_nothing_twice(place: Deployment) -> None:
    chance = random.Random(KILLS)  # noqa: S311 - the same pauses in every run
    async with discord_system(place) as at:
        parley = await at.start(engine_seconds=ENGINE_SECONDS, **SHORT_LEASE)
        asked = at.asks("buy $800 of GOOG")
        await at.answer(asked, "Confirm")
        for number, act in enumerate(islice(cycle(ACTS), KILLS)):
            misbehave(at, number)
            await killed(at, parley, act(at, await at.thread(asked)), pause=chance.uniform(0, LONGEST_TURN))
        at.discord.faults.clear()
        at.let_time_pass()
        await at.settled()

        assert at.count("trade_order") > 0
        assert at.count("opening") > 0
        at.assert_each_message_shown_once()
        assert not [each for each in at.ours() if "Stop" in pressable(each)]
        assert not [each for each in at.discord.violations if each.kind != "invalid_request"]
    assert_every_turn_answered_once(place)
    assert_books_balance(place)


def misbehave(at: DiscordSystem, number: int) -> None:
    """Have the posts of this round take their time, so that kills fall between a post and the note of it."""
    at.discord.faults.clear()
    for route in (POST, OPEN):
        at.discord.faults.add(route=route, kind="slow", times=2, after=number % 2, seconds=0.4)
        at.discord.faults.add(route=route, kind="lost_answer", times=number % 2)


async def killed(at: DiscordSystem, parley: DiscordProcess, act: Awaitable[None], *, pause: float) -> None:
    """Let something come in, be acknowledged, and the process be killed a little later; then start another."""
    await act
    await asyncio.sleep(pause)
    parley.kill()
    await at.restart(parley)
