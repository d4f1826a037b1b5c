"""Background jobs without Redis: the relay's process runs them."""

import logging
from typing import Generic

from bot.domain.jobs import Job
from workers.background_jobs import JOBS_MODULE, AppT, find_job

_log = logging.getLogger(__name__)


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
