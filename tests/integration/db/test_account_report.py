"""The account in PostgreSQL: its report against one computed apart, and dividends booked once whoever is first."""

import asyncio
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from bot.domain.trading.accounts import Account
from bot.trading.account.roll_forward import RollForward
from db.pool import Database
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores
from tests.contract.store_sets import CLOSE, StoreSet
from tests.fakes.core_ports import calendar, sample
from tests.random_trades import compute_apart, differences, trade_at_random

EX_DATE = date(2013, 2, 7)


async def test_report_over_200_random_trades_equals_one_computed_apart(world: StoreSet) -> None:
    traded = await trade_at_random(world, seed=1, trades=200)
    apart = compute_apart(traded.trades, end=traded.end)
    assert differences(traded) == {}
    assert apart.dividends_paid >= 10
    assert len(apart.results) >= 50


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
    assert (after.cash, actions) == (account.cash + Decimal("26.50"), 1)
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


async def test_the_clock_stands_behind_what_is_booked(world: StoreSet) -> None:
    account = await account_before_a_dividend(world)
    await RollForward(world.stores, sample(), calendar(), world.clock).catch_up(account)
    after, _, _ = await booked(world, account)
    assert after.rolled_to == after.market_time
    assert after.market_time is not None
    assert after.market_time > CLOSE


class _Killed(BaseException):
    """The process has died here."""


async def _dies(*_: object) -> None:
    raise _Killed
