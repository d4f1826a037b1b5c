"""A hundred presses of one Confirm at once, from the presses to their delivered answers: in one process, and over four.

    python -m benchmarks.presses [ROUNDS]

All processes share one home with embedded stores. Either the person who asked presses a hundred times, or a hundred
people press once, of whom one may. Each round has a new decision and has to end with exactly one order. Processes have
loaded everything before the first round, and the first of each kind is not counted: it prepares the statements.
Target: p99 <= 1 s.
"""

import asyncio
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from uuid import uuid4

import psycopg

from benchmarks.measuring import UNLIMITED_PERSONS, percentile, print_conditions, print_times, read_numbers, short_home
from benchmarks.turn_time import Stopwatch, runtime_of
from bot.bootstrap.app import App, running_app
from bot.domain.conversation.threads import IncomingMessage, IncomingPress, Person, Thread
from bot.domain.text.locale import Language
from bot.settings import Settings

PRESSES = 100
PROCESSES = 4
START_SECONDS = 10  # what a process, and the worker beside it, loads after it has begun to answer
ASKER = "ann"
STRANGERS = (ASKER, *(f"person {number}" for number in range(PRESSES - 1)))
TEXTS = ("buy 2 GOOG", "sell 2 GOOG")  # in turn: the account stays as it is
CASH = Decimal(10_000_000)
DECISION = "SELECT id, version FROM decision WHERE conversation_id = %s AND status = 'proposed'"
ORDERS = "SELECT count(*) FROM trade_order o JOIN decision d ON d.id = o.decision_id WHERE d.conversation_id = %s"
DELIVERED = """
SELECT extract(epoch FROM r.delivered_at)::float FROM turn t LEFT JOIN reply r ON r.turn_id = t.id
 WHERE t.conversation_id = %s AND t.kind = 'press'
"""
_NUMBERS = count(1)


async def serve(home: Path, pipe: Connection) -> None:
    """Be one of the processes: propose, or press, as the parent asks."""
    watch = Stopwatch()
    settings = Settings(parley_home=home, market_data="sample", paper_starting_cash=CASH, **UNLIMITED_PERSONS)
    async with running_app(settings, runtime_of(watch)) as app:
        pipe.send(app.services.endpoints.database_url)
        while (request := await asyncio.to_thread(pipe.recv)) is not None:
            thread, content, *people = request
            if people:
                await asyncio.gather(*(press(app, _thread(thread), content, each) for each in people))
            else:
                await app.gateway.intake.accept_message(
                    IncomingMessage(_thread(thread), f"m {thread}", _person(ASKER), content)
                )
            pipe.send("done")


async def press(app: App, thread: Thread, button: str, person: str) -> None:
    """Press a button, and store the answer."""
    pressed = IncomingPress(thread, str(uuid4()), _person(person), button)
    accepted = await app.gateway.intake.accept_press(pressed)
    await app.gateway.press_handler.handle_press(accepted.turn)


def _thread(name: str) -> Thread:
    return Thread("benchmark", "home", "terminal", name)


def _person(name: str) -> Person:
    return Person(name, name, Language.ENGLISH)


def run_process(home: Path, pipe: Connection) -> None:
    """Run one of the processes."""
    asyncio.run(serve(home, pipe))


@contextmanager
def processes(home: Path, number: int) -> Iterator[tuple[str, Sequence[Connection]]]:
    """Yield the database's URL, and the pipes of `number` running processes."""
    context = multiprocessing.get_context("spawn")
    pairs = [context.Pipe() for _ in range(number)]
    children = [context.Process(target=run_process, args=(home, theirs), daemon=True) for _, theirs in pairs]
    for child in children:
        child.start()
    pipes = [ours for ours, _ in pairs]
    urls = [pipe.recv() for pipe in pipes]
    time.sleep(START_SECONDS)
    try:
        yield urls[0], pipes
    finally:
        for pipe in pipes:
            pipe.send(None)
        for child in children:
            child.join()


def measure(url: str, pipes: Sequence[Connection], people: Sequence[str], what: str, *, rounds: int) -> None:
    """Press for some rounds, and print a row."""
    seconds: list[float] = []
    with psycopg.connect(url, autocommit=True) as conn:
        for number in range(rounds + 1):
            name = f"{what} {number}"
            conversation = _thread(name).conversation_id
            ask(pipes[:1], (name, TEXTS[number % 2]))
            while (decision := conn.execute(DECISION, [conversation]).fetchone()) is None:
                time.sleep(0.01)
            button = "confirm:{}:{}".format(*decision)
            began = time.time()
            ask(pipes, *((name, button, *people[at :: len(pipes)]) for at in range(len(pipes))))
            while None in (delivered := [at for (at,) in conn.execute(DELIVERED, [conversation])]):
                time.sleep(0.01)
            seconds.extend(at - began for at in delivered if number)
            if (len(delivered), conn.execute(ORDERS, [conversation]).fetchone()) != (PRESSES, (1,)):
                sys.exit(f"{what}, round {number}: not one order, or not {PRESSES} answers")
    print_times(what, seconds, f"p99 {percentile(seconds, 99) * 1e3:7.1f} ms")


def ask(pipes: Sequence[Connection], *requests: tuple[str, ...]) -> None:
    """Send each process its request; return when all are done."""
    for pipe, request in zip(pipes, requests, strict=True):
        pipe.send(request)
    for pipe in pipes:
        pipe.recv()


def main(*, rounds: int) -> None:
    """Print a row for each number of processes and each kind of crowd."""
    for number in (1, PROCESSES):
        with short_home() as home, processes(home, number) as (url, pipes):
            measure(url, pipes, [ASKER] * PRESSES, f"one person, {number} processes", rounds=rounds)
            measure(url, pipes, STRANGERS, f"100 people, {number} processes", rounds=rounds)


if __name__ == "__main__":
    print_conditions()
    main(**read_numbers(__doc__, rounds=20))
