"""The paper broker's books as the database holds them, after many orders at once."""

import asyncio
from decimal import Decimal
from random import Random

import psycopg

from bot.domain.trading.execution.orders import OrderStatus, Side
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
