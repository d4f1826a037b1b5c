"""Corrections of holdings: booked once, in our ledger and at the paper broker alike, and undone as they were booked."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.domain.accounting.books import apply_conversion, positions_of
from bot.domain.accounting.corrections import (
    CorrectionStatus,
    HoldingCorrection,
    ReleasedPrice,
    StatedPrice,
    is_traded_since,
)
from bot.domain.accounting.ledger import ConversionTerms, HoldingConversion
from bot.domain.conversation.threads import Person
from bot.domain.conversation.turns import Turn
from bot.domain.market.price_history import ActionKind, CorporateAction, SessionClose
from bot.domain.trading.accounts import Account, StatedPriceOfDay
from bot.domain.trading.execution.broker import key_of
from bot.domain.trading.execution.orders import AccountOrder, Side
from bot.errors import ClockBehindTradesError
from tests.contract.store_sets import ANN, CLOSE, StoreSet, a_roll

D = Decimal
LATER = CLOSE + timedelta(days=7)
PRICE = D("455.49")
MERGER = ConversionTerms(symbol="AAPL", into="IBM", ratio=D("0.252"), cash=D("142.50"))
PROPOSED, BOOKED, UNDONE = CorrectionStatus.PROPOSED, CorrectionStatus.BOOKED, CorrectionStatus.UNDONE


async def traded(world: StoreSet) -> AccountOrder:
    order = await world.order(await world.turn(), Side.BUY, D(10), PRICE)
    await world.trade(order)
    return order


async def account_of(world: StoreSet, order: AccountOrder) -> Account:
    return (await world.reading(order.tenant_id).accounts.holdings(market="sample"))[0]


async def added(
    world: StoreSet,
    order: AccountOrder,
    change: HoldingConversion | StatedPrice | ReleasedPrice,
    *,
    turn: Turn | None = None,
) -> HoldingCorrection:
    correction = HoldingCorrection(
        id=world.new_id(),
        account_id=order.account_id,
        change=change,
        status=PROPOSED,
        asked_turn=(turn or await world.turn()).id,
        person=Person(ANN.id, ANN.name),
    )
    await world.tx(order.tenant_id).corrections.add_correction(correction)
    return correction


async def proposed(
    world: StoreSet, order: AccountOrder, terms: ConversionTerms = MERGER, *, turn: Turn | None = None
) -> HoldingCorrection:
    price, now = D(200) if terms.into else None, world.clock.now()
    change = apply_conversion(terms, shares=D(10), price=price, effective_at=CLOSE, booked_at=now)
    return await added(world, order, change, turn=turn)


async def move(world: StoreSet, order: AccountOrder, correction: HoldingCorrection, *, was: CorrectionStatus) -> bool:
    """Store a correction's status with the positions that follow from it."""
    async with world.stores.transaction(order.tenant_id) as tx:
        ledger = await tx.ledger.load_ledger(await tx.accounts.lock(order.account_id))
        others = tuple(each for each in ledger.conversions if each.booked_at != correction.change.booked_at)
        own = (correction.change,) if correction.status is BOOKED else ()
        after = positions_of(replace(ledger, conversions=(*others, *own)), correction.symbols)
        return await tx.corrections.move_correction(correction, was=was, changed=after)


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
    assert await world.reconciliation().reconcile(key_of(order)) == ()


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
    assert await world.reconciliation().reconcile(key_of(order)) == ()


@pytest.mark.parametrize("cash", ["0", "23"])
async def test_cash_or_nothing_closes_the_position_in_all_books(world: StoreSet, cash: str) -> None:
    order = await traded(world)
    correction = await proposed(world, order, ConversionTerms(symbol="AAPL", cash=D(cash)))
    await move(world, order, replace(correction, status=BOOKED), was=PROPOSED)
    assert await world.reading(order.tenant_id).accounts.positions(order.account_id) == ()
    assert await world.broker.positions(key_of(order)) == {}
    assert await world.reconciliation().reconcile(key_of(order)) == ()


async def test_a_roll_that_was_begun_before_a_rename_books_nothing(world: StoreSet) -> None:
    """A rename changes neither cash nor the mark: the account counts it."""
    order = await traded(world)
    begun = await account_of(world, order)
    renamed = await proposed(world, order, ConversionTerms(symbol="AAPL", into="IBM", ratio=D(1)))
    await move(world, order, replace(renamed, status=BOOKED), was=PROPOSED)
    assert not await world.tx(order.tenant_id).ledger.book_roll(begun, a_roll(), to=LATER)


async def test_bought_since_then_it_is_traded_since(world: StoreSet) -> None:
    order = await traded(world)
    correction = await proposed(world, order, ConversionTerms(symbol="AAPL", into="IBM", ratio=D(1)))
    await move(world, order, replace(correction, status=BOOKED), was=PROPOSED)
    account = await account_of(world, order)
    ledger = await world.reading(order.tenant_id).ledger.load_ledger(account)
    assert not is_traded_since(ledger, *ledger.conversions)
    await traded(world)
    ledger = await world.reading(order.tenant_id).ledger.load_ledger(account)
    assert is_traded_since(ledger, *ledger.conversions)


async def test_the_clock_does_not_go_back_behind_a_correction(world: StoreSet) -> None:
    order = await traded(world)
    correction = await proposed(world, order)
    late = replace(correction.change, effective_at=LATER, booked_at=world.clock.now())
    await move(world, order, replace(correction, change=late, status=BOOKED), was=PROPOSED)
    with pytest.raises(ClockBehindTradesError):
        await world.tx(order.tenant_id).accounts.set_market_time(order.account_id, CLOSE)


