"""What every broker promises: orders once by their client order id, its own books, cancellation, rejections."""

import asyncio
from dataclasses import replace
from decimal import Decimal

import pytest

from adapters.broker.paper import PaperBroker
from bot.domain.trading.execution.broker import BrokerOrder, key_of
from bot.domain.trading.execution.orders import AccountOrder, OrderStatus, Rejection, Side
from bot.errors import BrokerUnavailableError
from bot.ports import Broker
from tests.contract.store_sets import COMMISSION, StoreSet, a_thread

PRICE = Decimal("455.49")


@pytest.fixture(params=["paper", "fake"])
def broker(request: pytest.FixtureRequest, world: StoreSet) -> Broker:
    """The paper broker, and the fake that may misbehave and does not; each over books in memory and in PostgreSQL."""
    return world.broker.paper if request.param == "paper" else world.broker


async def an_order_of(world: StoreSet, side: Side = Side.BUY, shares: int = 10) -> AccountOrder:
    return await world.order(await world.turn(), side, Decimal(shares), PRICE)


class TestSubmitting:
    async def test_an_order_is_filled_once_and_found_by_its_client_order_id(
        self, world: StoreSet, broker: Broker
    ) -> None:
        order = await an_order_of(world)
        account = key_of(order)
        assert await broker.find_order(account, order.client_order_id) is None

        answers = await asyncio.gather(*(broker.submit(order) for _ in range(20)))

        assert answers == [answers[0]] * 20
        assert await broker.find_order(account, order.client_order_id) == answers[0]
        assert (answers[0].status, answers[0].filled_shares) == (OrderStatus.FILLED, Decimal(10))
        assert await broker.positions(account) == {"AAPL": Decimal(10)}
        assert await broker.cash(account) == 100_000 - 10 * PRICE - COMMISSION

    async def test_nothing_of_our_own_ledger_is_changed(self, world: StoreSet, broker: Broker) -> None:
        order = await an_order_of(world)
        await broker.submit(order)
        async with world.stores.read(order.tenant_id) as tx:
            assert (await tx.accounts.lock(order.account_id)).cash == 100_000
            assert await tx.accounts.positions(order.account_id) == ()
            assert await tx.accounts.open_orders(order.account_id) == (order,)

    async def test_more_than_there_is_cash_for_is_rejected_with_the_figures(
        self, world: StoreSet, broker: Broker
    ) -> None:
        order = await an_order_of(world, shares=300)
        account = key_of(order)

        answer = await broker.submit(order)

        cost = 300 * PRICE + COMMISSION
        assert answer.rejection == Rejection("insufficient_cash", cost, Decimal(100_000), Decimal(219))
        assert answer.rejection.shortfall == cost - 100_000
        assert await broker.find_order(account, order.client_order_id) == answer
        assert await broker.submit(order) == answer
        assert (await broker.cash(account), await broker.positions(account)) == (Decimal(100_000), {})
        suggested = replace(order, client_order_id="smaller", shares=answer.rejection.suggested_shares)
        assert (await broker.submit(suggested)).status is OrderStatus.FILLED

    async def test_a_sale_of_more_than_is_held_is_rejected(self, world: StoreSet, broker: Broker) -> None:
        await broker.submit(await an_order_of(world))
        answer = await broker.submit(await an_order_of(world, Side.SELL, 11))
        assert answer.rejection == Rejection("insufficient_shares", Decimal(11), Decimal(10))

    async def test_a_sale_of_all_leaves_no_position(self, world: StoreSet, broker: Broker) -> None:
        turn = await world.turn()
        bought = await world.order(turn, Side.BUY, Decimal(10), PRICE)
        await broker.submit(bought)
        await broker.submit(await world.order(turn, Side.SELL, Decimal(10), PRICE))
        assert await broker.positions(key_of(bought)) == {}
        assert await broker.cash(key_of(bought)) == 100_000 - 2 * COMMISSION

    async def test_accounts_are_kept_apart(self, world: StoreSet, broker: Broker) -> None:
        here = await world.order(await world.turn(a_thread(1)))
        there = await world.order(await world.turn(a_thread(1, workspace="elsewhere")))
        await broker.submit(here)
        assert await broker.find_order(key_of(there), here.client_order_id) is None
        assert await broker.positions(key_of(there)) == {}
        assert await broker.cash(key_of(there)) == 100_000


