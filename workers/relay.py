"""Moves background jobs from the outbox to the queue.

A row of the outbox is due, then claimed for a while, and finished only by its job, after its run. A wiped Redis, a dead
worker or a lost answer therefore costs time, never work: the row becomes due again. Jobs may safely run twice.
"""

from dataclasses import dataclass
from datetime import timedelta

from bot.ports import JobQueue, Relay
from workers.background_jobs import JOB_TIMEOUT
from workers.periodic import PeriodicTask

CLAIM_TIME = 2 * JOB_TIMEOUT  # longer than any job may run, so that its row is hardly ever due meanwhile
_BATCH_SIZE = 100
_WORKER_DIED = "its worker died while it ran"
_WAKE_DELAY = timedelta(milliseconds=500)  # no job is urgent: those of many turns are moved together, after the replies


@dataclass(frozen=True, slots=True)
class OutboxRelay:
    """One pass of the relay: puts all due jobs into the queue."""

    outbox: Relay
    queue: JobQueue
    claim_time: timedelta = CLAIM_TIME

    async def __call__(self) -> int:
        """Put all due jobs into the queue; return their number. Raises: StoreUnavailableError."""
        await (
            self.queue.check_queue()
        )  # before claiming: a job that is claimed and cannot be put must wait until due again
        count = 0
        while True:
            jobs = await self.outbox.claim_jobs(limit=_BATCH_SIZE, ttl=self.claim_time)
            for job in jobs:
                if not await self.queue.enqueue(job):
                    await self.outbox.job_failed(job.id, why=_WORKER_DIED)  # counts towards giving up
            count += len(jobs)
            if len(jobs) < _BATCH_SIZE:
                return count


def periodic_relay(
    outbox: Relay, queue: JobQueue, *, interval: timedelta, claim_time: timedelta = CLAIM_TIME
) -> PeriodicTask:
    """Return the relay's loop: run it in a task, and `wake` it when a job has been written to the outbox."""
    action = OutboxRelay(outbox, queue, claim_time)
    return PeriodicTask("relay", interval=interval, wake_delay=_WAKE_DELAY, action=action)
