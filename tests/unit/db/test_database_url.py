"""A DATABASE_URL that does not lead to a database is reported; its password never is."""

import asyncio
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.errors import ParleyError, SettingsError, StoreUnavailableError
from db.migrate import count_pending_migrations, migrate
from db.notifications import PostgresNotifications
from db.pool import Database
from db.sessions import parse_database_url

NO_URLS = [
    "postgres//u:s3cretpw@h/x",
    "mysql://u:s3cretpw@h/x",
    "s3cretpw",
    "postgresql://u:s3cretpw%zz@h/x",
    "postgresql://u:s3cretpw/more@h/x",
    "postgresql://u:more@s3cretpw@h/x",
    "postgresql://u:s3cretpw@h:port/x",
    "host=h password='s3cretpw",
]


async def open_database(url: str) -> None:
    async with Database(url):
        pass


async def listen(url: str) -> None:
    async with PostgresNotifications(url).listen():
        pass


async def complaint(begin: Callable[[str], Awaitable[object]], url: str) -> ParleyError:
    """What is raised, after a look at all that a log would show of it."""
    with pytest.raises(ParleyError) as caught:
        await begin(url)
    assert "s3cretpw" not in "".join(traceback.format_exception(caught.value))
    return caught.value


@pytest.mark.parametrize("begin", [migrate, count_pending_migrations, open_database, listen])
@pytest.mark.parametrize("url", NO_URLS)
async def test_begin_when_it_is_no_url_then_says_only_that(begin: Callable[[str], Awaitable[object]], url: str) -> None:
    error = await complaint(begin, url)

    assert isinstance(error, SettingsError)
    assert "is no PostgreSQL URL" in str(error)


@pytest.mark.parametrize("begin", [migrate, open_database])
async def test_begin_when_the_password_is_wrong_then_says_so_without_it(
    begin: Callable[[str], Awaitable[object]], tmp_path: Path
) -> None:
    async with refusing_server(tmp_path):
        error = await complaint(begin, f"postgresql://u:s3cretpw@/x?host={tmp_path}")

    assert isinstance(error, StoreUnavailableError)
    assert "password authentication failed" in str(error)


@pytest.mark.parametrize("begin", [migrate, open_database])
async def test_begin_when_nobody_listens_then_says_so(
    begin: Callable[[str], Awaitable[object]], tmp_path: Path
) -> None:
    error = await complaint(begin, f"postgresql://u:s3cretpw@/x?host={tmp_path}")

    assert isinstance(error, StoreUnavailableError)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("postgresql://u:p%40%2F%3A@db.example.com:5432/x?sslmode=require", "db.example.com"),
        ("postgresql://u@one:1,two:2/x", "one,two"),
        ("postgresql://u@[::1]/x", "::1"),
        ("postgresql://u@/x?host=%2Fvar%2Frun%2Fa%40b", "/var/run/a@b"),
        ("postgresql:///x", ""),
        ("host=h port=5433", "h"),
    ],
)
def test_parts_when_it_is_a_url_then_what_it_says(url: str, host: str) -> None:
    assert parse_database_url(url).get("host", "") == host


@asynccontextmanager
async def refusing_server(folder: Path) -> AsyncIterator[None]:
    """Speaks as much of PostgreSQL's protocol as it takes to ask for a password and to refuse it."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1_024)  # the startup message
        writer.write(b"R" + (8).to_bytes(4, "big") + (3).to_bytes(4, "big"))  # AuthenticationCleartextPassword
        await reader.read(1_024)
        fields = b"SFATAL\0C28P01\0Mpassword authentication failed for user u\0\0"
        writer.write(b"E" + (len(fields) + 4).to_bytes(4, "big") + fields)
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_unix_server(refuse, folder / ".s.PGSQL.5432"):
        yield
