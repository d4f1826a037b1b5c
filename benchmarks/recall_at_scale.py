"""What the search for episodes costs where there are many: 1,000,000 of 500 workspaces, one of which has half of them.

    python -m benchmarks.recall_at_scale HOME [EPISODES] [TENANTS]

HOME keeps the database, which is built once. Each search runs as the app role, for the smallest, a middle and the
largest workspaces: one in all that is in scope, one for a speaker, and one in a week, which have as many rows as there
are; beside it, in the same run, the query that a user of pgvector would write himself: ORDER BY distance
LIMIT k, under the same row-level security. Target: p95 <= 25 ms, k rows every time, and no row of another workspace.
"""

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Final

import psycopg
from pgvector import HalfVector

from benchmarks.measuring import command_line, print_conditions, print_times
from bot.clock import SystemClock, new_id
from bot.domain.conversation.threads import Thread
from bot.domain.ids import ConversationId, TenantId, derive_id
from bot.domain.memory.episodes import channel_scope, public_scope
from bot.domain.memory.recall import EpisodeQuery
from db.embedded import embedded_stores
from db.migrate import migrate
from db.pool import Database
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores

MODEL: Final = "benchmark-384"
K: Final = 30  # as the product asks for
SEARCHES: Final = 300
RANDOM_RECALLS: Final = 10_000
VOCABULARY: Final = 30_000  # words, the n-th as frequent as 1/n
WORDS: Final = 40  # of an episode
CHANNELS: Final = 20  # of a workspace, every fourth private
SPEAKERS: Final = 200  # of a workspace, the n-th as talkative as 1/n
LARGEST: Final = 10  # workspaces that are measured: about there, the search changes from exact to the index
BUILT: Final = "SELECT count(*) FROM episode_vector"
PLAIN: Final = """
SELECT e.id FROM episode_vector v JOIN episode e ON e.tenant_id = v.tenant_id AND e.id = v.episode_id
 ORDER BY v.embedding::halfvec(384) <=> %(embedding)s::halfvec(384) LIMIT %(k)s
"""

# In the order of the foreign keys. Workspace 0 has half of the episodes; the others' shares fall.
BUILD: Final = (
    """
    INSERT INTO tenant (tenant_id, platform, workspace, created_at)
    SELECT id, 'slack', 'T' || n, now() FROM made_tenant
    """,
    """
    INSERT INTO conversation (tenant_id, id, channel, thread, language, last_active_at, message_count, turn_count,
                              created_at)
    SELECT t.id, md5(t.n || '/' || c)::uuid, 'C' || c %% %(channels)s, 't' || c, 'en', now(), 100, 50, now()
      FROM made_tenant t CROSS JOIN LATERAL generate_series(0, t.episodes / 50) c
    """,
    """
    INSERT INTO episode (tenant_id, id, conversation_id, kind, text, channel, speakers, speaker_ids, symbols, tags,
                         context, said_from, said_until, created_at, is_public, terms, term_count, indexed_at)
    SELECT t.id, md5(t.n || '-' || e)::uuid, md5(t.n || '/' || e / 50)::uuid, 'talk', repeat('what somebody said ', 8),
           'C' || (e / 50) %% %(channels)s, ARRAY['Person' || speaker], ARRAY['U' || speaker], '{}', '{}', '{}', at, at,
           at,
           (e / 50) %% %(channels)s %% 4 > 0,
           array_to_tsvector(
               ARRAY(SELECT DISTINCT 'w' || floor(exp(random() * ln(%(vocabulary)s) + 0 * e))::int
                       FROM generate_series(1, %(words)s))
               || ARRAY['scope:month:' || to_char(at, 'YYYY-MM'), 'scope:by:person' || speaker,
                        t.channel_scopes[1 + (e / 50) %% %(channels)s]]
               || CASE WHEN (e / 50) %% %(channels)s %% 4 > 0 THEN ARRAY[t.public_scope] ELSE '{}' END),
           %(words)s, now()
      FROM made_tenant t
     CROSS JOIN LATERAL generate_series(0, t.episodes - 1) e
     CROSS JOIN LATERAL (SELECT now() - interval '700 days' * (1 - e::float8 / t.episodes) AS at,
                                floor(exp(random() * ln(%(speakers)s) + 0 * e))::int AS speaker) moment
    """,
    """
    CREATE TEMPORARY TABLE pool AS
    SELECT p AS i,
           ARRAY(SELECT random() - 0.5 + 0 * p FROM generate_series(1, 384))::real[]::vector(384)::halfvec(384) AS v
      FROM generate_series(0, 1999) p
    """,
    """
    INSERT INTO episode_vector (tenant_id, model, episode_id, embedding, conversation_id, channel, is_public,
                                said_until)
    SELECT e.tenant_id, %(model)s, e.id, one.v + other.v, e.conversation_id, e.channel, e.is_public, e.said_until
      FROM episode e
      JOIN pool one ON one.i = abs(hashtext(e.id::text)) %% 2000
      JOIN pool other ON other.i = abs(hashtext(e.id::text || '+')) %% 2000
    """,
    """
    INSERT INTO episode_term_count (tenant_id, term, episodes)
    SELECT tenant_id, term, count(*) FROM (SELECT tenant_id, unnest(tsvector_to_array(terms)) AS term FROM episode) t
     WHERE term NOT LIKE 'scope:%%' GROUP BY 1, 2
    """,
    """
    INSERT INTO episode_scope_count (tenant_id, scope, episodes)
    SELECT tenant_id, scope, count(*)
      FROM (SELECT tenant_id, unnest(tsvector_to_array(terms) || 'scope:all'::text) AS scope FROM episode) t
     WHERE scope LIKE 'scope:%%' GROUP BY 1, 2
    """,
    """
    CREATE INDEX ON episode_vector USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops)
     WHERE model = 'benchmark-384'
    """,
    "ANALYZE",
)


