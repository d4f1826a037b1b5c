"""Work after an acknowledgement is waited for at the end, and never lost silently."""

import asyncio

import pytest

from adapters.slack.background import Background
from bot.errors import StoreUnavailableError


async def test_what_is_under_way_is_finished_before_the_end() -> None:
    background, done = Background(), []

    async def work() -> None:
        await asyncio.sleep(0.01)
        done.append("work")

    background.start(work(), what="work")
    await background.close()

    assert done == ["work"]


async def test_what_takes_too_long_is_cut_short(caplog: pytest.LogCaptureFixture) -> None:
    background, cut = Background(), asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            cut.set()

    background.start(work(), what="work")
    await background.close(seconds=0.01)

    assert cut.is_set()
    assert "1 tasks cut short" in caplog.text


async def test_failures_are_logged_foreseen_ones_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    background = Background()

    async def fail(error: Exception) -> None:
        raise error

    background.start(fail(StoreUnavailableError()), what="a press")
    background.start(fail(ValueError("a defect")), what="a form")
    await background.close()

    foreseen, defect = sorted(caplog.records, key=lambda record: record.levelno)
    assert (foreseen.levelname, foreseen.exc_info) == ("WARNING", None)
    assert foreseen.getMessage().startswith("a press: The database")
    assert (defect.levelname, defect.getMessage()) == ("ERROR", "a form failed")
    assert defect.exc_info is not None
