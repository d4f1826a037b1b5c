"""Background jobs: runs a job and records its end in the outbox."""

import asyncio
import logging
import pkgutil
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from bot.errors import ParleyError
from bot.ports import Relay
from workers.application_host import ApplicationHost

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
