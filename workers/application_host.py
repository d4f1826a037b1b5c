"""Keeps the application open for the synchronous code of a worker process."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from threading import Thread, current_thread
from typing import Any, Generic, TypeVar

ServicesT = TypeVar("ServicesT")
T = TypeVar("T")

_CLOSING_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class _RunningApplication(Generic[ServicesT]):
    app: ServicesT
    loop: asyncio.AbstractEventLoop
    thread: Thread
    closing: asyncio.Event


class ApplicationHost(Generic[ServicesT]):
    """Keeps one application open on an event loop in its own thread, for callers that cannot await.

    RQ calls jobs synchronously and would run each coroutine on a new event loop, which no connection pool survives.
    The first call opens the application: an idle worker holds no connection. The process must not fork between calls.
    """

    def __init__(self, services: Callable[[], AbstractAsyncContextManager[ServicesT]]) -> None:
        self._services = services
        self._opened: _RunningApplication[ServicesT] | None = None

    def run_with_app(self, work: Callable[[ServicesT], Coroutine[Any, Any, T]]) -> T:
        """Run one coroutine with the application and return its result. Raises what the coroutine or opening raises."""
        if self._opened is None or not self._opened.thread.is_alive():
            self._opened = self._open_app()
        future = asyncio.run_coroutine_threadsafe(work(self._opened.app), self._opened.loop)
        try:
            return future.result()
        finally:
            future.cancel()  # has an effect only if RQ's time limit or a signal has interrupted the wait

    def close_app(self) -> None:
        """Close the application if it is open."""
        opened, self._opened = self._opened, None
        if opened is not None:
            with contextlib.suppress(RuntimeError):  # its loop has ended already
                opened.loop.call_soon_threadsafe(opened.closing.set)
            opened.thread.join(_CLOSING_SECONDS)

    def _open_app(self) -> _RunningApplication[ServicesT]:
        opening: Future[_RunningApplication[ServicesT]] = Future()
        Thread(target=asyncio.run, args=(self._keep_open(opening),), name="jobs", daemon=True).start()
        return opening.result()

    async def _keep_open(self, opening: Future[_RunningApplication[ServicesT]]) -> None:
        try:
            async with self._services() as app:
                opened = _RunningApplication(app, asyncio.get_running_loop(), current_thread(), asyncio.Event())
                opening.set_result(opened)
                await opened.closing.wait()
        except BaseException as error:
            if opening.done():
                raise
            opening.set_exception(error)
