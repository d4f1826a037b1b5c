"""Daily budgets are never exceeded, however many requests run at once, in memory and in PostgreSQL."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.ids import TenantId
from bot.domain.models.requests import BudgetAmount, BudgetPart, ModelAllowance, ModelUsage, TokenUsage
from tests.contract.store_sets import StoreSet, a_thread

DAY = date(2026, 11, 22)
AT = datetime(2026, 11, 22, 8, 0, tzinfo=UTC)
ALLOWED = ModelAllowance(prompt_tokens=1_000, completion_tokens=100, cost=Decimal("0.50"))
NOTHING = (TokenUsage(), Decimal(0))


async def reserve(  # noqa: PLR0913 - what is asked of the store, and by whom
    world: StoreSet,
    tenant_id: TenantId,
    tokens: TokenUsage,
    cost: Decimal = Decimal(0),
    *,
    day: date = DAY,
    at: datetime = AT,
    within: ModelAllowance = ALLOWED,
    part: BudgetPart = BudgetPart.WHOLE,
) -> bool:
    async with world.stores.transaction(tenant_id) as tx:
        amount = BudgetAmount(tokens, cost)
        return await tx.model_budgets.reserve(amount, day=day, at=at, allowance=within, part=part)


async def settle(
    world: StoreSet,
    tenant_id: TenantId,
    reserved: tuple[TokenUsage, Decimal],
    used: tuple[TokenUsage, Decimal],
    *,
    day: date = DAY,
) -> None:
    await world.tx(tenant_id).model_budgets.settle(
        BudgetAmount(*reserved), BudgetAmount(*used), day=day, part=BudgetPart.WHOLE
    )


async def settled(world: StoreSet, tenant_id: TenantId) -> tuple[ModelUsage, datetime | None]:
    return await world.tx(tenant_id).model_budgets.settled_usage(day=DAY)


async def spent(world: StoreSet, tenant_id: TenantId, day: date = DAY) -> ModelUsage:
    return await world.tx(tenant_id).model_budgets.usage_with_reservations(day=day)


async def test_what_is_set_aside_counts_as_spent(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    assert await spent(world, mine) == ModelUsage()
    assert await reserve(world, mine, TokenUsage(600, 50), Decimal("0.25"))
    assert await reserve(world, mine, TokenUsage(400, 50), Decimal("0.25"))
    assert await spent(world, mine) == ModelUsage(tokens=TokenUsage(1_000, 100), cost=Decimal("0.50"))


@pytest.mark.parametrize(
    ("tokens", "cost"),
    [(TokenUsage(401, 0), Decimal(0)), (TokenUsage(0, 51), Decimal(0)), (TokenUsage(0, 0), Decimal("0.2500000001"))],
)
async def test_what_does_not_fit_is_refused_and_changes_nothing(
    world: StoreSet, tokens: TokenUsage, cost: Decimal
) -> None:
    mine = (await world.turn()).tenant_id
    assert await reserve(world, mine, TokenUsage(600, 50), Decimal("0.25"))
    assert not await reserve(world, mine, tokens, cost)
    assert await spent(world, mine) == ModelUsage(tokens=TokenUsage(600, 50), cost=Decimal("0.25"))
    next_day = DAY + timedelta(days=1)  # the first of a day has to fit too
    half = ModelAllowance(prompt_tokens=400, completion_tokens=50, cost=Decimal("0.25"))
    assert not await reserve(world, mine, tokens, cost, day=next_day, within=half)
    assert await spent(world, mine, next_day) == ModelUsage()


async def test_without_a_limit_to_its_cost_only_tokens_count(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    unlimited = ModelAllowance(prompt_tokens=10, completion_tokens=10)
    assert await reserve(world, mine, TokenUsage(5, 5), Decimal(10**9), within=unlimited)
    assert await reserve(world, mine, TokenUsage(5, 5), Decimal(10**9), within=unlimited)
    assert not await reserve(world, mine, TokenUsage(1, 0), within=unlimited)


async def test_settling_puts_what_was_used_in_place_of_what_was_set_aside(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    reserved = (TokenUsage(600, 100), Decimal("0.30"))
    assert await reserve(world, mine, *reserved)
    await settle(world, mine, reserved, (TokenUsage(650, 7), Decimal("0.0700000000000001")))
    assert await spent(world, mine) == ModelUsage(tokens=TokenUsage(650, 7), cost=Decimal("0.0700000000000001"))


async def test_money_is_exact_over_many_small_sums(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    for _ in range(30):
        reserved = (TokenUsage(1, 1), Decimal("0.01"))
        assert await reserve(world, mine, *reserved)
        await settle(world, mine, reserved, (TokenUsage(1, 1), Decimal("0.0000000003")))
    assert await spent(world, mine) == ModelUsage(tokens=TokenUsage(30, 30), cost=Decimal("0.0000000090"))


async def test_more_may_be_used_than_was_set_aside_and_then_nothing_fits(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    reserved = (TokenUsage(10, 100), Decimal("0.01"))
    assert await reserve(world, mine, *reserved)
    await settle(world, mine, reserved, (TokenUsage(10, 130), Decimal("0.01")))
    assert (await spent(world, mine)).tokens == TokenUsage(10, 130)
    assert not await reserve(world, mine, TokenUsage(1, 0))


async def test_it_never_falls_below_zero(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    await settle(world, mine, NOTHING, (TokenUsage(9, 9), Decimal(1)))  # of a day without a reservation
    assert await spent(world, mine) == ModelUsage()
    assert await reserve(world, mine, TokenUsage(1, 1))
    await settle(world, mine, (TokenUsage(9, 9), Decimal(1)), NOTHING)
    assert await spent(world, mine) == ModelUsage()


async def test_every_day_begins_anew(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    everything = (TokenUsage(1_000, 100), Decimal("0.50"))
    assert await reserve(world, mine, *everything)
    assert not await reserve(world, mine, TokenUsage(1, 1))
    assert await reserve(world, mine, *everything, day=DAY + timedelta(days=1))
    await settle(world, mine, everything, NOTHING)  # begun before midnight, ended after it
    assert await spent(world, mine) == ModelUsage()
    assert (await spent(world, mine, DAY + timedelta(days=1))).tokens == everything[0]


async def test_twenty_at_once_never_set_aside_more_than_there_is(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    asked = [reserve(world, mine, TokenUsage(1, 30), Decimal("0.01")) for _ in range(20)]
    granted = await asyncio.gather(*asked)
    assert sum(granted) == 3
    assert (await spent(world, mine)).tokens == TokenUsage(3, 90)


async def test_twenty_reserving_and_settling_at_once_leave_what_was_used(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    most, two = 0, asyncio.Semaphore(2)

    async def one(number: int) -> None:
        nonlocal most
        reserved = (TokenUsage(10, 40), Decimal("0.10"))
        async with two:
            assert await reserve(world, mine, *reserved)
            most = max(most, (await spent(world, mine)).tokens.completion)
            await settle(world, mine, reserved, (TokenUsage(10, number % 2), Decimal("0.001")))

    await asyncio.gather(*(one(number) for number in range(20)))
    assert await spent(world, mine) == ModelUsage(tokens=TokenUsage(200, 10), cost=Decimal("0.020"))
    assert most <= ALLOWED.completion_tokens


async def test_what_is_used_and_what_is_set_aside_can_be_told_apart(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    assert await settled(world, mine) == (ModelUsage(), None)
    first, second = (TokenUsage(600, 60), Decimal("0.30")), (TokenUsage(300, 30), Decimal("0.10"))
    assert await reserve(world, mine, *first)
    assert await reserve(world, mine, *second, at=AT + timedelta(seconds=5))
    assert await settled(world, mine) == (ModelUsage(), AT + timedelta(seconds=5))

    used = (TokenUsage(500, 7), Decimal("0.01"))
    await settle(world, mine, first, used)
    assert await settled(world, mine) == (ModelUsage(tokens=used[0], cost=used[1]), AT + timedelta(seconds=5))
    assert await spent(world, mine) == ModelUsage(tokens=TokenUsage(800, 37), cost=Decimal("0.11"))
    await settle(world, mine, second, NOTHING)
    assert await settled(world, mine) == (ModelUsage(tokens=used[0], cost=used[1]), None)


async def test_what_was_set_aside_by_nobody_who_still_lives_is_given_back_after_an_hour(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    left, used = (TokenUsage(600, 60), Decimal("0.30")), (TokenUsage(100, 10), Decimal("0.05"))
    assert await reserve(world, mine, *used)
    await settle(world, mine, used, used)
    assert await reserve(world, mine, *left)
    assert not await reserve(world, mine, *left, at=AT + timedelta(minutes=59))
    assert await reserve(world, mine, *left, at=AT + timedelta(minutes=61))
    assert await spent(world, mine) == ModelUsage(tokens=TokenUsage(700, 70), cost=Decimal("0.35"))

    for _ in range(2):  # whichever of the two settles, it counts once
        await settle(world, mine, left, (TokenUsage(50, 5), Decimal("0.02")))
    assert await spent(world, mine) == ModelUsage(tokens=TokenUsage(200, 20), cost=Decimal("0.09"))


async def test_what_is_used_is_never_forgotten(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    everything = (TokenUsage(1_000, 100), Decimal("0.50"))
    assert await reserve(world, mine, *everything)
    await settle(world, mine, everything, everything)
    assert not await reserve(world, mine, TokenUsage(1, 1), at=AT + timedelta(hours=9))


async def test_what_was_used_for_a_person_is_added_up_per_day_and_workspace(world: StoreSet) -> None:
    mine, other = (await world.turn()).tenant_id, (await world.turn(a_thread(1, workspace="elsewhere"))).tenant_id
    for person, tokens in (("ann", TokenUsage(10, 5)), ("bob", TokenUsage(1, 1)), ("ann", TokenUsage(3, 2))):
        await world.tx(mine).model_budgets.add_person_tokens(person, tokens, day=DAY)

    async with world.stores.read(mine) as tx:
        assert await tx.model_budgets.person_tokens("ann", day=DAY) == 20
        assert await tx.model_budgets.person_tokens("ann", day=DAY + timedelta(days=1)) == 0
    assert await world.reading(other).model_budgets.person_tokens("ann", day=DAY) == 0


async def test_parts_of_a_day_are_counted_apart(world: StoreSet) -> None:
    mine = (await world.turn()).tenant_id
    assert await reserve(world, mine, TokenUsage(900, 90), part=BudgetPart.SCHEDULED)
    assert await reserve(world, mine, TokenUsage(900, 90))
    assert not await reserve(world, mine, TokenUsage(200, 0), part=BudgetPart.SCHEDULED)
    assert (await spent(world, mine)).tokens == TokenUsage(900, 90)
