from collections.abc import AsyncIterator, Iterator
from itertools import count

import psycopg
import pytest

from tests.contract.store_sets import StoreSet, real_store_set

_NUMBERS = count(1)


@pytest.fixture
def empty_url(administrator: psycopg.Connection) -> Iterator[str]:
    """The owner's URL of a database in which nothing is."""
    name = f"parley_empty_{next(_NUMBERS)}"
    administrator.execute(f"CREATE DATABASE {name} OWNER parley_owner")
    yield f"postgresql://parley_owner@/{name}?host={administrator.info.host}"
    administrator.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[StoreSet]:
    async with real_store_set(database_url) as opened:
        yield opened
