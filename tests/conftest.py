"""Fixtures for everything that needs a database or a queue: the embedded servers, one fresh database per test.

The network is off in all tests but for loopback and Unix sockets; tests/unit has none at all.
"""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from hypothesis import settings
from pytest_socket import socket_allow_hosts

from db.embedded import Endpoints, embedded_stores

if TYPE_CHECKING:
    import psycopg

_TEMPLATE = "parley_template"
_NUMBERS = count(1)

settings.register_profile("untimed", deadline=None)  # no test depends on the machine's speed
settings.load_profile("untimed")


def pytest_runtest_setup() -> None:
    socket_allow_hosts(["127.0.0.1", "::1"], allow_unix_socket=True)


@pytest.fixture(scope="session")
def short_home() -> Iterator[Path]:
    """A home whose path is short enough for Unix sockets (pytest's own directories are not, on macOS)."""
    home = Path(tempfile.mkdtemp(prefix="parley-", dir="/tmp")).resolve()
    yield home
    shutil.rmtree(home, ignore_errors=True)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def servers(short_home: Path) -> AsyncIterator[Endpoints]:
    """The embedded servers of this test session; not durable, so faster."""
    async with embedded_stores(short_home, durable=False) as endpoints:
        yield endpoints


@pytest.fixture(scope="session")
def administrator(servers: Endpoints) -> Iterator["psycopg.Connection"]:
    """The superuser's connection, for making databases; no test connects so."""
    import psycopg  # noqa: PLC0415 - unit tests do not pay for it

    with psycopg.connect(_url(servers, "postgres", user="postgres"), autocommit=True) as connection:
        yield connection


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def template(servers: Endpoints, administrator: "psycopg.Connection") -> str:
    """The name of a database with every migration applied, made once per session."""
    from db.migrate import migrate  # noqa: PLC0415 - unit tests do not pay for it

    administrator.execute(f"CREATE DATABASE {_TEMPLATE} OWNER parley_owner")
    await migrate(_url(servers, _TEMPLATE))
    return _TEMPLATE


@pytest.fixture
def database_url(servers: Endpoints, administrator: "psycopg.Connection", template: str) -> Iterator[str]:
    """The owner's URL of a migrated database that is this test's alone."""
    yield from _database_url(servers, administrator, template)


@pytest.fixture(scope="module")
def module_database_url(servers: Endpoints, administrator: "psycopg.Connection", template: str) -> Iterator[str]:
    """The same for all tests of a module."""
    yield from _database_url(servers, administrator, template)


def _database_url(servers: Endpoints, administrator: "psycopg.Connection", template: str) -> Iterator[str]:
    name = f"parley_test_{next(_NUMBERS)}"
    administrator.execute(f"CREATE DATABASE {name} TEMPLATE {template} OWNER parley_owner STRATEGY FILE_COPY")
    yield _url(servers, name)
    administrator.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def redis_url(servers: Endpoints) -> str:
    """The URL of an empty Redis; the test is skipped where there is none."""
    from redis import Redis  # noqa: PLC0415 - unit tests do not pay for it

    if servers.redis_url is None:
        pytest.skip("no Redis on this machine")
    with Redis.from_url(servers.redis_url) as client:
        client.flushall()
    return servers.redis_url


def _url(servers: Endpoints, database: str, *, user: str = "parley_owner") -> str:
    """The URL of another database of the same server."""
    place = servers.database_url.partition("?")[2]
    return f"postgresql://{user}@/{database}?{place}"
