"""Background jobs: runs a job in the application that is kept open for it, and records its end in the outbox."""

import asyncio
import contextlib
import logging
import pkgutil
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import timedelta
from threading import Thread, current_thread
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from bot.domain.jobs import Job
from bot.errors import ParleyError
from bot.ports import Relay

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


JOBS_MODULE = "workers.jobs"  # the module of the names in outbox and queue
JOB_TIMEOUT = timedelta(seconds=30)  # of one run
_MAX_REASON = 500  # characters

_log = logging.getLogger(__name__)


class JobApplication(Protocol):
    """The part of the application that every job uses."""

    @property
    def relay(self) -> Relay:
        """The outbox, which records the end and the duration of each run."""


AppT = TypeVar("AppT", bound=JobApplication)


class BackgroundJob(Generic[AppT]):
    """One kind of background job: RQ calls it in a worker; without Redis the relay's process performs it."""

    def __init__(self, work: Callable[..., Awaitable[object]], host: ApplicationHost[AppT]) -> None:
        self.__doc__ = work.__doc__
        self.__name__ = work.__name__
        self._work = work
        self._host = host

    def __call__(self, *, job_id: str, **arguments: str) -> None:
        """Perform one job in the application that all jobs of this process share."""
        try:
            self._host.run_with_app(lambda app: self.perform_job(app, job_id=UUID(job_id), arguments=arguments))
        except ParleyError as error:
            # Not recorded, because the outbox could not be reached: its row becomes due again by itself.
            _log.warning("job %s (%s) was not run: %s", self.__name__, job_id, error)

    async def perform_job(self, app: AppT, *, job_id: UUID, arguments: Mapping[str, str]) -> None:
        """Do the work and record its end; a cancelled job records nothing and becomes due again."""
        now = asyncio.get_running_loop().time
        started_at = now()
        try:
            async with asyncio.timeout(JOB_TIMEOUT.total_seconds()):
                await self._work(app, **arguments)
        except Exception as error:  # noqa: BLE001  # the outbox records any error and tries again
            _log.warning("job %s (%s) failed", self.__name__, job_id, exc_info=not isinstance(error, ParleyError))
            reason = f"{type(error).__name__}: {error}"[:_MAX_REASON]
            await app.relay.job_failed(job_id, why=reason, seconds=now() - started_at)
        else:
            await app.relay.job_finished(job_id, seconds=now() - started_at)


def background_job(host: ApplicationHost[AppT]) -> Callable[[Callable[..., Awaitable[object]]], BackgroundJob[AppT]]:
    """Return a decorator that makes an async function a job of `host`.

    The function takes the application, ids by name, and `**_newer` for arguments that a later version may add.
    """

    def decorate(work: Callable[..., Awaitable[object]]) -> BackgroundJob[AppT]:
        return BackgroundJob(work, host)

    return decorate


def find_job(name: str, *, jobs_module: str = JOBS_MODULE) -> BackgroundJob[Any]:
    """Return the job called `name`. Raises: LookupError: this version has no such job."""
    try:
        found = pkgutil.resolve_name(f"{jobs_module}:{name}")
    except (AttributeError, ValueError):
        found = None
    if isinstance(found, BackgroundJob):
        return found
    msg = f"there is no job {name!r} in {jobs_module}"
    raise LookupError(msg)


class InProcessQueue(Generic[AppT]):
    """Implements `bot.ports.JobQueue`: runs each job at once in this process's application, one after the other."""

    def __init__(self, app: AppT, *, jobs_module: str = JOBS_MODULE) -> None:
        self._app = app
        self._jobs_module = jobs_module
        _log.warning("there is no Redis: this process runs the background jobs itself")

    async def check_queue(self) -> None:
        """Do nothing: there is no server that could be unreachable."""

    async def enqueue(self, job: Job) -> bool:
        """Run `job` to its end; its failure is recorded, not raised."""
        try:
            found = find_job(job.name, jobs_module=self._jobs_module)
        except LookupError as error:
            await self._app.relay.job_failed(job.id, why=str(error))
        else:
            arguments = {**job.arguments, "tenant_id": str(job.tenant_id)}
            await found.perform_job(self._app, job_id=job.id, arguments=arguments)
        return True
