"""The index of each embedding model's vectors."""

import asyncio
from typing import Any

import psycopg
import pytest

from bot.errors import StoreUnavailableError
from db.vector_index import create_vector_index, vector_index_name
from tests.contract.store_sets import StoreSet, an_episode

INDEXES = "SELECT indexname::text, indexdef FROM pg_indexes WHERE indexname LIKE 'episode_vector_hnsw%'"
NEAREST = (
    "SELECT episode_id FROM episode_vector WHERE model = 'small''s'"
    " ORDER BY embedding::halfvec(3) <=> '[1,0,0]'::halfvec(3) LIMIT 5"
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
            await tx.episodes.add_vectors(model, {episode.id: vector})

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
        await tx.episodes.add_vectors("small's", {episode.id: [0.6, 0.8, 0.0]})

    assert await rows(database_url, NEAREST) == [(episode.id,)]


async def test_the_database_is_away_then_it_is_said() -> None:
    with pytest.raises(StoreUnavailableError):
        await create_vector_index("postgresql://nobody@/none?host=/nowhere", model="small", dimensions=3)