@dataclass(frozen=True, slots=True)
class Workspace:
    """One workspace of the benchmark."""

    number: int
    episodes: int

    @property
    def tenant_id(self) -> TenantId:
        """The tenant's id."""
        return Thread("slack", f"T{self.number}", "C1", "t1").tenant_id

    def searches(self, chance: random.Random) -> Iterator[tuple[str, EpisodeQuery]]:
        """Yield a search without other bounds than the scope, one for a speaker, and one in a time."""
        query, now = self.query(chance), datetime.now(UTC)
        since = now - timedelta(days=chance.randrange(7, 700))
        yield "search", query
        yield "search for a speaker", replace(query, speaker=f"Person{int(SPEAKERS ** chance.random())}")
        yield "search in a week", replace(query, since=since, until=since + timedelta(days=7))

    def query(self, chance: random.Random) -> EpisodeQuery:
        """Return a search like a person's: some frequent words, some rare, and a vector."""
        ranks = [int(VOCABULARY ** chance.random()) for _ in range(6)]
        channel = f"C{chance.randrange(CHANNELS)}"
        return EpisodeQuery(
            conversation_id=ConversationId(derive_id(self.tenant_id, "nowhere")),
            channel=channel,
            terms={f"w{rank}": 1.0 for rank in ranks},
            embedding=tuple(chance.gauss(0, 1) for _ in range(384)),
            model=MODEL,
            limit=K,
        )


def sizes(episodes: int, tenants: int) -> list[Workspace]:
    """Return the workspaces: the first has half of the episodes, the others shares of the rest that fall like 1/n."""
    rest = sum(1 / n for n in range(1, tenants))
    shares = [episodes / 2, *(episodes / 2 / n / rest for n in range(1, tenants))]
    return [Workspace(number, max(int(share), 1)) for number, share in enumerate(shares)]


