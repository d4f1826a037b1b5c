import asyncio
import threading
from collections.abc import Callable

import pytest

from adapters.market.daemon_thread import run_in_daemon_thread


async def test_it_returns_what_the_call_returns_from_another_thread() -> None:
    assert await run_in_daemon_thread(lambda: threading.current_thread().daemon, seconds=1)


async def test_it_raises_what_the_call_raises() -> None:
    with pytest.raises(ZeroDivisionError):
        await run_in_daemon_thread(lambda: 1 // 0, seconds=1)


@pytest.mark.parametrize("late", [lambda: 1, lambda: 1 // 0], ids=["an answer", "a fault"])
async def test_a_call_that_takes_too_long_is_left_to_itself(late: Callable[[], int]) -> None:
    release, done = threading.Event(), threading.Event()

    def slow() -> int:
        try:
            release.wait(5)
            return late()
        finally:
            done.set()

    with pytest.raises(TimeoutError):
        await run_in_daemon_thread(slow, seconds=0.02)
    release.set()
    await asyncio.to_thread(done.wait, 5)
    await asyncio.sleep(0)  # what comes late is thrown away, without a complaint


def test_a_call_that_outlives_the_loop_harms_nothing() -> None:
    release = threading.Event()

    async def give_up() -> None:
        with pytest.raises(TimeoutError):
            await run_in_daemon_thread(lambda: release.wait(5), seconds=0.02)

    asyncio.run(give_up())
    release.set()
    for thread in threading.enumerate():
        if thread.name == "market-data":
            thread.join(5)
