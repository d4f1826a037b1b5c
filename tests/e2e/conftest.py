"""Deployments for end-to-end tests. A traceback in a deployment's logs fails its test."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from db.embedded import Endpoints
from db.embedded.layout import Layout
from db.embedded.locks import FileLock
from tests.e2e.chat_process import eventually
from tests.e2e.deployment import Deployment


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a path short enough for Unix sockets."""
    with _folder() as made:
        yield made


@pytest.fixture
def home(folder: Path) -> Iterator[Deployment]:
    """An empty home with servers of its own, all of which have stopped when the test is over."""
    deployment = _deployment(folder)
    yield deployment
    assert stopped(deployment)
    assert "Traceback" not in deployment.logs()


@pytest.fixture
def deployment(folder: Path, database_url: str, redis_url: str) -> Iterator[Deployment]:
    """An empty database on the servers of the test session: quicker than a home of its own."""
    deployment = _deployment(folder, database_url=database_url, redis_url=redis_url)
    yield deployment
    assert "Traceback" not in deployment.logs()


@pytest.fixture(scope="module")
def module_deployment(module_database_url: str, servers: Endpoints) -> Iterator[Deployment]:
    """The same for all tests of a module, with a process that serves them all."""
    with _folder() as folder:
        deployment = _deployment(folder, database_url=module_database_url, redis_url=servers.redis_url)
        yield deployment
        assert "Traceback" not in deployment.logs()


def stopped(deployment: Deployment) -> bool:
    """Whether the servers of an embedded home end soon, with their supervisors."""
    layouts = [Layout(deployment.home, server) for server in ("postgres", "redis")]
    locks = [
        path for each in layouts if each.run_directory.is_dir() for path in (each.supervisor_lock, each.alive_lock)
    ]
    return all(eventually(partial(_released, path)) for path in locks)


def _released(path: Path) -> bool:
    return not FileLock.is_held(path)


@contextmanager
def _folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="parley-", dir="/tmp")).resolve()
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def _deployment(folder: Path, *, database_url: str | None = None, redis_url: str | None = None) -> Deployment:
    work, home = folder / "work", folder / "home"
    work.mkdir()
    if database_url is not None:
        home.mkdir()
    return Deployment(home=home, work=work, database_url=database_url, redis_url=redis_url)
