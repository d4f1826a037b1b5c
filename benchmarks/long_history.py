"""What a long history costs: the same turns over an empty account and over one with years behind it, in one run.

    python -m benchmarks.long_history [ROUNDS]

The history: 100,000 turns of 20,000 conversations, 1,000 pending decisions and 20,000 orders of the one account. Each
round holds one conversation (benchmarks/turn_time.py) on either database. Target: <= 1.3 x the empty one's median.
"""

import asyncio
import statistics
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Final

import psycopg
from pydantic import SecretStr

from benchmarks.measuring import UNLIMITED_PERSONS, print_conditions, print_times, read_numbers, short_home
from benchmarks.turn_time import LINES, Stopwatch, runtime_of, seconds_of
from bot.bootstrap.app import App, running_app
from bot.domain.conversation.threads import Thread
from bot.domain.ids import derive_id
from bot.domain.text.locale import Language, Locale
from bot.settings import Settings
from db.embedded import Endpoints, embedded_stores

TENANT: Final = Thread("benchmark", "home", "terminal", "any").tenant_id
ACCOUNT: Final = derive_id(TENANT, "account/sample")
WARM_UP = 5
HOME: Final = "App Home"
# "/portfolio" comes once after a fill, when the report is made anew, and once without.
SAID: Final = {
    **LINES,
    **{text: text for text in ("/pending", "/pending page 50", "/orders", "/status")},
    "DECIDE, no past decisions": "should I buy MSFT?",
    "DECIDE, an order": "buy 1 AAPL",
    "CONFIRM": "yes",
    "command after a fill": "/portfolio",
}
NAMES: Final = (*SAID, HOME)

# In the order of the foreign keys. Decision n was made in turn n: the first ones were executed, the next are pending.
HISTORY: Final = (
    """
    INSERT INTO conversation (tenant_id, id, channel, thread, language, last_active_at, message_count, turn_count,
                              created_at)
    SELECT %(tenant)s, md5('c' || n)::uuid, 'terminal', 'old ' || n, 'en', now(), 2 * %(per)s, %(per)s, now()
      FROM generate_series(0, %(turns)s / %(per)s - 1) n
    """,
    """
    INSERT INTO conversation_summary (tenant_id, conversation_id, text, covered, increments, updated_at)
    SELECT tenant_id, id, 'old', message_count - 6, 0, now() FROM conversation WHERE thread LIKE 'old %%'
    """,
    """
    INSERT INTO turn (tenant_id, id, conversation_id, number, kind, channel, platform_id, person_id, person_name, text,
                      status, origin, accepted_at, answered_at)
    SELECT %(tenant)s, md5('t' || n)::uuid, md5('c' || n / %(per)s)::uuid, n %% %(per)s + 1, 'message', 'terminal',
           'old ' || n, 'bob', 'Bob', 'should I buy IBM?', 'answered', 'before',
           now() - n * interval '1 minute', now() - n * interval '1 minute'
      FROM generate_series(0, %(turns)s - 1) n
    """,
    """
    INSERT INTO message (tenant_id, id, conversation_id, number, turn_id, role, author, text, intent, state_before,
                         state_after, created_at)
    SELECT tenant_id, md5(who || id)::uuid, conversation_id, 2 * number - 2 + side, id, who, person_name, text,
           'DECIDE', 'IDLE', 'AWAITING_CONFIRM', accepted_at
      FROM turn, (VALUES ('user', 0), ('assistant', 1)) sides (who, side) WHERE origin = 'before'
    """,
    """
    INSERT INTO reply (tenant_id, id, conversation_id, turn_id, intent, confidence, state, language, answer, created_at,
                       stored_at, delivered_at)
    SELECT tenant_id, md5('r' || id)::uuid, conversation_id, id, 'DECIDE', 0.9, 'AWAITING_CONFIRM', 'en',
           jsonb_build_object('blocks', '[]'::jsonb), accepted_at, accepted_at, accepted_at
      FROM turn WHERE origin = 'before'
    """,
    """
    INSERT INTO decision (tenant_id, id, version, conversation_id, turn_id, account_id, asked_by, symbol, action,
                          target_cash_amount, cash_change, shares, price, price_as_of, price_source, confidence,
                          reasons, tags, stop_is_stated, engine, status, created_at, expires_at)
    SELECT %(tenant)s, md5('d' || n)::uuid, 1, md5('c' || n / %(per)s)::uuid, md5('t' || n)::uuid, %(account)s, 'bob',
           'IBM', 'increase', 1, 1, 0.005, 200, '2013-01-31 21:00+00', 'sample', 0.7,
           coalesce((SELECT reasons FROM decision WHERE tenant_id = %(tenant)s ORDER BY created_at LIMIT 1), '[]'),
           '{}', false, 'rules',
           CASE WHEN n < %(orders)s THEN 'filled' ELSE 'proposed' END, now() - n * interval '1 minute',
           now() + interval '1 day'
      FROM generate_series(0, %(orders)s + %(pending)s - 1) n
    """,
    """
    INSERT INTO approval (tenant_id, decision_id, version, turn_id, outcome, decided_by, decided_at)
    SELECT %(tenant)s, md5('d' || n)::uuid, 1, md5('t' || n)::uuid, 'confirmed', 'bob', now()
      FROM generate_series(0, %(orders)s - 1) n
    """,
    """
    INSERT INTO trade_order (tenant_id, id, client_order_id, account_id, decision_id, symbol, side, shares,
                             reference_price, reference_as_of, status, created_at, filled_shares, average_price,
                             executed_at)
    SELECT %(tenant)s, md5('o' || n)::uuid, 'old-' || n, %(account)s, md5('d' || n)::uuid, 'IBM', 'buy', 0.005, 200,
           '2013-01-31 21:00+00', 'filled', now() - n * interval '1 minute', 0.005, 200, '2013-01-31 21:00+00'
      FROM generate_series(0, %(orders)s - 1) n
    """,
    """
    INSERT INTO fill (tenant_id, id, order_id, broker_fill_id, account_id, symbol, side, shares, price, commission,
                      executed_at, created_at)
    SELECT tenant_id, md5('f' || id)::uuid, id, '1', account_id, symbol, side, shares, 200, 0, executed_at, created_at
      FROM trade_order
    """,
)