async def last_good(world: StoreSet, order: AccountOrder) -> SessionClose | None:
    async with world.stores.read(order.tenant_id) as tx:
        (of_account,) = await tx.accounts.positions(order.account_id)
        _, (held,) = await tx.accounts.holdings(market="sample")
    assert of_account.last_good == held.last_good
    return held.last_good


async def stated(world: StoreSet, order: AccountOrder) -> HoldingCorrection:
    """State a price of $12.50 for a holding, as of a week after it was bought."""
    change = StatedPrice(
        symbol="AAPL",
        price=D("12.5"),
        shares=D(10),
        before=SessionClose(date(2013, 1, 31), PRICE),
        effective_at=LATER,
        booked_at=world.clock.now(),
    )
    booked = replace(await added(world, order, change), status=BOOKED)
    assert await world.tx(order.tenant_id).corrections.move_correction(booked, was=PROPOSED, changed={})
    return booked


async def test_a_stated_price_values_the_position_until_the_source_has_a_later_one(world: StoreSet) -> None:
    order = await traded(world)
    before = await account_of(world, order)
    await stated(world, order)
    ours = StatedPriceOfDay(date(2013, 2, 7), D("12.5"), "Ann")
    assert await last_good(world, order) == ours
    assert await account_of(world, order) == replace(before, corrections=1)

    async def close(day: date) -> None:
        async with world.stores.transaction(order.tenant_id) as tx:
            account = await tx.accounts.get(order.account_id)
            rolled = a_roll(actions=(), values=(), last_prices={"AAPL": SessionClose(day, D(400))})
            assert await tx.ledger.book_roll(account, rolled, to=LATER)

    await close(date(2013, 2, 6))
    assert await last_good(world, order) == ours
    await close(date(2013, 2, 8))
    assert await last_good(world, order) == SessionClose(date(2013, 2, 8), D(400))


async def test_a_stated_price_that_is_undone_gives_way_to_the_one_before(world: StoreSet) -> None:
    order = await traded(world)
    booked = await stated(world, order)
    async with world.stores.transaction(order.tenant_id) as tx:
        undone = replace(booked, status=UNDONE)
        assert await tx.corrections.move_correction(undone, was=BOOKED, changed={})
        assert await tx.corrections.find_correction(booked.id) == undone
    assert await last_good(world, order) == SessionClose(date(2013, 1, 31), PRICE)


async def held_action(world: StoreSet, order: AccountOrder) -> CorporateAction | None:
    async with world.stores.read(order.tenant_id) as tx:
        (position,) = await tx.accounts.positions(order.account_id)
        assert (await tx.accounts.holdings(market="sample"))[1][0].held_action == position.held_action
    return position.held_action


async def test_an_action_that_is_not_believed_is_kept_until_a_conversion_into_the_same_share(world: StoreSet) -> None:
    order = await traded(world)
    split = CorporateAction("AAPL", date(2013, 2, 7), ActionKind.SPLIT, D(2))

    async def roll(*actions: CorporateAction) -> None:
        async with world.stores.transaction(order.tenant_id) as tx:
            account = await tx.accounts.get(order.account_id)
            held = {each.symbol: each for each in actions}
            assert await tx.ledger.book_roll(
                account, a_roll(actions=(), values=(), held_actions=held), to=account.rolled_to
            )

    await roll(split)
    assert await held_action(world, order) == split
    await roll()
    assert await held_action(world, order) is None
    await roll(split)
    twice = ConversionTerms(symbol="AAPL", into="AAPL", ratio=D(2))
    correction = await proposed(world, order, twice)
    assert isinstance(correction.change, HoldingConversion)
    async with world.stores.transaction(order.tenant_id) as tx:
        account = await tx.accounts.get(order.account_id)
        ledger = replace(await tx.ledger.load_ledger(account), conversions=(correction.change,))
        after = positions_of(ledger, ("AAPL",))
        booked = replace(correction, status=BOOKED)
        assert await tx.corrections.move_correction(booked, was=PROPOSED, changed=after)
        (position,) = await tx.accounts.positions(order.account_id)
    assert (position.shares, position.average_cost, position.held_action) == (D(20), PRICE / 2, None)
    assert await world.broker.positions(key_of(order)) == {"AAPL": D(20)}


async def test_a_release_is_booked_without_touching_the_books_and_is_found_until_it_is_undone(world: StoreSet) -> None:
    order = await traded(world)
    before = await account_of(world, order)
    change = ReleasedPrice(
        symbol="AAPL",
        price=D("285.10"),
        session=CLOSE.date(),
        before=SessionClose(date(2013, 1, 30), D("140.20")),
        effective_at=CLOSE,
        booked_at=world.clock.now(),
    )
    release = await added(world, order, change)
    booked, undone = replace(release, status=BOOKED), replace(release, status=UNDONE)
    async with world.stores.transaction(order.tenant_id) as tx:
        assert await tx.corrections.releases(order.account_id) == ()
        assert await tx.corrections.move_correction(booked, was=PROPOSED, changed={})
        assert not await tx.corrections.move_correction(booked, was=PROPOSED, changed={})
    async with world.stores.read(order.tenant_id) as tx:
        found = tx.corrections.releases
        assert await found(order.account_id, symbol="AAPL", session=CLOSE.date()) == (booked,)
        assert await found(order.account_id, symbol="IBM") == ()
        assert await found(order.account_id, session=CLOSE.date() + timedelta(days=1)) == ()
        assert await tx.corrections.latest(order.account_id) == ()
    assert (await account_of(world, order)).cash == before.cash
    async with world.stores.transaction(order.tenant_id) as tx:
        assert await tx.corrections.move_correction(undone, was=BOOKED, changed={})
        assert await tx.corrections.releases(order.account_id) == ()
