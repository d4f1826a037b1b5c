"""Jobs that fail or crash on purpose, over an outbox in a file; run by real workers in tests."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.fakes.sqlite_outbox import SqliteOutbox
from workers.background_jobs import ApplicationHost, background_job

OUTBOX = "TEST_OUTBOX"  # the environment variable that names the file


class FileApp:
    def __init__(self, outbox: SqliteOutbox) -> None:
        self.outbox = self.relay = outbox


@asynccontextmanager
async def services() -> AsyncIterator[FileApp]:
    yield FileApp(SqliteOutbox(Path(os.environ[OUTBOX])))


host = ApplicationHost(services)


@background_job(host)
async def note(app: FileApp, *, key: str, **_newer: object) -> None:
    """Take effect after some time."""
    app.outbox.begin_run(key)
    await asyncio.sleep(0.01)
    app.outbox.take_effect(key)


@background_job(host)
async def fail_once(app: FileApp, *, key: str, **_newer: object) -> None:
    """Take effect the second time."""
    if app.outbox.begin_run(key) == 1:
        msg = "as it was told"
        raise RuntimeError(msg)
    app.outbox.take_effect(key)


@background_job(host)
async def crash_once(app: FileApp, *, key: str, **_newer: object) -> None:
    """Take the interpreter down the first time, in the middle of the work."""
    if app.outbox.begin_run(key) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    app.outbox.take_effect(key)
