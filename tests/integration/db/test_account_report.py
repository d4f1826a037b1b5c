"""The account in PostgreSQL: its report against one computed apart, and dividends booked once whoever is first."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.domain.trading.accounts import Account
from bot.domain.trading.execution.broker import key_of
from bot.domain.trading.execution.orders import AccountOrder, Side
from bot.errors import ActionWaitsForOrderError, ClockBehindTradesError
from bot.trading.account.roll_forward import RollForward
from db.pool import Database
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores
from tests.contract.store_sets import CLOSE, StoreSet, a_proposal, an_order
from tests.fakes.core_ports import calendar, sample
from tests.random_trades import compute_apart, differences, trade_at_random

EX_DATE = date(2013, 2, 7)


async def test_report_over_random_trades_equals_one_computed_apart(world: StoreSet) -> None:
    traded = await trade_at_random(world, seed=1, trades=60)
    apart = compute_apart(traded.trades, end=traded.end)
    assert differences(traded) == {}
    assert apart.dividends_paid >= 3
    assert len(apart.results) >= 15


async def account_before_a_dividend(world: StoreSet) -> Account:
    """Return an account that holds 10 AAPL, whose clock has passed the ex-date, and that is not rolled forward."""
    order = await world.order(await world.turn())
    await world.trade(order)
    async with world.stores.transaction(order.tenant_id) as tx:
        await tx.accounts.set_market_time(order.account_id, calendar().close_after(EX_DATE, 3))
        return await tx.accounts.lock(order.account_id)


def another_process(database: Database, world: StoreSet) -> RollForward:
    stores = PostgresStores(database, clock=world.clock, new_id=world.new_id, paper=PaperAccounts())
    return RollForward(stores, sample(), calendar(), world.clock)


async def booked(world: StoreSet, account: Account) -> tuple[Account, int, int]:
    async with world.stores.read(account.tenant_id) as tx:
        after, _ = await tx.accounts.holdings(market="sample")
        actions = (await tx.ledger.load_ledger(account)).actions
        return after, len(actions), len(await tx.ledger.values(account.id))


async def test_two_processes_at_once_book_a_dividend_once(database_url: str, world: StoreSet) -> None:
    account = await account_before_a_dividend(world)
    async with Database(database_url) as one, Database(database_url) as two:
        processes = [another_process(database, world) for database in (one, two)] * 4
        assert all(await asyncio.gather(*(each.catch_up(account) for each in processes)))

    after, actions, values = await booked(world, account)
    assert (after.cash, actions, after.rolled_to) == (account.cash + Decimal("26.50"), 1, account.market_time)
    assert values == calendar().sessions_between(date(2013, 1, 31), EX_DATE) + 4


async def test_a_process_that_dies_in_the_middle_leaves_nothing_and_the_next_books_all(
    world: StoreSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = await account_before_a_dividend(world)
    roll = RollForward(world.stores, sample(), calendar(), world.clock)
    with monkeypatch.context() as patch:
        patch.setattr("bot.trading.account.roll_forward._audit", _dies)
        with pytest.raises(_Killed):
            await roll.catch_up(account)
    assert await booked(world, account) == (account, 0, 0)

    assert await roll.catch_up(account)
    after, actions, _ = await booked(world, account)
    assert (after.cash, actions) == (account.cash + Decimal("26.50"), 1)
    assert not await roll.catch_up(after)
    assert (await booked(world, account))[0] == after


async def test_an_old_view_of_the_account_books_nothing(world: StoreSet) -> None:
    account = await account_before_a_dividend(world)
    roll = RollForward(world.stores, sample(), calendar(), world.clock)
    assert await roll.catch_up(replace(account, cash=account.cash + 1))
    assert await booked(world, account) == (account, 0, 0)


async def test_a_dividend_waits_for_an_order_that_is_open_across_it_and_counts_each_fill_by_its_day(
    world: StoreSet,
) -> None:
    order = await world.order(await world.turn(), shares=Decimal(10))
    world.broker.holds_fills = True
    await world.trade(order)
    await world.broker.fill(order, Decimal(3), executed_at=CLOSE)
    await book_as_reported(world, order)
    after = calendar().close_after(EX_DATE, 3)
    async with world.stores.transaction(order.tenant_id) as tx:
        await tx.accounts.set_market_time(order.account_id, after)
        account = await tx.accounts.lock(order.account_id)
    roll = RollForward(world.stores, sample(), calendar(), world.clock)

    assert not await roll.catch_up(account)
    with pytest.raises(ActionWaitsForOrderError) as waiting:
        await roll.catch_up_before_trade(account, symbol="AAPL")
    assert waiting.value.facts["filled"] == 3
    assert not await roll.catch_up_before_trade(account, symbol="IBM")

    await world.broker.fill(order, Decimal(2), executed_at=CLOSE + timedelta(days=1))  # reported late
    await world.broker.fill(order, Decimal(5), executed_at=after)
    await book_as_reported(world, order)
    account = await world.reading(order.tenant_id).accounts.get(order.account_id)
    assert await roll.catch_up_before_trade(account, symbol="AAPL")
    rolled, actions, _ = await booked(world, account)
    assert (rolled.cash, actions) == (account.cash + Decimal("13.25"), 1)
    assert not await roll.catch_up(rolled)
    assert await world.broker.cash(key_of(order)) == rolled.cash


async def test_what_is_booked_beside_a_waiting_dividend_holds_the_clock(world: StoreSet) -> None:
    held = await world.order(await world.turn(), shares=Decimal(10))
    await world.trade(held)
    waiting = replace(await ibm_order(world), reference_as_of=CLOSE)
    async with world.stores.transaction(waiting.tenant_id) as tx:
        await tx.accounts.add_order(waiting)
        await tx.accounts.set_market_time(held.account_id, calendar().close_after(EX_DATE, 3))
        account = await tx.accounts.lock(held.account_id)
    roll = RollForward(world.stores, sample(), calendar(), world.clock)

    assert await roll.catch_up(account)  # AAPL's; IBM's of the day before waits
    after, actions, _ = await booked(world, account)
    assert (after.cash, actions, after.rolled_to) == (account.cash + Decimal("26.50"), 1, None)
    assert not await roll.catch_up(after)
    with pytest.raises(ClockBehindTradesError):
        await world.tx(waiting.tenant_id).accounts.set_market_time(
            held.account_id, calendar().close_after(CLOSE.date(), 1)
        )


async def ibm_order(world: StoreSet) -> AccountOrder:
    turn = await world.turn()
    decision = await world.confirmed(await world.decision(turn, proposal=a_proposal(symbol="IBM")))
    return an_order(decision, side=Side.BUY, shares=Decimal(5), price=Decimal(200))


async def book_as_reported(world: StoreSet, order: AccountOrder) -> None:
    reported = await world.broker.find_order(key_of(order), order.client_order_id)
    assert reported is not None
    await world.book(order, reported)


class _Killed(BaseException):
    """The process has died here."""


async def _dies(*_: object) -> None:
    raise _Killed
