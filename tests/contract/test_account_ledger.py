"""The ledger of an account: dividends and splits are booked once, and values are kept by session."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.domain.accounting.roll_forward import AccountValue
from bot.domain.ids import TenantId
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.execution.orders import Side
from bot.errors import ClockBehindTradesError
from tests.contract.store_sets import CLOSE, COMMISSION, StoreSet, a_roll

LATER = CLOSE + timedelta(days=7)
D = Decimal


async def account_with_shares(world: StoreSet) -> Account:
    order = await world.order(await world.turn())
    await world.trade(order)
    account, _ = await world.reading(order.tenant_id).accounts.holdings(market="sample")
    return account


async def held(world: StoreSet, tenant_id: TenantId) -> tuple[Account, tuple[Position, ...]]:
    return await world.reading(tenant_id).accounts.holdings(market="sample")


async def test_a_roll_credits_cash_once_however_many_try(world: StoreSet) -> None:
    account = await account_with_shares(world)

    async def book() -> bool:
        return await world.tx(account.tenant_id).ledger.book_roll(account, a_roll(), to=LATER)

    booked = await asyncio.gather(*(book() for _ in range(10)))

    assert sorted(booked) == [False] * 9 + [True]
    after, _ = await held(world, account.tenant_id)
    assert after == replace(account, cash=account.cash + D("26.50"), rolled_to=LATER)
    async with world.stores.read(account.tenant_id) as tx:
        ledger = await tx.ledger.load_ledger(after)
        assert await tx.ledger.count_entries(account.id) == 2
        assert await tx.ledger.values(account.id) == a_roll().values
        assert await tx.ledger.first_session(account.id) == date(2013, 2, 7)
    assert ledger.actions == a_roll().actions
    assert ledger.starting_cash + sum(each.cash_change for each in ledger.fills) + D("26.50") == after.cash


async def test_the_ledger_has_every_fill(world: StoreSet) -> None:
    account = await account_with_shares(world)
    (fill,) = (await world.reading(account.tenant_id).ledger.load_ledger(account)).fills
    assert (fill.symbol, fill.side, fill.shares, fill.price) == ("AAPL", Side.BUY, D(10), D("455.49"))
    assert (fill.commission, fill.executed_at) == (COMMISSION, CLOSE)


async def test_a_split_changes_the_position_and_one_that_leaves_nothing_closes_it(world: StoreSet) -> None:
    account = await account_with_shares(world)
    split = Position("AAPL", D(70), D("65.07"), CLOSE)
    assert await world.tx(account.tenant_id).ledger.book_roll(account, a_roll(positions={"AAPL": split}), to=LATER)
    account, positions = await held(world, account.tenant_id)
    assert positions == (split,)

    assert await world.tx(account.tenant_id).ledger.book_roll(
        account, a_roll(actions=(), positions={"AAPL": None}), to=LATER
    )
    assert (await held(world, account.tenant_id))[1] == ()


async def test_a_value_is_replaced_by_session(world: StoreSet) -> None:
    account = await account_with_shares(world)
    again = AccountValue(session=date(2013, 2, 7), cash=D(1), positions=D("2.5"), at_cost=("AAPL",))
    await world.tx(account.tenant_id).ledger.book_roll(account, a_roll(), to=LATER)
    account, _ = await held(world, account.tenant_id)
    await world.tx(account.tenant_id).ledger.book_roll(account, a_roll(actions=(), values=(again,)), to=LATER)
    assert await world.reading(account.tenant_id).ledger.values(account.id) == (again,)


async def test_the_clock_does_not_go_back_behind_a_dividend_and_drops_values_if_it_goes_back(world: StoreSet) -> None:
    account = await account_with_shares(world)
    async with world.stores.transaction(account.tenant_id) as tx:
        await tx.ledger.book_roll(account, a_roll(actions=()), to=LATER)
        await tx.accounts.set_market_time(account.id, CLOSE)
    back, _ = await held(world, account.tenant_id)
    assert (back.rolled_to, back.market_time) == (None, CLOSE)
    async with world.stores.transaction(account.tenant_id) as tx:
        assert await tx.ledger.values(account.id) == ()
        await tx.ledger.book_roll(back, a_roll(), to=LATER)

    with pytest.raises(ClockBehindTradesError):
        await world.tx(account.tenant_id).accounts.set_market_time(account.id, CLOSE)
