import asyncio
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.trading.accounts import Position
from bot.domain.trading.execution.broker import key_of
from bot.domain.trading.execution.orders import OrderStatus, Side
from bot.errors import ClockBehindTradesError
from tests.contract.store_sets import CLOSE, COMMISSION, StoreSet, an_order

PRICE = Decimal("455.49")


async def test_account_is_opened_once_per_tenant_and_market(world: StoreSet) -> None:
    turn = await world.turn()

    async def default(market: str) -> object:
        return await world.tx(turn.tenant_id).accounts.default(market=market)

    opened = await asyncio.gather(*(default("sample") for _ in range(10)))
    yahoo = await default("yahoo")

    assert opened == [opened[0]] * 10
    assert yahoo != opened[0]
    account = await world.tx(turn.tenant_id).accounts.default(market="sample")
    assert (account.cash, account.starting_cash, account.currency) == (Decimal(100_000), Decimal(100_000), "USD")
    assert (account.kind, account.market, account.market_time) == ("paper", "sample", None)


async def test_a_decision_has_one_order_for_ever(world: StoreSet) -> None:
    turn = await world.turn()
    order = await world.order(turn)

    async with world.stores.transaction(turn.tenant_id) as tx:
        assert not await tx.accounts.add_order(replace(order, id=world.new_id(), client_order_id="another"))
        assert await tx.accounts.order_for(order.decision_id) == order
        report = await tx.accounts.report_for(order.decision_id)
    assert report is not None
    assert (report.client_order_id, report.status) == (order.client_order_id, OrderStatus.NEW)


async def test_order_without_a_confirmation_is_refused(world: StoreSet) -> None:
    turn, decision = await world.proposed()
    order = an_order(decision, side=Side.BUY, shares=Decimal(1), price=PRICE)

    with pytest.raises(Exception, match=r"approval|foreign key"):
        await world.tx(turn.tenant_id).accounts.add_order(order)

    assert await world.tx(turn.tenant_id).accounts.order_for(decision.id) is None


async def test_buy_fills_at_the_reference_price_and_moves_cash_and_position(world: StoreSet) -> None:
    turn = await world.turn()
    order = await world.order(turn)
    assert await world.broker.find_order(key_of(order), order.client_order_id) is None

    report = await world.trade(order)

    assert (report.status, report.filled_shares, report.average_price) == (OrderStatus.FILLED, Decimal(10), PRICE)
    assert (report.commission, report.executed_at, report.rejection) == (COMMISSION, CLOSE, None)
    found = await world.broker.find_order(key_of(order), order.client_order_id)
    assert found is not None
    assert (found.status, found.filled_shares) == (OrderStatus.FILLED, Decimal(10))
    async with world.stores.transaction(turn.tenant_id) as tx:
        account = await tx.accounts.lock(order.account_id)
        assert await tx.accounts.positions(account.id) == (Position("AAPL", Decimal(10), PRICE, CLOSE),)
        assert await tx.accounts.report_for(order.decision_id) == report
        assert await tx.accounts.last_execution(account.id) == CLOSE
    assert account.cash == 100_000 - 10 * PRICE - COMMISSION


async def test_an_order_submitted_a_hundred_times_is_carried_out_once(world: StoreSet) -> None:
    turn = await world.turn()
    order = await world.order(turn)

    reports = await asyncio.gather(*(world.trade(order) for _ in range(100)))

    assert reports == [reports[0]] * 100
    assert (await world.tx(turn.tenant_id).accounts.lock(order.account_id)).cash == 100_000 - 10 * PRICE - COMMISSION


async def test_cost_is_averaged_by_weight_and_a_sale_of_all_closes_the_position(world: StoreSet) -> None:
    turn = await world.turn()
    first = await world.order(turn, shares=Decimal(10), price=Decimal(400))
    await world.trade(first)
    await world.trade(await world.order(turn, shares=Decimal(30), price=Decimal(480)))
    assert await world.tx(turn.tenant_id).accounts.positions(first.account_id) == (
        Position("AAPL", Decimal(40), Decimal(460), CLOSE),
    )

    report = await world.trade(await world.order(turn, Side.SELL, Decimal(40), Decimal(500)))

    assert report.status is OrderStatus.FILLED
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.accounts.positions(first.account_id) == ()
        account = await tx.accounts.lock(first.account_id)
    assert account.cash == 100_000 - 10 * 400 - 30 * 480 + 40 * 500 - 3 * COMMISSION


