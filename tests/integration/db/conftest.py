from collections.abc import Iterator
from itertools import count

import psycopg
import pytest

_NUMBERS = count(1)


@pytest.fixture
def empty_url(administrator: psycopg.Connection) -> Iterator[str]:
    """The owner's URL of a database in which nothing is."""
    name = f"parley_empty_{next(_NUMBERS)}"
    administrator.execute(f"CREATE DATABASE {name} OWNER parley_owner")
    yield f"postgresql://parley_owner@/{name}?host={administrator.info.host}"
    administrator.execute(f"DROP DATABASE {name} WITH (FORCE)")
