"""Comparing our ledger with the broker's books: what differs stops trading, and nothing else does."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.accounting.roll_forward import plan_roll, roll_forward
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory
from bot.domain.market.snapshot import market_date
from bot.domain.trading.execution.broker import AccountKey, Difference, DifferenceKind, key_of
from bot.domain.trading.execution.orders import AccountOrder, Side
from bot.errors import BrokerUnavailableError
from tests.contract.store_sets import CLOSE, COMMISSION, StoreSet, a_roll, a_thread

PRICE = Decimal("455.49")
D = Decimal
DAY = timedelta(days=1)


async def traded(world: StoreSet, shares: int = 10) -> AccountOrder:
    order = await world.order(await world.turn(), Side.BUY, D(shares), PRICE)
    await world.trade(order)
    return order


async def stored_differences(world: StoreSet, key: AccountKey) -> tuple[Difference, ...]:
    return (await world.reading(key.tenant_id).accounts.get(key.account_id)).differences


async def test_what_differs_is_stored_and_ends_by_itself(world: StoreSet) -> None:
    key = key_of(await traded(world))
    assert await world.reconciliation().reconcile(key) == ()

    await world.broker.add_shares(key, "AAPL", D(2))
    expected = (Difference(DifferenceKind.POSITION, "AAPL", D(10), D(12)),)
    assert await world.reconciliation().reconcile(key) == expected
    assert await stored_differences(world, key) == expected
    assert await world.sweeper.differing_accounts() == (key,)

    await world.broker.add_shares(key, "AAPL", D(-2))
    assert await world.reconciliation().reconcile(key) == ()
    assert await stored_differences(world, key) == ()
    assert await world.sweeper.differing_accounts() == ()


async def test_cash_positions_and_open_orders_are_compared(world: StoreSet) -> None:
    key = key_of(await traded(world))
    await world.broker.add_shares(key, "IBM", D(3))
    world.broker.holds_fills = True
    on_its_way = await world.order(await world.turn(), Side.BUY, D(5), PRICE)
    await world.broker.submit(on_its_way)  # its answer is not here yet
    ibm = Difference(DifferenceKind.POSITION, "IBM", D(0), D(3))
    assert await world.reconciliation().reconcile(key) == (ibm,)

    async with world.broker.books.change(key) as account:
        await account.save_holdings(cash=D(1), symbol="AAPL", shares=D(0))
    stranger = await world.broker.open_orders(key)
    open_here = await world.order(await world.turn(), Side.BUY, D(1), PRICE)
    assert [each.symbol for each in await world.reconciliation().reconcile(key) or ()] == ["", "AAPL", "IBM"]
    for order in (open_here, *await orders_new(world, key)):
        await world.book(order, await world.broker.submit(order))

    found = await world.reconciliation().reconcile(key)

    cash = 100_000 - 10 * PRICE - COMMISSION
    assert found == (
        Difference(DifferenceKind.CASH, "", cash, D(1)),
        Difference(DifferenceKind.POSITION, "AAPL", D(10), D(0)),
        ibm,
    )
    assert len(stranger) == 1


async def orders_new(world: StoreSet, key: AccountKey) -> tuple[AccountOrder, ...]:
    return await world.reading(key.tenant_id).accounts.open_orders(key.account_id)


async def test_an_order_that_we_have_and_the_broker_has_lost_differs(world: StoreSet) -> None:
    order = await world.order(await world.turn(), Side.BUY, D(5), PRICE)
    world.broker.holds_fills = True
    accepted = await world.broker.submit(order)
    await world.book(order, accepted)
    assert await world.reconciliation().reconcile(key_of(order)) == ()

    await world.broker.fill(order, D(2))
    assert await world.reconciliation().reconcile(key_of(order)) is None  # a fill that is not booked yet
    await world.book(order, await world.broker.submit(order))
    assert await world.reconciliation().reconcile(key_of(order)) == ()

    await world.broker.cancel(key_of(order), order.client_order_id)
    assert await world.reconciliation().reconcile(key_of(order)) is None  # an end that is not booked yet
    await world.book(order, await world.broker.submit(order))
    assert await world.reconciliation().reconcile(key_of(order)) == ()


async def test_a_trade_that_was_executed_and_is_not_booked_yet_is_no_alarm(world: StoreSet) -> None:
    order = await world.order(await world.turn(), Side.BUY, D(5), PRICE)
    filled = await world.broker.submit(order)
    assert await world.reconciliation().reconcile(key_of(order)) is None
    assert await stored_differences(world, key_of(order)) == ()
    await world.book(order, filled)
    assert await world.reconciliation().reconcile(key_of(order)) == ()


async def test_trading_all_the_while_then_never_an_alarm(world: StoreSet) -> None:
    orders = [await world.order(await world.turn(), Side.BUY, D(1), PRICE) for _ in range(15)]
    looks: list[object] = []

    async def trade() -> None:
        for order in orders:
            await world.trade(order)
            await asyncio.sleep(0)

    async def look() -> None:
        while len(looks) < 40:
            looks.append(await world.reconciliation().reconcile(key_of(orders[0])))

    await asyncio.gather(trade(), look(), look())
    assert set(looks) <= {None, ()}
    assert await world.reconciliation().reconcile(key_of(orders[0])) == ()


async def test_dividends_and_splits_reach_both_books(world: StoreSet) -> None:
    key = key_of(await traded(world))
    async with world.stores.transaction(key.tenant_id) as tx:
        account = await tx.accounts.get(key.account_id)
        assert await tx.ledger.book_roll(account, a_roll(), to=CLOSE)
    assert await world.reconciliation().reconcile(key) == ()


@pytest.mark.parametrize(
    ("side", "shares", "ratios", "expected"),
    [
        (Side.BUY, 5, ("2",), 25),
        (Side.SELL, 4, ("3",), 26),
        (Side.SELL, 10, ("2",), 10),  # the broker holds nothing when it is listed
        (Side.BUY, 5, ("0.05",), 5),  # nothing of those held before is left
        (Side.BUY, 1, ("1.5", "2"), 31),
        (Side.SELL, 4, ("0.5",), 1),
        (Side.SELL, 8, ("0.5",), 0),  # more than was there
        (Side.SELL, 10, ("0.5", "0.5"), 0),
    ],
)
async def test_a_split_listed_late_changes_both_books_alike(
    world: StoreSet, side: Side, shares: int, ratios: tuple[str, ...], expected: int
) -> None:
    bought = replace(await world.order(await world.turn(), Side.BUY, D(10), PRICE), reference_as_of=CLOSE - 3 * DAY)
    await world.trade(bought)
    await world.trade(await world.order(await world.turn(), side, D(shares), PRICE))
    key = key_of(bought)
    async with world.stores.transaction(key.tenant_id) as tx:
        account = await tx.accounts.get(key.account_id)
        ledger = await tx.ledger.load_ledger(account)
        days = (market_date(CLOSE) - DAY * back for back in (2, 1))
        splits = [CorporateAction("AAPL", day, ActionKind.SPLIT, D(r)) for day, r in zip(days, ratios, strict=False)]
        histories = {"AAPL": PriceHistory("AAPL", actions=tuple(splits))}
        plan = plan_roll(ledger, after=market_date(CLOSE) - DAY)
        rolled = roll_forward(ledger, plan, histories=histories, sessions=(), at=world.clock.now())
        assert await tx.ledger.book_roll(account, rolled, to=CLOSE)
    async with world.stores.read(key.tenant_id) as tx:
        held = {each.symbol: each.shares for each in await tx.accounts.positions(key.account_id)}
    assert held == ({"AAPL": expected} if expected else {})
    assert await world.reconciliation().reconcile(key) == ()


async def test_a_split_takes_back_proceeds_that_are_spent_already(world: StoreSet) -> None:
    bought = replace(await world.order(await world.turn(), Side.BUY, D(200), PRICE), reference_as_of=CLOSE - 3 * DAY)
    await world.trade(bought)
    await world.trade(await world.order(await world.turn(), Side.SELL, D(200), PRICE))
    ibm = replace(await world.order(await world.turn(), Side.BUY, D(200), PRICE), symbol="IBM")
    key = key_of(ibm)
    await world.trade(ibm)
    split = CorporateAction("AAPL", market_date(CLOSE) - DAY, ActionKind.SPLIT, D("0.1"))
    async with world.stores.transaction(key.tenant_id) as tx:
        account = await tx.accounts.get(key.account_id)
        ledger = await tx.ledger.load_ledger(account)
        plan = plan_roll(ledger, after=market_date(CLOSE) - DAY)
        histories = {"AAPL": PriceHistory("AAPL", actions=(split,))}
        rolled = roll_forward(ledger, plan, histories=histories, sessions=(), at=world.clock.now())
        assert rolled.cash_change == -180 * PRICE
        assert await tx.ledger.book_roll(account, rolled, to=CLOSE)
    assert await world.reconciliation().reconcile(key) == ()
    assert (await world.reading(key.tenant_id).accounts.get(key.account_id)).cash < 0


async def test_the_broker_is_away_then_what_is_stored_stays(world: StoreSet) -> None:
    key = key_of(await traded(world))
    await world.broker.add_shares(key, "AAPL", D(2))
    await world.reconciliation().reconcile_due_accounts()
    world.broker.is_down = True
    with pytest.raises(BrokerUnavailableError):
        await world.reconciliation().reconcile(key)
    await world.reconciliation().reconcile_due_accounts()
    assert len(await stored_differences(world, key)) == 1


async def test_accounts_with_orders_are_taken_up_once_by_all_processes_and_again_after_a_while(world: StoreSet) -> None:
    key = key_of(await traded(world))
    await world.tx(key.tenant_id).accounts.default(market="yahoo")  # nothing is traded on it
    now = world.clock.now()
    assert await world.sweeper.claim_accounts(compared_before=now - timedelta(seconds=50)) == (key,)
    assert await world.sweeper.claim_accounts(compared_before=now - timedelta(seconds=50)) == ()
    later = world.clock.now() + timedelta(seconds=1)
    assert await world.sweeper.claim_accounts(compared_before=later) == (key,)


async def test_an_account_of_which_nothing_can_be_told_yet_is_due_again_at_the_next_look(world: StoreSet) -> None:
    key = key_of(await traded(world))
    crashed = await world.order(await world.turn(), Side.BUY, D(5), PRICE)  # confirmed, and the process has died
    restarted = world.reconciliation()
    await world.broker.add_shares(key, "AAPL", D(2))  # the order may explain that
    await restarted.reconcile_due_accounts()
    assert await stored_differences(world, key) == ()
    await world.trade(crashed)  # recovered
    await restarted.reconcile_due_accounts()
    assert len(await stored_differences(world, key)) == 1
    await world.broker.add_shares(key, "AAPL", D(-2))
    await restarted.reconcile_due_accounts()
    assert len(await stored_differences(world, key)) == 1  # not due before the interval is over


async def test_at_its_start_a_process_compares_all_and_then_what_is_due(world: StoreSet) -> None:
    key = key_of(await traded(world))
    first = world.reconciliation()
    await first.reconcile_due_accounts()
    await world.broker.add_shares(key, "AAPL", D(2))
    await first.reconcile_due_accounts()
    assert await stored_differences(world, key) == ()  # not due yet
    await world.reconciliation().reconcile_due_accounts()
    assert len(await stored_differences(world, key)) == 1


async def test_fewer_fills_than_booked_are_a_difference(world: StoreSet) -> None:
    order = await world.order(await world.turn(), Side.BUY, D(10), PRICE)
    world.broker.holds_fills = True
    await world.book(order, await world.broker.submit(order))
    await world.broker.fill(order, D(2))
    there = await world.broker.submit(order)
    await world.book(order, replace(there, fills=tuple(replace(each, shares=D(5)) for each in there.fills)))
    found = await world.reconciliation().reconcile(key_of(order)) or ()
    assert {each.kind for each in found} == {DifferenceKind.CASH, DifferenceKind.POSITION, DifferenceKind.ORDER}


async def test_a_fill_that_takes_cash_below_zero_is_booked(world: StoreSet) -> None:
    order = await world.order(await world.turn(), Side.BUY, D(219), PRICE)
    there = await world.broker.submit(order)
    dearer = replace(there, fills=tuple(replace(each, price=PRICE * D("1.01")) for each in there.fills))
    report = await world.book(order, dearer)
    assert report.filled_shares == 219
    cash = (await world.reading(order.tenant_id).accounts.get(order.account_id)).cash
    assert cash == 100_000 - 219 * PRICE * D("1.01") - COMMISSION < 0


async def test_an_account_that_fails_does_not_stop_the_others(
    world: StoreSet, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    threads = [a_thread(number, workspace=f"failing-{number}") for number in range(3)]
    orders = [await world.order(await world.turn(each), Side.BUY, D(1), PRICE) for each in threads]
    for order in orders:
        await world.trade(order)
        await world.broker.add_shares(key_of(order), "IBM", D(3))
    ask = world.broker.cash

    async def cash(key: AccountKey) -> Decimal:
        if key == key_of(orders[0]):
            raise LookupError(key)
        return await ask(key)

    monkeypatch.setattr(world.broker, "cash", cash)
    await world.reconciliation().reconcile_due_accounts()
    assert set(await world.sweeper.differing_accounts()) == {key_of(orders[1]), key_of(orders[2])}
    assert f"account {orders[0].account_id} is not compared" in caplog.text


async def test_since_when_an_order_is_unbooked_is_noted_once_and_dropped_by_what_is_booked(world: StoreSet) -> None:
    world.broker.holds_fills = True
    orders = [await world.order(await world.turn(), Side.BUY, D(5), PRICE) for _ in range(2)]
    one, two = (each.client_order_id for each in orders)
    first, later = world.clock.now(), world.clock.now() + timedelta(minutes=2)

    async def note(*names: str, at: datetime) -> Mapping[str, datetime]:
        return await world.tx(orders[0].tenant_id).accounts.note_unbooked(orders[0].account_id, names, at=at)

    assert await note(at=first) == {}
    assert await note(one, at=first) == {one: first}
    assert await note(one, two, at=later) == {one: first, two: later}
    await world.book(orders[0], await world.broker.submit(orders[0]))
    assert await note(one, two, at=later) == {one: later, two: later}
    assert await note(one, at=later) == {one: later}
    assert await note(two, at=later + DAY) == {two: later + DAY}


async def test_one_process_goes_by_what_another_has_seen_booked(world: StoreSet) -> None:
    world.broker.holds_fills = True
    order = await world.order(await world.turn(), Side.BUY, D(20), PRICE)
    await world.book(order, await world.broker.submit(order))
    one, other = world.reconciliation(), world.reconciliation()
    await world.broker.fill(order, D(2))
    assert await one.reconcile(key_of(order)) is None
    await world.book(order, await world.broker.submit(order))
    for _ in range(6):
        world.clock.advance(timedelta(minutes=1))
        assert await other.reconcile(key_of(order)) == ()
    await world.broker.fill(order, D(2))
    assert await one.reconcile(key_of(order)) is None
    for _ in range(5):
        world.clock.advance(timedelta(minutes=1))
        found = await other.reconcile(key_of(order))
    assert found == (Difference(DifferenceKind.UNRESOLVED, "AAPL", D(18), D(0)),)
