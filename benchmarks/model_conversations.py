"""Our own time per turn and our memory while a model is asked: a server of models on the loopback, embedded stores.

    python -m benchmarks.model_conversations [ROUNDS]

Own time is what is left of a reply's time without what the model takes before it begins to answer, so and so many
seconds for each request of the turn. Target: <= 600 ms each with ten conversations at once; memory of `parley chat`
with a hundred at once <= 200 MB above rest.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID

import psutil

from benchmarks.measuring import UNLIMITED_PERSONS, print_conditions, print_times, read_numbers
from benchmarks.turn_time import ANN, Stopwatch
from bot.bootstrap.app import App, Runtime, running_app
from bot.domain.conversation.threads import IncomingMessage, Thread
from bot.domain.conversation.turns import WorkerScope
from bot.messaging.outbound.platform_router import Platform
from bot.ports.meter import NoMeter
from bot.settings import Settings
from tests.e2e.deployment import Deployment

AT_ONCE = 10
MANY = 100
SETTLED = 5.0  # seconds
LATENCIES = (0.0, 1.0)  # seconds before the model begins to answer
MODEL = (sys.executable, "-m", "tests.fakes.openai", "--script", "tests.fakes.agent_answers:answer")
PARLEY = (sys.executable, "-P", "-m", "bot", "chat", "--json")
LINES = {
    "ANALYZE": "analyze AAPL",
    "DECIDE": "should I buy GOOG? at most $1,000",
    "EXPLAIN": "why not just wait?",
    "FOLLOWUP": "what if the market falls tomorrow?",
    "small talk": "hello there",
    "CANCEL": "cancel it",
}
ALL = ("AAPL", "FB", "GOOG", "IBM", "MSFT")
UNLIMITED = 1_000_000_000  # tokens a day
REQUESTS = "SELECT turn_id, count(*) AS requests FROM llm_call WHERE NOT is_cached GROUP BY turn_id"
_NUMBERS = count(1)


@dataclass(frozen=True, slots=True)
class Timed:
    """One turn."""

    intent: str
    turn_id: UUID
    seconds: float


@contextmanager
def model(latency: float) -> Iterator[str]:
    """Run a server of models in a process of its own, and lend its URL."""
    command = [*MODEL, "--latency", str(latency)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - ourselves
        if server.stdout is None:
            raise AssertionError
        yield server.stdout.readline().strip().partition("=")[2]
        server.terminate()


async def hold(number: int, *, app: App, watch: Stopwatch) -> list[Timed]:
    """Hold one conversation."""
    where = Thread("benchmark", "home", "terminal", f"beside {number}")
    times = []
    for intent, text in LINES.items():
        began = time.perf_counter()
        accepted = await app.gateway.intake.accept_message(IncomingMessage(where, f"m{next(_NUMBERS)}", ANN, text))
        ended = await asyncio.wait_for(watch.of(accepted.turn.id), 60)
        times.append(Timed(intent, accepted.turn.id, ended - began))
    return times


async def at_once(settings: Settings, *, rounds: int) -> list[tuple[Timed, int]]:
    """Hold `AT_ONCE` conversations beside each other, again and again; return each turn with its number of requests."""
    watch = Stopwatch()
    platform = Platform(watch, watch, watch)
    scope = WorkerScope(frozenset({"benchmark"}))
    runtime = Runtime(scope=scope, platforms=lambda _: {"benchmark": platform}, meter=NoMeter())
    times: list[Timed] = []
    async with running_app(settings, runtime) as app:
        await hold(-1, app=app, watch=watch)
        await asyncio.sleep(SETTLED)
        for begun in range(0, rounds * AT_ONCE, AT_ONCE):
            held = await asyncio.gather(*(hold(begun + number, app=app, watch=watch) for number in range(AT_ONCE)))
            times += [each for conversation in held for each in conversation]
        deployment = Deployment(home=settings.parley_home, work=settings.parley_home)
        asked = {row["turn_id"]: row["requests"] for row in deployment.rows(REQUESTS)}
    print(f"requests per conversation: {sum(asked.get(each.turn_id, 0) for each in times) / rounds / AT_ONCE:.1f}")
    return [(each, asked.get(each.turn_id, 0)) for each in times]


async def own_time(*, rounds: int) -> None:
    """Print a row per intent and latency."""
    for latency in LATENCIES:
        with (
            tempfile.TemporaryDirectory(prefix="parley-", dir="/tmp", ignore_cleanup_errors=True) as home,
            model(latency) as url,
        ):
            settings = Settings(
                parley_home=Path(home),
                market_data="sample",
                openai_base_url=url,
                llm_cache="off",
                llm_budget_prompt_tokens=UNLIMITED,
                llm_budget_completion_tokens=UNLIMITED,
                **UNLIMITED_PERSONS,
            )
            print(f"\n{AT_ONCE} conversations at once, a model that begins to answer after {latency:g} s")
            turns = await at_once(settings, rounds=rounds)
        own = [(each.intent, each.seconds - latency * requests) for each, requests in turns]
        for intent in LINES:
            print_times(intent, [seconds for of, seconds in own if of == intent])
        print_times("all", [seconds for _, seconds in own])


def memory() -> None:
    """Print the chat process's resident size at rest and with `MANY` conversations at once, and what a batch asks."""
    with (
        tempfile.TemporaryDirectory(prefix="parley-", dir="/tmp", ignore_cleanup_errors=True) as home,
        model(1.0) as url,
    ):
        budget = {f"LLM_BUDGET_{kind}_TOKENS": str(UNLIMITED) for kind in ("PROMPT", "COMPLETION")}
        environment = {**os.environ, **budget, "PARLEY_HOME": home, "MARKET_DATA": "sample", "OPENAI_BASE_URL": url}
        with subprocess.Popen(  # noqa: S603 - ourselves
            PARLEY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
        ) as chat:
            (batch,) = said(chat, [f"/decide {' '.join(ALL)}"], threads=1)
            time.sleep(SETTLED)
            rest = resident(chat)
            said(chat, LINES.values(), threads=MANY)
            time.sleep(SETTLED)
            print(f"\nat rest                       {rest:6.1f} MB")
            print(f"after {MANY} conversations       {resident(chat):6.1f} MB")
            print(f"at most                       {peak(chat):6.1f} MB, {peak(chat) - rest:.1f} MB above rest")
            print(f"requests for {len(ALL)} symbols        {batch['decisions'][0]['metadata']['calls']}")
            chat.communicate()


def said(chat: "subprocess.Popen[str]", lines: Iterable[str], *, threads: int) -> list[dict[str, Any]]:
    """Say every line in each of the threads, all of them beside each other; return the answers."""
    if chat.stdin is None or chat.stdout is None:
        raise AssertionError
    answers = []
    for text in lines:
        for number in range(threads):
            chat.stdin.write(json.dumps({"thread": f"t{number}", "text": text}) + "\n")
        chat.stdin.flush()
        answers += [json.loads(chat.stdout.readline()) for _ in range(threads)]
    return answers


def resident(chat: "subprocess.Popen[str]") -> float:
    """Return megabytes."""
    return float(psutil.Process(chat.pid).memory_info().rss) / 1e6


def peak(chat: "subprocess.Popen[str]") -> float:
    """Return the most megabytes that were ever resident (Linux)."""
    status = Path(f"/proc/{chat.pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6


if __name__ == "__main__":
    print_conditions()
    asyncio.run(own_time(**read_numbers(__doc__, rounds=5)))
    memory()
