"""The index of each embedding model's vectors."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from bot.domain.conversation.threads import Thread
from bot.domain.ids import TenantId
from bot.domain.memory.episodes import channel_scope
from bot.domain.memory.recall import EpisodeQuery, FoundEpisode
from bot.errors import StoreUnavailableError
from db.stores.memory import episode_search
from db.vector_index import create_vector_index, vector_index_name
from tests.contract.store_sets import StoreSet, an_episode

INDEXES = "SELECT indexname::text, indexdef FROM pg_indexes WHERE indexname LIKE 'episode_vector_hnsw%'"
NEAREST = (
    "SELECT episode_id FROM episode_vector WHERE model = 'small''s'"
    " ORDER BY embedding::halfvec(3) <=> '[1,0,0]'::halfvec(3) LIMIT 5"
)

INDEX_SCANS = (
    "SELECT sum(idx_scan)::bigint FROM pg_stat_user_indexes WHERE indexrelname LIKE 'episode\\_vector\\__\\_embedding%'"
)
# Passages of one workspace, and of another one that is kept in the same part of the table.
NEIGHBOUR = """
SELECT md5(n::text)::uuid FROM generate_series(1, 1000) n, generate_series(0, 7) part
 WHERE satisfies_hash_partition('episode_vector'::regclass, 8, part, md5(n::text)::uuid)
   AND satisfies_hash_partition('episode_vector'::regclass, 8, part, %(tenant)s) LIMIT 1
