"""Runs a blocking call outside the event loop, in a daemon thread that does not delay the end of the process.

With `asyncio.to_thread`, a name server or host that does not answer would block the process's exit and a thread of the
shared pool until its time-out, usually half a minute. Here, an abandoned call continues in its own thread.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


async def run_in_daemon_thread(call: Callable[[], T], *, seconds: float) -> T:
    """Return the result of `call`, or raise its exception.

    Raises: TimeoutError: it took longer than `seconds`; it continues, and its result is discarded.
    """
    outcome: Future[T] = Future()

    def run() -> None:
        with suppress(InvalidStateError):  # nobody waits for the outcome any more
            try:
                outcome.set_result(call())
            except InvalidStateError:
                raise
            except Exception as error:  # noqa: BLE001  # passed on to the caller
                outcome.set_exception(error)

    threading.Thread(target=run, name="market-data", daemon=True).start()
    async with asyncio.timeout(seconds):
        return await asyncio.wrap_future(outcome)
