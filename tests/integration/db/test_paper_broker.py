"""The paper broker's books as the database holds them, after many orders at once, and of the version before."""

import asyncio
from decimal import Decimal
from pathlib import Path
from random import Random

import psycopg

from bot.domain.ids import derive_id
from bot.domain.trading.execution.broker import key_of
from bot.domain.trading.execution.orders import AccountOrder, OrderStatus, Side
from db.migrate import MIGRATIONS, migrate
from db.yoyo_backend import apply_migrations
from tests.contract.store_sets import StoreSet

BOOKS = """
SELECT b.cash + sum(CASE o.side WHEN 'buy' THEN f.shares * f.price ELSE -f.shares * f.price END) + sum(f.commission)
       = a.starting_cash,
       count(*),
       (SELECT coalesce(sum(p.shares), 0) FROM paper_position p)
       = sum(CASE o.side WHEN 'buy' THEN f.shares ELSE -f.shares END)
  FROM account a JOIN paper_account b ON b.account_id = a.id
  JOIN paper_order o ON o.account_id = a.id
  JOIN paper_fill f ON f.client_order_id = o.client_order_id
 GROUP BY a.tenant_id, a.id, b.cash
"""


async def test_cash_and_shares_conserve_under_concurrent_orders_each_sent_twice(
    database_url: str, world: StoreSet
) -> None:
    turn, random = await world.turn(), Random(7)  # noqa: S311 - the same orders in every run
    orders = [
        await world.order(
            turn,
            random.choice([Side.BUY, Side.BUY, Side.SELL]),
            Decimal(random.randint(1, 90)),
            Decimal(random.randint(10_000, 90_000)) / 100,
        )
        for _ in range(40)
    ]

    reports = await asyncio.gather(*(world.broker.submit(order) for order in [*orders, *orders]))

    assert reports[:40] == reports[40:]
    filled = [report for report in reports[:40] if report.status is OrderStatus.FILLED]
    assert 0 < len(filled) < 40  # some were refused: the limits were reached
    async with await psycopg.AsyncConnection.connect(database_url) as conn:
        assert await (await conn.execute(BOOKS)).fetchall() == [(True, len(filled), True)]


FILL_OF_VERSION_BEFORE = """
INSERT INTO fill (tenant_id, id, order_id, account_id, symbol, side, shares, price, commission, executed_at, created_at)
VALUES (%(tenant_id)s, %(id)s, %(order_id)s, %(account_id)s, %(symbol)s, %(side)s, %(shares)s, %(price)s, 1, now(),
        now())
"""


async def enter_as_version_before(database_url: str, order: AccountOrder) -> None:
    """Write the fill of an order as a process of the version before does, which is its own broker."""
    row = {
        "tenant_id": order.tenant_id,
        "id": derive_id(order.id, "fill"),
        "order_id": order.id,
        "account_id": order.account_id,
        "symbol": order.symbol,
        "side": order.side,
        "shares": order.shares,
        "price": order.reference_price,
    }
    async with await psycopg.AsyncConnection.connect(database_url) as conn:
        await conn.execute(FILL_OF_VERSION_BEFORE, row)


async def test_what_a_process_of_the_version_before_fills_the_broker_has_too(
    database_url: str, world: StoreSet
) -> None:
    turn = await world.turn()
    bought = await world.order(turn, Side.BUY, Decimal(10), Decimal(100))
    sold = await world.order(turn, Side.SELL, Decimal(4), Decimal(110))
    for order in (bought, sold):
        await enter_as_version_before(database_url, order)

    account = key_of(bought)
    assert await world.broker.cash(account) == 100_000 - 1001 + 439
    assert await world.broker.positions(account) == {"AAPL": Decimal(6)}
    for order in (bought, sold):  # nobody carries it out again
        found = await world.broker.submit(order)
        assert [fill.id for fill in found.fills] == [str(derive_id(order.id, "fill"))]
    assert await world.broker.positions(account) == {"AAPL": Decimal(6)}


async def test_what_the_broker_has_carried_out_a_process_of_the_version_before_does_not_enter_again(
    database_url: str, world: StoreSet
) -> None:
    order = await world.order(await world.turn(), Side.BUY, Decimal(10), Decimal(100))
    await world.broker.submit(order)
    await enter_as_version_before(database_url, order)
    assert await world.broker.positions(key_of(order)) == {"AAPL": Decimal(10)}
    assert await world.broker.cash(key_of(order)) == 100_000 - 1001


BEFORE = """
INSERT INTO tenant VALUES (gen_random_uuid(), 'console', 'home', now());
INSERT INTO account (tenant_id, id, kind, market, currency, starting_cash, cash, created_at)
    SELECT tenant_id, gen_random_uuid(), 'paper', 'sample', 'USD', 1000, 400, now() FROM tenant;
INSERT INTO position SELECT tenant_id, id, 'IBM', 3, 200, now() FROM account;
"""


async def test_existing_accounts_begin_at_the_broker_with_what_they_hold(empty_url: str, tmp_path: Path) -> None:
    for path in MIGRATIONS.glob("*.sql"):
        if path.name < "0020":
            (tmp_path / path.name).write_text(path.read_text())
    await asyncio.to_thread(apply_migrations, empty_url, tmp_path)
    async with await psycopg.AsyncConnection.connect(empty_url) as conn:
        await conn.execute(BEFORE)
    await migrate(empty_url)
    async with await psycopg.AsyncConnection.connect(empty_url) as conn:
        cash = await (await conn.execute("SELECT cash FROM paper_account")).fetchall()
        held = await (await conn.execute("SELECT symbol, shares FROM paper_position")).fetchall()
    assert (cash, held) == ([(Decimal(400),)], [("IBM", Decimal(3))])
