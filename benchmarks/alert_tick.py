"""How long one tick of the poller takes once its prices are there: 10,000 alerts of 20 workspaces on 500 shares.

    python -m benchmarks.alert_tick [ROUNDS]

A real PostgreSQL, prices in memory. Each tick selects the armed alerts on all shares, compares each with its price,
and tells the 100 that are reached: stored as told, with a notice in the thread of each.
Target: p95 <= 1 s.
"""

import asyncio
import tempfile
import time
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Final

from benchmarks.measuring import print_conditions, print_times, read_numbers
from bot.calendar.alert_poll import AlertPoll
from bot.calendar.alerts import AlertNotices
from bot.clock import SystemClock, new_id
from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.ids import AlertId
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.snapshot import Quote, QuoteKind, market_date
from bot.domain.watching.alerts import AlertBounds, AlertKind, AlertReference, PriceAlert
from bot.domain.watching.reached_alerts import LivePrice
from bot.locales import Catalogue
from bot.ports.meter import NoMeter
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.watching.alerts import AlertPresenter
from db.background.alert_watch import PostgresAlertWatch
from db.embedded import embedded_stores
from db.messaging.inbox import PostgresInbox
from db.migrate import migrate
from db.pool import Database
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores
from tests.fakes.core_ports import AdjustableMarket, calendar

MARKET: Final = "yahoo"
WORKSPACES: Final = 20
SHARES: Final = 500
REACHED: Final = 100  # alerts in each tick
CLOCK: Final = SystemClock()
HIGH, LOW, LEVEL = Decimal(100), Decimal(89), Decimal(90)


async def main(rounds: int) -> None:
    print_conditions()
    with tempfile.TemporaryDirectory() as folder:
        async with embedded_stores(Path(folder), database_url=None, redis_url=None) as endpoints:
            await migrate(endpoints.database_url)
            async with Database(endpoints.database_url) as database:
                stores = PostgresStores(database, clock=CLOCK, new_id=new_id, paper=PaperAccounts())
                await set_alerts(database, stores)
                await measure(_poller(database, stores), rounds)


async def set_alerts(database: Database, stores: PostgresStores) -> None:
    """Set an alert on each share in each workspace, a day ago."""
    inbox = PostgresInbox(database, clock=CLOCK, new_id=new_id)
    person, before = Person("U1", "Ann"), CLOCK.now() - timedelta(days=1)
    for number in range(WORKSPACES):
        thread = Thread("benchmark", f"workspace {number}", "channel", "thread")
        turn = (await inbox.accept_message(IncomingMessage(thread, "m1", person, "/alert"))).turn
        async with stores.transaction(turn.tenant_id) as tx:
            account = await tx.accounts.default(market=MARKET)
            alerts = [
                PriceAlert(
                    id=AlertId(new_id()),
                    number=0,
                    conversation_id=turn.conversation_id,
                    channel=thread.channel,
                    turn_id=turn.id,
                    account_id=account.id,
                    market=MARKET,
                    person=person,
                    symbol=_symbol(share),
                    kind=AlertKind.LEVEL,
                    bounds=AlertBounds(lower=LEVEL),
                    reference=AlertReference(price=HIGH, at=before),
                    armed_from=before,
                    asked_at=before,
                )
                for share in range(SHARES)
            ]
            await tx.alerts.add_alerts(alerts)


async def measure(poller: AlertPoll, rounds: int) -> None:
    """Let the prices of a few more shares fall in each round, and print how long the ticks take."""
    falling = REACHED // WORKSPACES
    quiet, reaching = [], []
    for number in range(1, min(rounds, SHARES // falling) + 1):
        started = time.perf_counter()
        await tell(poller, fallen=(number - 1) * falling, expected=0)
        quiet.append(time.perf_counter() - started)
        started = time.perf_counter()
        await tell(poller, fallen=number * falling, expected=REACHED)
        reaching.append(time.perf_counter() - started)
    print_times("a tick that reaches none", quiet)
    print_times(f"a tick that tells {REACHED} alerts", reaching)


async def tell(poller: AlertPoll, *, fallen: int, expected: int) -> None:
    """Run one tick, which has to tell so many alerts."""
    told = await poller.tell_reached(_prices(fallen=fallen))
    if told != expected:
        msg = f"{told} alerts were told instead of {expected}"
        raise RuntimeError(msg)


def _prices(*, fallen: int) -> dict[str, LivePrice]:
    now = CLOCK.now()
    return {_symbol(share): _price(share, now, LOW if share < fallen else HIGH) for share in range(SHARES)}


def _price(share: int, at: datetime, price: Decimal) -> LivePrice:
    symbol = _symbol(share)
    return LivePrice(Quote(symbol, price, at, market_date(at), MARKET, kind=QuoteKind.LIVE), PriceHistory(symbol))


def _symbol(share: int) -> str:
    return f"S{share:03}"


def _poller(database: Database, stores: PostgresStores) -> AlertPoll:
    market = AdjustableMarket()
    market.name = MARKET
    return AlertPoll(
        watch=PostgresAlertWatch(database, owner="benchmark"),
        stores=stores,
        market=market,
        calendar=calendar(),
        notices=AlertNotices(AlertPresenter(DecisionCards(Catalogue())), CLOCK),
        clock=CLOCK,
        meter=NoMeter(),
        interval=timedelta(minutes=1),
    )


if __name__ == "__main__":
    asyncio.run(main(**read_numbers(__doc__, rounds=20)))
