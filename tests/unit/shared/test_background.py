"""Work after an acknowledgement is waited for at the end, and never lost silently."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from adapters.shared.background import BackgroundTasks
from bot.errors import StoreUnavailableError, UnknownDecisionError
from bot.ports import NoMeter

pytestmark = pytest.mark.virtual_time


class BackgroundMeter(NoMeter):
    def __init__(self) -> None:
        self.errors: Counter[str] = Counter()

    def error(self, kind: str) -> None:
        self.errors[kind] += 1


@pytest.fixture
def meter() -> BackgroundMeter:
    return BackgroundMeter()


@pytest.fixture
def background(meter: BackgroundMeter) -> BackgroundTasks:
    return BackgroundTasks(meter)


async def fail(error: Exception) -> str:
    raise error


async def test_what_is_under_way_is_finished_before_the_end(background: BackgroundTasks) -> None:
    done = []

    async def work() -> None:
        await asyncio.sleep(0.01)
        done.append("work")

    background.start("work", work())
    await background.close()

    assert done == ["work"]


async def test_what_takes_too_long_is_cut_short(background: BackgroundTasks, caplog: pytest.LogCaptureFixture) -> None:
    cut = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            cut.set()

    background.start("work", work())
    await background.close(seconds=0.01)

    assert cut.is_set()
    assert "1 tasks cut short" in caplog.text


async def test_failures_are_counted_and_logged_foreseen_ones_in_one_line(
    background: BackgroundTasks, meter: BackgroundMeter, caplog: pytest.LogCaptureFixture
) -> None:
    background.start("a press", fail(StoreUnavailableError()))
    background.start("a form", fail(ValueError("a defect")))
    await background.close()

    foreseen, defect = sorted(caplog.records, key=lambda record: record.levelno)
    assert (foreseen.levelname, foreseen.exc_info) == ("WARNING", None)
    assert foreseen.getMessage().startswith("a press put off: The database")
    assert (defect.levelname, defect.getMessage()) == ("ERROR", "a form failed")
    assert defect.exc_info is not None
    assert meter.errors == {"StoreUnavailableError": 1, "ValueError": 1}


class TestInTime:
    """Storing is waited for only so long, and never cut short."""

    async def test_what_comes_in_time_is_returned(self, background: BackgroundTasks) -> None:
        late: list[str] = []

        async def storing() -> str:
            return "stored"

        assert await background.wait_at_most("a press", storing(), seconds=1, on_late=self.kept(late)) == "stored"
        await background.wait_all()
        assert late == []

    async def test_what_comes_late_is_in_doubt_and_then_handled(self, background: BackgroundTasks) -> None:
        go, late = asyncio.Event(), list[str]()

        async def storing() -> str:
            await go.wait()
            return "stored"

        with pytest.raises(StoreUnavailableError):
            await background.wait_at_most("a press", storing(), seconds=0.01, on_late=self.kept(late))
        assert late == []
        go.set()
        await background.wait_all()
        assert late == ["stored"]

    async def test_whose_caller_is_cut_short_is_handled_all_the_same(self, background: BackgroundTasks) -> None:
        go, late = asyncio.Event(), list[str]()

        async def storing() -> str:
            await go.wait()
            return "stored"

        caller = asyncio.create_task(background.wait_at_most("a press", storing(), seconds=60, on_late=self.kept(late)))
        await asyncio.sleep(0.01)
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        go.set()
        await background.wait_all()
        assert late == ["stored"]

    async def test_failure_in_time_is_the_callers(self, background: BackgroundTasks, meter: BackgroundMeter) -> None:
        with pytest.raises(UnknownDecisionError):
            await background.wait_at_most("a press", fail(UnknownDecisionError(id=None)), seconds=1)
        assert meter.errors == {}

    async def test_failure_that_comes_late_is_counted(
        self, background: BackgroundTasks, meter: BackgroundMeter
    ) -> None:
        go = asyncio.Event()

        async def storing() -> str:
            await go.wait()
            return await fail(UnknownDecisionError(id=None))

        with pytest.raises(StoreUnavailableError):
            await background.wait_at_most("a press", storing(), seconds=0.01)
        go.set()
        await background.wait_all()
        assert meter.errors == {"UnknownDecisionError": 1}

    @staticmethod
    def kept(late: list[str]) -> Callable[[str], Awaitable[None]]:
        async def keep(stored: str) -> None:
            late.append(stored)

        return keep
