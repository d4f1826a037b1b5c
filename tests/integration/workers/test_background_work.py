import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import psutil
import pytest
from redis import Redis

from bot import doctor
from bot.doctor import CheckStatus
from bot.errors import QueueRefusedError, SettingsError, StoreUnavailableError
from db.embedded import Endpoints
from tests.fakes import misbehaving_jobs
from tests.fakes.sqlite_outbox import SqliteOutbox, job
from tests.redis_limits import limited_redis
from workers.process_supervisor import ProcessCommand, keep_process_running
from workers.relay import periodic_relay
from workers.rq_queue import QUEUE, RqJobQueue, open_job_queue
from workers.worker import run_worker

JOBS = misbehaving_jobs.__name__
PATIENCE = 60.0  # seconds
NEVER = timedelta(minutes=10)


@pytest.fixture
def outbox(tmp_path: Path) -> SqliteOutbox:
    outbox = SqliteOutbox(tmp_path / "outbox.db")
    outbox.create()
    return outbox


def add(outbox: SqliteOutbox, count: int, *, name: str = "note", first: int = 1) -> None:
    ids = [UUID(int=number) for number in range(first, first + count)]
    outbox.add_jobs([job(id_, name=name, arguments={"key": str(id_)}) for id_ in ids])


@asynccontextmanager
async def working(outbox: SqliteOutbox, redis_url: str, *, given_up_after: timedelta) -> AsyncIterator[None]:
    """A relay in this process and a worker beside it, as `parley chat` and `parley up` have them."""
    queue = RqJobQueue(Redis.from_url(redis_url), jobs_module=JOBS, timeout=given_up_after)
    command = ProcessCommand(
        arguments=[sys.executable, "-m", "tests.integration.workers.job_worker", redis_url],
        environment={**os.environ, misbehaving_jobs.OUTBOX: str(outbox.path)},
        log=outbox.path.with_suffix(".log"),
    )
    loop = periodic_relay(outbox, queue, interval=timedelta(seconds=0.1), claim_time=given_up_after)
    soon = timedelta(seconds=0.05)
    tasks = [
        asyncio.create_task(loop.run_periodically()),
        asyncio.create_task(keep_process_running(command, restart_interval=soon, max_restart_interval=soon)),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await queue.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - what it waits for happens in other processes
            await asyncio.sleep(0.02)


def workers() -> list[psutil.Process]:
    return [child for child in psutil.Process().children() if "tests.integration.workers.job_worker" in child.cmdline()]


async def test_job_fails_then_it_is_tried_again(outbox: SqliteOutbox, redis_url: str) -> None:
    add(outbox, 3, name="fail_once")

    async with working(outbox, redis_url, given_up_after=NEVER):
        await until(lambda: outbox.unfinished() == 0)

    assert (outbox.effects(), outbox.failures(), outbox.runs()) == (3, 3, 6)


@pytest.mark.faults
async def test_job_kills_its_worker_then_it_and_the_others_still_take_effect(
    outbox: SqliteOutbox, redis_url: str
) -> None:
    add(outbox, 1, name="crash_once")
    add(outbox, 20, first=2)

    async with working(outbox, redis_url, given_up_after=timedelta(seconds=1)):
        await until(lambda: outbox.unfinished() == 0)

    assert outbox.effects() == 21
    assert outbox.failures() >= 1  # on a busy machine, more of them may look as if they had died


async def test_redis_is_full_then_jobs_wait_in_the_outbox_and_are_done_once_there_is_room(
    outbox: SqliteOutbox, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    add(outbox, 10)
    with limited_redis(redis_url, memory=-100_000, policy="noeviction") as client:
        async with working(outbox, redis_url, given_up_after=NEVER):
            await until(lambda: "relay failed (3 in a row)" in caplog.text)
            said = caplog.text
            client.config_set("maxmemory", 0)
            await until(lambda: outbox.unfinished() == 0)

    assert "takes no jobs" in said
    assert "'maxmemory'" in said
    assert "Traceback" not in said
    assert outbox.effects() == 10
    assert outbox.runs() == 10


@pytest.mark.faults
async def test_redis_evicts_what_it_holds_then_every_job_takes_effect(outbox: SqliteOutbox, redis_url: str) -> None:
    add(outbox, 60)
    with limited_redis(redis_url, memory=300_000, policy="allkeys-lru") as client:
        async with working(outbox, redis_url, given_up_after=timedelta(seconds=1)):
            for number in range(2_000):
                client.set(f"of somebody else {number}", "x" * 1_000)
                await asyncio.sleep(0)
            await until(lambda: outbox.unfinished() == 0)
        assert client.info("stats")["evicted_keys"] > 0

    assert outbox.effects() == 60


def test_redis_is_full_then_the_worker_says_so(redis_url: str) -> None:
    with (
        limited_redis(redis_url, memory=-100_000, policy="noeviction"),
        pytest.raises(QueueRefusedError, match="maxmemory"),
    ):
        run_worker(redis_url)


@pytest.mark.parametrize(
    ("policy", "memory", "status", "says"),
    [
        ("noeviction", 10_000_000, CheckStatus.GOOD, "answers"),
        ("noeviction", -100_000, CheckStatus.FAULT, "takes no jobs"),
        ("allkeys-lru", 10_000_000, CheckStatus.NOTE, "set maxmemory-policy to noeviction"),
        ("volatile-ttl", 10_000_000, CheckStatus.GOOD, "answers"),
    ],
)
async def test_doctor_says_in_one_sentence_what_a_limited_redis_does(
    redis_url: str, policy: str, memory: int, status: CheckStatus, says: str
) -> None:
    with limited_redis(redis_url, memory=memory, policy=policy):
        result = await doctor._check_redis(Endpoints("", redis_url))  # noqa: SLF001 - the checks before it need a database

    assert (result.status, result.subject) == (status, "Redis")
    assert says in result.detail
    assert "\n" not in result.detail


async def test_redis_is_away_then_doctor_names_its_setting_and_not_itself(tmp_path: Path) -> None:
    result = await doctor._check_redis(Endpoints("", f"unix://{tmp_path}/redis.sock"))  # noqa: SLF001

    assert result.status is CheckStatus.FAULT
    assert "REDIS_URL" in result.detail
    assert "parley doctor" not in result.detail


async def test_row_becomes_due_while_it_waits_then_it_is_not_put_twice(outbox: SqliteOutbox, redis_url: str) -> None:
    add(outbox, 1)
    (row,) = await outbox.claim_jobs(limit=1, ttl=timedelta(0))
    queue = RqJobQueue(Redis.from_url(redis_url), jobs_module=JOBS)

    await queue.enqueue(row)
    await queue.enqueue(row)
    await queue.close()

    with Redis.from_url(redis_url) as client:
        assert client.llen(f"rq:queue:{QUEUE}") == 1


async def test_function_named_in_redis_is_no_job_of_ours_then_it_is_not_called(redis_url: str, tmp_path: Path) -> None:
    with Redis.from_url(redis_url) as client:
        open_job_queue(client).enqueue_call("os.mkdir", kwargs={"path": str(tmp_path / "made")})

        program = f"from workers.worker import run_worker; run_worker({redis_url!r}, burst=True)"
        worker = await asyncio.create_subprocess_exec(sys.executable, "-c", program, stdout=DEVNULL, stderr=DEVNULL)

        assert await worker.wait() == 0
        assert client.llen(f"rq:queue:{QUEUE}") == 0
    assert not (tmp_path / "made").exists()


def test_redis_is_not_there_then_the_worker_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError):
        run_worker(f"unix://{tmp_path}/redis.sock")


def test_redis_url_is_wrong_then_the_password_is_not_shown() -> None:
    with pytest.raises(SettingsError) as caught:
        run_worker("rediss:://:secret@localhost:port")
    assert "secret" not in str(caught.value)


@pytest.mark.faults
async def test_parent_killed_then_worker_ends(outbox: SqliteOutbox, redis_url: str, tmp_path: Path) -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        PARENT,
        redis_url,
        str(tmp_path / "worker.log"),
        env={**os.environ, misbehaving_jobs.OUTBOX: str(outbox.path)},
    )
    with Redis.from_url(redis_url) as client:
        await until(lambda: client.scard(f"rq:workers:{QUEUE}") == 1)
    children = psutil.Process(parent.pid).children()

    parent.kill()
    await parent.wait()

    _, alive = await asyncio.to_thread(psutil.wait_procs, children, timeout=PATIENCE)
    assert len(children) == 1
    assert alive == []


PARENT = """
import asyncio, os, pathlib, sys
from workers.process_supervisor import ProcessCommand, keep_process_running
from workers.worker import run_worker
asyncio.run(keep_process_running(ProcessCommand(
    arguments=[sys.executable, "-m", "tests.integration.workers.job_worker", sys.argv[1]],
    environment=os.environ, log=pathlib.Path(sys.argv[2]),
)))
"""
