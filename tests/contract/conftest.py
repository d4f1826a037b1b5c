from collections.abc import AsyncIterator

import pytest

from tests.contract.store_sets import StoreSet, fake_store_set, real_store_set


@pytest.fixture(params=["fake", "real"])
def store_url(request: pytest.FixtureRequest) -> str | None:
    """None: the stores in memory; else a fresh database's URL."""
    if request.param == "fake":
        return None
    url: str = request.getfixturevalue("database_url")
    return url


@pytest.fixture
async def world(store_url: str | None) -> AsyncIterator[StoreSet]:
    if store_url is None:
        yield fake_store_set()
    else:
        async with real_store_set(store_url) as real:
            yield real


@pytest.fixture
async def real(database_url: str) -> AsyncIterator[StoreSet]:
    """For what only a database can promise."""
    async with real_store_set(database_url) as opened:
        yield opened
