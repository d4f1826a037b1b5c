import asyncio
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from pytest_socket import disable_socket

from tests.fakes.virtual_time import VirtualTimeLoop

if TYPE_CHECKING:
    from tests.fakes.core import Talk


def pytest_runtest_setup() -> None:
    disable_socket(allow_unix_socket=True)  # asyncio's loop wakes itself over a socket pair


def pytest_asyncio_loop_factories(item: pytest.Item) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    return {"loop": VirtualTimeLoop if item.get_closest_marker("virtual_time") else asyncio.new_event_loop}


@pytest.fixture(scope="session", autouse=True)
def _sessions() -> None:
    """Load the market's sessions before the first test that uses them: it takes longer than such a test may wait."""
    if "tests.fakes.core_ports" in sys.modules:
        from tests.fakes.core_ports import calendar  # noqa: PLC0415 - only where a collected test uses it

        calendar().load()


@pytest.fixture(scope="session", autouse=True)
def _parser() -> None:
    """Load the parser before the first test that reads, as a process does before it is ready."""
    if "bot.reading.trained.parser" in sys.modules:
        from bot.reading.trained.parser import load_parser  # noqa: PLC0415 - only where a collected test uses it

        load_parser()


@pytest.fixture
def talk() -> Iterator["Talk"]:
    """Yield a workspace; afterwards its accounts must balance."""
    from tests.fakes.core import Talk  # noqa: PLC0415 - other unit tests do not pay for it

    made = Talk()
    yield made
    made.check_invariants()
