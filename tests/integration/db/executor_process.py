"""A process that finishes confirmed decisions with a broker that loses answers, and compares; tests kill it."""

import asyncio
import sys
from datetime import timedelta
from decimal import Decimal
from random import Random

from bot.clock import SystemClock, new_id
from bot.errors import ParleyError
from bot.trading.execute import Execute
from bot.trading.reconcile import Reconciliation
from db.background.sweeper import PostgresSweeper
from db.paper_books import PostgresPaperBooks
from db.pool import Database
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores
from tests.fakes.broker import FakeBroker

MODULE = __name__
_AT_ONCE = timedelta(days=-1)  # decisions count as abandoned
_IN_TIME = timedelta(days=1)  # to be sent
_CLOCK = SystemClock()


async def _finish_all(database_url: str, *, seed: int, lose_rate: float) -> None:
    random = Random(seed)  # noqa: S311 - the same faults in every run
    async with Database(database_url) as database:
        stores = PostgresStores(database, clock=_CLOCK, new_id=new_id, paper=PaperAccounts())
        broker = FakeBroker(PostgresPaperBooks(database), Decimal(1), lose_rate=lose_rate, random=random)
        execute = Execute(stores, broker, _CLOCK, _IN_TIME)
        sweeper = PostgresSweeper(database, clock=_CLOCK, new_id=new_id)
        while decisions := list(await sweeper.unfinished_decisions(older_than=_AT_ONCE)):
            random.shuffle(decisions)  # another process works on the same ones
            for decision in decisions:
                try:
                    await execute(decision)
                except ParleyError as error:
                    print(error, file=sys.stderr)  # noqa: T201 - for whoever reads a failing test
        await Reconciliation(stores, broker, sweeper, _CLOCK, pause_seconds=0.1).reconcile_due_accounts()


if __name__ == "__main__":
    asyncio.run(_finish_all(sys.argv[1], seed=int(sys.argv[2]), lose_rate=float(sys.argv[3])))
