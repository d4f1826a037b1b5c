"""Socket Mode connections that break repeatedly during conversations."""

import asyncio
import random
from itertools import cycle, islice

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.e2e.slack_process import SlackSystem, slack_system
from tests.fakes.slack import FakeSlackMessage
from tests.rounds import full_rounds

DROPS, FEW = 20, 4
ROUNDS = full_rounds(few=1, all_of_them=5)
FAULTS = pytest.mark.faults
PROCESSES = (2, 1)[: full_rounds(few=1, all_of_them=2)]
QUESTIONS = ("analyze AAPL", "buy $800 of GOOG", "why?", "analyze IBM", "/portfolio", "how is MSFT?")
CUT_OFF = {"missing_ack", "unreachable"}  # what the fake makes of its own cuts
LONGEST_TURN = 0.3  # seconds; the cuts fall within it


@pytest.mark.parametrize(("processes", "drops"), [(1, FEW), *(pytest.param(n, DROPS, marks=FAULTS) for n in PROCESSES)])
async def test_sockets_dropped_in_conversations_then_all_answered_once_and_in_order(
    deployment: Deployment, processes: int, drops: int
) -> None:
    chance = random.Random(7 * processes)  # noqa: S311 - the same cuts in every run
    async with slack_system(deployment) as system:
        await asyncio.gather(*(system.start() for _ in range(processes)))
        for _ in range(ROUNDS):
            threads = [await system.asks("/help"), await system.asks("/help", by=system.bob)]
            await talk(system, threads, chance, drops=drops)
            await system.settled()
            for thread in threads:
                assert_in_order(system, thread, 1 + drops // 2)

        assert not system.slack.deliveries.undelivered
        assert {each.kind for each in system.slack.violations} <= CUT_OFF
        assert system.slack.socket_mode.opened >= drops * ROUNDS
        system.assert_each_message_shown_once()
    assert system.count("turn") == ROUNDS * (2 + drops)
    assert_every_turn_answered_once(deployment)
    assert_books_balance(deployment)


async def talk(system: SlackSystem, threads: list[FakeSlackMessage], chance: random.Random, *, drops: int) -> None:
    """Say something in turn in each thread, and cut every time: with the payload under way, or somewhat later."""
    for number, text in enumerate(islice(cycle(QUESTIONS), drops)):
        thread = threads[number % len(threads)]
        if chance.random() < 0.5:
            system.slack.faults.add(event="message", kind="drop_socket")
        await system.asks(text, thread=thread, by=system.ann if thread is threads[0] else system.bob)
        await asyncio.sleep(chance.uniform(0, LONGEST_TURN))
        system.slack.socket_mode.drop_all()
        await system.slack.settle()  # a person does not type the next while the last is still on its way


def assert_in_order(system: SlackSystem, thread: FakeSlackMessage, answers: int) -> None:
    """Check that answers are in the order of their messages."""
    asked = [message.ts for message in system.slack.thread(system.channel, thread.ts)]
    shown = system.deployment.rows(
        "SELECT t.platform_id AS asked, r.platform_id AS answered FROM reply r JOIN turn t ON t.id = r.turn_id"
        " WHERE t.platform_id = ANY (%(asked)s) ORDER BY t.platform_id",
        asked=asked,
    )
    answered = [row["answered"] for row in shown]
    assert len(answered) == answers
    assert answered == sorted(answered)
