"""Fixtures for everything that needs a database or a queue: the embedded servers, an empty database per test.

The network is off in all tests but for loopback and Unix sockets; tests/unit has none at all.
"""

import gc
import tempfile
from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from hypothesis import settings
from pytest_socket import socket_allow_hosts

from db.embedded import Endpoints, embedded_stores
from tests.temporary_folders import PARENT

if TYPE_CHECKING:
    import psycopg

    from tests.migrated_databases import MigratedDatabases
    from tests.shared_database import SharedDatabase

_TEMPLATE = "parley_template"

# No test depends on the machine's speed, or on luck: each run draws the same examples. To look for others:
# pytest --hypothesis-profile=explore
settings.register_profile("parley", deadline=None, max_examples=40, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1_000, derandomize=False)
settings.load_profile("parley")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude what is imported and collected from garbage collection, which would visit all of it again and again.

    What tests leave is collected more seldom than usual.
    """
    gc.disable()
    collected = yield
    gc.enable()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    return collected


def pytest_runtest_setup() -> None:
    socket_allow_hosts(["127.0.0.1", "::1"], allow_unix_socket=True)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def servers() -> AsyncIterator[Endpoints]:
    """The embedded servers of this test session; not durable, so faster.

    Their home is new each time: pytest ends and begins session fixtures anew where the event loop of tests changes. Its
    path is short enough for Unix sockets, unlike those of pytest's own directories on macOS.
    """
    with tempfile.TemporaryDirectory(prefix="parley-", dir=PARENT, ignore_cleanup_errors=True) as home:
        async with embedded_stores(Path(home), durable=False) as endpoints:
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


@pytest.fixture(scope="session")
def migrated_databases(administrator: "psycopg.Connection", template: str) -> "MigratedDatabases":
    from tests.migrated_databases import MigratedDatabases  # noqa: PLC0415 - unit tests do not pay for it

    return MigratedDatabases(administrator, template)


@pytest.fixture
def database_url(servers: Endpoints, migrated_databases: "MigratedDatabases") -> Iterator[str]:
    """The owner's URL of a migrated database that is empty and this test's alone."""
    name = migrated_databases.lend()
    yield _url(servers, name)
    migrated_databases.take_back(name)


@pytest.fixture(scope="module")
def module_database_url(servers: Endpoints, migrated_databases: "MigratedDatabases") -> Iterator[str]:
    """The same for all tests of a module."""
    name = migrated_databases.lend()
    yield _url(servers, name)
    migrated_databases.take_back(name)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_database(
    servers: Endpoints, migrated_databases: "MigratedDatabases"
) -> AsyncIterator["SharedDatabase"]:
    """A migrated database, opened in the session's event loop."""
    from tests.shared_database import shared_database_at  # noqa: PLC0415 - unit tests do not pay for it

    name = migrated_databases.lend()
    async with shared_database_at(
        _url(servers, name), administrator_url=_url(servers, name, user="postgres")
    ) as shared:
        yield shared
    migrated_databases.take_back(name)


@pytest_asyncio.fixture(loop_scope="session")
async def emptied_database(shared_database: "SharedDatabase") -> "SharedDatabase":
    await shared_database.empty()
    return shared_database


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
