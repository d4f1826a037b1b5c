"""Our own time per turn, from acceptance to the delivered reply: embedded stores, rules engine, sample market.

    python -m benchmarks.turn_time [TURNS PER INTENT] [--model SECONDS]

Each row also tells the statements and the commits that wait for the disk per turn, with what follows within 20 ms of
the reply (the jobs of several turns are moved to the queue together, half a second later), and the processor time of
this process. Targets on 2 cores: p50 <= 15 ms, p95 <= 40 ms; a DECIDE takes <= 22 statements and <= 4 commits; ten
conversations at once make >= 100 turns/s; an idle process makes <= 1 statement/s.

`--model`: ten conversations at once with a model on the loopback that begins to answer after so many seconds, which are
taken off for each request of a turn. Target: <= 600 ms each.
"""

import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from uuid import UUID

from benchmarks.counting import DatabaseUse, counted_database_use
from benchmarks.measuring import UNLIMITED_PERSONS, command_line, print_conditions, print_times, short_home
from bot.bootstrap.app import App, Runtime, running_app
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.conversation.turns import Turn, WorkerScope
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language
from bot.messaging.outbound.platform_router import Platform
from bot.ports.meter import NoMeter
from bot.settings import Settings
from tests.e2e.deployment import Deployment

ANN = Person("ann", "Ann", Language.ENGLISH)
WARM_UP = 20
AT_ONCE = 10
AFTER_SECONDS = 0.02  # in which what follows a reply is counted
IDLE_SECONDS = 20
# In one conversation, in this order: each intent in a state in which it has something to do.
LINES = {
    "ANALYZE": "analyze AAPL",
    "DECIDE": "should I buy GOOG? at most $3,000",
    "EXPLAIN": "why not just wait?",
    "FOLLOWUP": "what if the market falls tomorrow?",
    "CANCEL": "cancel it",
    "REVIEW": "review the last decisions",
    "UNKNOWN": "hm",
    "command": "/portfolio",
}
MODEL = (sys.executable, "-m", "tests.fakes.openai", "--script", "tests.fakes.agent_answers:answer")
UNLIMITED = 1_000_000_000  # tokens a day
REQUESTS = "SELECT turn_id, count(*) AS requests FROM llm_call WHERE NOT is_cached GROUP BY turn_id"
_NUMBERS = count(1)


@dataclass(slots=True)
class Cost:
    """What turns have taken."""

    seconds: list[float] = field(default_factory=list)
    statements: list[float] = field(default_factory=list)
    commits: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)  # seconds

    def add(self, other: "Cost") -> None:
        """Add the turns of another."""
        for name in ("seconds", "statements", "commits", "processor"):
            getattr(self, name).extend(getattr(other, name))

    def print_row(self, what: str) -> None:
        """Print a row of the benchmark."""
        statements, commits = (statistics.median(each) for each in (self.statements, self.commits))
        processor = statistics.median(self.processor) * 1e3
        print_times(
            what, self.seconds, f"{statements:4.0f} statements  {commits:.0f} commits  {processor:5.1f} ms of processor"
        )


@dataclass(slots=True)
class Stopwatch:
    """A channel that notes when each reply is delivered."""

    delivered: dict[UUID, asyncio.Future[float]] = field(default_factory=dict)

    async def deliver(self, reply: Reply) -> None:
        """Note the time."""
        future = self.of(reply.turn_id)
        if not future.done():
            future.set_result(time.perf_counter())

    async def refresh(self, reply: Reply) -> None:
        """Show nothing twice."""

    async def show_step(self, turn: Turn, text: str, *, language: Language) -> None:
        """Show no progress."""

    async def show_draft(self, turn: Turn, text: str, *, language: Language) -> None:
        """Show no progress."""

    async def end_progress(self, turn: Turn) -> None:
        """Show no progress."""

    async def remove_progress(self, thread: Thread, turn_id: TurnId) -> None:
        """Show no progress."""

    async def person(self, turn: Turn) -> Person:
        """Return who speaks."""
        return turn.person

    def of(self, turn_id: UUID) -> asyncio.Future[float]:
        """Return the future time of delivery."""
        return self.delivered.setdefault(turn_id, asyncio.get_running_loop().create_future())


def runtime_of(watch: Stopwatch) -> Runtime:
    """Return what a process that only this benchmark talks to runs with."""
    platform = Platform(watch, watch, watch)
    scope = WorkerScope(frozenset({"benchmark"}))
    return Runtime(scope=scope, platforms=lambda _: {"benchmark": platform}, meter=NoMeter())


