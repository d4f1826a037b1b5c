"""Whatever stands between Parley and the server: a session has its role and limits, or it is refused."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bot.domain.ids import TenantId
from bot.errors import DatabaseSessionError, SettingsError, StoreUnavailableError
from db import sessions
from db.migrate import check_pooling, migrate
from db.notifications import PostgresNotifications
from db.pool import Database
from db.sessions import APP, SYSTEM, Session
from tests.contract.store_sets import real_store_set
from tests.fakes.pooler import pooler_without_options
from tests.pgbouncer import needs_pgbouncer, pgbouncer

TENANT = TenantId(uuid4())
STATE = """
SELECT current_user::text AS role, row_security_active('turn') AS row_security,
       current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
       current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('timezone') AS zone,
       coalesce(current_setting('transaction_timeout', true), '30s') AS transaction  -- none before PostgreSQL 17
"""
LIMITS = {"row_security": True, "statement": "15s", "lock": "5s", "idle": "30s", "zone": "UTC", "transaction": "30s"}
COMMIT = "SELECT current_setting('synchronous_commit') AS setting"
WITHOUT_TENANT = (psycopg.errors.UndefinedObject, psycopg.errors.InvalidTextRepresentation)


async def assert_bound(url: str) -> None:
    """Check the sessions of both pools and of the listener."""
    async with Database(url) as database:
        assert await database.app_row(STATE, {}) == {"role": "parley_app", **LIMITS}
        assert await database.system_row(STATE, {}) == {"role": "parley_system", **LIMITS}
        assert await database.app_row(COMMIT, {}) == {"setting": "on"}
        assert await database.system_row(COMMIT, {}) == {"setting": "off"}
        with pytest.raises(WITHOUT_TENANT):
            await database.app_row("SELECT count(*) FROM turn", {})
    async with real_store_set(url) as world, PostgresNotifications(url).listen() as channels:
        turn = await world.turn()
        async with asyncio.timeout(60):
            assert await anext(channels) == "turn"
        claim = await world.claimed()
        assert claim.turn.id == turn.id


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="parley-", dir="/tmp") as name:
        yield Path(name)


@asynccontextmanager
async def with_bypass(administrator: psycopg.Connection) -> AsyncIterator[None]:
    """Until exit, let policies not bind the app role."""
    administrator.execute("ALTER ROLE parley_app BYPASSRLS")
    try:
        yield
    finally:
        administrator.execute("ALTER ROLE parley_app NOBYPASSRLS")


class TestWithoutPooler:
    async def test_then_bound(self, database_url: str) -> None:
        await assert_bound(database_url)

    async def test_options_of_the_url_then_kept_and_ours_win(self, database_url: str) -> None:
        url = make_conninfo(database_url, options="-c statement_timeout=1h -c work_mem=3MB -c role=parley_owner")
        await assert_bound(url)
        async with Database(url) as database:
            assert await database.app_row("SHOW work_mem", {}) == {"work_mem": "3MB"}

    async def test_role_that_policies_do_not_bind_then_refused_with_the_reason(
        self, database_url: str, administrator: psycopg.Connection
    ) -> None:
        async with with_bypass(administrator):
            with pytest.raises(SettingsError, match="BYPASSRLS"):
                async with Database(database_url):
                    pass

    async def test_connection_opened_later_that_fails_the_check_then_never_used(
        self, database_url: str, administrator: psycopg.Connection, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with Database(database_url) as database:
            database._app.timeout = 0.5  # noqa: SLF001 - rather than five seconds
            async with with_bypass(administrator):
                await database._app.drain()  # noqa: SLF001 - all are opened anew
                with pytest.raises(StoreUnavailableError):
                    await database.app_row(STATE, {})
            assert "does not bind parley_app" in caplog.text
            database._app.timeout = 60  # noqa: SLF001
            assert await database.app_row(STATE, {}) == {"role": "parley_app", **LIMITS}

    async def test_session_that_lost_its_role_then_a_tenants_transaction_has_it(self, database_url: str) -> None:
        async with Database(database_url, app_connections=1) as database:
            await database.app_row("SELECT set_config('role', 'parley_owner', false)", {})
            assert await database.app_row("SELECT current_user::text AS role", {}) == {"role": "parley_owner"}
            for opened in (database.transaction, database.read):
                async with opened(TENANT) as conn:
                    row = await (await conn.execute(STATE)).fetchone()
                assert row == {"role": "parley_app", **LIMITS}

    async def test_unreachable_server_then_unavailable(self, folder: Path) -> None:
        with pytest.raises(StoreUnavailableError):
            await check_pooling(f"postgresql://nobody@/none?host={folder}")


class TestFakePooler:
    @pytest.mark.parametrize("refuses", [False, True])
    async def test_options_dropped_or_refused_then_bound_by_statement(
        self, database_url: str, folder: Path, *, refuses: bool
    ) -> None:
        with pooler_without_options(database_url, folder, refuses=refuses) as url:
            await assert_bound(url)

    @pytest.mark.parametrize("settings", [APP, SYSTEM])
    async def test_neither_options_nor_statement_have_effect_then_refused(
        self, database_url: str, folder: Path, monkeypatch: pytest.MonkeyPatch, settings: sessions.SessionSettings
    ) -> None:
        monkeypatch.setattr(sessions, "SET", "SELECT pg_backend_pid() AS pid, NULL AS mark")
        with pooler_without_options(database_url, folder, refuses=False) as url:
            with pytest.raises(DatabaseSessionError, match="session mode"):
                await Session.connect(url, settings=settings)
            with pytest.raises(SettingsError):
                async with Database(url):
                    pass
            with pytest.raises(SettingsError):
                async with PostgresNotifications(url).listen():
                    pass

    @pytest.mark.parametrize(
        ("found", "problem"),
        [
            ("pg_backend_pid() AS pid, 'used' AS mark", "not reset"),
            ("0 AS pid, NULL AS mark", "changed between two statements"),
        ],
    )
    async def test_session_of_another_client_then_refused(
        self, database_url: str, monkeypatch: pytest.MonkeyPatch, found: str, problem: str
    ) -> None:
        monkeypatch.setattr(sessions, "SET", f"SELECT {found}")
        with pytest.raises(DatabaseSessionError, match=problem):
            await Session.connect(database_url)

    async def test_one_server_connection_for_two_clients_then_refused(self, database_url: str) -> None:
        async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as shared:
            with pytest.raises(DatabaseSessionError, match="same server connection"):
                await sessions._check_pooling(shared, shared)  # noqa: SLF001

    async def test_lost_notification_then_refused(
        self, database_url: str, module_database_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sessions, "_NOTIFICATION_SECONDS", 0.1)
        async with (
            await psycopg.AsyncConnection.connect(database_url, autocommit=True) as one,
            await psycopg.AsyncConnection.connect(module_database_url, autocommit=True) as elsewhere,
        ):
            with pytest.raises(DatabaseSessionError, match="notification did not arrive"):
                await sessions._check_pooling(one, elsewhere)  # noqa: SLF001


@needs_pgbouncer
class TestPgBouncer:
    @pytest.mark.parametrize("more", [{}, {"ignore_startup_parameters": "options"}])
    async def test_session_mode_then_bound(self, database_url: str, more: dict[str, str]) -> None:
        with pgbouncer(database_url, pool_mode="session", **more) as url:
            await check_pooling(url)
            await assert_bound(url)
            await assert_bound(url)  # on sessions that others have used

    @pytest.mark.parametrize("mode", ["transaction", "statement"])
    @pytest.mark.parametrize("more", [{}, {"ignore_startup_parameters": "options"}])
    async def test_other_modes_then_refused(self, database_url: str, mode: str, more: dict[str, str]) -> None:
        with pgbouncer(database_url, pool_mode=mode, **more) as url:
            for _ in range(2):
                with pytest.raises(DatabaseSessionError, match="pool_mode=session"):
                    async with Database(url):
                        pass

    async def test_transaction_mode_where_each_statement_gets_another_connection_then_refused(
        self, database_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sessions, "_NOTIFICATION_SECONDS", 0.3)
        with pgbouncer(database_url, pool_mode="transaction", server_round_robin=1) as url:
            clients = [await psycopg.AsyncConnection.connect(url) for _ in range(5)]
            for each in clients:
                await each.execute("SELECT 1")  # in a transaction, so on a server connection of its own
            for each in clients:
                await each.commit()
            for each in clients:
                await each.close()
            with pytest.raises(DatabaseSessionError, match="notification did not arrive"):
                await check_pooling(url)

    async def test_sessions_are_not_reset_then_refused(self, database_url: str) -> None:
        with (
            pgbouncer(database_url, pool_mode="session", server_reset_query="") as url,
            pytest.raises(DatabaseSessionError, match="was not reset"),
        ):
            async with Database(url):
                pass

    async def test_too_few_connections_then_says_where_to_look(
        self, database_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sessions, "_TIMEOUT_SECONDS", 1.0)
        with (
            pgbouncer(database_url, pool_mode="session", default_pool_size=1) as url,
            pytest.raises(StoreUnavailableError, match="how many connections a pooler must allow"),
        ):
            async with Database(url):
                pass

    @pytest.mark.parametrize(("mode", "is_refused"), [("session", False), ("transaction", True)])
    async def test_empty_database_then_migrated_by_sessions_only(
        self, administrator: psycopg.Connection, mode: str, *, is_refused: bool
    ) -> None:
        name = f"parley_pooled_{mode}"
        administrator.execute(f"CREATE DATABASE {name} OWNER parley_owner".encode())
        direct = f"postgresql://parley_owner@/{name}?host={conninfo_to_dict(administrator.info.dsn)['host']}"
        try:
            with pgbouncer(direct, pool_mode=mode) as url:
                if is_refused:
                    with pytest.raises(DatabaseSessionError):
                        await migrate(url)
                else:
                    await asyncio.gather(migrate(url), migrate(url))
                    async with Database(url):
                        pass
        finally:
            administrator.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