@dataclass(frozen=True, slots=True)
class HistorySize:
    """How much happened before."""

    turns: int = 100_000
    orders: int = 20_000
    pending: int = 1_000

    @property
    def per_conversation(self) -> int:
        """The turns of each conversation."""
        return 5


async def fill(url: str, size: HistorySize) -> None:
    """Write the history into a database in which the account is open and one decision has been made."""
    values = {"tenant": TENANT, "account": ACCOUNT, "turns": size.turns, "per": size.per_conversation}
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        for sql in HISTORY:
            await connection.execute(sql, {**values, "orders": size.orders, "pending": size.pending})
        await connection.execute("VACUUM ANALYZE")


async def create_database(servers: Endpoints, name: str, number: int) -> Settings:
    """Create an empty database; return the settings of an application on it."""
    path, _, where = servers.database_url.partition("?")
    async with await psycopg.AsyncConnection.connect(
        f"postgresql://postgres@/postgres?{where}", autocommit=True
    ) as connection:
        await connection.execute(f"CREATE DATABASE {name} OWNER parley_owner")
    redis = SecretStr(f"{servers.redis_url}?db={number}") if servers.redis_url else None
    url = SecretStr(f"{path.rpartition('/')[0]}/{name}?{where}")
    return Settings(database_url=url, redis_url=redis, market_data="sample", **UNLIMITED_PERSONS)


async def hold(app: App, watch: Stopwatch, thread: str) -> dict[str, float]:
    """Hold one conversation, then open the Home; return the seconds of each turn."""
    seconds = {what: await seconds_of(text, thread, app=app, watch=watch) for what, text in SAID.items()}
    began = time.perf_counter()
    await app.gateway.app_home(TENANT, "ann", Locale(Language.ENGLISH))
    return {**seconds, HOME: time.perf_counter() - began}


async def measure(*, rounds: int) -> None:
    """Print a row per kind of turn and database, and the ratio of their medians."""
    with short_home() as home:
        async with AsyncExitStack() as stack:
            servers = await stack.enter_async_context(embedded_stores(home / "stores", durable=True))
            watch = Stopwatch()
            apps: dict[str, App] = {}
            for number, name in enumerate(("empty", "long"), start=1):
                settings = await create_database(servers, name, number)
                settings = settings.model_copy(update={"parley_home": home / name})
                settings.parley_home.mkdir()
                apps[name] = await stack.enter_async_context(running_app(settings, runtime_of(watch)))
                await hold(apps[name], watch, f"{name} first")  # opens the account
                if name == "long" and settings.database_url is not None:
                    await fill(settings.database_url.get_secret_value(), HistorySize())
            for name, app in apps.items():
                for number in range(WARM_UP):
                    await hold(app, watch, f"{name} warm {number}")
            times: dict[str, dict[str, list[float]]] = {name: {what: [] for what in NAMES} for name in apps}
            for number in range(rounds):
                for name, app in apps.items():
                    for what, seconds in (await hold(app, watch, f"{name} {number}")).items():
                        times[name][what].append(seconds)
        for what in NAMES:
            for name in apps:
                print_times(f"{what}, {name}", times[name][what])
            empty, long = (statistics.median(times[name][what]) for name in ("empty", "long"))
            print(f"{what}: {long / empty:.2f} x\n")


if __name__ == "__main__":
    print_conditions()
    asyncio.run(measure(**read_numbers(__doc__, rounds=30)))
