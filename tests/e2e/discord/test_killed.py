"""kill -9 at any point after an acknowledgement by `parley discord`, also between a post and its record."""

import asyncio
import random
from collections import Counter

import pytest

from adapters.discord.outbound.message import read_mark
from tests.e2e.deployment import ENGINE_SECONDS, Deployment
from tests.e2e.discord_process import DiscordProcess, DiscordSystem, discord_system
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.e2e.slack_process import LEFT
from tests.fakes.discord import FakeDiscordChannel, FakeDiscordMessage
from tests.rounds import full_rounds
from tests.waiting import PATIENCE

KILLS = full_rounds(few=4, all_of_them=30)
LONGEST_TURN = 1.6  # seconds; the kills fall within it
ENVIRONMENT = {ENGINE_SECONDS: "0.9", "TURN_LEASE_SECONDS": "3"}
ROUTES = ("POST /channels/{}/messages", "POST /channels/{}/messages/{}/threads")


def ours(system: DiscordSystem) -> list[FakeDiscordMessage]:
    return [each for each in system.discord.state.messages() if each.author is system.discord.bot]


def cards_in(thread: FakeDiscordChannel) -> list[FakeDiscordMessage]:
    return [each for each in thread.messages if any(button.get("label") == "Confirm" for button in each.buttons)]


async def asked_and_pressed(system: DiscordSystem, thread: FakeDiscordChannel) -> None:
    """Confirm the latest card of a thread, if there is one, and ask for one more, until both are taken in."""
    if cards := cards_in(thread):
        press = system.ann.presses(cards[-1], "Confirm")
        await system.until(lambda: press.acked, "the press to be acknowledged")
    stored = len(system.deployment.rows("SELECT FROM turn"))
    system.ann.says(thread, "buy $450 of IBM")
    await system.until(lambda: len(system.deployment.rows("SELECT FROM turn")) > stored, "the message to be stored")


async def settled(system: DiscordSystem) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(system.deployment.rows(LEFT)[0].values()):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)


@pytest.mark.faults
@pytest.mark.timeout(900)
async def test_killed_at_any_point_after_the_ack_then_nothing_lost_and_nothing_twice(deployment: Deployment) -> None:
    chance = random.Random(KILLS)  # noqa: S311 - the same pauses in every run
    async with discord_system(deployment) as system:
        access = {"DISCORD_TOKEN": system.discord.token, "DISCORD_API_URL": system.discord.api_url}
        parley = DiscordProcess(deployment, deployment.home / "discord.log", access | ENVIRONMENT)
        system.parleys.append(parley)
        parley.start()
        await system.ready(parley)
        asked = system.asks("buy $800 of GOOG")
        thread = await system.until(lambda: asked.thread, "the thread")
        await system.until(lambda: cards_in(thread), "the card")
        for number in range(KILLS):
            system.discord.faults.clear()
            for route in ROUTES:
                system.discord.faults.add(route=route, kind="slow", times=2, after=number % 2, seconds=0.4)
                system.discord.faults.add(route=route, kind="lost_answer", times=number % 2)
            await asked_and_pressed(system, thread)
            await asyncio.sleep(chance.uniform(0, LONGEST_TURN))
            parley.kill()
            deployment.let_time_pass()
            parley.start()
            await system.ready(parley)
        system.discord.faults.clear()
        deployment.let_time_pass()
        await settled(system)

        marks = Counter(mark for each in ours(system) if (mark := read_mark(each.content)))
        assert deployment.rows("SELECT FROM trade_order")
        assert max(marks.values()) == 1, system.discord.describe()
        assert sum(marks.values()) == len(ours(system)), system.discord.describe()
        assert not [each for each in system.discord.violations if each.kind != "invalid_request"]
        assert_every_turn_answered_once(deployment)
        assert_books_balance(deployment)
