"""Brings a database's schema up to date: SQL files, each run once by yoyo, however many processes start together."""

import asyncio
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg import errors

from bot.errors import NewerDatabaseError, SettingsError, StoreUnavailableError
from db.pool import translate_errors
from db.sessions import check_sessions, first_line, parse_database_url, time_limit

MIGRATIONS = Path(__file__).parent / "migrations"

_APPLIED = "SELECT migration_id FROM _yoyo_migration"
_CONNECT_TIMEOUT = 10  # seconds

# A database administrator runs this once where the bot's own user lacks the rights.
_FOR_ADMINISTRATOR: LiteralString = (
    "CREATE EXTENSION IF NOT EXISTS vector; CREATE ROLE parley_app NOLOGIN; CREATE ROLE parley_system NOLOGIN; "
    "CREATE ROLE parley_search NOLOGIN; CREATE ROLE parley_erasure NOLOGIN; "
    "GRANT parley_app, parley_system, parley_search, parley_erasure TO <the user of DATABASE_URL>; "
    "GRANT CREATE ON SCHEMA public TO <the same user>;"
)


async def migrate(database_url: str) -> None:
    """Apply every migration that is not applied yet; returns quickly when there is none.

    Raises: StoreUnavailableError: not reachable. SettingsError: its user lacks rights, it has no pgvector, or as
    `count_pending_migrations`.
    """
    if await count_pending_migrations(database_url):
        await check_pooling(database_url)
        await asyncio.to_thread(_apply_pending, database_url)


async def count_pending_migrations(database_url: str) -> int:
    """Return how many migrations are not applied yet; applies none.

    Raises: StoreUnavailableError: not reachable. SettingsError: the URL is invalid. NewerDatabaseError: the database
    has migrations that this version does not know. Processes that run already survive those; none may start.
    """
    parse_database_url(database_url)  # raises before the driver does, whose errors quote the URL
    known = {path.stem for path in MIGRATIONS.glob("*.sql")}
    applied = await _applied_migrations(database_url)
    if unknown := applied - known:
        raise NewerDatabaseError(newest_here=max(known), newest_in_database=max(unknown))
    return len(known - applied)


async def check_pooling(database_url: str) -> None:
    """Check that the database is reached without a pooler or by one that keeps sessions.

    Raises: StoreUnavailableError. DatabaseSessionError: it keeps none.
    """
    with translate_errors():
        await check_sessions(database_url)


async def _applied_migrations(database_url: str) -> set[str]:
    try:
        async with (
            await psycopg.AsyncConnection.connect(
                database_url, autocommit=True, connect_timeout=_CONNECT_TIMEOUT
            ) as conn,
            time_limit(),
        ):
            return {name for (name,) in await (await conn.execute(_APPLIED)).fetchall()}
    except errors.UndefinedTable:
        return set()
    except psycopg.ProgrammingError as e:
        raise SettingsError(setting="DATABASE_URL", problem=first_line(e)) from e
    except psycopg.OperationalError as e:
        raise StoreUnavailableError(store="PostgreSQL", problem=first_line(e)) from e


def _apply_pending(database_url: str) -> None:
    from db.yoyo_backend import apply_migrations  # noqa: PLC0415 - most starts have nothing to apply_migrations and need no yoyo

    try:
        apply_migrations(database_url, MIGRATIONS)
    except errors.InsufficientPrivilege as e:
        raise SettingsError(problem=first_line(e), ask_an_administrator_to_run=_FOR_ADMINISTRATOR) from e
    except (errors.FeatureNotSupported, errors.UndefinedFile) as e:
        advice = "install pgvector 0.8 or newer on the database server"
        raise SettingsError(setting="DATABASE_URL", problem=first_line(e), advice=advice) from e
    except psycopg.OperationalError as e:
        raise StoreUnavailableError(store="PostgreSQL", problem=first_line(e)) from e
