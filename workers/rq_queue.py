"""The queue of jobs for workers: RQ on Redis or Valkey.

RQ neither retries jobs nor keeps results: the outbox counts attempts and schedules them, unaffected by a wiped Redis.
One queue per worker: RQ 3.0 loses jobs when a worker that listens to several is killed.
"""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from redis import Redis
from redis.exceptions import AuthenticationError, RedisError, ResponseError
from rq import Queue
from rq.exceptions import NoSuchJobError
from rq.job import Job as RqJob
from rq.job import JobStatus
from rq.serializers import JSONSerializer

from bot.domain.jobs import Job
from bot.errors import QueueRefusedError, SettingsError, StoreUnavailableError
from workers.background_jobs import JOB_TIMEOUT, JOBS_MODULE

QUEUE = "parley"
_RQ_TIMEOUT = JOB_TIMEOUT + timedelta(seconds=15)  # for a job that blocks its thread and so misses its own timeout
_FAILURE_TTL = timedelta(days=1)  # failed jobs are kept for inspection; nothing depends on them
_NO_URL = "is no Redis URL (for example redis://host:6379/0, rediss://host:6379/0 or unix:///path/redis.sock)"
_CONNECT_SECONDS = 3
_RESPONSE_SECONDS = 5

T = TypeVar("T")


def connect_redis(url: str) -> Redis:
    """Return a client of `url`, not yet connected. Raises: SettingsError, which does not quote the URL's password."""
    try:
        return Redis.from_url(url, socket_connect_timeout=_CONNECT_SECONDS, socket_timeout=_RESPONSE_SECONDS)
    except ValueError:
        raise SettingsError(setting="REDIS_URL", problem=_NO_URL) from None


def translate_redis_error(error: RedisError) -> StoreUnavailableError:
    """Return the error for one of the driver: Redis refuses what it was asked, or cannot be reached."""
    if isinstance(error, (ResponseError, AuthenticationError)):  # full, read-only, no rights, a wrong password
        return QueueRefusedError(answer=str(error).split("\n", 1)[0])
    return StoreUnavailableError(store="Redis", problem=type(error).__name__)


_CHECKED = "parley:checked"
_CHECKED_SECONDS = 60


def open_job_queue(redis: Redis) -> Queue:
    """Return the one queue of Parley's jobs."""
    return Queue(QUEUE, connection=redis, serializer=JSONSerializer)


class RqJobQueue:
    """Implements `bot.ports.JobQueue`: puts jobs, as names and ids only, into Redis for workers."""

    def __init__(self, redis: Redis, *, jobs_module: str = JOBS_MODULE, timeout: timedelta = _RQ_TIMEOUT) -> None:
        self._redis = redis
        self._queue = open_job_queue(redis)
        self._jobs_module = jobs_module
        self._timeout = timeout

    async def check_queue(self) -> None:
        """Write to Redis. Raises: StoreUnavailableError: it does not answer, or takes nothing because it is full."""
        await self._call_redis(lambda: self._redis.set(_CHECKED, "", ex=_CHECKED_SECONDS))

    async def evicts_jobs(self) -> bool:
        """Return whether Redis drops jobs when it is full, instead of refusing them. Raises: StoreUnavailableError."""
        memory: dict[str, object] = await self._call_redis(lambda: self._redis.info("memory"))
        return bool(memory.get("maxmemory")) and str(memory.get("maxmemory_policy")).startswith("allkeys")

    async def enqueue(self, job: Job) -> bool:
        """Put `job` in the queue unless it waits or runs already; return False if its last run killed the worker.

        Raises: StoreUnavailableError.
        """
        return await self._call_redis(lambda: self._enqueue_once(job))

    async def close(self) -> None:
        """Close the connections."""
        await asyncio.to_thread(self._redis.close)

    def _enqueue_once(self, job: Job) -> bool:
        if self._queue.get_job_position(str(job.id)) is not None:
            return True
        started = self._find_started(str(job.id))
        if started is None:
            self._push_job(job)
            return True
        if started.started_at is None or datetime.now(UTC) - started.started_at < self._timeout:
            return True  # it may still be running: decided when the outbox's row is due again
        started.delete()
        return False

    def _find_started(self, rq_id: str) -> RqJob | None:
        """Return an earlier run that has started and not ended; delete one that has ended."""
        try:
            earlier = RqJob.fetch(rq_id, connection=self._redis, serializer=JSONSerializer)
        except NoSuchJobError:
            return None
        if earlier.get_status(refresh=False) is JobStatus.STARTED:
            return earlier
        earlier.delete()
        return None

    def _push_job(self, job: Job) -> None:
        self._queue.enqueue_call(
            f"{self._jobs_module}.{job.name}",
            kwargs={**job.arguments, "tenant_id": str(job.tenant_id), "job_id": str(job.id)},
            job_id=str(job.id),
            timeout=int(self._timeout.total_seconds()),
            result_ttl=0,
            failure_ttl=int(_FAILURE_TTL.total_seconds()),
            description=job.name,  # RQ's own would show the arguments
        )

    async def _call_redis(self, call: Callable[[], T]) -> T:
        """Call RQ, which is synchronous, in a thread. Raises: StoreUnavailableError."""
        try:
            return await asyncio.to_thread(call)
        except RedisError as error:
            raise translate_redis_error(error) from error
