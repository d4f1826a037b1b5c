"""Corrections of holdings: booked once, in our ledger and at the paper broker alike, and undone as they were booked."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from uuid import UUID

import pytest

from bot.domain.accounting.books import apply_conversion, positions_of
from bot.domain.accounting.conversions import ConversionTerms
from bot.domain.accounting.corrections import CorrectionStatus, HoldingCorrection, is_traded_since
from bot.domain.conversation.threads import Person
from bot.domain.trading.accounts import Account
from bot.domain.trading.execution.broker import key_of
from bot.domain.trading.execution.orders import Order, Side
from bot.errors import ClockBehindTradesError
from bot.trading.reconcile import Reconciliation
from tests.contract.store_sets import ANN, CLOSE, StoreSet, a_roll, a_thread

D = Decimal
LATER = CLOSE + timedelta(days=7)
PRICE = D("455.49")
MERGER = ConversionTerms(symbol="AAPL", into="IBM", ratio=D("0.252"), cash=D("142.50"))
PROPOSED, BOOKED, UNDONE = CorrectionStatus.PROPOSED, CorrectionStatus.BOOKED, CorrectionStatus.UNDONE


async def traded(world: StoreSet) -> Order:
    order = await world.order(await world.turn(), Side.BUY, D(10), PRICE)
    await world.trade(order)
    return order


async def account_of(world: StoreSet, order: Order) -> Account:
    async with world.stores.read(order.tenant_id) as tx:
        return (await tx.accounts.holdings(market="sample"))[0]


async def proposed(world: StoreSet, order: Order, terms: ConversionTerms = MERGER) -> HoldingCorrection:
    turn = await world.turn()
    change = apply_conversion(
        terms, shares=D(10), price=D(200) if terms.into else None, effective_at=CLOSE, booked_at=world.clock.now()
    )
    correction = HoldingCorrection(
        id=world.new_id(),
        account_id=order.account_id,
        change=change,
        status=PROPOSED,
        asked_turn=turn.id,
        person=Person(ANN.id, ANN.name),
    )
    async with world.stores.transaction(order.tenant_id) as tx:
        await tx.corrections.add_correction(correction)
    return correction


async def move(world: StoreSet, order: Order, correction: HoldingCorrection, *, was: CorrectionStatus) -> bool:
    """Store a correction's status with the positions that follow from it."""
    async with world.stores.transaction(order.tenant_id) as tx:
        ledger = await tx.ledger.load_ledger(await tx.accounts.lock(order.account_id))
        others = tuple(each for each in ledger.conversions if each.booked_at != correction.change.booked_at)
        own = (correction.change,) if correction.status is BOOKED else ()
        after = positions_of(replace(ledger, conversions=(*others, *own)), correction.symbols)
        return await tx.corrections.move_correction(correction, was=was, positions=after)


async def test_a_conversion_is_booked_once_however_many_try_and_the_broker_follows(world: StoreSet) -> None:
    order = await traded(world)
    before = await account_of(world, order)
    correction = await proposed(world, order)
    booked = await asyncio.gather(
        *(move(world, order, replace(correction, status=BOOKED), was=PROPOSED) for _ in range(5))
    )
    assert sorted(booked) == [False] * 4 + [True]
    after = await account_of(world, order)
    assert after == replace(before, cash=before.cash + D("1529.00"), corrections=1)  # 0.52 of a share at $200 is $104
    async with world.stores.read(order.tenant_id) as tx:
        (held,) = await tx.accounts.positions(order.account_id)
        ledger = await tx.ledger.load_ledger(after)
        assert await tx.ledger.count_entries(order.account_id) == 2
        assert [each.status for each in await tx.corrections.latest(order.account_id)] == [BOOKED]
    assert (held.symbol, held.shares, held.opened_at) == ("IBM", D(2), CLOSE)
    assert ledger.conversions == (correction.change,)
    assert positions_of(ledger, ["IBM"]) == {"IBM": held}
    assert await reconciliation(world).reconcile(key_of(order)) == ()