"""
ADD_ROWS = (
    """
    INSERT INTO tenant (tenant_id, platform, workspace, created_at) VALUES (%(tenant)s, 'slack', 'T9', now())
        ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO episode (tenant_id, id, kind, text, channel, symbols, tags, context, said_from, said_until, created_at,
                         terms, indexed_at)
    SELECT %(tenant)s, md5(n || %(scope)s)::uuid, 'passage', 'a', 'C1', '{}', '{}', '{}', now(), now(), now(),
           array_to_tsvector(ARRAY[%(scope)s]), now()
      FROM generate_series(1, %(count)s) n
    """,
    """
    INSERT INTO episode_scope_count (tenant_id, scope, episodes)
    VALUES (%(tenant)s, %(scope)s, %(count)s), (%(tenant)s, 'scope:all', %(count)s)
    """,
    """
    INSERT INTO episode_vector (tenant_id, model, episode_id, embedding)
    SELECT e.tenant_id, 'small', e.id, ('[1,' || random() || ',0]')::halfvec FROM episode e
     WHERE e.tenant_id = %(tenant)s
    """,
)


MARK_ROWS = (
    "CREATE TEMPORARY TABLE of_bob AS SELECT id FROM episode ORDER BY id LIMIT 10",
    """
    UPDATE episode SET said_from = now() - interval '3 years', said_until = now() - interval '3 years'
     WHERE id IN (SELECT id FROM of_bob)
    """,
    "UPDATE episode_vector SET said_until = now() - interval '3 years' WHERE episode_id IN (SELECT id FROM of_bob)",
    """
    UPDATE episode SET terms = array_to_tsvector(tsvector_to_array(terms) || ARRAY[
           CASE WHEN id IN (SELECT id FROM of_bob) THEN 'scope:by:bob''s' ELSE 'scope:by:ann' END,
           'scope:month:' || to_char(said_from AT TIME ZONE 'UTC', 'YYYY-MM')])
    """,
    "ANALYZE episode, episode_vector",
)


async def rows(url: str, query: str) -> list[tuple[Any, ...]]:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as conn:
        await conn.execute("SET enable_seqscan = off; SET enable_sort = off")
        return await (await conn.execute(query.encode())).fetchall()


async def test_each_model_has_one_index_however_many_processes_make_it(database_url: str, world: StoreSet) -> None:
    turn = await world.turn()
    async with world.stores.transaction(turn.tenant_id) as tx:
        for model, vector in (("small's", [1.0, 0.0, 0.0]), ("large", [1.0, 0.0, 0.0, 0.0])):
            episode = an_episode(turn, id=world.new_id(), at=world.clock.now())
            await tx.episodes.add_episode(episode)
            await tx.episodes.add_vectors(model, {episode.id: vector}, texts={episode.id: episode.text})

    await asyncio.gather(*(create_vector_index(database_url, model="small's", dimensions=3) for _ in range(3)))
    await create_vector_index(database_url, model="large", dimensions=4)

    found: dict[str, str] = dict(await rows(database_url, INDEXES))
    assert found.keys() == {vector_index_name("small's", 3), vector_index_name("large", 4)}
    plan = "\n".join(line for (line,) in await rows(database_url, f"EXPLAIN {NEAREST}"))
    assert "_embedding_idx on episode_vector_0" in plan  # the index's part for a part of the table


async def test_a_search_by_the_index_finds_what_is_stored_later(database_url: str, world: StoreSet) -> None:
    await create_vector_index(database_url, model="small's", dimensions=3)
    turn = await world.turn()
    episode = an_episode(turn, id=world.new_id(), at=world.clock.now())
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.episodes.add_episode(episode)
        await tx.episodes.add_vectors("small's", {episode.id: [0.6, 0.8, 0.0]}, texts={episode.id: episode.text})

    assert await rows(database_url, NEAREST) == [(episode.id,)]


async def test_the_database_is_away_then_it_is_said() -> None:
    with pytest.raises(StoreUnavailableError):
        await create_vector_index("postgresql://nobody@/none?host=/nowhere", model="small", dimensions=3)


@pytest.mark.parametrize(
    ("most_exact", "of_others", "bounds", "by_index"),
    [
        (60, 0, {}, False),
        (10, 0, {}, True),
        (10, 900, {}, False),
        (10, 0, {"speaker": "Ann"}, True),
        (10, 0, {"speaker": "Bob's"}, False),
        (10, 0, {"since": datetime.now(UTC) - timedelta(days=1)}, True),
        (10, 0, {"until": datetime.now(UTC) - timedelta(days=1_000)}, False),
    ],
)
async def test_a_small_share_of_the_rows_is_read_one_by_one_and_of_many_the_index_finds_the_nearest(  # noqa: PLR0913 - parametrized
    database_url: str,
    world: StoreSet,
    monkeypatch: pytest.MonkeyPatch,
    *,
    most_exact: int,
    of_others: int,
    bounds: dict[str, Any],
    by_index: bool,
) -> None:
    monkeypatch.setattr(episode_search, "_MAX_EXACT", most_exact)
    await create_vector_index(database_url, model="small", dimensions=3)
    turn = await world.turn(Thread("slack", "T1", "C1", "t1"))
    await add_rows(database_url, turn.tenant_id, count=40, of_others=of_others)
    if bounds:
        await mark_rows(database_url)
    query = EpisodeQuery(
        conversation_id=turn.conversation_id, channel="C1", embedding=(1.0, 0.0, 0.0), model="small", limit=20, **bounds
    )

    found, is_by_index = await searched(database_url, world, turn.tenant_id, query)

    assert len(found) >= (10 if bounds and not by_index else query.limit)
    assert is_by_index is by_index


async def searched(
    url: str, world: StoreSet, tenant_id: TenantId, query: EpisodeQuery
) -> tuple[Sequence[FoundEpisode], bool]:
    """Return what a search finds, and whether it has used the index of vectors."""
    before = await rows(url, INDEX_SCANS)
    async with world.stores.read(tenant_id) as tx:
        found = await tx.episode_search.search(query)
        await tx.episode_search._fetch_one("SELECT pg_stat_force_next_flush()")  # type: ignore[attr-defined]  # noqa: SLF001 - counted at the end of a transaction
    return found, await rows(url, INDEX_SCANS) != before


async def mark_rows(url: str) -> None:
    """Let ten of the passages be Bob's and three years old, and all others be Ann's and of now."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as conn:
        for statement in MARK_ROWS:
            await conn.execute(statement)


async def add_rows(url: str, tenant_id: TenantId, *, count: int, of_others: int) -> None:
    """Store passages with vectors, also of another workspace in the same part of the table."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as conn:
        other = await (await conn.execute(NEIGHBOUR, {"tenant": tenant_id})).fetchone()
        assert other is not None
        for tenant, number in ((tenant_id, count), (other[0], of_others)):
            for statement in ADD_ROWS:
                await conn.execute(statement, {"tenant": tenant, "scope": channel_scope(tenant, "C1"), "count": number})
        await conn.execute("ANALYZE episode_vector")
