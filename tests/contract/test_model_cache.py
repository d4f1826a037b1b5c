"""The cache of model answers, per tenant and until expiry, in memory and in PostgreSQL."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.domain.ids import TenantId
from bot.domain.models.requests import ModelAnswer, TokenUsage
from tests.contract.store_sets import StoreSet, a_thread

HOUR = timedelta(hours=1)
ANSWER = ModelAnswer(
    text='{"action": "hold"} 持有', model="large-2026", tokens=TokenUsage(1_000, 20), latency=1.25, attempts=2
)


async def put(world: StoreSet, tenant_id: TenantId, key: str, answer: ModelAnswer, *, expires_at: datetime) -> None:
    await world.tx(tenant_id).model_cache.store_answer(key, answer, expires_at=expires_at)


async def got(world: StoreSet, tenant_id: TenantId, key: str, *, at: datetime) -> ModelAnswer | None:
    return await world.tx(tenant_id).model_cache.get_answer(key, at=at)


@pytest.mark.parametrize(
    "answer",
    [ANSWER, ModelAnswer(text="", model="m", tokens=TokenUsage(), latency=0.0), replace(ANSWER, is_cached=True)],
)
async def test_comes_back_as_put(world: StoreSet, answer: ModelAnswer) -> None:
    turn, now = await world.turn(), world.clock.now()
    await put(world, turn.tenant_id, "k", answer, expires_at=now + HOUR)
    assert await got(world, turn.tenant_id, "k", at=now) == answer


async def test_what_a_database_cannot_hold_is_replaced(world: StoreSet) -> None:
    turn, now = await world.turn(), world.clock.now()
    await put(world, turn.tenant_id, "k", replace(ANSWER, text="a\x00b\ud800"), expires_at=now + HOUR)
    found = await got(world, turn.tenant_id, "k", at=now)
    assert found is not None
    assert found.text == "a\ufffdb?"


async def test_when_put_again_then_the_last_counts(world: StoreSet) -> None:
    turn, now = await world.turn(), world.clock.now()
    await put(world, turn.tenant_id, "k", ANSWER, expires_at=now + HOUR)
    await put(world, turn.tenant_id, "k", replace(ANSWER, text="newer"), expires_at=now + 2 * HOUR)
    assert await got(world, turn.tenant_id, "k", at=now + HOUR) == replace(ANSWER, text="newer")


async def test_it_expires_to_the_instant(world: StoreSet) -> None:
    turn, end = await world.turn(), world.clock.now() + HOUR
    await put(world, turn.tenant_id, "k", ANSWER, expires_at=end)
    assert await got(world, turn.tenant_id, "k", at=end - timedelta(microseconds=1)) == ANSWER
    assert await got(world, turn.tenant_id, "k", at=end) is None


async def test_neither_another_key_nor_another_tenant_has_it(world: StoreSet) -> None:
    turn, other = await world.turn(a_thread(1)), await world.turn(a_thread(1, workspace="elsewhere"))
    now = world.clock.now()
    await put(world, turn.tenant_id, "k", ANSWER, expires_at=now + HOUR)
    assert await got(world, turn.tenant_id, "K", at=now) is None
    assert await got(world, other.tenant_id, "k", at=now) is None


async def test_expired_answers_are_dropped_a_hundred_at_a_time(world: StoreSet) -> None:
    turn, now = await world.turn(), world.clock.now()
    later = now + 3 * HOUR
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.model_cache.store_answer("kept", ANSWER, expires_at=later)
        for number in range(150):
            await tx.model_cache.store_answer(f"old {number}", ANSWER, expires_at=now + HOUR)

    await _let_expire(world, turn.tenant_id)
    assert await _left(world, turn.tenant_id, at=now) == 150
    await put(world, turn.tenant_id, "new", ANSWER, expires_at=later)
    assert await _left(world, turn.tenant_id, at=now) == 50
    await put(world, turn.tenant_id, "newer", ANSWER, expires_at=later)
    assert await _left(world, turn.tenant_id, at=now) == 0
    assert await got(world, turn.tenant_id, "kept", at=now) == ANSWER


async def _let_expire(world: StoreSet, tenant_id: TenantId) -> None:
    world.clock.advance(2 * HOUR)
    if world.database is not None:  # its clock cannot be moved
        async with world.database.transaction(tenant_id) as conn:
            await conn.execute("UPDATE llm_cache SET expires_at = now() WHERE key LIKE 'old %'")


async def _left(world: StoreSet, tenant_id: TenantId, *, at: datetime) -> int:
    async with world.stores.transaction(tenant_id) as tx:
        found = [await tx.model_cache.get_answer(f"old {number}", at=at) for number in range(150)]
    return sum(each is not None for each in found)
