import asyncio
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from bot.errors import NewerDatabaseError, SettingsError, StoreUnavailableError
from db.migrate import MIGRATIONS, count_pending_migrations, migrate
from db.pool import Database
from db.yoyo_backend import apply_migrations

BY_A_NEWER_VERSION = """
INSERT INTO _yoyo_migration (migration_hash, migration_id, applied_at_utc) VALUES ('f', '9999_of_tomorrow', now())
"""


@pytest.fixture
def plain_url(empty_url: str, administrator: "psycopg.Connection") -> Iterator[str]:
    """The URL of a user who owns the database and may nothing else."""
    name = psycopg.conninfo.conninfo_to_dict(empty_url)["dbname"]
    administrator.execute("CREATE ROLE plain LOGIN")
    administrator.execute(f"ALTER DATABASE {name} OWNER TO plain")
    yield _of(empty_url, user="plain")
    administrator.execute(f"ALTER DATABASE {name} OWNER TO parley_owner")
    with psycopg.connect(_of(empty_url, user="postgres"), autocommit=True) as conn:
        conn.execute("DROP OWNED BY plain CASCADE")
    administrator.execute("DROP ROLE plain")


def _of(url: str, *, user: str = "parley_owner", database: str | None = None) -> str:
    parts = psycopg.conninfo.conninfo_to_dict(url)
    return f"postgresql://{user}@/{database or parts['dbname']}?host={parts['host']}"


def _count(url: str, query: str) -> object:
    with psycopg.connect(url) as conn:
        row = conn.execute(query).fetchone()
    assert row is not None
    return row[0]


async def test_two_that_start_together_bring_an_empty_database_up_to_date_once_and_a_third_does_nothing(
    empty_url: str,
) -> None:
    assert await count_pending_migrations(empty_url) == len(list(MIGRATIONS.glob("*.sql"))) > 0

    await asyncio.gather(migrate(empty_url), migrate(empty_url))
    await migrate(empty_url)

    assert await count_pending_migrations(empty_url) == 0
    assert _count(empty_url, "SELECT count(*) FROM _yoyo_migration") == len(list(MIGRATIONS.glob("*.sql")))


async def test_two_databases_of_one_server_migrate_at_the_same_time(
    empty_url: str, administrator: "psycopg.Connection"
) -> None:
    administrator.execute("CREATE DATABASE parley_second OWNER parley_owner")
    second = _of(empty_url, database="parley_second")
    try:
        await asyncio.gather(migrate(empty_url), migrate(second))
        assert await count_pending_migrations(empty_url) == await count_pending_migrations(second) == 0
    finally:
        administrator.execute("DROP DATABASE parley_second WITH (FORCE)")


def test_migration_that_fails_leaves_nothing_and_can_be_run_again(empty_url: str, tmp_path: Path) -> None:
    file = tmp_path / "0001_two_steps.sql"
    file.write_text("CREATE TABLE first_step (); SELECT 1 / 0;")
    with pytest.raises(psycopg.errors.DivisionByZero):
        apply_migrations(empty_url, tmp_path)
    file.write_text("CREATE TABLE first_step (); CREATE TABLE second_step ();")

    apply_migrations(empty_url, tmp_path)

    assert _count(empty_url, "SELECT count(*) FROM pg_tables WHERE tablename LIKE '%\\_step'") == 2


def test_function_bodies_are_kept_whole(empty_url: str, tmp_path: Path) -> None:
    body = "BEGIN IF true THEN PERFORM 1; END IF; RETURN 'a;b'; END"
    (tmp_path / "0001_function.sql").write_text(
        f"-- Why: a test; with a semicolon.\nCREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ {body} $$;"
    )

    apply_migrations(empty_url, tmp_path)

    assert _count(empty_url, "SELECT f()") == "a;b"


async def test_user_without_rights_is_told_what_an_administrator_must_run(plain_url: str) -> None:
    with pytest.raises(SettingsError, match="GRANT parley_app, parley_system, parley_search, parley_erasure TO"):
        await migrate(plain_url)


@pytest.mark.usefixtures("migrated_databases")  # the roles belong to the server: another database has made them
async def test_user_to_whom_an_administrator_granted_the_roles_can_migrate(
    plain_url: str, administrator: "psycopg.Connection"
) -> None:
    administrator.execute("GRANT parley_app, parley_system, parley_search, parley_erasure TO plain")

    await migrate(plain_url)

    async with Database(plain_url):
        assert await count_pending_migrations(plain_url) == 0


async def test_opening_without_the_roles_says_so(plain_url: str) -> None:
    with pytest.raises(SettingsError, match="parley migrate"):
        async with Database(plain_url):
            pass


@pytest.mark.parametrize("url", ["postgresql://nobody@127.0.0.1:1/none", "postgresql://nobody@/none?host=/nowhere"])
async def test_database_that_cannot_be_reached_is_unavailable(url: str) -> None:
    with pytest.raises(StoreUnavailableError):
        await migrate(url)
    with pytest.raises(StoreUnavailableError):
        async with Database(url):
            pass


async def test_url_that_is_none_is_a_setting_to_correct() -> None:
    with pytest.raises(SettingsError):
        await migrate("postgresql://[nonsense")


async def test_database_of_a_newer_version_then_no_start_and_what_runs_goes_on(database_url: str) -> None:
    async with Database(database_url) as running:
        with psycopg.connect(database_url) as conn:
            conn.execute(BY_A_NEWER_VERSION)
        for refused in (migrate, count_pending_migrations):
            with pytest.raises(NewerDatabaseError, match=r"Upgrade Parley.*9999_of_tomorrow"):
                await refused(database_url)
        assert await running.app_row("SELECT 1 AS one", {}) == {"one": 1}


async def test_newer_database_that_lacks_one_of_ours_then_refused_and_not_migrated(database_url: str) -> None:
    newest = max(path.stem for path in MIGRATIONS.glob("*.sql"))
    with psycopg.connect(database_url) as conn:
        conn.execute(BY_A_NEWER_VERSION)
        conn.execute("DELETE FROM _yoyo_migration WHERE migration_id = %s", [newest])
    with pytest.raises(NewerDatabaseError):
        await migrate(database_url)
    assert _count(database_url, "SELECT max(migration_id) FROM _yoyo_migration WHERE migration_id < '9'") != newest
