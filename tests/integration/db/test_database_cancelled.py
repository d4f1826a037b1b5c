"""Transactions that are cancelled at any moment leave no connection behind that others could stumble over."""

import asyncio
import random
from uuid import uuid4

from bot.domain.ids import TenantId
from db.pool import Database

TENANT = TenantId(uuid4())


async def one(database: Database) -> object:
    row = await database.app_row("SELECT %(number)s::integer AS number", {"number": 1})
    return row and row["number"]


async def look(database: Database) -> None:
    async with database.transaction(TENANT) as conn:
        await (await conn.execute("SELECT count(*) FROM turn")).fetchone()


async def test_transaction_cancelled_at_any_moment_then_the_next_statement_has_its_row(database_url: str) -> None:
    chance = random.Random(1)  # noqa: S311 - the same moments in every run
    async with Database(database_url, app_connections=1) as database:
        await one(database)
        for _ in range(100):
            looking = asyncio.create_task(look(database))
            await asyncio.sleep(chance.uniform(0, 0.004))
            looking.cancel()
            await asyncio.gather(looking, return_exceptions=True)
            assert await one(database) == 1
