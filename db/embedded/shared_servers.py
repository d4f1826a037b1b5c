"""Share the embedded servers among processes: the first user starts them; when the last one leaves, they stop."""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from bot.errors import DiskFullError, EmbeddedStoreError, ParleyError
from db.embedded.account import server_account
from db.embedded.layout import ServerLock, give_to_owner, prepare_home, translate_home_errors
from db.embedded.locks import FileLock
from db.embedded.postgres import PostgresServer
from db.embedded.redis import RedisServer, find_redis_program
from db.embedded.server import DURABLE, NOT_DURABLE, SUPERVISOR_GAVE_UP, EmbeddedServer, create_server

JOIN_SECONDS = 120.0  # more than a supervisor takes to give up
_POLL_SECONDS = 0.01
_MAX_SUPERVISORS = 5  # starts: one that gives up says so, one that is killed while starting is replaced
_MAX_LOG_BYTES = 1_000_000
_TAIL_LINES = 15
_DISK_FULL_MESSAGES = ("No space left on device", "Check free disk space")  # strerror(ENOSPC), PostgreSQL's hint
_MIN_FREE_BYTES = 1_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The stores' URLs; `redis_url` is None where there is no Redis."""

    database_url: str
    redis_url: str | None


@asynccontextmanager
async def embedded_stores(
    home: Path, *, database_url: str | None = None, redis_url: str | None = None, durable: bool = True
) -> AsyncIterator[Endpoints]:
    """Yield the URLs of both stores: the given ones unchanged, the others of servers embedded in `home`.

    Args:
        home: PARLEY_HOME; created if it is missing, not touched if both URLs are given.
        database_url: A PostgreSQL server of the user's own.
        redis_url: A Redis server of the user's own.
        durable: False gives up safety against power failure for speed, for tests. The first user decides.
    Raises: HomeNotUsableError, DiskFullError, EmbeddedStoreError.
    """
    postgres = None if database_url else create_server(home, PostgresServer.name, durable=durable)
    redis = (
        None if redis_url or find_redis_program() is None else create_server(home, RedisServer.name, durable=durable)
    )
    with ExitStack() as uses:
        await _join_servers([server for server in (postgres, redis) if server], uses)
        yield Endpoints(
            database_url=database_url or (postgres.url if postgres else ""),
            redis_url=redis_url or (redis.url if redis else None),
        )


async def _join_servers(servers: list[EmbeddedServer], uses: ExitStack) -> None:
    try:
        async with asyncio.TaskGroup() as joins:
            for server in servers:
                joins.create_task(_join_server(server, uses))
    except ExceptionGroup as group:
        raise group.exceptions[0] from group  # one cause is enough: a home that cannot be used fails both


async def _join_server(server: EmbeddedServer, uses: ExitStack) -> None:
    """Use the server until `uses` is closed; return when it accepts connections."""
    await asyncio.to_thread(_prepare_directories, server)
    deadline = time.monotonic() + JOIN_SECONDS
    with await _take_start_lock(server, deadline=deadline):
        in_use = FileLock.try_acquire(server.layout.lock_file(ServerLock.IN_USE), shared=True)
        if in_use is None:
            raise EmbeddedStoreError(server=server.name, reason="its in-use lock is held by somebody else")
        uses.callback(_leave_server, server, in_use)
        await _wait_until_ready(server, deadline=deadline)


def _prepare_directories(server: EmbeddedServer) -> None:
    prepare_home(server.layout)
    account = server_account(server.layout.home)
    with translate_home_errors(server.layout.home):
        account.create_directory(server.layout.directory)


async def _take_start_lock(server: EmbeddedServer, *, deadline: float) -> FileLock:
    """Take the start lock; unlike a blocking `flock`, the wait can be cancelled."""
    while time.monotonic() < deadline:
        with translate_home_errors(server.layout.home):
            lock = FileLock.try_acquire(server.layout.lock_file(ServerLock.START))
        if lock is not None:
            return lock
        await asyncio.sleep(_POLL_SECONDS)
    raise EmbeddedStoreError(
        server=server.name, reason=f"another process has been starting it for {JOIN_SECONDS:.0f} s"
    )


async def _wait_until_ready(server: EmbeddedServer, *, deadline: float) -> None:
    """Wait until a supervisor runs and its server accepts connections; start a supervisor if there is none."""
    started, log_start = 0, 0
    while time.monotonic() < deadline:
        supervisor_lock = FileLock.try_acquire(server.layout.lock_file(ServerLock.SUPERVISOR))
        if supervisor_lock is not None:
            with supervisor_lock:
                if started == 0:
                    log_start = _prepare_log(server)
                elif started == _MAX_SUPERVISORS or SUPERVISOR_GAVE_UP in _log_since(server, log_start):
                    break
                started += 1
                launcher = _start_supervisor(server, supervisor_lock)
            if launcher is not None:
                await asyncio.to_thread(launcher.wait)
        elif server.is_ready():
            return
        await asyncio.sleep(_POLL_SECONDS)
    raise _start_error(server, _log_since(server, log_start))


def _leave_server(server: EmbeddedServer, in_use: FileLock) -> None:
    """Stop using the server. If its supervisor was killed, start another, which stops the server if it is unused."""
    with in_use, suppress(FileNotFoundError):  # the home may have been removed meanwhile
        supervisor_lock = FileLock.try_acquire(server.layout.lock_file(ServerLock.SUPERVISOR))
        if supervisor_lock is not None:
            with supervisor_lock:
                launcher = _start_supervisor(server, supervisor_lock)
                if launcher is not None:
                    launcher.wait()


def _start_supervisor(server: EmbeddedServer, lock: FileLock) -> subprocess.Popen[bytes] | None:
    """Start a supervisor that inherits `lock`; it detaches itself, so the process returned ends at once.

    None: the operating system started no process for now; the server's log says why.
    """
    mode = DURABLE if server.durable else NOT_DURABLE
    arguments = [str(server.layout.home), server.name, mode, str(lock.fileno())]
    with translate_home_errors(server.layout.home), server.layout.log_file.open("ab", buffering=0) as log:
        give_to_owner(server.layout.log_file, home=server.layout.home)
        try:
            return subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-P", "-m", "db.embedded.supervisor", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=os.sep,
                pass_fds=[lock.fileno()],
                start_new_session=True,
                umask=0o077,
            )
        except OSError as e:  # about a process, not about the home: a lack of memory, say
            log.write(f"no supervisor was started: {e}\n".encode())
            return None


def _prepare_log(server: EmbeddedServer) -> int:
    """Return the offset in the log at which a new start's output begins; an overlong log is moved away first."""
    with translate_home_errors(server.layout.home):
        log = server.layout.log_file
        size = log.stat().st_size if log.exists() else 0
        if size > _MAX_LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))
            return 0
        return size


def _log_since(server: EmbeddedServer, start: int) -> str:
    with translate_home_errors(server.layout.home):
        return server.layout.log_file.read_bytes()[start:].decode(errors="replace")


def _start_error(server: EmbeddedServer, log: str) -> ParleyError:
    """Return the error for a server that did not start; a full disk has an error of its own."""
    if (
        any(message in log for message in _DISK_FULL_MESSAGES)
        or shutil.disk_usage(server.layout.home).free < _MIN_FREE_BYTES
    ):
        return DiskFullError(home=server.layout.home)
    return EmbeddedStoreError(server=server.name, log="\n".join(log.splitlines()[-_TAIL_LINES:]))
