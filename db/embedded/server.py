"""One server process: find it or start it, watch it, stop it."""

import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from bot.errors import EmbeddedStoreError
from db.embedded.account import server_account
from db.embedded.layout import Layout, ServerLock
from db.embedded.locks import FileLock, listener_pid
from db.embedded.postgres import PostgresServer
from db.embedded.redis import RedisServer

START_SECONDS = 60.0  # recovery after a crash reads up to 1 GB of log
STOP_SECONDS = 20.0  # per signal
MAX_START_ATTEMPTS = 4
_POLL_SECONDS = 0.01

EmbeddedServer: TypeAlias = PostgresServer | RedisServer


class ServerProcess:
    """The process of a server: a child of this one, or adopted from a supervisor that was killed."""

    def __init__(self, server: EmbeddedServer) -> None:
        self._server = server
        self._account = server_account(server.layout.home)
        self._child: subprocess.Popen[bytes] | None = None

    def is_alive(self) -> bool:
        """Return whether any process of the server is left; it may be starting, stopping, or orphaned."""
        return FileLock.is_held(self._server.layout.lock_file(ServerLock.ALIVE))

    def ensure_running(self) -> None:
        """Adopt the server if it runs, else start it; return when it accepts connections.

        Raises: EmbeddedStoreError: it does not accept any; its log says why.
        """
        deadline = time.monotonic() + START_SECONDS
        attempts = 0
        while not self._server.is_ready():
            if time.monotonic() > deadline:
                raise EmbeddedStoreError(server=self._server.name, reason=f"not ready after {START_SECONDS:.0f} s")
            if not self.is_alive():
                if attempts == MAX_START_ATTEMPTS:
                    raise EmbeddedStoreError(server=self._server.name, reason="ends again as soon as it is started")
                attempts += 1
                self._start_server()
            time.sleep(_POLL_SECONDS)

    def stop_server(self) -> None:
        """Send its stop signals one after another until it has ended. Does nothing if it is not running."""
        for stop_signal in self._server.stop_signals:
            pid = self._find_pid()
            if pid is None:
                return
            with suppress(ProcessLookupError):
                os.kill(pid, stop_signal)
            deadline = time.monotonic() + STOP_SECONDS
            while self.is_alive() and time.monotonic() < deadline:
                time.sleep(_POLL_SECONDS)

    def _find_pid(self) -> int | None:
        if self._child is not None and self._child.poll() is None:
            return self._child.pid
        return listener_pid(self._server.socket_path)

    def _start_server(self) -> None:
        alive = FileLock.try_acquire(self._server.layout.lock_file(ServerLock.ALIVE), shared=True)
        if alive is None:
            raise EmbeddedStoreError(server=self._server.name, reason="its lock is held by somebody else")
        with alive:
            self._server.prepare_start(self._account, alive_lock=alive)
            self._child = subprocess.Popen(  # noqa: S603 - our own programs and paths
                self._server.command_line(),
                stdin=subprocess.DEVNULL,
                cwd=self._server.layout.directory,
                env=self._server.process_environment(),
                pass_fds=[alive.fileno()],  # held while any of the server's processes is left
                start_new_session=True,
                umask=0o077,
                **self._account.subprocess_options,
            )


DURABLE, NOT_DURABLE = "durable", "not-durable"
SUPERVISOR_GAVE_UP = "supervisor gave up: "  # before the reason, in the server's log


def create_server(home: Path, name: str, *, durable: bool) -> EmbeddedServer:
    """Return the server called `name` ("postgres" or "redis") of `home`; it is not started."""
    layout = Layout(home.expanduser().resolve(), name)  # the one path by which all processes find the same locks
    return RedisServer(layout) if name == RedisServer.name else PostgresServer(layout, durable=durable)
