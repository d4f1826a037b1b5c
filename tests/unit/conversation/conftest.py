from collections.abc import Iterator

import pytest

from tests.fakes.core import Talk
from tests.fakes.world import calendar


@pytest.fixture(scope="session", autouse=True)
def _calendar() -> None:
    """Lay the sessions out once, outside of any event loop's patience."""
    calendar().load()


@pytest.fixture
def talk() -> Iterator[Talk]:
    """A workspace; whatever happens in it, its books balance."""
    made = Talk()
    yield made
    made.check_books()
