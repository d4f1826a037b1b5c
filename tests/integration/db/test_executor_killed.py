"""kill -9 of processes that execute orders, with a broker that loses one answer in five: no duplicate, no loss."""

import asyncio
from collections.abc import Sequence
from decimal import Decimal
from itertools import count
from random import Random

import pytest

from bot.domain.trading.execution.broker import key_of
from bot.domain.trading.execution.orders import AccountOrder, Side
from tests.contract.store_sets import StoreSet
from tests.e2e.deployment import Deployment
from tests.e2e.forked_process import ForkedProcess
from tests.e2e.invariants import assert_books_balance, assert_reconciled_since
from tests.integration.killed_processes import kill_at, started
from tests.rounds import full_rounds

LOST = 0.2
# The tables that are written after a confirmation, in this order: sent, executed by the broker, booked.
STEPS = ("decision", "paper_fill", "fill", "trade_order")
FEW = ("paper_fill",)
ALL_OTHERS = [pytest.param(table, marks=pytest.mark.faults) for table in STEPS if table not in FEW]
_SEEDS = count(1)


def begun(deployment: Deployment, *, lost: float = LOST) -> ForkedProcess:
    return started(deployment, "finish_orders", next(_SEEDS), lost)


async def confirmed_orders(world: StoreSet, number: int) -> list[AccountOrder]:
    """Purchases of one account, all confirmed and none sent; one in ten is too large."""
    turn, random = await world.turn(), Random(20130131)  # noqa: S311 - the same orders in every run
    return [
        await world.order(
            turn,
            Side.BUY,
            Decimal(random.randint(1, 5)) if at % 10 else Decimal(100_000),
            Decimal(random.randint(100, 4_000)) / 100,
        )
        for at in range(number)
    ]


async def assert_each_once(world: StoreSet, deployment: Deployment, orders: Sequence[AccountOrder]) -> None:
    """Every order has one outcome, the same on both sides, to the cent."""
    assert_books_balance(deployment)
    status = "SELECT status, count(*) AS orders FROM {} GROUP BY 1 ORDER BY 1"
    too_large = sum(order.shares == 100_000 for order in orders)
    expected = [{"status": "filled", "orders": len(orders) - too_large}]
    expected += [{"status": "rejected", "orders": too_large}] if too_large else []
    for table in ("decision", "trade_order", "paper_order"):
        assert deployment.rows(status.format(table)) == expected, table
    assert await world.reconciliation().reconcile(key_of(orders[0])) == ()


@pytest.mark.parametrize("table", [*FEW, *ALL_OTHERS])
async def test_killed_at_a_step_then_the_next_process_finishes_it_once(
    world: StoreSet, deployment: Deployment, table: str
) -> None:
    orders = await confirmed_orders(world, 3)
    kill_at(deployment, table, lambda: begun(deployment, lost=0.0))
    restarted_at = deployment.now()
    assert begun(deployment).wait(60) == 0
    assert_reconciled_since(deployment, restarted_at)
    await assert_each_once(world, deployment, orders)


@pytest.mark.faults
@pytest.mark.timeout(900)
async def test_killed_again_and_again_with_lost_answers_then_nothing_twice_and_nothing_lost(
    world: StoreSet, deployment: Deployment
) -> None:
    kills = full_rounds(few=10, all_of_them=60)
    orders = await confirmed_orders(world, full_rounds(few=60, all_of_them=400))
    chance = Random(7)  # noqa: S311 - the same pauses in every run
    killed = 0
    processes = [begun(deployment), begun(deployment)]
    while killed < kills:
        await asyncio.sleep(chance.uniform(0.1, 0.6))
        at = killed % 2
        processes[at].kill()
        killed += processes[at].wait(30) < 0 or not unfinished(deployment)
        processes[at] = begun(deployment)
    for process in processes:
        assert process.wait(120) == 0
    assert not unfinished(deployment)
    restarted_at = deployment.now()
    assert begun(deployment).wait(60) == 0
    assert_reconciled_since(deployment, restarted_at)
    await assert_each_once(world, deployment, orders)


def unfinished(deployment: Deployment) -> int:
    found: int = deployment.value(
        "SELECT count(*) FROM decision WHERE status NOT IN ('filled', 'rejected', 'superseded')"
    )
    return found
