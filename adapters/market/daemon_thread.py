"""Run a blocking call beside the event loop, in a thread that nobody has to wait for at the end of the process.

`asyncio.to_thread` would keep the process from ending, and its shared pool from serving others, for as long as a name
server or a silent host takes to give up: half a minute is usual. A call of ours that is given up is left to itself.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

T = TypeVar("T")


async def run_in_daemon_thread(call: Callable[[], T], *, seconds: float) -> T:
    """Return what `call` returns, or raise what it raises.

    Raises: TimeoutError: it took longer than `seconds`; it goes on, and its result is thrown away.
    """
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = call()
        except Exception as error:  # noqa: BLE001  # handed to the one who waits
            settle = partial(_fail, outcome, error)
        else:
            settle = partial(_succeed, outcome, result)
        with suppress(RuntimeError):  # the loop has been closed: nobody waits any more
            loop.call_soon_threadsafe(settle)

    threading.Thread(target=run, name="market-data", daemon=True).start()
    async with asyncio.timeout(seconds):
        return await outcome


def _succeed(outcome: "asyncio.Future[T]", result: T) -> None:
    if not outcome.done():
        outcome.set_result(result)


def _fail(outcome: "asyncio.Future[T]", error: Exception) -> None:
    if not outcome.done():
        outcome.set_exception(error)
