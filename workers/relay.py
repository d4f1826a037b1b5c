"""Moves later work from the outbox to where it is run.

A row of the outbox is due, then taken for a while, and finished only by its job, when that has run. So a wiped Redis,
a dead worker or a lost answer costs time, never work: the row becomes due again. Jobs may run twice; they are safe to.
"""

from dataclasses import dataclass
from datetime import timedelta

from bot.ports import JobQueue, Relay
from workers.background_jobs import JOB_TIMEOUT
from workers.periodic import PeriodicTask

CLAIM_TIME = 2 * JOB_TIMEOUT  # longer than any job may run, so that hardly a row is due while its job does
_BATCH_SIZE = 100
_WORKER_DIED = "its worker died while it ran"
_POLL_INTERVAL = timedelta(seconds=2)  # behind the notifications, which call `wake`


@dataclass(frozen=True, slots=True)
class OutboxRelay:
    """One pass: puts everything that is due into the queue."""

    outbox: Relay
    queue: JobQueue
    claim_time: timedelta = CLAIM_TIME

    async def __call__(self) -> int:
        """Put what is due and return how much it was. Raises: StoreUnavailableError."""
        await self.queue.check()  # before taking: what is taken and cannot be put has to wait until it is due again
        put = 0
        while jobs := await self.outbox.due_jobs(limit=_BATCH_SIZE, ttl=self.claim_time):
            for job in jobs:
                if not await self.queue.enqueue(job):
                    await self.outbox.job_failed(job.id, why=_WORKER_DIED)  # a deadly one must not come back for ever
            put += len(jobs)
        return put


def periodic_relay(
    outbox: Relay, queue: JobQueue, *, interval: timedelta = _POLL_INTERVAL, claim_time: timedelta = CLAIM_TIME
) -> PeriodicTask:
    """Return the relay's loop: `run` it in a task, and `wake` it when something has been written to the outbox."""
    return PeriodicTask("relay", interval=interval, action=OutboxRelay(outbox, queue, claim_time))
