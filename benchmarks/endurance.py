"""Whether a process that serves conversations for minutes stays as it is: memory, connections, age of the outbox.

    python -m benchmarks.endurance [MINUTES [TALKERS]]

One `parley slack` with embedded stores and its worker, over a fake Slack. Each talker holds one conversation after the
other, with a second between messages: analysis, decision, why, what-if, confirm or cancel by its button, reviews,
commands, small talk, the Home. A row a minute. Target: all columns flat, nothing left unanswered.
"""

import asyncio
import time
from collections.abc import Iterator
from itertools import count
from typing import Final

import psutil

from benchmarks.measuring import print_conditions, read_numbers
from benchmarks.slack_load import empty_deployment
from tests.e2e.slack_process import SlackProcess, SlackSystem, slack_system
from tests.fakes.slack import SlackPerson

PAUSE: Final = 1.0  # seconds between the messages of a talker
OPENINGS: Final = (
    ("analyze AAPL", "how has it moved this month?", "what is rsi?", "should I buy it?", "cancel it"),
    ("should I buy GOOG? at most $500", "why?", "what if it falls 10%?", "*Confirm", "/review"),
    ("compare AAPL and IBM", "which is cheaper?", "buy 1 IBM", "*Cancel", "thanks"),
    ("hm", "what can you do?", "how much cash do we have?", "sell 1 GOOG", "*Confirm", "what is pending?"),
    ("苹果怎么样", "为什么", "买 1 股 MSFT", "*确认", "我们的持仓"),
)
STATE: Final = """
SELECT (SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'parley') AS connections,
       (SELECT count(*) FROM outbox) AS jobs,
       (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM outbox) AS job_age,
       (SELECT coalesce(extract(epoch FROM now() - min(accepted_at)), 0)
          FROM turn WHERE status = 'accepted') AS turn_age,
       (SELECT count(*) FROM turn) AS turns,
       (SELECT count(*) FROM fill) AS fills
"""


async def talk(system: SlackSystem, person: SlackPerson, numbers: Iterator[int]) -> None:
    """Hold conversations, one after the other, until cancelled."""
    while True:
        lines = OPENINGS[next(numbers) % len(OPENINGS)]
        asked = await system.asks(lines[0], by=person)
        answers = 0
        for line in lines[1:]:
            answers = await answered(system, asked.ts, more_than=answers)
            await asyncio.sleep(PAUSE)
            if line.startswith("*"):
                await press(system, person, asked.ts, line[1:])
            else:
                text = f"{person.workspace.mention} {line}"
                await person.says(system.channel, text, thread_ts=asked.ts)
        await answered(system, asked.ts, more_than=answers)
        await person.opens_home()
        await asyncio.sleep(PAUSE)


async def answered(system: SlackSystem, ts: str, *, more_than: int) -> int:
    """Wait until the thread holds another answer, at most half a minute; return how many there are."""
    until = time.monotonic() + 30
    while (found := len(system.slack.from_app(system.channel, ts))) <= more_than and time.monotonic() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.05)  # another process
    return found


async def press(system: SlackSystem, person: SlackPerson, ts: str, label: str) -> None:
    """Press the newest button of that label in the thread, if there is one."""
    for message in reversed(system.slack.from_app(system.channel, ts)):
        try:
            await person.presses(message, label)
        except LookupError:
            continue
        return


def print_row(minute: int, system: SlackSystem, parley: SlackProcess) -> None:
    """Print what the process, its worker and its database hold."""
    process = psutil.Process(parley.pid)
    children = process.children(recursive=True)
    workers = [each for each in children if "worker" in each.cmdline()]
    held, of_workers = (sum(each.memory_info().rss for each in some) / 1e6 for some in ([process], workers))
    (state,) = system.deployment.rows(STATE)
    print(
        f"minute {minute:>2}  {held:6.1f} MB  worker {of_workers:6.1f} MB  {state['connections']:>3} connections  "
        f"outbox {state['jobs']:>3}, oldest {state['job_age']:5.1f} s  oldest unanswered {state['turn_age']:5.1f} s  "
        f"{state['turns']:>5} turns  {state['fills']:>4} fills",
        flush=True,
    )


async def main(*, minutes: int, talkers: int) -> None:
    """Print a row each minute, then what is left when everybody has stopped."""
    with empty_deployment() as deployment:
        async with slack_system(deployment) as system:
            parley = await system.start("http", PARLEY_LOG_LEVEL="WARNING")
            numbers = count()
            people = [system.ann, system.bob, *(system.slack.add_person(f"P{n}") for n in range(2, talkers))][:talkers]
            system.channel.members |= {person.id for person in people}
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(talk(system, person, numbers)) for person in people]
                print_row(0, system, parley)
                for minute in range(1, minutes + 1):
                    await asyncio.sleep(60)
                    print_row(minute, system, parley)
                for task in tasks:
                    task.cancel()
            await system.settled(within=60)
            print_row(minutes + 1, system, parley)


if __name__ == "__main__":
    print_conditions()
    asyncio.run(main(**read_numbers(__doc__, minutes=10, talkers=6)))
