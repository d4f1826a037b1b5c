from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.contract.store_sets import StoreSet, fake_store_set, store_set_of
from tests.shared_database import SharedDatabase, run_in_session_loop

if TYPE_CHECKING:
    from tests.contract.yahoo_market import ServedYahoo


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    run_in_session_loop(items, Path(__file__).parent)


@pytest.fixture(params=["fake", "real"])
def database_if_real(request: pytest.FixtureRequest) -> SharedDatabase | None:
    """None: the stores in memory; else an empty database."""
    if request.param == "fake":
        return None
    database: SharedDatabase = request.getfixturevalue("emptied_database")
    return database


@pytest.fixture
def world(database_if_real: SharedDatabase | None) -> StoreSet:
    return fake_store_set() if database_if_real is None else store_set_of(database_if_real.database)


@pytest.fixture
def real(emptied_database: SharedDatabase) -> StoreSet:
    """For what only a database can promise."""
    return store_set_of(emptied_database.database)


@pytest.fixture
def yahoo(tmp_path: Path) -> Iterator["ServedYahoo"]:
    """A world without shares, at noon of 2013-01-31."""
    from tests.contract.yahoo_market import NOON, served_yahoo  # noqa: PLC0415 - yfinance costs seconds

    with served_yahoo(tmp_path / "yahoo", now=NOON) as served:
        yield served


@pytest.fixture
def database_url(emptied_database: SharedDatabase) -> str:
    return emptied_database.url