async def build(url: str, workspaces: list[Workspace]) -> None:
    """Build what is measured, unless it is there."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        if (row := await (await connection.execute(BUILT)).fetchone()) and row[0]:
            return
        started = time.perf_counter()
        await connection.execute("SET maintenance_work_mem = '4GB'")
        await connection.execute(
            "CREATE TEMPORARY TABLE made_tenant"
            " (n integer, id uuid, episodes integer, channel_scopes text[], public_scope text)"
        )
        async with connection.cursor() as cursor:
            await cursor.executemany(
                "INSERT INTO made_tenant VALUES (%s, %s, %s, %s, %s)",
                [
                    (
                        each.number,
                        each.tenant_id,
                        each.episodes,
                        [channel_scope(each.tenant_id, f"C{channel}") for channel in range(CHANNELS)],
                        public_scope(each.tenant_id),
                    )
                    for each in workspaces
                ],
            )
        values = {"channels": CHANNELS, "vocabulary": VOCABULARY, "words": WORDS, "speakers": SPEAKERS, "model": MODEL}
        for statement in BUILD:
            begun = time.perf_counter()
            await connection.execute(statement, values if "%(" in statement else None)
            print(f"{time.perf_counter() - begun:7.1f} s  {' '.join(statement.split())[:60]}")
        print(f"built in {time.perf_counter() - started:.0f} s\n")


async def measure(stores: PostgresStores, workspace: Workspace) -> None:
    """Print the times of searches in one workspace, and of the plain query."""
    chance = random.Random(workspace.number)  # noqa: S311 - the same searches in every run
    measured, foreign = defaultdict[str, list[tuple[float, int]]](list), 0
    for _ in range(SEARCHES):
        async with stores.read(workspace.tenant_id) as tx:
            for name, query in workspace.searches(chance):
                begun = time.perf_counter()
                found = await tx.episode_search.search(query)
                measured[name].append((time.perf_counter() - begun, len(found)))
                foreign += sum(each.episode.tenant_id != workspace.tenant_id for each in found)
            begun = time.perf_counter()
            rows = await tx.episode_search._fetch_all(  # type: ignore[attr-defined]  # noqa: SLF001 - in the same session
                PLAIN, embedding=HalfVector(list(query.embedding)), k=K
            )
            measured["plain pgvector"].append((time.perf_counter() - begun, len(rows)))
    for name, figures in measured.items():
        fewest = min(count for _, count in figures)
        note = f"at least {fewest} of {K} rows" + (f", {foreign} of others" if name == "search" else "")
        print_times(f"workspace of {workspace.episodes:,}: {name}", [seconds for seconds, _ in figures], note)


async def recall_at_random(stores: PostgresStores, workspaces: list[Workspace]) -> None:
    """Search in two workspaces in turn, and count rows of others."""
    chance, foreign = random.Random(0), 0  # noqa: S311 - the same searches in every run
    for _ in range(RANDOM_RECALLS // 2):
        for workspace in (workspaces[len(workspaces) // 2], workspaces[-1]):
            async with stores.read(workspace.tenant_id) as tx:
                found = await tx.episode_search.search(workspace.query(chance))
            foreign += sum(each.episode.tenant_id != workspace.tenant_id for each in found)
    print(f"{RANDOM_RECALLS:,} recalls in two workspaces: {foreign} rows of others")


async def main(home: Path, episodes: int, tenants: int) -> None:
    """Build and measure."""
    print_conditions()
    workspaces = sizes(episodes, tenants)
    async with embedded_stores(home, database_url=None, redis_url=None) as endpoints:
        await migrate(endpoints.database_url)
        await build(endpoints.database_url, workspaces)
        async with Database(endpoints.database_url) as database:
            paper = PaperAccounts(starting_cash=Decimal(0))
            stores = PostgresStores(database, clock=SystemClock(), new_id=new_id, paper=paper)
            for workspace in (workspaces[-1], workspaces[len(workspaces) // 2], *reversed(workspaces[:LARGEST])):
                await measure(stores, workspace)
            await recall_at_random(stores, workspaces)


if __name__ == "__main__":
    _parser = command_line(__doc__)
    _parser.add_argument("home", type=Path)
    _parser.add_argument("episodes", type=int, nargs="?", default=1_000_000)
    _parser.add_argument("tenants", type=int, nargs="?", default=500)
    asyncio.run(main(**vars(_parser.parse_args())))
