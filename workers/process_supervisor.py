"""A worker process beside this one: started by it, restarted when it dies, and never outliving it."""

import asyncio
import contextlib
import logging
import os
import signal
import threading
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from workers.periodic import backoff_seconds

_STABLE_SECONDS = 30.0  # an end after that time does not count as a failed start
_GRACE_SECONDS = 5.0  # for the present job
_NICENESS = 10
_STANDARD_INPUT = 0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessCommand:
    """The command that is run beside this process."""

    arguments: Sequence[str]
    environment: Mapping[str, str]  # complete, with the resolved settings
    log: Path  # its standard output and error are appended here, not shown on the terminal


async def keep_process_running(
    command: ProcessCommand,
    *,
    delay: timedelta = timedelta(0),
    restart_interval: timedelta = timedelta(seconds=1),
    max_restart_interval: timedelta = timedelta(minutes=1),
) -> None:
    """Keep `command` running until cancelled; each early end makes the next start wait longer.

    The first start waits for `delay`, so as not to slow down this process's own start.
    The command's standard input is a pipe that only this process holds open: see `exit_with_parent`.
    """
    await asyncio.sleep(delay.total_seconds())
    failures = 0
    while True:
        started_at = time.monotonic()
        outcome = await _run_once(command)
        failures = failures + 1 if time.monotonic() - started_at < _STABLE_SECONDS else 0
        seconds = backoff_seconds(failures, interval=restart_interval, max_interval=max_restart_interval)
        _log.warning("the worker %s; another starts in %.1f s; see %s", outcome, seconds, command.log)
        await asyncio.sleep(seconds)


def exit_with_parent() -> None:
    """Make this process end when its standard input does, which happens even if its parent is killed.

    It sends itself SIGTERM first, and ends by force if it is still there after a few seconds.
    """
    threading.Thread(target=_exit_after_input, name="parent", daemon=True).start()


def _exit_after_input() -> None:
    with contextlib.suppress(OSError):
        while os.read(_STANDARD_INPUT, 1024):
            pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE_SECONDS)
    os._exit(os.EX_TEMPFAIL)


async def _run_once(command: ProcessCommand) -> str:
    try:
        process = await _start_process(command)
    except OSError as error:  # no memory for it, no room for its log
        return f"could not be started: {error}"
    try:
        return f"ended with {await process.wait()}"
    finally:
        await _stop_process(process)


async def _start_process(command: ProcessCommand) -> Process:
    with command.log.open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *command.arguments,
            env=command.environment,
            stdin=PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C in the terminal is meant for the conversation
        )
    with contextlib.suppress(OSError):  # set by the parent, so that it applies to the start as well
        os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
    return process


async def _stop_process(process: Process) -> None:
    """Wait until the worker has ended, however often this task is cancelled meanwhile."""
    closing = asyncio.ensure_future(_close_process(process))
    while not closing.done():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.shield(closing)


async def _close_process(process: Process) -> None:
    if process.returncode is not None:
        return
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(_GRACE_SECONDS + 1):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