async def test_what_is_undone_leaves_all_books_as_they_were(world: StoreSet) -> None:
    order = await traded(world)
    before = await account_of(world, order)
    correction = await proposed(world, order)
    await move(world, order, replace(correction, status=BOOKED), was=PROPOSED)
    undone = [await move(world, order, replace(correction, status=UNDONE), was=BOOKED) for _ in range(2)]
    assert undone == [True, False]
    assert await account_of(world, order) == replace(before, corrections=2)
    async with world.stores.read(order.tenant_id) as tx:
        (held,) = await tx.accounts.positions(order.account_id)
        assert (await tx.ledger.load_ledger(before)).conversions == ()
        assert await tx.ledger.count_entries(order.account_id) == 3
        assert [each.status for each in await tx.corrections.latest(order.account_id, symbol="IBM")] == [UNDONE]
        assert await tx.corrections.latest(order.account_id, symbol="MSFT") == ()
    assert (held.symbol, held.shares, held.average_cost) == ("AAPL", D(10), PRICE)
    assert await reconciliation(world).reconcile(key_of(order)) == ()


@pytest.mark.parametrize("cash", ["0", "23"])
async def test_cash_or_nothing_closes_the_position_in_all_books(world: StoreSet, cash: str) -> None:
    order = await traded(world)
    correction = await proposed(world, order, ConversionTerms(symbol="AAPL", cash=D(cash)))
    await move(world, order, replace(correction, status=BOOKED), was=PROPOSED)
    async with world.stores.read(order.tenant_id) as tx:
        assert await tx.accounts.positions(order.account_id) == ()
    assert await world.broker.positions(key_of(order)) == {}
    assert await reconciliation(world).reconcile(key_of(order)) == ()


async def test_a_roll_that_was_begun_before_a_rename_books_nothing(world: StoreSet) -> None:
    """A rename changes neither cash nor the mark: the account counts it."""
    order = await traded(world)
    begun = await account_of(world, order)
    renamed = await proposed(world, order, ConversionTerms(symbol="AAPL", into="IBM", ratio=D(1)))
    await move(world, order, replace(renamed, status=BOOKED), was=PROPOSED)
    async with world.stores.transaction(order.tenant_id) as tx:
        assert not await tx.ledger.book_roll(begun, a_roll(), to=LATER)


async def test_bought_since_then_it_is_traded_since(world: StoreSet) -> None:
    order = await traded(world)
    correction = await proposed(world, order, ConversionTerms(symbol="AAPL", into="IBM", ratio=D(1)))
    await move(world, order, replace(correction, status=BOOKED), was=PROPOSED)
    account = await account_of(world, order)
    async with world.stores.read(order.tenant_id) as tx:
        ledger = await tx.ledger.load_ledger(account)
    assert not is_traded_since(ledger, *ledger.conversions)
    await traded(world)
    async with world.stores.read(order.tenant_id) as tx:
        ledger = await tx.ledger.load_ledger(account)
    assert is_traded_since(ledger, *ledger.conversions)


async def test_the_clock_does_not_go_back_behind_a_correction(world: StoreSet) -> None:
    order = await traded(world)
    correction = await proposed(world, order)
    late = replace(correction.change, effective_at=LATER, booked_at=world.clock.now())
    await move(world, order, replace(correction, change=late, status=BOOKED), was=PROPOSED)
    with pytest.raises(ClockBehindTradesError):
        async with world.stores.transaction(order.tenant_id) as tx:
            await tx.accounts.set_market_time(order.account_id, CLOSE)


async def test_another_tenant_sees_and_moves_nothing(world: StoreSet) -> None:
    order = await traded(world)
    correction = await proposed(world, order)
    other = await world.turn(a_thread(1, workspace="elsewhere"))
    async with world.stores.transaction(other.tenant_id) as tx:
        assert await tx.corrections.find_correction(correction.id) is None
        assert await tx.corrections.find_correction(UUID(int=1)) is None
    async with world.stores.read(order.tenant_id) as tx:
        assert await tx.corrections.find_correction(correction.id) == correction


def reconciliation(world: StoreSet) -> Reconciliation:
    return Reconciliation(world.stores, world.broker, world.sweeper, world.clock, pause_seconds=0)
