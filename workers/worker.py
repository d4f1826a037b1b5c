"""The process that runs background jobs."""

import logging
from collections.abc import Callable
from types import FrameType
from typing import Any

from redis import Redis
from redis.exceptions import RedisError
from rq import SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from bot.errors import StoreUnavailableError
from workers.background_jobs import BackgroundJob
from workers.rq_queue import connect_redis, open_job_queue, translate_redis_error

_WORKER_TTL = 45  # seconds; RQ's 420 would keep a dead worker for minutes
_MAINTENANCE = 60  # seconds; RQ's own is 600


class _KnownJob(Job):
    """A job whose function must be a `BackgroundJob`: RQ would call any function named in Redis, even `os.system`."""

    @property
    def func(self) -> Callable[..., Any]:
        found = super().func
        if isinstance(found, BackgroundJob):
            return found
        msg = f"{self.func_name} is not one of our jobs"
        raise LookupError(msg)


class _JobWorker(SimpleWorker):
    """Runs jobs in its own process, one after the other, without a fork for each.

    A fork would cost every job a new connection pool, because pools do not survive it. It would protect from a job that
    crashes the interpreter, which the outbox repairs: the row becomes due again.
    """

    job_class = _KnownJob
    log_job_description = False
    max_connection_wait_time = 10.0  # seconds between attempts to find Redis again
    stop_requested = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        self.stop_requested = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ has no annotation there


def run_worker(redis_url: str, *, burst: bool = False) -> None:
    """Run jobs until SIGTERM or SIGINT, which let the present one end; with `burst` until the queue is empty.

    Raises: SettingsError; StoreUnavailableError: it could not start, or ended without a signal, so that the supervisor
    of this process starts it again.
    """
    with connect_redis(redis_url) as redis:
        try:
            worker = _create_worker(redis)
        except RedisError as error:
            raise translate_redis_error(error) from error
        try:
            worker.work(burst=burst, logging_level=logging.getLevelName(logging.WARNING))
        except RedisError as error:
            if not worker.stop_requested:  # otherwise it only failed to deregister
                raise translate_redis_error(error) from error
    if not (burst or worker.stop_requested):
        raise StoreUnavailableError(store="Redis", problem="the worker lost its queue")


def _create_worker(redis: Redis) -> _JobWorker:
    return _JobWorker(
        [open_job_queue(redis)],
        connection=redis,
        serializer=JSONSerializer,
        worker_ttl=_WORKER_TTL,
        maintenance_interval=_MAINTENANCE,
    )
