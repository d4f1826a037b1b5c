import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from db.embedded.layout import Layout, ServerLock
from db.embedded.locks import FileLock
from tests.contract.store_sets import StoreSet, real_store_set, store_set_of
from tests.e2e.deployment import Deployment
from tests.integration.db.embedded_process import EmbeddedClient, eventually
from tests.shared_database import SharedDatabase, run_in_session_loop
from tests.temporary_folders import PARENT

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    run_in_session_loop(items, _HERE / "db", _HERE / "erasure")


@pytest_asyncio.fixture(loop_scope="session")
async def own_world(database_url: str) -> AsyncIterator[StoreSet]:
    """All stores in a database of the test's own."""
    async with real_store_set(database_url) as opened:
        yield opened


@pytest.fixture
def world(request: pytest.FixtureRequest) -> StoreSet:
    """All stores; of the test's own database if it asks for that too, else of the shared one."""
    if "database_url" in request.fixturenames:
        own: StoreSet = request.getfixturevalue("own_world")
        return own
    shared: SharedDatabase = request.getfixturevalue("emptied_database")
    return store_set_of(shared.database)


@pytest.fixture
def deployment(database_url: str, tmp_path: Path) -> Deployment:
    return Deployment(home=tmp_path, work=tmp_path, database_url=database_url)


@pytest.fixture
def home() -> Iterator[Path]:
    """A home of this test's own, with a short path; nothing runs in it any more when the test is over."""
    with temporary_home() as home:
        yield home


@pytest.fixture
def used_home(home: Path, stopped_home: Path) -> Path:
    """The same, after its servers have run once: they start from the data that is there."""
    subprocess.run(["cp", "-a", stopped_home, home], check=True)  # noqa: S603, S607 - a test
    return home


@pytest.fixture(scope="session")
def stopped_home() -> Iterator[Path]:
    """The home that the used ones are copies of: making a data directory takes seconds."""
    with temporary_home() as home:
        with EmbeddedClient(home) as client:
            client.joined()
        wait_until_stopped(home)
        yield home


@contextmanager
def temporary_home() -> Iterator[Path]:
    place = Path(tempfile.mkdtemp(prefix="parley-", dir=PARENT)).resolve()
    home = place / "home"
    yield home
    wait_until_stopped(home)
    shutil.rmtree(place)


def wait_until_stopped(home: Path) -> None:
    for server in ("postgres", "redis"):
        layout = Layout(home, server)
        if layout.run_directory.is_dir():
            assert eventually(partial(released, layout.lock_file(ServerLock.SUPERVISOR)))
            assert released(layout.lock_file(ServerLock.ALIVE))


def released(path: Path) -> bool:
    return not FileLock.is_held(path)
