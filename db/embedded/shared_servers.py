"""Using the embedded servers: join, and leave; the first one starts them, the last one's leaving stops them."""

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
from db.embedded.layout import give_to_owner, prepare_home, translate_home_errors
from db.embedded.locks import FileLock
from db.embedded.postgres import PostgresServer
from db.embedded.redis import RedisServer, find_redis_program
from db.embedded.server import EmbeddedServer
from db.embedded.server_factory import DURABLE, NOT_DURABLE, SUPERVISOR_GAVE_UP, create_server

JOIN_SECONDS = 120.0  # more than a keeper takes to give up
_POLL_SECONDS = 0.01
_MAX_SUPERVISORS = 5  # one that gives up says so; one that was killed while it started is replaced, so often
_MAX_LOG_BYTES = 1_000_000
_TAIL_LINES = 15
_DISK_FULL_MESSAGES = (
    "No space left on device",
    "Check free disk space",
)  # strerror(ENOSPC), and PostgreSQL's own hint
_MIN_FREE_BYTES = 1_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Endpoints:
    """Where the stores are; `redis_url` is None where no Redis is to be had."""

    database_url: str
    redis_url: str | None


@asynccontextmanager
async def embedded_stores(
    home: Path, *, database_url: str | None = None, redis_url: str | None = None, durable: bool = True
) -> AsyncIterator[Endpoints]:
    """Lend the stores: those whose URLs are given as they are, the others embedded in `home`.

    Args:
        home: PARLEY_HOME; made if it is missing, not touched if both URLs are given.
        database_url: A PostgreSQL server of the user's own.
        redis_url: A Redis server of the user's own.
        durable: False gives up safety against power failure for speed, for tests. The first one to join decides.
    Raises: HomeNotUsableError, DiskFullError, EmbeddedStoreError.
    """
    home = _canonical_home(home)
    postgres = None if database_url else create_server(home, PostgresServer.name, durable=durable)
    redis = (
        None if redis_url or find_redis_program() is None else create_server(home, RedisServer.name, durable=durable)
    )
    with ExitStack() as leases:
        await _join_servers([server for server in (postgres, redis) if server], leases)
        yield Endpoints(
            database_url=database_url or (postgres.url if postgres else ""),
            redis_url=redis_url or (redis.url if redis else None),
        )


def _canonical_home(home: Path) -> Path:
    """One name per home, so that everybody finds the same locks."""
    return home.expanduser().resolve()


async def _join_servers(servers: list[EmbeddedServer], leases: ExitStack) -> None:
    try:
        async with asyncio.TaskGroup() as joins:
            for server in servers:
                joins.create_task(_join_server(server, leases))
    except ExceptionGroup as group:
        raise group.exceptions[0] from group  # one cause is enough: a home that cannot be used fails both


async def _join_server(server: EmbeddedServer, leases: ExitStack) -> None:
    """Use the server until `leases` is closed; return when it accepts connections."""
    await asyncio.to_thread(_prepare_directories, server)
    deadline = time.monotonic() + JOIN_SECONDS
    with await _take_start_lock(server, deadline=deadline):
        in_use = FileLock.try_acquire(server.layout.in_use_lock, shared=True)
        if in_use is None:
            raise EmbeddedStoreError(server=server.name, reason="its in-use lock is held by somebody else")
        leases.callback(_leave_server, server, in_use)
        await _wait_until_ready(server, deadline=deadline)


def _prepare_directories(server: EmbeddedServer) -> None:
    prepare_home(server.layout)
    account = server_account(server.layout.home)
    with translate_home_errors(server.layout.home):
        account.create_directory(server.layout.directory)


async def _take_start_lock(server: EmbeddedServer, *, deadline: float) -> FileLock:
    """Take the start lock, in a way that can be cancelled."""
    while time.monotonic() < deadline:
        with translate_home_errors(server.layout.home):
            lock = FileLock.try_acquire(server.layout.start_lock)
        if lock is not None:
            return lock
        await asyncio.sleep(_POLL_SECONDS)
    raise EmbeddedStoreError(
        server=server.name, reason=f"another process has been starting it for {JOIN_SECONDS:.0f} s"
    )


async def _wait_until_ready(server: EmbeddedServer, *, deadline: float) -> None:
    """Wait until a keeper is there and its server accepts connections; start a keeper if there is none."""
    keepers, log_start = 0, 0
    while time.monotonic() < deadline:
        keeper = FileLock.try_acquire(server.layout.supervisor_lock)
        if keeper is not None:
            with keeper:
                if keepers == 0:
                    log_start = _prepare_log(server)
                elif keepers == _MAX_SUPERVISORS or SUPERVISOR_GAVE_UP in _log_since(server, log_start):
                    break
                keepers += 1
                starting = _start_supervisor(server, keeper)
            await asyncio.to_thread(starting.wait)
        elif server.is_ready():
            return
        await asyncio.sleep(_POLL_SECONDS)
    raise _start_error(server, _log_since(server, log_start))


def _leave_server(server: EmbeddedServer, in_use: FileLock) -> None:
    """Stop using the server. Were its keeper killed, nobody would stop it after us: start another one."""
    with in_use, suppress(FileNotFoundError):  # somebody may have removed the home meanwhile
        keeper = FileLock.try_acquire(server.layout.supervisor_lock)
        if keeper is not None:
            with keeper:
                _start_supervisor(server, keeper).wait()


def _start_supervisor(server: EmbeddedServer, lock: FileLock) -> subprocess.Popen[bytes]:
    """Start a keeper that inherits `lock`; it detaches itself, so the process returned ends at once."""
    mode = DURABLE if server.durable else NOT_DURABLE
    arguments = [str(server.layout.home), server.name, mode, str(lock.fileno())]
    with translate_home_errors(server.layout.home), server.layout.log_file.open("ab") as log:
        give_to_owner(server.layout.log_file, home=server.layout.home)
        return subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, "-P", "-m", "db.embedded.supervisor", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=os.sep,
            pass_fds=[lock.fileno()],
            start_new_session=True,
            umask=0o077,
        )


def _prepare_log(server: EmbeddedServer) -> int:
    """Where the log of a new start begins; an overlong log is begun anew."""
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
    """What to say about a server that did not start: a full disk has a name of its own."""
    if any(sign in log for sign in _DISK_FULL_MESSAGES) or shutil.disk_usage(server.layout.home).free < _MIN_FREE_BYTES:
        return DiskFullError(home=server.layout.home)
    return EmbeddedStoreError(server=server.name, log="\n".join(log.splitlines()[-_TAIL_LINES:]))
