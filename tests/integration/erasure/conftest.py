from collections.abc import AsyncIterator

import pytest

from tests.contract.store_sets import StoreSet, real_store_set


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[StoreSet]:
    async with real_store_set(database_url) as opened:
        yield opened
