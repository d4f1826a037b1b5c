"""kill -9 at any point after an acknowledgement: in turns, presses, openings, and between a post and its record."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from itertools import cycle, islice

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.e2e.slack_process import SlackProcess, SlackSystem, Way, pressable, slack_system
from tests.fakes.slack import AttemptOutcome, FakeSlackMessage
from tests.rounds import full_rounds
from tests.waiting import PATIENCE

KILLS = full_rounds(few=6, all_of_them=50)
WAYS = ("http", "sockets")[: full_rounds(few=1, all_of_them=2)]
ENGINE_SECONDS = 0.9  # longer than it takes until progress is shown
LONGEST_TURN = 1.6  # seconds; the kills fall within it
LONGEST_ANSWER = 0.4  # of Slack's, so that many kills fall between a post and the note of it
SHORT_LEASE = {"TURN_LEASE_SECONDS": "3"}

Act = Callable[[SlackSystem, FakeSlackMessage], Awaitable[None]]


async def a_message(system: SlackSystem, thread: FakeSlackMessage) -> None:
    """Ask for one more decision in the thread."""
    await system.asks("buy $450 of IBM", thread=thread)


async def a_question(system: SlackSystem, thread: FakeSlackMessage) -> None:
    """Ask in a new thread; the answer is immediate."""
    del thread
    await system.asks("analyze AAPL", by=system.bob)


async def a_command(system: SlackSystem, thread: FakeSlackMessage) -> None:
    """Open a thread by a command."""
    del thread
    await until_acknowledged(lambda: system.bob.types_command(system.channel, "/decide", "GOOG at most $800"))


async def a_press(system: SlackSystem, thread: FakeSlackMessage) -> None:
    """Confirm the latest proposal of the thread, if there is one."""
    cards = [each for each in system.app_messages(thread) if "Confirm" in pressable(each)]
    if cards:
        await until_acknowledged(lambda: system.ann.presses(cards[-1], "Confirm"))
    await a_message(system, thread)


async def until_acknowledged(act: Callable[[], Awaitable[AttemptOutcome]]) -> None:
    """Do it again as people do, while Slack says that the app did not answer in time: storing may take too long."""
    async with asyncio.timeout(PATIENCE):
        while not (await act()).ok:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.3)


ACTS: tuple[Act, ...] = (a_message, a_press, a_command, a_press, a_question, a_press)


async def test_killed_in_mid_answer_and_after_a_press_then_nothing_lost_and_nothing_twice(
    deployment: Deployment,
) -> None:
    async with slack_system(deployment) as system:
        parley = await system.start("sockets", engine_seconds=0, **SHORT_LEASE)
        thread = await system.asks("buy $800 of GOOG")
        card = await system.answer(thread, "Confirm")
        with deployment.engine_held():
            asked = await system.asks("buy $450 of IBM")
            await system.answer(asked, "weighing")
            await killed(system, parley, system.ann.presses(card, "Confirm"))
        await system.answer(asked, "Confirm")
        await system.answer(thread, "Done: bought 1 GOOG")
        await assert_nothing_lost_and_nothing_twice(system)


@pytest.mark.faults
@pytest.mark.timeout(900)
@pytest.mark.parametrize("over", WAYS)
async def test_killed_at_any_point_after_the_ack_then_nothing_lost_and_nothing_twice(
    deployment: Deployment, over: Way
) -> None:
    chance = random.Random(f"{over} {KILLS}")  # noqa: S311 - the same pauses in every run
    async with slack_system(deployment) as system:
        parley = await system.start(over, engine_seconds=ENGINE_SECONDS, **SHORT_LEASE)
        system.slack.faults.add(method="chat.postMessage", kind="slow", times=None, chance=0.5, seconds=LONGEST_ANSWER)
        system.slack.faults.add(method="chat.postMessage", kind="lost_answer", times=None, chance=0.1)
        thread = await system.asks("buy $800 of GOOG")
        await system.answer(thread, "Confirm")
        for act in islice(cycle(ACTS), KILLS // len(WAYS)):
            await killed(system, parley, act(system, thread), pause=chance.uniform(0, LONGEST_TURN))
        system.slack.faults.clear()
        system.let_time_pass()
        await system.settled()
        assert system.count("opening") > 0
        await assert_nothing_lost_and_nothing_twice(system)


async def assert_nothing_lost_and_nothing_twice(system: SlackSystem) -> None:
    await system.settled()
    assert system.count("trade_order") > 0
    assert not system.slack.deliveries.undelivered
    system.assert_each_message_shown_once()
    assert not [each for each in system.slack.from_app(system.channel) if "Stop" in pressable(each)]
    assert_every_turn_answered_once(system.deployment)
    assert_books_balance(system.deployment)


async def killed(system: SlackSystem, parley: SlackProcess, act: Awaitable[object], *, pause: float = 0.0) -> None:
    """Let something come in, be acknowledged, and the process be killed a little later; then start another."""
    await act
    await system.slack.settle()  # all of it is acknowledged
    await asyncio.sleep(pause)
    parley.kill()
    await system.restart(parley)
