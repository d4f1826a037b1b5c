"""What the embedded PostgreSQL is started with."""

import pytest

from db.embedded.postgres import installed_memory, shared_buffers

GB = 2**30


@pytest.mark.parametrize(("memory", "megabytes"), [(256 * 2**20, 64), (2 * GB, 256), (64 * GB, 1024)])
def test_shared_buffers_are_an_eighth_of_the_memory_within_bounds(memory: int, megabytes: int) -> None:
    assert shared_buffers(memory) == megabytes


def test_memory_of_this_machine_is_known() -> None:
    assert installed_memory() > 128 * 2**20
