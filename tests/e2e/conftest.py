"""Deployments for end-to-end tests. A traceback in a deployment's logs fails its test."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from redis import Redis

from bot.bootstrap.market import choose_market_data
from bot.settings import Settings
from db.embedded import Endpoints
from db.embedded.layout import Layout, ServerLock
from db.embedded.locks import FileLock
from tests.e2e.deployment import Deployment
from tests.temporary_folders import PARENT
from tests.waiting import eventually

if TYPE_CHECKING:
    from tests.migrated_databases import MigratedDatabases

_REDIS_DATABASES = cycle(range(1, 16))  # all that a server has, but for the one that other tests use


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a path short enough for Unix sockets."""
    with _folder() as made:
        yield made


@pytest.fixture
def no_home(folder: Path) -> Iterator[Deployment]:
    """A home that does not exist yet. Servers that are started for it have stopped when the test is over."""
    deployment = _deployment(folder)
    yield deployment
    assert stopped(deployment)
    assert "Traceback" not in deployment.logs()


@pytest.fixture
def home(no_home: Deployment, market_cache: Path) -> Deployment:
    """A home with servers of its own, which its first process makes and starts; each process has a worker."""
    shutil.copytree(market_cache, no_home.home / "cache")
    return replace(no_home, has_worker=True)


@pytest.fixture(scope="session")
def market_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that holds the market's sessions; a process that has to compute them takes seconds longer to start."""
    home = tmp_path_factory.mktemp("home")
    asyncio.run(choose_market_data(Settings(parley_home=home, market_data="sample")))
    for file in home.rglob("*.json"):
        file.chmod(0o600)  # as Parley's command makes its files
    return home / "cache"


@pytest.fixture
def deployment(database_url: str, servers: Endpoints, market_cache: Path) -> Iterator[Deployment]:
    """An empty database on the servers of the test session: quicker than a home of its own."""
    with served(database_url, servers, market_cache) as made:
        yield made


@pytest.fixture(scope="module")
def module_deployment(module_database_url: str, servers: Endpoints, market_cache: Path) -> Iterator[Deployment]:
    """The same for all tests of a module, with a process that serves them all."""
    with served(module_database_url, servers, market_cache) as made:
        yield made


@pytest.fixture
def new_deployment(
    servers: Endpoints, migrated_databases: "MigratedDatabases", market_cache: Path
) -> Iterator[Callable[[], Deployment]]:
    """Makes deployments on the servers of the test session."""
    place = servers.database_url.partition("?")[2]
    with ExitStack() as made:

        def make() -> Deployment:
            name = migrated_databases.lend()
            made.callback(migrated_databases.take_back, name)
            return made.enter_context(served(f"postgresql://parley_owner@/{name}?{place}", servers, market_cache))

        yield make


@contextmanager
def served(database_url: str, servers: Endpoints, market_cache: Path) -> Iterator[Deployment]:
    """Yield a deployment on the servers of the test session."""
    with _folder() as folder:
        deployment = _deployment(folder)
        shutil.copytree(market_cache, deployment.home / "cache")
        yield replace(deployment, database_url=database_url, redis_url=_own_redis(servers))
        assert "Traceback" not in deployment.logs()


def _own_redis(servers: Endpoints) -> str:
    """Return the URL of an empty Redis that no other deployment uses: a worker would take the jobs of both."""
    if servers.redis_url is None:
        pytest.skip("no Redis on this machine")
    url = f"{servers.redis_url}?db={next(_REDIS_DATABASES)}"
    with Redis.from_url(url) as client:
        client.flushdb()
    return url


def stopped(deployment: Deployment) -> bool:
    """Whether the servers of an embedded home end soon, with their supervisors."""
    layouts = [Layout(deployment.home, server) for server in ("postgres", "redis")]
    names = (ServerLock.SUPERVISOR, ServerLock.ALIVE)
    locks = [each.lock_file(name) for each in layouts if each.run_directory.is_dir() for name in names]
    return all(eventually(partial(_released, path)) for path in locks)


def _released(path: Path) -> bool:
    return not FileLock.is_held(path)


@contextmanager
def _folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="parley-", dir=PARENT)).resolve()
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def _deployment(folder: Path) -> Deployment:
    work = folder / "work"
    work.mkdir()
    return Deployment(home=folder / "home", work=work)
