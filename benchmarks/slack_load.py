"""Acknowledgements under load, as Slack sees them: events over HTTP at an even rate, then a burst, with a slow engine.

    python -m benchmarks.slack_load [SECONDS [PER_SECOND [BURST [ENGINE_SECONDS]]]]

Target: p99 <= 500 ms, none above 3 s; every question answered once.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil

from benchmarks.measuring import percentile, print_conditions, read_numbers, short_home
from tests.e2e.deployment import Deployment
from tests.e2e.slack_process import NO_PERSON_LIMITS, SlackSystem, slack_system

# 10/s times 5 s are 50 at once; its people stand for many more.
SETTINGS = {"TURN_CONCURRENCY": "64", "PARLEY_LOG_LEVEL": "WARNING", **NO_PERSON_LIMITS}
LATE = 3.0  # seconds; then Slack gives up


@dataclass(frozen=True, slots=True)
class Load:
    """How much is asked of an engine that takes how long."""

    seconds: float = 120
    per_second: float = 10
    burst: int = 100
    engine_seconds: float = 5

    @property
    def steady(self) -> int:
        """How many events come at the even rate."""
        return round(self.seconds * self.per_second)


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds until each acknowledgement, as the sender sees it, and until everything was answered."""

    steady: list[float]
    burst: list[float]
    missing: int
    answered_after: float  # seconds from the last event on

    @property
    def all(self) -> list[float]:
        """Both."""
        return [*self.steady, *self.burst]


async def under_load(system: SlackSystem, load: Load) -> Measured:
    """Ask, and wait until all is answered. Raises: AssertionError: something was not, or was twice."""
    for number in range(load.steady):
        due = time.monotonic() + 1 / load.per_second
        await ask(system, number)
        await asyncio.sleep(due - time.monotonic())
    await system.slack.settle()
    before = len(system.slack.parcels)
    for number in range(load.burst):
        await ask(system, number)
    await system.slack.settle()
    parcels, asked_at = list(system.slack.parcels), time.monotonic()
    await system.settled(within=600)
    answered_after = time.monotonic() - asked_at
    system.assert_each_message_shown_once()
    seconds = [parcel.ack_seconds for parcel in parcels]
    steady, burst = seconds[:before], seconds[before:]
    return Measured(
        [each for each in steady if each is not None],
        [each for each in burst if each is not None],
        seconds.count(None),
        answered_after,
    )


async def ask(system: SlackSystem, number: int) -> None:
    """Ask in a new thread what the engine is asked, and what leaves no decision pending: nobody has a thousand."""
    await system.asks("should I buy AAPL?", by=(system.ann, system.bob)[number % 2])


async def main(load: Load) -> None:
    """Print what load does to one process."""
    with empty_deployment() as deployment:
        async with slack_system(deployment) as system:
            system.slack.app.events.discard("message.channels")  # one event per question
            parley = await system.start("http", engine_seconds=load.engine_seconds, **SETTINGS)
            measured = await under_load(system, load)
            print_acks(f"{load.per_second:g}/s for {load.seconds:g} s", measured.steady)
            print_acks(f"burst of {load.burst}", measured.burst)
            late = sum(each > LATE for each in measured.all) + measured.missing
            print(f"{'above 3 s or never':<28} {late}")
            after = f"{measured.answered_after:.1f} s after the last event"
            print(f"{'answered, each once':<28} {system.count('reply')}, {after}")
            print(f"{'memory afterwards':<28} {megabytes(parley.pid):.0f} MB")


@contextmanager
def empty_deployment() -> Iterator[Deployment]:
    """A home whose stores are the process's own, as by default."""
    with short_home() as folder:
        home, work = folder / "home", folder / "work"
        work.mkdir()
        yield Deployment(home=home, work=work, is_forked=False)


def print_acks(what: str, seconds: list[float]) -> None:
    """Print one row."""
    p50, p95, p99 = (percentile(seconds, percent) * 1e3 for percent in (50, 95, 99))
    row = f"p50 {p50:6.1f} ms  p95 {p95:6.1f} ms  p99 {p99:6.1f} ms  max {max(seconds) * 1e3:6.1f} ms"
    print(f"{what:<28} n={len(seconds):<5} {row}")


def megabytes(pid: int) -> float:
    """Return the resident size of a process without its children."""
    return float(psutil.Process(pid).memory_info().rss) / 1e6


if __name__ == "__main__":
    print_conditions()
    asyncio.run(main(Load(**read_numbers(__doc__, seconds=120.0, per_second=10.0, burst=100, engine_seconds=5.0))))
