"""Our own time per turn, from acceptance to the delivered reply: embedded stores, rules engine, sample market.

    python -m benchmarks.turn_time [TURNS PER INTENT]

Target: p50 <= 15 ms, p95 <= 40 ms on 2 cores.
"""

import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from uuid import UUID

from benchmarks.measuring import print_conditions, print_times
from bot.bootstrap.app import App, Runtime, running_app
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.conversation.turns import Turn, WorkerScope
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language
from bot.messaging.outbound.platform_router import Platform
from bot.ports.meter import NoMeter
from bot.settings import Settings

ANN = Person("ann", "Ann", Language.ENGLISH)
WARM_UP = 20
AT_ONCE = 10
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
_NUMBERS = count(1)


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


async def seconds_of(text: str, thread: str, *, app: App, watch: Stopwatch) -> float:
    """Say one line and return how long the reply took."""
    where = Thread("benchmark", "home", "terminal", thread)
    began = time.perf_counter()
    accepted = await app.gateway.intake.accept_message(IncomingMessage(where, f"m{next(_NUMBERS)}", ANN, text))
    return await asyncio.wait_for(watch.of(accepted.turn.id), 30) - began


async def one_after_another(app: App, watch: Stopwatch, *, rounds: int) -> dict[str, list[float]]:
    """Hold conversations one after the other."""
    times: dict[str, list[float]] = {intent: [] for intent in LINES}
    for number in range(rounds):
        for intent, text in LINES.items():
            times[intent].append(await seconds_of(text, f"alone {number}", app=app, watch=watch))
    return times


async def at_once(app: App, watch: Stopwatch, *, rounds: int) -> list[float]:
    """Hold `AT_ONCE` conversations beside each other."""
    times: list[float] = []

    async def hold(number: int) -> None:
        times.extend([await seconds_of(text, f"beside {number}", app=app, watch=watch) for text in LINES.values()])

    for begun in range(0, rounds, AT_ONCE):
        await asyncio.gather(*(hold(begun + number) for number in range(AT_ONCE)))
    return times


async def measure(*, rounds: int) -> None:
    """Print a row per intent, all together, and with ten conversations at once."""
    watch = Stopwatch()
    platform = Platform(watch, watch, watch)
    scope = WorkerScope(frozenset({"benchmark"}))
    runtime = Runtime(scope=scope, platforms=lambda _: {"benchmark": platform}, meter=NoMeter())
    with tempfile.TemporaryDirectory(prefix="parley-", dir="/tmp", ignore_cleanup_errors=True) as home:
        settings = Settings(parley_home=Path(home), market_data="sample")
        async with running_app(settings, runtime) as app:
            for number in range(WARM_UP):
                await seconds_of("analyze AAPL", f"warm {number}", app=app, watch=watch)
            times = await one_after_another(app, watch, rounds=rounds)
            for intent, seconds in times.items():
                print_times(intent, seconds)
            print_times("all", [each for seconds in times.values() for each in seconds])
            print_times(f"all, {AT_ONCE} conversations at once", await at_once(app, watch, rounds=rounds))


if __name__ == "__main__":
    print_conditions()
    asyncio.run(measure(rounds=int(sys.argv[1]) if len(sys.argv) > 1 else 50))
