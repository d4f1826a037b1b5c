"""Jobs, the queue without Redis, the relay and the periodic runner, over fakes."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from uuid import UUID

import pytest

from bot.domain.jobs import Job
from bot.errors import StoreUnavailableError
from tests.fakes.sqlite_outbox import job
from workers.background_jobs import ApplicationHost, BackgroundJob, InProcessQueue, background_job, find_job
from workers.periodic import PeriodicTask, backoff_seconds, cancel_tasks, run_together
from workers.relay import OutboxRelay

pytestmark = pytest.mark.virtual_time

SOON = timedelta(milliseconds=5)


class RecordedOutbox:
    def __init__(self, jobs: Sequence[Job] = ()) -> None:
        self.waiting = list(jobs)
        self.done: list[UUID] = []
        self.failures: dict[UUID, str] = {}
        self.seconds: list[float] = []

    async def claim_jobs(self, *, limit: int, ttl: timedelta) -> tuple[Job, ...]:  # noqa: ARG002 - the port's signature
        taken, self.waiting = self.waiting[:limit], self.waiting[limit:]
        return tuple(taken)

    async def job_finished(self, job_id: UUID, *, seconds: float = 0.0) -> None:
        self.done.append(job_id)
        self.seconds.append(seconds)

    async def job_failed(self, job_id: UUID, *, why: str, seconds: float = 0.0) -> None:
        self.failures[job_id] = why
        self.seconds.append(seconds)


class RecordedApp:
    def __init__(self) -> None:
        self.relay = RecordedOutbox()
        self.done: list[str] = []
        self.closed = False

    @property
    def finished(self) -> list[UUID]:
        return self.relay.done

    @property
    def failed(self) -> dict[UUID, str]:
        return self.relay.failures


APP = RecordedApp()


@asynccontextmanager
async def services() -> AsyncIterator[RecordedApp]:
    yield APP
    APP.closed = True


@asynccontextmanager
async def broken_services() -> AsyncIterator[RecordedApp]:
    raise StoreUnavailableError(store="postgresql")
    yield APP


host = ApplicationHost(services)


@background_job(host)
async def work(app: RecordedApp, *, key: str, **_later: object) -> None:
    """Do it."""
    app.done.append(key)


@background_job(host)
async def fail(_app: RecordedApp, **_later: object) -> None:
    """Fail."""
    msg = "no such thing"
    raise ValueError(msg)


@pytest.fixture
def app() -> RecordedApp:
    return RecordedApp()


class TestJob:
    async def test_it_succeeds_then_its_row_is_finished(self, app: RecordedApp) -> None:
        await work.perform_job(app, job_id=UUID(int=1), arguments={"key": "a", "what_a_newer_caller_adds": "b"})

        assert (app.done, app.finished, app.failed) == (["a"], [UUID(int=1)], {})

    async def test_it_fails_then_the_reason_is_recorded_and_the_row_is_not_finished(self, app: RecordedApp) -> None:
        await fail.perform_job(app, job_id=UUID(int=1), arguments={})

        assert (app.finished, app.failed) == ([], {UUID(int=1): "ValueError: no such thing"})

    @pytest.mark.parametrize("error", [None, ValueError])
    async def test_it_has_ended_then_it_is_recorded_how_long_it_took(
        self, app: RecordedApp, error: type[Exception] | None
    ) -> None:
        async def take_a_while(_app: RecordedApp, **_later: object) -> None:
            await asyncio.sleep(0.05)
            if error:
                raise error

        await BackgroundJob(take_a_while, host).perform_job(app, job_id=UUID(int=1), arguments={})

        assert app.relay.seconds == [pytest.approx(0.05)]

    async def test_it_is_cancelled_then_nothing_is_recorded(self, app: RecordedApp) -> None:
        async def hang(_app: RecordedApp, **_later: object) -> None:
            await asyncio.Event().wait()

        task = asyncio.create_task(BackgroundJob(hang, host).perform_job(app, job_id=UUID(int=1), arguments={}))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

        assert (app.finished, app.failed) == ([], {})

    def test_called_by_a_worker_then_it_runs_in_the_shared_application_until_closed(self) -> None:
        work(job_id=str(UUID(int=1)), key="a")
        work(job_id=str(UUID(int=2)), key="b")
        assert (APP.done, APP.closed) == (["a", "b"], False)

        host.close_app()
        assert APP.closed

    def test_application_cannot_be_opened_then_the_worker_goes_on(self, caplog: pytest.LogCaptureFixture) -> None:
        async def never(_app: RecordedApp, **_later: object) -> None:
            raise AssertionError

        never_run = BackgroundJob(never, ApplicationHost(broken_services))

        never_run(job_id=str(UUID(int=1)))

        assert "was not run" in caplog.text

    def test_application_is_closed_then_the_next_job_opens_it_again(self) -> None:
        opened: list[RecordedApp] = []

        @asynccontextmanager
        async def short_lived() -> AsyncIterator[RecordedApp]:
            opened.append(RecordedApp())
            yield opened[-1]

        async def look(app: RecordedApp) -> RecordedApp:
            return app

        short = ApplicationHost(short_lived)
        assert short.run_with_app(look) is opened[0]
        short.close_app()
        assert short.run_with_app(look) is opened[1]
        short.close_app()

    @pytest.mark.parametrize("name", ["nothing", "asyncio.run", "RecordedApp", "", "a b"])
    def test_name_is_none_of_the_jobs_then_it_is_not_found(self, name: str) -> None:
        with pytest.raises(LookupError):
            find_job(name, jobs_module=__name__)


class TestInProcessQueue:
    async def test_job_is_put_then_it_has_run(self, app: RecordedApp) -> None:
        await InProcessQueue(app, jobs_module=__name__).enqueue(job(UUID(int=1), name="work", arguments={"key": "a"}))

        assert (app.done, app.finished) == (["a"], [UUID(int=1)])

    async def test_job_is_unknown_then_it_has_failed(self, app: RecordedApp) -> None:
        await InProcessQueue(app, jobs_module=__name__).enqueue(job(UUID(int=1), name="newer"))

        assert list(app.failed) == [UUID(int=1)]

    def test_it_is_made_then_it_says_so_once(self, app: RecordedApp, caplog: pytest.LogCaptureFixture) -> None:
        InProcessQueue(app)

        assert [record.message for record in caplog.records] == [
            "there is no Redis: this process runs the background jobs itself"
        ]


class RecordedQueue:
    def __init__(self, *, up: bool = True, deadly: frozenset[UUID] = frozenset()) -> None:
        self.up = up
        self.deadly = deadly
        self.jobs: list[Job] = []

    async def check_queue(self) -> None:
        if not self.up:
            raise StoreUnavailableError(store="redis")

    async def enqueue(self, job: Job) -> bool:
        self.jobs.append(job)
        return job.id not in self.deadly


class TestRelay:
    async def test_much_is_due_then_all_of_it_is_put_in_order(self) -> None:
        jobs = [job(UUID(int=number)) for number in range(250)]
        queue = RecordedQueue()

        assert await OutboxRelay(RecordedOutbox(jobs), queue)() == 250
        assert queue.jobs == jobs

    async def test_job_took_its_worker_down_then_it_counts_as_a_failure(self) -> None:
        outbox = RecordedOutbox([job(UUID(int=1)), job(UUID(int=2))])

        await OutboxRelay(outbox, RecordedQueue(deadly=frozenset({UUID(int=1)})))()

        assert list(outbox.failures) == [UUID(int=1)]

    async def test_queue_is_down_then_nothing_is_taken(self) -> None:
        outbox = RecordedOutbox([job(UUID(int=1))])

        with pytest.raises(StoreUnavailableError):
            await OutboxRelay(outbox, RecordedQueue(up=False))()
        assert len(outbox.waiting) == 1


async def run_until(done: asyncio.Event, loop: PeriodicTask) -> None:
    """Run `loop` until `done` is set, for ten seconds at most."""
    task = asyncio.create_task(loop.run_periodically())
    async with asyncio.timeout(10):
        await done.wait()
    await cancel_tasks([task])


class TestPeriodic:
    async def test_action_fails_then_it_is_soon_called_again_however_seldom_it_is(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        calls = 0
        succeeded = asyncio.Event()

        async def action() -> None:
            nonlocal calls
            calls += 1
            if calls == 1:
                raise StoreUnavailableError(store="redis")
            if calls == 2:
                raise ZeroDivisionError
            succeeded.set()

        loop = PeriodicTask("it", interval=timedelta(hours=1), action=action)
        await run_until(succeeded, loop)

        assert calls == 3
        assert [record.levelname for record in caplog.records] == ["WARNING", "ERROR"]

    async def test_woken_while_it_acts_then_it_acts_once_more_at_once(self) -> None:
        calls = 0
        called_again = asyncio.Event()

        async def action() -> None:
            nonlocal calls
            calls += 1
            if calls == 1:
                loop.wake()
            else:
                called_again.set()

        loop = PeriodicTask("it", interval=timedelta(hours=1), action=action)
        await run_until(called_again, loop)

        assert calls == 2

    async def test_woken_often_within_its_delay_then_it_acts_once(self) -> None:
        calls: list[float] = []
        called_again = asyncio.Event()
        now = asyncio.get_running_loop().time

        async def action() -> None:
            calls.append(now())
            if len(calls) == 2:
                called_again.set()
            else:
                for seconds in (0.1, 0.2, 0.3):
                    asyncio.get_running_loop().call_later(seconds, loop.wake)

        half_a_second = timedelta(milliseconds=500)
        loop = PeriodicTask("it", interval=timedelta(hours=1), wake_delay=half_a_second, action=action)
        await run_until(called_again, loop)

        first, second = calls
        assert second - first == pytest.approx(0.6)

    async def test_woken_while_it_fails_then_it_still_waits(self) -> None:
        calls = 0

        async def action() -> None:
            nonlocal calls
            calls += 1
            raise StoreUnavailableError

        loop = PeriodicTask("it", interval=timedelta(hours=1), action=action)
        task = asyncio.create_task(loop.run_periodically())
        for _ in range(10):
            loop.wake()
            await asyncio.sleep(0)
        await cancel_tasks([task])

        assert calls == 1

    async def test_one_sweep_fails_then_the_others_go_on(self) -> None:
        swept = asyncio.Event()
        calls = 0

        async def broken() -> None:
            raise StoreUnavailableError

        async def good() -> None:
            nonlocal calls
            calls += 1
            if calls == 3:
                swept.set()

        tasks = [PeriodicTask(action.__name__, interval=SOON, action=action) for action in (broken, good)]
        task = asyncio.create_task(run_together(tasks))
        async with asyncio.timeout(5):
            await swept.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


class TestPause:
    @pytest.mark.parametrize(("failures", "seconds"), [(0, 1), (1, 2), (3, 8), (10, 60), (10_000, 60)])
    def test_failures_in_a_row_then_it_doubles_up_to_the_longest(self, failures: int, seconds: float) -> None:
        found = backoff_seconds(failures, interval=timedelta(seconds=1), max_interval=timedelta(minutes=1))

        assert seconds * 0.9 <= found <= seconds * 1.1
