import asyncio
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from workers import process_supervisor
from workers.process_supervisor import ProcessCommand, keep_process_running

SOON = timedelta(milliseconds=10)


async def started(command: ProcessCommand, *, until: Callable[[], object]) -> None:
    task = asyncio.create_task(keep_process_running(command, restart_interval=SOON, max_restart_interval=SOON))
    async with asyncio.timeout(60):
        while not until():  # noqa: ASYNC110 - what it waits for happens in another process
            await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def python(program: str, *, log: Path) -> ProcessCommand:
    return ProcessCommand(arguments=(sys.executable, "-S", "-c", program), environment={}, log=log)


async def test_it_ends_then_it_is_started_again_and_what_it_said_is_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"

    await started(python("print('here')", log=log), until=lambda: log.exists() and log.read_text().count("here") >= 2)


async def test_it_cannot_be_started_then_that_is_said_and_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    command = ProcessCommand(arguments=(str(tmp_path / "nothing"),), environment={}, log=tmp_path / "worker.log")

    await started(command, until=lambda: caplog.text.count("could not be started") >= 2)


async def test_cancelled_then_it_is_told_by_the_end_of_its_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_supervisor, "_GRACE_SECONDS", 60.0)  # time for a slow machine
    begin_process = asyncio.create_subprocess_exec
    begun = []

    async def begin(*arguments: str, **options: object) -> asyncio.subprocess.Process:
        begun.append(await begin_process(*arguments, **options))  # type: ignore[arg-type]  # as they came
        # the process may have said "here" long before
        return begun[0]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", begin)
    log = tmp_path / "worker.log"
    program = "import sys; print('here', flush=True); sys.stdin.read(); print('gone', flush=True)"

    await started(python(program, log=log), until=lambda: begun and "here" in log.read_text())

    assert log.read_text().split() == ["here", "gone"]
