"""kill -9 of processes that index episodes: none is lost, and none is counted or embedded twice."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.domain.conversation.turns import Turn
from bot.domain.ids import TenantId
from tests.contract.store_sets import StoreSet, a_thread, an_episode
from tests.e2e.deployment import Deployment
from tests.e2e.forked_process import ForkedProcess
from tests.integration.killed_processes import kill_at, started
from tests.rounds import full_rounds

# The tables that are written, in this order: terms, their counts, vectors, their count.
STEPS = ("episode", "episode_term_count", "episode_scope_count", "episode_vector", "episode_model_count")
_WORDS = ("apple", "bank", "earnings", "rates", "苹果", "银行", "hold", "sell")
_LEFT = """
SELECT (SELECT count(*) FROM episode WHERE indexed_at IS NULL)
     + (SELECT count(*) FROM episode e WHERE NOT EXISTS (
            SELECT FROM episode_vector v WHERE v.tenant_id = e.tenant_id AND v.episode_id = e.id)) AS left
"""
# What is counted beside what there is, where the two differ.
WRONG_COUNTS = """
WITH tokens AS (
    SELECT tenant_id, unnest(tsvector_to_array(terms) || 'scope:all'::text) AS term FROM episode WHERE terms IS NOT NULL
), counted AS (
    SELECT tenant_id, term AS name, episodes FROM episode_term_count
     UNION ALL SELECT tenant_id, scope, episodes FROM episode_scope_count
     UNION ALL SELECT tenant_id, 'model ' || model, episodes FROM episode_model_count
), there AS (
    SELECT tenant_id, term AS name, count(*) AS episodes FROM tokens GROUP BY 1, 2
     UNION ALL SELECT tenant_id, 'model ' || model, count(*) FROM episode_vector GROUP BY 1, 2
)
SELECT name, c.episodes AS counted, t.episodes AS there FROM counted c FULL JOIN there t USING (tenant_id, name)
 WHERE coalesce(c.episodes, 0) <> coalesce(t.episodes, 0)
"""


def begun(deployment: Deployment, tenants: Sequence[TenantId], *, batch: int) -> ForkedProcess:
    return started(deployment, "index_episodes", batch, *tenants)


async def written(world: StoreSet, number: int, *, workspace: str = "home") -> TenantId:
    """Store that many episodes of one workspace."""
    chance = Random(number)  # noqa: S311 - the same words in every run
    turn: Turn = await world.turn(a_thread(1, workspace=workspace))
    async with world.stores.transaction(turn.tenant_id) as tx:
        for _ in range(number):
            episode = an_episode(turn, id=world.new_id(), at=world.clock.now())
            await tx.episodes.add_episode(replace(episode, text=" ".join(chance.choices(_WORDS, k=6))))
    return turn.tenant_id


def assert_each_once(deployment: Deployment, number: int) -> None:
    assert deployment.value(_LEFT) == 0
    assert deployment.value("SELECT count(*) FROM episode") == number
    assert deployment.value("SELECT count(*) FROM episode_vector") == number
    assert deployment.rows(WRONG_COUNTS) == []


@pytest.mark.faults
@pytest.mark.parametrize("table", STEPS)
async def test_killed_at_a_step_then_the_next_process_does_the_rest_once(
    world: StoreSet, deployment: Deployment, table: str
) -> None:
    tenant_id = await written(world, 6)
    kill_at(deployment, table, lambda: begun(deployment, [tenant_id], batch=4))

    assert begun(deployment, [tenant_id], batch=4).wait(30) == 0

    assert_each_once(deployment, 6)


@pytest.mark.faults
async def test_two_processes_killed_again_and_again_then_nothing_lost_and_nothing_twice(
    world: StoreSet, deployment: Deployment
) -> None:
    number, kills = full_rounds(few=400, all_of_them=10_000), full_rounds(few=4, all_of_them=60)
    tenants = [await written(world, number, workspace=name) for name in ("one", "two")]
    chance, batch = Random(13), full_rounds(few=20, all_of_them=200)  # noqa: S311 - the same pauses in every run
    processes = [begun(deployment, tenants, batch=batch), begun(deployment, tenants[::-1], batch=batch)]
    for killed in range(kills):
        await asyncio.sleep(chance.uniform(0.05, 0.4))
        at = killed % 2
        processes[at].kill()
        processes[at].wait(30)
        processes[at] = begun(deployment, tenants[::-1] if at else tenants, batch=batch)
    for process in processes:
        assert process.wait(120) == 0

    assert begun(deployment, tenants, batch=batch).wait(120) == 0
    assert_each_once(deployment, 2 * number)