async def turn_of(text: str, thread: str, *, app: App, watch: Stopwatch) -> tuple[UUID, float]:
    """Say one line; return the turn, and the seconds until its reply."""
    where = Thread("benchmark", "home", "terminal", thread)
    began = time.perf_counter()
    accepted = await app.gateway.intake.accept_message(IncomingMessage(where, f"m{next(_NUMBERS)}", ANN, text))
    return accepted.turn.id, await asyncio.wait_for(watch.of(accepted.turn.id), 60) - began


async def seconds_of(text: str, thread: str, *, app: App, watch: Stopwatch) -> float:
    """Say one line and return how long the reply took."""
    return (await turn_of(text, thread, app=app, watch=watch))[1]


async def one_after_another(app: App, watch: Stopwatch, use: DatabaseUse, *, rounds: int) -> dict[str, Cost]:
    """Hold conversations one after the other, with a pause after each reply."""
    costs = {intent: Cost() for intent in LINES}
    for number in range(rounds):
        for intent, text in LINES.items():
            statements, commits, processor = use.statements, use.commits, time.process_time()
            seconds = await seconds_of(text, f"alone {number}", app=app, watch=watch)
            await asyncio.sleep(AFTER_SECONDS)
            cost = costs[intent]
            cost.seconds.append(seconds)
            cost.statements.append(use.statements - statements)
            cost.commits.append(use.commits - commits)
            cost.processor.append(time.process_time() - processor)
    return costs


async def at_once(app: App, watch: Stopwatch, *, rounds: int) -> list[tuple[UUID, float]]:
    """Hold `AT_ONCE` conversations beside each other; print the turns per second."""
    turns: list[tuple[UUID, float]] = []
    began = time.perf_counter()

    async def hold(number: int) -> None:
        turns.extend([await turn_of(text, f"beside {number}", app=app, watch=watch) for text in LINES.values()])

    for begun in range(0, rounds, AT_ONCE):
        await asyncio.gather(*(hold(begun + number) for number in range(AT_ONCE)))
    print(f"{len(turns) / (time.perf_counter() - began):.0f} turns/s with {AT_ONCE} conversations at once")
    return turns


async def measure(*, rounds: int) -> None:
    """Print a row per intent, all together, and with ten conversations at once."""
    watch = Stopwatch()
    with short_home() as home:
        settings = Settings(parley_home=home, market_data="sample", **UNLIMITED_PERSONS)
        async with running_app(settings, runtime_of(watch)) as app:
            for number in range(WARM_UP):
                await seconds_of("analyze AAPL", f"warm {number}", app=app, watch=watch)
            with counted_database_use() as use:
                costs = await one_after_another(app, watch, use, rounds=rounds)
                before = use.statements
                await asyncio.sleep(IDLE_SECONDS)
                idle = (use.statements - before) / IDLE_SECONDS
            together = Cost()
            for intent, cost in costs.items():
                cost.print_row(intent)
                together.add(cost)
            together.print_row("all")
            print(f"idle: {idle:.2f} statements/s")
            turns = await at_once(app, watch, rounds=rounds)
            print_times(f"all, {AT_ONCE} conversations at once", [seconds for _, seconds in turns])


async def measure_with_model(*, rounds: int, latency: float) -> None:
    """Print what is ours of turns in which a model is asked."""
    watch = Stopwatch()
    with short_home() as home, model(latency) as url:
        settings = Settings(
            parley_home=home,
            market_data="sample",
            openai_base_url=url,
            llm_cache="off",
            llm_budget_prompt_tokens=UNLIMITED,
            llm_budget_completion_tokens=UNLIMITED,
            **UNLIMITED_PERSONS,
        )
        async with running_app(settings, runtime_of(watch)) as app:
            await at_once(app, watch, rounds=1)
            turns = await at_once(app, watch, rounds=rounds)
            asked = {row["turn_id"]: row["requests"] for row in Deployment(home=home, work=home).rows(REQUESTS)}
    own = [seconds - latency * asked.get(turn_id, 0) for turn_id, seconds in turns]
    print_times(f"all, a model that waits {latency:g} s", own)


@contextmanager
def model(latency: float) -> Iterator[str]:
    """Run a server of models in a process of its own, and lend its URL."""
    command = [*MODEL, "--latency", str(latency)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - ourselves
        if server.stdout is None:
            raise AssertionError
        yield server.stdout.readline().strip().partition("=")[2]
        server.terminate()


if __name__ == "__main__":
    print_conditions()
    _parser = command_line(__doc__)
    _parser.add_argument("rounds", type=int, nargs="?", default=50)
    _parser.add_argument("--model", type=float, metavar="SECONDS")
    _given = _parser.parse_args()
    if _given.model is None:
        asyncio.run(measure(rounds=_given.rounds))
    else:
        asyncio.run(measure_with_model(rounds=_given.rounds, latency=_given.model))
