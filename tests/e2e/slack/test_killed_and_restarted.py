"""kill -9 in mid-turn, after a press and in mid-post; then a new process answers what was interrupted, soon.

Leases have their full length here, and nobody moves a clock. With `-s` the seconds are printed from the start of the
new process, which imports everything anew, until it is ready, and until the answer.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from statistics import median

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.e2e.slack_process import SlackProcess, SlackSystem, slack_system
from tests.fakes.slack import FakeSlackMessage
from tests.rounds import full_rounds
from tests.waiting import eventually

ROUNDS = full_rounds(few=1, all_of_them=10)  # of each way to be killed

Kill = Callable[[SlackSystem, SlackProcess], Awaitable[FakeSlackMessage]]


async def in_mid_turn(system: SlackSystem, parley: SlackProcess) -> FakeSlackMessage:
    with system.deployment.engine_held():
        asked = await system.asks("buy $450 of IBM")
        await system.answer(asked, "weighing")
        parley.kill()
    return asked


async def after_a_press(system: SlackSystem, parley: SlackProcess) -> FakeSlackMessage:
    asked = await system.asks("buy 1 AAPL")
    card = await system.answer(asked, "Confirm")
    with system.deployment.locked("approval"):
        await system.ann.presses(card, "Confirm")
        await system.slack.settle()
        parley.kill()
    return asked


async def in_mid_post(system: SlackSystem, parley: SlackProcess) -> FakeSlackMessage:
    system.slack.faults.add(method="chat.postMessage", kind="slow", times=1, seconds=0.5)
    asked = await system.asks("analyze MSFT")
    await system.slack.settle()
    begun = "SELECT count(*) FROM posting WHERE platform_id IS NULL"
    assert await asyncio.to_thread(eventually, lambda: system.deployment.value(begun))
    parley.kill()
    return asked


ANSWERS: dict[Kill, str] = {in_mid_post: "MSFT $", in_mid_turn: "Confirm", after_a_press: "Done: bought"}
WAYS = list(ANSWERS)[: full_rounds(few=1, all_of_them=3)]


@pytest.mark.faults
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kill", WAYS, ids=lambda kill: kill.__name__)
async def test_killed_and_restarted_then_what_was_interrupted_is_answered(deployment: Deployment, kill: Kill) -> None:
    deployment = replace(deployment, is_forked=False)
    seconds: list[tuple[float, float]] = []
    async with slack_system(deployment) as system:
        parley = await system.start("sockets", engine_seconds=0)
        for _ in range(ROUNDS):
            asked = await kill(system, parley)
            await asyncio.sleep(0.2)
            start = time.monotonic()
            parley.start()
            _, ready = await asyncio.gather(system.answer(asked, ANSWERS[kill]), seconds_until_ready(system, parley))
            seconds.append((ready, time.monotonic() - start))
            await system.settled()
        system.assert_each_message_shown_once()
    assert_every_turn_answered_once(deployment)
    assert_books_balance(deployment)
    for what, found in zip(("ready", "answered"), zip(*seconds, strict=True), strict=True):
        print(f"{kill.__name__}: {what}, median {median(found):.1f} s, worst {max(found):.1f} s")  # noqa: T201


async def seconds_until_ready(system: SlackSystem, parley: SlackProcess) -> float:
    start = time.monotonic()
    await system.ready(parley)
    return time.monotonic() - start
