"""The databases that tests get: nothing of one test is left for the next."""

from contextlib import nullcontext
from typing import LiteralString

import psycopg
import pytest
from psycopg import sql

from db.embedded import Endpoints
from tests.contract.store_sets import real_store_set
from tests.integration.db.test_rights import fill_every_table
from tests.migrated_databases import MigratedDatabases

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%yoyo%'"
CHANGES: tuple[LiteralString, ...] = (
    "ALTER TABLE turn ADD COLUMN mine int",
    "DROP POLICY one_tenant ON turn",
    "GRANT SELECT ON audit TO parley_system",
    "DROP INDEX turn_to_claim",
    "DELETE FROM _yoyo_migration",
    "REVOKE CONNECT ON DATABASE {} FROM PUBLIC",
    "ALTER DATABASE {} ALLOW_CONNECTIONS false",
)


@pytest.fixture
def databases(administrator: psycopg.Connection, template: str) -> MigratedDatabases:
    return MigratedDatabases(administrator, template)


def connect(servers: Endpoints, name: str) -> psycopg.Connection:
    return psycopg.connect(servers.database_url, dbname=name, user="postgres", autocommit=True)


def rows(servers: Endpoints, name: str) -> dict[str, int]:
    """How many rows each table holds, and where each sequence stands."""
    with connect(servers, name) as connection:
        counts = {
            table: connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone()
            for (table,) in connection.execute(TABLES)
        }
        sequences = connection.execute("SELECT sequencename, last_value FROM pg_sequences").fetchall()
    return {table: row[0] for table, row in counts.items() if row} | {name: last or 0 for name, last in sequences}


async def test_every_table_filled_then_the_next_database_is_empty_and_counts_from_the_start(
    servers: Endpoints, databases: MigratedDatabases
) -> None:
    name = databases.lend()
    async with real_store_set(str(servers.database_url).replace("/parley?", f"/{name}?")) as world:
        await fill_every_table(world, await world.turn())
    filled = rows(servers, name)
    assert sum(map(bool, filled.values())) > len(filled) / 2

    assert databases.take_back(name)

    assert rows(servers, databases.lend()) == dict.fromkeys(filled, 0)


def test_schema_or_rights_changed_then_the_database_is_not_lent_again(
    servers: Endpoints, administrator: psycopg.Connection, databases: MigratedDatabases
) -> None:
    lent_again = []
    for change in CHANGES:
        name = databases.lend()
        with nullcontext(administrator) if "DATABASE" in change else connect(servers, name) as connection:
            connection.execute(sql.SQL(change).format(sql.Identifier(name)))
        if databases.take_back(name):
            lent_again.append(change)
    assert not lent_again


def test_session_left_open_then_it_ends_and_its_database_is_gone(
    servers: Endpoints, databases: MigratedDatabases
) -> None:
    name = databases.lend()
    with connect(servers, name) as left_open:
        left_open.execute("BEGIN; LOCK TABLE turn")

        databases.take_back(name)

        with pytest.raises(psycopg.OperationalError):
            left_open.execute("SELECT 1")
    databases.lend()
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        connect(servers, name)