@pytest.mark.parametrize(
    ("side", "shares", "price", "reason"),
    [
        (Side.BUY, Decimal(1000), Decimal(100), "insufficient_cash"),  # the commission is missing
        (Side.SELL, Decimal(1), Decimal(100), "insufficient_shares"),
        (Side.BUY, Decimal("0.5"), Decimal(100), "fractional_shares"),
    ],
)
async def test_what_the_account_does_not_allow_is_rejected_and_changes_nothing(
    world: StoreSet, side: Side, shares: Decimal, price: Decimal, reason: str
) -> None:
    order = await world.order(await world.turn(), side, shares, price)

    report = await world.trade(order)

    assert report.status is OrderStatus.REJECTED
    assert report.rejection is not None
    assert report.rejection.code == reason
    assert report.filled_shares == 0
    assert await world.trade(order) == report
    async with world.stores.transaction(order.tenant_id) as tx:
        assert (await tx.accounts.lock(order.account_id)).cash == 100_000
        assert await tx.accounts.positions(order.account_id) == ()
        assert await tx.accounts.last_execution(order.account_id) is None


async def test_concurrent_orders_never_overspend(world: StoreSet) -> None:
    turn = await world.turn()
    orders = [await world.order(turn, shares=Decimal(1), price=Decimal(30_000)) for _ in range(6)]

    reports = await asyncio.gather(*map(world.trade, orders))

    statuses = [report.status for report in reports]
    assert statuses.count(OrderStatus.FILLED) == 3
    account = await world.tx(turn.tenant_id).accounts.lock(orders[0].account_id)
    assert account.cash == 100_000 - 3 * (30_000 + COMMISSION)


async def test_market_time_moves_on_but_never_behind_the_last_fill(world: StoreSet) -> None:
    turn = await world.turn()
    order = await world.order(turn)
    await world.trade(order)
    later = CLOSE + timedelta(days=29)

    with pytest.raises(ClockBehindTradesError):
        await world.tx(turn.tenant_id).accounts.set_market_time(order.account_id, CLOSE - timedelta(days=1))
    await world.tx(turn.tenant_id).accounts.set_market_time(order.account_id, later)

    assert (await world.tx(turn.tenant_id).accounts.default(market="sample")).market_time == later


async def test_latest_orders_come_newest_first(world: StoreSet) -> None:
    turn = await world.turn()
    orders = [await world.order(turn) for _ in range(3)]

    latest = await world.tx(turn.tenant_id).accounts.orders(orders[0].account_id, limit=2)

    assert latest == (orders[2], orders[1])


async def test_cash_is_reserved_by_open_orders_and_pending_decisions_to_buy(world: StoreSet) -> None:
    turn = await world.turn()
    await world.order(turn, shares=Decimal(2), price=Decimal("10.25"))
    await world.order(turn, Side.SELL)
    done = await world.order(turn, price=PRICE)
    await world.trade(done)
    pending, replaced = await world.decision(turn), await world.decision(turn)
    await world.decision(turn, expires_at=world.clock.now())

    async with world.stores.read(turn.tenant_id) as tx:
        account, positions = await tx.accounts.holdings(market="sample")
        reserved = await tx.accounts.reserved_cash(account.id, at=world.clock.now(), except_decisions={replaced.id})
        open_orders = await tx.accounts.open_orders(account.id)

    assert reserved.amount == Decimal("20.50") + pending.proposal.cash_change
    assert reserved.with_commission(Decimal("1.5")) == reserved.amount + 3
    assert [order.side for order in open_orders] == [Side.SELL, Side.BUY]
    assert [position.shares for position in positions] == [Decimal(10)]


async def test_time_passes_once_when_several_let_it_pass(world: StoreSet) -> None:
    turn = await world.turn()
    account = await world.tx(turn.tenant_id).accounts.default(market="yahoo")
    since = account.passed_to
    assert since is not None

    async def let_pass() -> bool:
        return await world.tx(turn.tenant_id).accounts.pass_time(
            account.id, since=since, until=since + timedelta(hours=7)
        )

    assert sorted(await asyncio.gather(*(let_pass() for _ in range(4)))) == [False, False, False, True]
    assert (await world.reading(turn.tenant_id).accounts.get(account.id)).passed_to == since + timedelta(hours=7)
