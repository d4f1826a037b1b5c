"""kill -9 while `/advance` is answered: every alert, result and brief once, and the clock where it was asked to be."""

import asyncio
import random
from collections import Counter
from datetime import date

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.slack_process import SlackProcess, SlackSystem, slack_system
from tests.fakes.core_ports import calendar
from tests.fakes.slack import FakeSlackMessage
from tests.rounds import full_rounds
from tests.waiting import eventually

# What the transaction that moves the clock writes: a kill while waiting to write each. The first session has a result,
# the first and the second reach alerts.
TABLES = ("decision_result", "price_alert", "reply", "account")
KILLS_BY_CHANCE = full_rounds(few=1, all_of_them=12)  # the sample ends soon after
LONGEST_ANSWER = 0.2  # seconds; kills by chance fall within it, and within what is posted then
SHORT_LEASE = {"TURN_LEASE_SECONDS": "3"}
LEVELS = {"drops below 450": "AAPL", "drops below 445": "AAPL", "rises above 204": "IBM", "rises above 780": "GOOG"}

STARTS = date(2013, 1, 31)  # of the sample's clock

POSTED = "SELECT occasion FROM reply WHERE occasion LIKE 'alert:%%' OR occasion LIKE 'brief:%%'"
TOLD = "SELECT count(*) FROM price_alert WHERE state = 'told' AND times_told = 1"
RESULTS = "SELECT sessions FROM decision_result ORDER BY sessions"
CLOCK = "SELECT market_time FROM account"


@pytest.mark.faults
@pytest.mark.timeout(900)
async def test_killed_while_time_passes_then_each_thing_once_and_the_clock_where_it_was_asked_to_be(
    deployment: Deployment,
) -> None:
    chance = random.Random(20130131)  # noqa: S311 - the same pauses in every run
    async with slack_system(deployment) as system:
        parley = await system.start("sockets", engine_seconds=0, **SHORT_LEASE)
        asked = await set_up(system)
        for table in TABLES:
            asked.append(await killed_at(system, parley, table))
        for _ in range(KILLS_BY_CHANCE):
            asked.append(await system.asks("/advance 1", by=system.bob))
            await system.slack.settle()
            await asyncio.sleep(chance.uniform(0, LONGEST_ANSWER))
            parley.kill()
            await system.restart(parley)
            await system.settled()
        await system.start("sockets", engine_seconds=0, **SHORT_LEASE)  # two at once from here on
        asked += await asyncio.gather(*(system.asks("/advance 1", by=each) for each in (system.ann, system.bob)))
        await system.settled()

        sessions = len(TABLES) + KILLS_BY_CHANCE + 2
        assert deployment.value(CLOCK) == calendar().close_after(STARTS, sessions)
        assert [row["sessions"] for row in deployment.rows(RESULTS)] == [1, 5]
        assert deployment.value(TOLD) == len(LEVELS)
        posted = Counter(row["occasion"].partition(":")[0] for row in deployment.rows(POSTED))
        assert posted == {"alert": len(LEVELS), "brief": 2 * sessions}
        assert briefs_in_channel(system) == briefs_of(sessions)
        assert all(sum(is_answer(each) for each in system.app_messages(one)) == 1 for one in asked)
        system.assert_each_message_shown_once()


def briefs_in_channel(system: SlackSystem) -> list[str]:
    """Return the first words of the briefs, as they stand in the channel."""
    briefs = [each.text.strip("*") for each in system.slack.from_app(system.channel) if not each.is_reply]
    return [each.partition(" (")[0] for each in briefs]


def briefs_of(sessions: int) -> list[str]:
    days = [calendar().close_after(STARTS, number).date() for number in range(1, sessions + 1)]
    return [f"{phase} of {day}" for day in days for phase in ("Before the opening", "After the close")]


def is_answer(message: FakeSlackMessage) -> bool:
    return not message.text.startswith("<@")  # as notices of alerts do


async def set_up(system: SlackSystem) -> list[FakeSlackMessage]:
    """Set alerts, decline a decision, subscribe the channel; return what was asked."""
    asked = [await system.asks(f"alert me when {symbol} {level}") for level, symbol in LEVELS.items()]
    for each in asked:
        await system.answer(each, "Alert ")
    proposed = await system.asks("buy 3 AAPL")
    await system.answer(proposed, "Confirm")
    await system.asks("cancel it", thread=proposed)
    await system.answer(proposed, "Cancelled")
    subscribed = await system.asks("/brief on")
    await system.answer(subscribed, "From now on")
    return [*asked, subscribed]


async def killed_at(system: SlackSystem, parley: SlackProcess, table: str) -> FakeSlackMessage:
    """Ask to move the clock, kill the process while it waits to write to a table, and start it again."""
    with system.deployment.locked(table) as barrier:
        asked = await system.asks("/advance 1", by=system.bob)
        await system.slack.settle()  # it is acknowledged
        assert await asyncio.to_thread(eventually, barrier.waiting), table
        parley.kill()
    await system.restart(parley)
    await system.settled()  # a message that is killed with its process again and again is given up
    return asked
