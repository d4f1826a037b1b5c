"""Recorded model calls: usage per purpose, day and tenant, in memory and in PostgreSQL."""

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from bot.domain.conversation.turns import Turn
from bot.domain.ids import TenantId
from bot.domain.models.requests import HistoryTokens, ModelCall, ModelUsage, TokenUsage
from tests.contract.store_sets import StoreSet
from tests.fakes.model_stores import a_model_call

DAY = date(2026, 11, 22)
AT = datetime(2026, 11, 22, 12, tzinfo=UTC)


async def booked(world: StoreSet, turn: Turn, *calls: ModelCall) -> None:
    async with world.stores.transaction(turn.tenant_id) as tx:
        for call in calls:
            mine = {"id": world.new_id(), "tenant_id": turn.tenant_id}
            await tx.model_calls.add_call(replace(call, **mine))  # type: ignore[arg-type] # mypy sees one type for both


async def of_day(world: StoreSet, tenant_id: TenantId, day: date = DAY) -> tuple[tuple[str, ModelUsage], ...]:
    return await world.tx(tenant_id).model_calls.usage_of_day(day)


async def test_each_purpose_is_summed_up_the_largest_first(world: StoreSet) -> None:
    turn = await world.turn()
    call = a_model_call(at=AT, turn_id=turn.id)
    await booked(
        world,
        turn,
        replace(call, purpose="filter", tokens=TokenUsage(10, 1), cost=Decimal("0.000001")),
        call,
        replace(call, is_cached=True, tokens=TokenUsage(), cost=Decimal(0), attempts=0),
        replace(call, outcome="ModelTimeoutError", tokens=TokenUsage(1_000, 0), cost=Decimal("0.002")),
    )

    assert await of_day(world, turn.tenant_id) == (
        (
            "decision",
            ModelUsage(tokens=TokenUsage(2_000, 200), cost=Decimal("0.0056"), calls=3, cache_hits=1, failures=1),
        ),
        ("filter", ModelUsage(tokens=TokenUsage(10, 1), cost=Decimal("0.000001"), calls=1)),
    )


async def test_what_stood_for_conversations_is_summed_up(world: StoreSet) -> None:
    turn = await world.turn()
    calls = (a_model_call(at=AT, history=HistoryTokens(400, 3_000), estimated_prompt=900), a_model_call(at=AT))
    await booked(world, turn, *calls)
    ((_, use),) = await of_day(world, turn.tenant_id)
    assert use.history == HistoryTokens(400, 3_000)


async def test_costs_are_summed_exactly(world: StoreSet) -> None:
    turn = await world.turn()
    await booked(world, turn, *(a_model_call(at=AT, cost=Decimal("0.1000000000001")) for _ in range(10)))
    ((_, use),) = await of_day(world, turn.tenant_id)
    assert use.cost == Decimal("1.000000000001")


async def test_purposes_of_equal_use_come_by_name(world: StoreSet) -> None:
    turn = await world.turn()
    calls = (a_model_call(at=AT, purpose=each, tokens=TokenUsage(), outcome="X") for each in ("b", "Z", "a"))
    await booked(world, turn, *calls)
    assert [purpose for purpose, _ in await of_day(world, turn.tenant_id)] == ["Z", "a", "b"]


@pytest.mark.parametrize(
    ("at", "is_of_the_day"),
    [
        (datetime(2026, 11, 21, 23, 59, 59, 999_999, tzinfo=UTC), False),
        (datetime(2026, 11, 22, tzinfo=UTC), True),
        (datetime(2026, 11, 22, 23, 59, 59, 999_999, tzinfo=UTC), True),
        (datetime(2026, 11, 23, tzinfo=UTC), False),
    ],
)
async def test_a_day_goes_from_midnight_to_midnight_utc(world: StoreSet, at: datetime, *, is_of_the_day: bool) -> None:
    turn = await world.turn()
    await booked(world, turn, a_model_call(at=at))
    assert bool(await of_day(world, turn.tenant_id)) is is_of_the_day


async def test_a_call_outside_of_a_turn_and_with_strange_text_is_booked_too(world: StoreSet) -> None:
    turn = await world.turn()
    await booked(world, turn, a_model_call(at=AT, model="模型\x00\ud800", outcome="Model\x00Error"))
    ((_, use),) = await of_day(world, turn.tenant_id)
    assert (use.calls, use.failures) == (1, 1)


async def test_when_the_transaction_fails_then_nothing_is_booked(world: StoreSet) -> None:
    turn = await world.turn()

    async def fail() -> None:
        async with world.stores.transaction(turn.tenant_id) as tx:
            await tx.model_calls.add_call(a_model_call(at=AT, tenant_id=turn.tenant_id))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await of_day(world, turn.tenant_id) == ()
