"""The account's report against one computed apart, to the cent: random trades on the sample market, with dividends.

    python -m benchmarks.account_report [RUNS] [TRADES PER RUN]

Each run trades at random between 2010 and 2013 through the stores of an embedded PostgreSQL: broker, roll forward and
report. The other report is computed from the sample's files and the list of trades by code of its own, in fractions.
Compared are cash, total, results, dividends, closed trades, every position, the benchmark, and the value at each close.
"""

import asyncio
import tempfile
from pathlib import Path

from benchmarks.measuring import read_numbers
from bot.bootstrap.services import open_services
from bot.settings import Settings
from tests.contract.store_sets import real_store_set
from tests.random_trades import compute_apart, differences, figures_of_report, trade_at_random


async def measure(*, runs: int, trades: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        async with open_services(Settings(parley_home=Path(home), market_data="sample")) as services:
            for seed in range(1, runs + 1):
                async with real_store_set(services.endpoints.database_url) as world:
                    traded = await trade_at_random(world, seed=seed, trades=trades)
                apart = compute_apart(traded.trades, end=traded.end)
                found = differences(traded)
                print(
                    f"seed {seed}: {len(traded.trades)} trades to {traded.end}, {apart.dividends_paid} dividends, "
                    f"{len(figures_of_report(traded))} figures, {len(found)} differ",
                    *(f"  {name}: {ours} and {theirs} cents" for name, (ours, theirs) in found.items()),
                    sep="\n",
                )


if __name__ == "__main__":
    asyncio.run(measure(**read_numbers(__doc__, runs=5, trades=200)))
