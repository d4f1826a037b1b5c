"""One person sends hundreds of long messages; the others are answered as if nothing were.

With `-s` the seconds are printed in which another person's questions are answered meanwhile.
"""

import asyncio
import time
from statistics import median
from typing import Final

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.slack_process import NO_PERSON_LIMITS, SlackSystem, slack_system
from tests.rounds import full_rounds

FLOOD: Final = full_rounds(few=60, all_of_them=300)
LONG_TEXT: Final = "analyze AAPL " + "and what is the price of $450 IBM or 12 % " * 185  # 8 kB
QUESTIONS: Final = 5
LIMITS: Final[dict[str, dict[str, str]]] = {
    "limited": {"PERSON_MESSAGES_PER_MINUTE": "20", "PERSON_WAITING_MESSAGES": "20"},
    "unlimited": NO_PERSON_LIMITS,
}


async def flood(system: SlackSystem) -> None:
    """Half of the messages are said in one thread, the others in a thread each."""
    thread = await system.asks(LONG_TEXT)
    for number in range(FLOOD - 1):
        text = f"{system.slack.workspace.mention} {LONG_TEXT}"
        await system.ann.says(system.channel, text, thread_ts=thread.ts if number % 2 else None)


@pytest.mark.faults
@pytest.mark.timeout(900)
@pytest.mark.parametrize("limits", list(LIMITS)[: full_rounds(few=1, all_of_them=2)])
async def test_one_person_floods_then_others_are_answered_meanwhile(deployment: Deployment, limits: str) -> None:
    seconds = []
    async with slack_system(deployment) as system:
        await system.start("sockets", engine_seconds=None, **LIMITS[limits])
        flooding = asyncio.create_task(flood(system))
        await asyncio.sleep(1)
        for _ in range(QUESTIONS):
            start = time.monotonic()
            asked = await system.asks("price of IBM", by=system.bob)
            await system.answer(asked, "IBM")
            seconds.append(time.monotonic() - start)
        await flooding
        await system.settled(within=600)
        assert system.count("turn") == FLOOD + QUESTIONS
        dropped = deployment.value("SELECT count(*) FROM surplus_turn WHERE NOT is_told")
        assert system.count("reply") == FLOOD + QUESTIONS - dropped
        assert bool(dropped) == (limits == "limited")
    print(f"{limits}: answered within {median(seconds):.1f} s (median), {max(seconds):.1f} s (worst)")  # noqa: T201
