"""Acknowledgements under load, as Slack sees them: events over HTTP at an even rate, then a burst, with a slow engine.

    python -m benchmarks.slack_load [SECONDS [PER_SECOND [BURST [ENGINE_SECONDS]]]]

Target: p99 <= 500 ms, none above 3 s; every question answered once. Then what one process serving Slack and Discord
holds in memory (target <= 200 MB) and how long it takes until it is ready.
"""

import asyncio
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import aiohttp
import psutil

from benchmarks.measuring import percentile, print_conditions, read_numbers, short_home
from tests.e2e.chat_process import PARLEY
from tests.e2e.deployment import Deployment
from tests.e2e.slack_process import NO_PERSON_LIMITS, SlackSystem, free_port, slack_system
from tests.fakes.discord import FakeDiscord
from tests.fakes.slack import FakeSlack

# 10/s times 5 s are 50 at once; its people stand for many more.
SETTINGS = {"TURN_CONCURRENCY": "64", "PARLEY_LOG_LEVEL": "WARNING", **NO_PERSON_LIMITS}
STARTS = 5
SETTLED = 5.0  # seconds
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
    """Print all figures."""
    with empty_deployment() as deployment:
        await loaded(deployment, load)
    await at_rest()


async def loaded(deployment: Deployment, load: Load) -> None:
    """Print what load does to one process."""
    async with slack_system(deployment) as system:
        system.slack.app.events.discard("message.channels")  # one event per question
        parley = await system.start("http", engine_seconds=load.engine_seconds, **SETTINGS)
        measured = await under_load(system, load)
        print_acks(f"{load.per_second:g}/s for {load.seconds:g} s", measured.steady)
        print_acks(f"burst of {load.burst}", measured.burst)
        late = sum(each > LATE for each in measured.all) + measured.missing
        print(f"{'above 3 s or never':<28} {late}")
        print(
            f"{'answered, each once':<28} {system.count('reply')}, {measured.answered_after:.1f} s after the last event"
        )
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


async def at_rest() -> None:
    """Start `parley up` with both platforms, several times; print how long it takes and what it then holds."""
    async with FakeSlack() as slack, FakeDiscord() as discord:
        tokens = {
            "SLACK_BOT_TOKEN": slack.bot_token,
            "SLACK_APP_TOKEN": slack.app.app_token,
            "SLACK_API_URL": slack.api_url,
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
        }
        with short_home() as folder:
            rounds = [await ready(folder, f"home{number}", tokens) for number in range(STARTS)]
            used = [await ready(folder, "home0", tokens) for _ in range(STARTS)]
    print(f"{'ready, empty home':<28} median {median(s for s, _ in rounds):.2f} s  n={STARTS}")
    print(f"{'ready, used home':<28} median {median(s for s, _ in used):.2f} s  n={STARTS}")
    print(f"{'parley up at rest':<28} median {median(m for _, m in used):.0f} MB  n={STARTS}")


async def ready(folder: Path, home: str, tokens: dict[str, str]) -> tuple[float, float]:
    """Return the seconds until `parley up` is ready, and its resident megabytes some seconds later."""
    port = free_port()
    deployment = Deployment(home=folder / home, work=folder)
    began = time.monotonic()
    command = [*PARLEY, "up"]
    environment = deployment.environment(**tokens, PORT=str(port))
    with subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.DEVNULL) as process:  # noqa: S603, ASYNC220 - ourselves
        while not await is_ready(port):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.02)
        seconds = time.monotonic() - began
        await asyncio.sleep(SETTLED)
        held = megabytes(process.pid)
        process.terminate()
        await asyncio.to_thread(process.wait)
    return seconds, held


async def is_ready(port: int) -> bool:
    """Return whether everything is connected."""
    try:
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/readyz") as answer:
            return answer.status == 200  # noqa: PLR2004 - OK
    except aiohttp.ClientConnectionError:
        return False


def megabytes(pid: int) -> float:
    """Return the resident size of a process without its children."""
    return float(psutil.Process(pid).memory_info().rss) / 1e6


if __name__ == "__main__":
    print_conditions()
    asyncio.run(main(Load(**read_numbers(__doc__, seconds=120.0, per_second=10.0, burst=100, engine_seconds=5.0))))
