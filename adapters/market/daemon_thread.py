"""Runs a blocking call outside the event loop, in a daemon thread that does not delay the end of the process.

With `asyncio.to_thread`, a name server or host that does not answer would block the process's exit and a thread of the
shared pool until its time-out, usually half a minute. Here, an abandoned call continues in its own thread.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

T = TypeVar("T")


async def run_in_daemon_thread(call: Callable[[], T], *, seconds: float) -> T:
    """Return the result of `call`, or raise its exception.

    Raises: TimeoutError: it took longer than `seconds`; it continues, and its result is discarded.
    """
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = call()
        except Exception as error:  # noqa: BLE001  # passed on to the caller
            settle = partial(_fail, outcome, error)
        else:
            settle = partial(_succeed, outcome, result)
        with suppress(RuntimeError):  # the loop has been closed: there is no caller any more
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
