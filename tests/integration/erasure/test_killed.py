"""kill -9 of the process that erases: whoever goes on finishes it, tells it once, and nothing is left."""

import asyncio
import re
from random import Random

import pytest

from tests.contract.store_sets import StoreSet
from tests.contract.test_knowledge import a_document, store
from tests.e2e.deployment import Deployment
from tests.integration.erasure.erasing import confirmed
from tests.integration.erasure.test_erase_person import DORA, EVAN, SAID, request, said
from tests.integration.killed_processes import kill_at, started
from tests.rounds import full_rounds
from tests.stored_words import found_in_database

# The tables that are written, in the order of the first pass.
STEPS = ("turn", "decision", "erasure_fragment", "knowledge_base")
PASSAGES = """
SELECT count(*) FROM episode e JOIN knowledge_document d ON d.id::text = e.context ->> 'document'
 WHERE e.channel = 'knowledge:' || d.base_id
"""
MARKS = re.compile(r"\bDora\b|\bU77\b|frothy")


async def filled(world: StoreSet, number: int) -> tuple[object, object]:
    """Store messages of Dora and what quotes them; return the tenant and the confirmed erasure."""
    for each in range(number):
        turn = await said(world, f"{SAID} {each}", answer=f"Noted, Dora Quill: {SAID}")
        await said(world, "what was said?", by=EVAN, answer=f"She said {SAID} {each}")
        await world.decision(turn)
        document = a_document(world, turn, base="Of Dora Quill", title=f"Dora Quill {each}")
        await store(world, document, "Dora Quill approves trades.")
    asked = await request(world)
    return asked.tenant_id, await confirmed(world, asked, DORA)


def assert_gone(deployment: Deployment) -> None:
    assert found_in_database(deployment.administrator_url, MARKS) == []
    assert deployment.value("SELECT count(*) FROM reply WHERE occasion LIKE 'erased:%%'") == 1
    assert deployment.value("SELECT count(*) FROM knowledge_document") == deployment.value(PASSAGES)
    assert deployment.value("SELECT count(*) FROM decision WHERE status <> 'cancelled'") == 0


@pytest.mark.faults
@pytest.mark.parametrize("table", STEPS)
async def test_killed_at_a_step_then_the_next_process_does_the_rest(
    world: StoreSet, deployment: Deployment, table: str
) -> None:
    tenant_id, erasure_id = await filled(world, 3)
    kill_at(deployment, table, lambda: started(deployment, "erase", tenant_id, erasure_id))
    assert started(deployment, "erase", tenant_id, erasure_id).wait(60) == 0
    assert_gone(deployment)


@pytest.mark.faults
async def test_killed_again_and_again_then_nothing_is_left(world: StoreSet, deployment: Deployment) -> None:
    tenant_id, erasure_id = await filled(world, full_rounds(few=12, all_of_them=100))
    chance = Random(33)  # noqa: S311 - the same pauses in every run
    process = started(deployment, "erase", tenant_id, erasure_id)
    for _ in range(full_rounds(few=5, all_of_them=40)):
        await asyncio.sleep(chance.uniform(0.3, 1.0))
        process.kill()
        process.wait(30)
        process = started(deployment, "erase", tenant_id, erasure_id)
    assert process.wait(120) == 0
    assert_gone(deployment)
