import asyncio
from datetime import timedelta

import pytest

from workers import periodic
from workers.periodic import cancel_tasks, restart_forever

pytestmark = pytest.mark.virtual_time


async def test_a_loop_that_fails_is_begun_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(periodic, "_RESTART_INTERVAL", timedelta(0))
    begun = 0
    again = asyncio.Event()

    async def loop() -> None:
        nonlocal begun
        begun += 1
        if begun == 1:
            raise ValueError
        again.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(restart_forever("runner", loop))
    async with asyncio.timeout(5):
        await again.wait()
    task.cancel()

    assert begun == 2
    assert "runner ended, begins again" in caplog.text


async def test_a_task_that_loses_a_cancellation_is_ended_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(periodic, "_RECANCEL_SECONDS", 0.01)
    lost = 0

    async def loop() -> None:
        nonlocal lost
        while lost < 2:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                lost += 1
        await asyncio.sleep(60)

    task = asyncio.create_task(loop())
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await cancel_tasks([task])

    assert task.cancelled()
    assert lost == 2
