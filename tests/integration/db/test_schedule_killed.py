"""kill -9 of a job that lets time pass on a live market: nothing of it is stored, and the next one does all."""

import asyncio
from pathlib import Path

import pytest

from tests.contract.store_sets import StoreSet
from tests.e2e.chat_process import ROOT
from tests.e2e.deployment import Deployment
from tests.e2e.forked_process import ForkedProcess
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
from tests.waiting import eventually

TABLES = ("decision_result", "reply")  # of which the job writes one first, the other last


@pytest.mark.faults
async def test_killed_at_any_step_then_nothing_is_stored_and_the_next_ones_do_all_once(
    world: StoreSet, database_url: str, tmp_path: Path
) -> None:
    deployment = Deployment(home=tmp_path, work=tmp_path, database_url=database_url)
    decision, falls, rises = await waiting_for_prices(world)
    arguments = (database_url, str(decision.tenant_id), TUESDAY.isoformat())
    environment = {**deployment.environment(), "PYTHONPATH": str(ROOT)}
    for table in TABLES:
        with deployment.locked(table) as barrier:
            job = ForkedProcess("tests.integration.db.schedule_process", arguments, cwd=ROOT, env=environment)
            assert await asyncio.to_thread(eventually, barrier.waiting), table
            job.kill()
            job.wait(30)
        assert posted(deployment) == []
        assert await passed_to(world, decision.tenant_id) == FRIDAY

    done = await asyncio.gather(*(scheduled(world, TUESDAY)(decision.tenant_id) for _ in range(3)))

    assert sum(done) == 1
    assert posted(deployment, falls, rises) == ALL_POSTED
    assert await results_of(world, decision) == [1]
