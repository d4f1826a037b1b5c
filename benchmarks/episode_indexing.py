"""How fast workers index what is said, and that no kill loses or repeats anything.

    python -m benchmarks.episode_indexing [CONVERSATIONS [MESSAGES [KILLS]]]

1,000 conversations of 5 workspaces, 100 messages each (50 exchanges), are stored by the product's own stores, each
exchange with its episode and job in one transaction. Then two worker processes index them over the relay and Redis,
with the built-in embedder, and meanwhile are killed. Target: 0 episodes lost, 0 counted or embedded twice.
"""

import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

import psycopg

from adapters.embeddings.hashing import HashingEmbedder
from benchmarks.measuring import print_conditions, read_numbers
from bot.clock import SystemClock, new_id
from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.jobs import index_episodes_job, index_key_of_turn
from bot.domain.memory.episodes import Episode, EpisodeKind, MessageSpan, Visibility
from db.background.relay import PostgresRelay
from db.background.sweeper import PostgresSweeper
from db.embedded import Endpoints, embedded_stores
from db.messaging.inbox import PostgresInbox
from db.migrate import migrate
from db.pool import Database
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores
from db.vector_index import create_vector_index
from workers.relay import OutboxRelay
from workers.rq_queue import RqJobQueue, connect_redis

WORKSPACES: Final = 5
WRITERS: Final = 8  # conversations that are stored at once
WORKERS: Final = 2
CLOCK: Final = SystemClock()
EMBEDDER: Final = HashingEmbedder()
TEXT: Final = """
we passed on banks because rates were falling and the yield curve stayed inverted for another quarter after earnings
margins at apple nvidia intel looked better than cash the mandate caps leverage semis rallied hedge trim add wait stop
loss dividend split guidance buyback spread volume trend oversold momentum risk memo review call desk client
"""
WORDS: Final = tuple(TEXT.split())
# Episodes; unindexed; without a vector.
STATE: Final = """
SELECT count(*), count(*) FILTER (WHERE indexed_at IS NULL),
       count(*) FILTER (WHERE NOT EXISTS (
           SELECT FROM episode_vector v WHERE v.tenant_id = e.tenant_id AND v.episode_id = e.id))
  FROM episode e
"""
LEFT: Final = """
SELECT EXISTS (SELECT FROM episode WHERE indexed_at IS NULL) OR EXISTS (
    SELECT FROM episode_scope_count s
      LEFT JOIN episode_model_count m ON m.tenant_id = s.tenant_id AND m.model = %s
     WHERE s.scope = 'scope:all' AND s.episodes > coalesce(m.episodes, 0))
"""
# Counts that are not those of the rows: an episode that was counted twice, or not at all.
WRONG: Final = """
WITH tokens AS (
    SELECT tenant_id, unnest(tsvector_to_array(terms) || 'scope:all'::text) AS name FROM episode
), counted AS (
    SELECT tenant_id, term AS name, episodes FROM episode_term_count
     UNION ALL SELECT tenant_id, scope, episodes FROM episode_scope_count
     UNION ALL SELECT tenant_id, 'model ' || model, episodes FROM episode_model_count
), there AS (
    SELECT tenant_id, name, count(*) AS episodes FROM tokens GROUP BY 1, 2
     UNION ALL SELECT tenant_id, 'model ' || model, count(*) FROM episode_vector GROUP BY 1, 2
)
SELECT count(*) FROM counted c FULL JOIN there t USING (tenant_id, name)
 WHERE coalesce(c.episodes, 0) <> coalesce(t.episodes, 0)
"""


@dataclass(frozen=True, slots=True)
class Load:
    """What is stored, and how often a worker is killed."""

    conversations: int = 1_000
    messages: int = 100  # per conversation
    kills: int = 20

    @property
    def exchanges(self) -> int:
        """Of one conversation."""
        return self.messages // 2

    @property
    def episodes(self) -> int:
        """Of all conversations."""
        return self.conversations * self.exchanges


async def main(load: Load) -> None:
    print_conditions()
    with tempfile.TemporaryDirectory() as folder:
        async with embedded_stores(Path(folder), database_url=None, redis_url=None) as endpoints:
            await migrate(endpoints.database_url)
            await create_vector_index(endpoints.database_url, model=EMBEDDER.model, dimensions=EMBEDDER.dimensions)
            async with Database(endpoints.database_url) as database:
                seconds = await write_all(database, load)
                print_rate("stored", load, seconds)
                seconds, killed = await index_all(database, endpoints, Path(folder), load)
                print_rate("indexed", load, seconds, f"by {WORKERS} workers, of which {killed} were killed")
            await print_faults(endpoints.database_url, load)


def print_rate(what: str, load: Load, seconds: float, more: str = "") -> None:
    rate = load.episodes / seconds
    print(f"{what:<8} {load.episodes:>7,} episodes in {seconds:6.1f} s: {rate:7,.0f} per s  {more}".rstrip())


async def write_all(database: Database, load: Load) -> float:
    """Store all conversations; return the seconds."""
    stores = PostgresStores(database, clock=CLOCK, new_id=new_id, paper=PaperAccounts())
    inbox = PostgresInbox(database, clock=CLOCK, new_id=new_id)
    numbers = iter(range(load.conversations))

    async def write_some() -> None:
        for number in numbers:
            await write_conversation(stores, inbox, number, load)

    started = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for _ in range(WRITERS):
            group.create_task(write_some())
    return time.perf_counter() - started


