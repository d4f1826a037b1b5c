"""Transactions that are cancelled at any moment leave no connection behind that others could stumble over."""

import asyncio
import gc
import random
import sys
from uuid import uuid4

import pytest

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


async def test_cancelled_while_a_pipeline_ends_then_no_generator_of_the_driver_is_left_to_the_collector(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("psycopg.waiting.MAX_BUSY_TIME", 0)  # under load: the driver yields to the loop before it sends
    unraisable: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda found: unraisable.append((found.object, found.exc_value)))
    async with Database(database_url, app_connections=1) as database:
        await look(database)
        for steps in range(60):
            looking = asyncio.create_task(look(database))
            for _ in range(steps):
                await asyncio.sleep(0)
            for _ in range(3):  # the driver, too, waits for the end of what it cancels
                looking.cancel()
                await asyncio.sleep(0)
            await asyncio.gather(looking, return_exceptions=True)
            assert await one(database) == 1
        del looking
        gc.collect()

    assert unraisable == []
