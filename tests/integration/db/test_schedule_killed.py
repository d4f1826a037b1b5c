"""kill -9 of a job that lets time pass on a live market: nothing of it is stored, and the next one does all."""

import asyncio

import pytest

from tests.contract.store_sets import StoreSet
from tests.e2e.deployment import Deployment
from tests.integration.db.test_market_schedule import (
    ALL_POSTED,
    FRIDAY,
    TUESDAY,
    passed_to,
    posted,
    results_of,
    scheduled,
    waiting_for_prices,
)
from tests.integration.killed_processes import kill_at, started

TABLES = ("decision_result", "reply")  # of which the job writes one first, the other last


@pytest.mark.faults
async def test_killed_at_any_step_then_nothing_is_stored_and_the_next_ones_do_all_once(
    world: StoreSet, deployment: Deployment
) -> None:
    decision, falls, rises = await waiting_for_prices(world)
    arguments = ("run_schedule", decision.tenant_id, TUESDAY.isoformat())
    for table in TABLES:
        await asyncio.to_thread(kill_at, deployment, table, lambda: started(deployment, *arguments))
        assert posted(deployment) == []
        assert await passed_to(world, decision.tenant_id) == FRIDAY

    done = await asyncio.gather(*(scheduled(world, TUESDAY)(decision.tenant_id) for _ in range(3)))

    assert sum(done) == 1
    assert posted(deployment, falls, rises) == ALL_POSTED
    assert await results_of(world, decision) == [1]