async def write_conversation(stores: PostgresStores, inbox: PostgresInbox, number: int, load: Load) -> None:
    """Store one conversation: each exchange with its messages, episode and job in one transaction."""
    chance = Random(number)  # noqa: S311 - the same words in every run
    thread = Thread("benchmark", f"home {number % WORKSPACES}", f"channel {number % 50}", f"thread {number}")
    message = IncomingMessage(thread, f"m{number}", Person("ann", "Ann"), "hello", visibility=Visibility.PUBLIC)
    turn = (await inbox.accept_message(message)).turn
    for exchange in range(load.exchanges):
        question, answer = (" ".join(chance.choices(WORDS, k=length)) for length in (12, 25))
        said = message_of(turn, question)
        async with stores.transaction(turn.tenant_id, is_durable=False) as tx:
            await tx.messages.add_message(said)
            await tx.messages.add_message(replace(said, id=new_id(), role=Role.ASSISTANT, author="Parley", text=answer))
            await tx.episodes.add_episode(episode_of(turn, f"Ann: {question}\nParley: {answer}", exchange))
            key = index_key_of_turn(turn.conversation_id, number=exchange)
            job = index_episodes_job(new_id(), tenant_id=turn.tenant_id, key=key, at=CLOCK.now())
            await tx.outbox.add_job(job)


def message_of(turn: Turn, text: str) -> Message:
    return Message(
        id=new_id(),
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        role=Role.USER,
        author="Ann",
        text=text,
        intent=Intent.ANALYZE,
        state_before=State.IDLE,
        state_after=State.IDLE,
        created_at=CLOCK.now(),
    )


def episode_of(turn: Turn, text: str, exchange: int) -> Episode:
    now = CLOCK.now()
    return Episode(
        id=new_id(),
        tenant_id=turn.tenant_id,
        kind=EpisodeKind.EXCHANGE,
        text=text,
        channel=turn.thread.channel,
        said_from=now,
        said_until=now,
        created_at=now,
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        messages=MessageSpan(2 * exchange, 2 * exchange + 1),
        speakers=("Ann",),
        speaker_ids=("ann",),
        symbols=("AAPL",),
    )


async def index_all(database: Database, endpoints: Endpoints, home: Path, load: Load) -> tuple[float, int]:
    """Run the workers until nothing is left; return the seconds, and how many of them were killed."""
    if endpoints.redis_url is None:
        sys.exit("needs a Redis: install redis-server or valkey-server")
    queue = RqJobQueue(connect_redis(endpoints.redis_url))
    relay = OutboxRelay(PostgresRelay(database), queue)
    sweeper = PostgresSweeper(database, clock=CLOCK, new_id=new_id, embedding_model=EMBEDDER.model)
    chance, killed = Random(13), 0  # noqa: S311 - the same pauses in every run
    environment = {**os.environ, "PARLEY_HOME": str(home), "MARKET_DATA": "sample"}
    started = time.perf_counter()
    async with worker_processes(environment) as workers:
        while await is_left(endpoints.database_url):
            await relay()
            await sweeper.add_missing_jobs()  # in the product once a minute
            await asyncio.sleep(chance.uniform(0.5, 1.5))
            if killed < load.kills and load.kills:
                await replace_worker(workers, killed % WORKERS, environment)
                killed += 1
    await queue.close()
    return time.perf_counter() - started, killed


@asynccontextmanager
async def worker_processes(environment: dict[str, str]) -> AsyncIterator[list[asyncio.subprocess.Process]]:
    workers = [await start_worker(environment) for _ in range(WORKERS)]
    try:
        yield workers
    finally:
        for worker in workers:
            worker.kill()
            await worker.wait()


async def start_worker(environment: dict[str, str]) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", "worker", env=environment)


async def replace_worker(workers: list[asyncio.subprocess.Process], at: int, environment: dict[str, str]) -> None:
    workers[at].send_signal(signal.SIGKILL)
    await workers[at].wait()
    workers[at] = await start_worker(environment)


async def is_left(database_url: str) -> bool:
    return bool((await row_of(database_url, LEFT, EMBEDDER.model))[0])


async def print_faults(database_url: str, load: Load) -> None:
    stored, unindexed, unembedded = await row_of(database_url, STATE)
    (wrong,) = await row_of(database_url, WRONG)
    vectors, distinct = await row_of(
        database_url, "SELECT count(*), count(DISTINCT (tenant_id, episode_id)) FROM episode_vector"
    )
    lost = load.episodes - stored + unindexed + unembedded
    print(f"lost: {lost}; twice: {vectors - distinct}; wrong counts: {wrong}")


async def row_of(database_url: str, query: str, *parameters: object) -> Sequence[int]:
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as conn:
        (row,) = await (await conn.execute(query.encode(), parameters)).fetchall()
    return tuple(row)


if __name__ == "__main__":
    asyncio.run(main(Load(**read_numbers(__doc__, conversations=1_000, messages=100, kills=20))))