class TestOpenOrders:
    async def accepted(self, world: StoreSet) -> AccountOrder:
        order = await an_order_of(world)
        world.broker.holds_fills = True
        assert (await world.broker.submit(order)).status is OrderStatus.SUBMITTED
        world.broker.holds_fills = False
        return order

    async def test_an_accepted_order_is_open_until_its_last_fill(self, world: StoreSet, broker: Broker) -> None:
        order = await self.accepted(world)
        account = key_of(order)
        assert [each.filled_shares for each in await broker.open_orders(account)] == [0]

        await world.broker.fill(order, Decimal(4))
        (partly,) = await broker.open_orders(account)
        assert (partly.status, partly.filled_shares) == (OrderStatus.PARTIALLY_FILLED, Decimal(4))
        assert await broker.positions(account) == {"AAPL": Decimal(4)}

        await world.broker.fill(order, Decimal(6))
        assert await broker.open_orders(account) == ()
        found = await broker.submit(order)
        assert (found.status, len({fill.id for fill in found.fills})) == (OrderStatus.FILLED, 2)

    async def test_what_is_left_is_cancelled_and_what_is_filled_stays(self, world: StoreSet, broker: Broker) -> None:
        order = await self.accepted(world)
        account = key_of(order)
        await world.broker.fill(order, Decimal(4))

        cancelled = await broker.cancel(account, order.client_order_id)

        assert cancelled is not None
        assert (cancelled.status, cancelled.filled_shares) == (OrderStatus.CANCELLED, Decimal(4))
        assert await broker.open_orders(account) == ()
        assert await broker.positions(account) == {"AAPL": Decimal(4)}
        assert await broker.cancel(account, order.client_order_id) == cancelled

    async def test_a_filled_order_cannot_be_cancelled_and_an_unknown_one_is_none(
        self, world: StoreSet, broker: Broker
    ) -> None:
        order = await an_order_of(world)
        assert await broker.cancel(key_of(order), order.client_order_id) is None
        filled = await broker.submit(order)
        assert await broker.cancel(key_of(order), order.client_order_id) == filled


class TestMisbehaving:
    """The fake alone: what a live broker does on a bad day."""

    async def found(self, world: StoreSet, order: AccountOrder) -> BrokerOrder | None:
        return await PaperBroker(world.broker.books, COMMISSION).find_order(key_of(order), order.client_order_id)

    async def test_an_answer_lost_on_its_way_back(self, world: StoreSet) -> None:
        order = await an_order_of(world)
        world.broker.lose_answers = 1
        with pytest.raises(BrokerUnavailableError):
            await world.broker.submit(order)
        assert await self.found(world, order) is not None

    async def test_a_server_error_before_anything_is_done(self, world: StoreSet) -> None:
        order = await an_order_of(world)
        world.broker.is_down = True
        with pytest.raises(BrokerUnavailableError):
            await world.broker.submit(order)
        with pytest.raises(BrokerUnavailableError):
            await world.broker.cash(key_of(order))
        assert await self.found(world, order) is None

    async def test_some_answers_are_lost_before_and_some_after_the_order_was_taken(self, world: StoreSet) -> None:
        world.broker.lose_rate = 1.0
        taken = set()
        for _ in range(20):
            order = await an_order_of(world, shares=1)
            with pytest.raises(BrokerUnavailableError):
                await world.broker.submit(order)
            taken.add(await self.found(world, order) is not None)
        assert taken == {True, False}
