"""What all jobs have in common: how one is run, and how its end is recorded in the outbox."""

import asyncio
import logging
import pkgutil
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from bot.errors import ParleyError
from bot.ports import Relay
from workers.application_host import ApplicationHost

JOBS_MODULE = "workers.jobs"  # the module whose names the outbox and the queue carry
JOB_TIMEOUT = timedelta(seconds=30)  # the longest that one may run
_MAX_REASON = 500  # characters

_log = logging.getLogger(__name__)


class JobApplication(Protocol):
    """What the running of any job needs."""

    @property
    def relay(self) -> Relay:
        """The outbox, in which the end of each run is recorded, with how long it took."""
        ...


AppT = TypeVar("AppT", bound=JobApplication)


class BackgroundJob(Generic[AppT]):
    """One kind of later work: RQ calls it in a worker; without Redis it is performed where the relay runs."""

    def __init__(self, work: Callable[..., Awaitable[object]], host: ApplicationHost[AppT]) -> None:
        self.__doc__ = work.__doc__
        self.__name__ = work.__name__
        self._work = work
        self._host = host

    def __call__(self, *, job_id: str, **arguments: str) -> None:
        """Perform it in the application that this process shares among its jobs."""
        try:
            self._host.run_with_app(lambda app: self.perform_job(app, job_id=UUID(job_id), arguments=arguments))
        except ParleyError as error:
            # The outbox could not be told, so nobody needs to be: the row becomes due again by itself.
            _log.warning("job %s (%s) was not run: %s", self.__name__, job_id, error)

    async def perform_job(self, app: AppT, *, job_id: UUID, arguments: Mapping[str, str]) -> None:
        """Do the work and record its end; a cancelled one records nothing and becomes due again."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(JOB_TIMEOUT.total_seconds()):
                await self._work(app, **arguments)
        except Exception as error:  # noqa: BLE001  # whatever it is, the outbox keeps it and tries again
            _log.warning("job %s (%s) failed", self.__name__, job_id, exc_info=not isinstance(error, ParleyError))
            why = f"{type(error).__name__}: {error}"[:_MAX_REASON]
            await app.relay.job_failed(job_id, why=why, seconds=time.monotonic() - began)
        else:
            await app.relay.job_finished(job_id, seconds=time.monotonic() - began)


def background_job(host: ApplicationHost[AppT]) -> Callable[[Callable[..., Awaitable[object]]], BackgroundJob[AppT]]:
    """Return the decorator that makes an async function of (app, ids by name, `**_later`) a job of `host`."""

    def decorate(work: Callable[..., Awaitable[object]]) -> BackgroundJob[AppT]:
        return BackgroundJob(work, host)

    return decorate


def find_job(name: str, *, jobs_module: str = JOBS_MODULE) -> BackgroundJob[Any]:
    """Return the job called `name`. Raises: LookupError: this version has none by that name."""
    try:
        found = pkgutil.resolve_name(f"{jobs_module}:{name}")
    except (AttributeError, ValueError):
        found = None
    if isinstance(found, BackgroundJob):
        return found
    msg = f"there is no job {name!r} in {jobs_module}"
    raise LookupError(msg)
