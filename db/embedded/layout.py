"""The files and directories of the embedded servers under PARLEY_HOME, and who may read them."""

import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bot.errors import DiskFullError, HomeNotUsableError, HomePathTooLongError

# The size of sockaddr_un.sun_path without its closing NUL: unix(7) on Linux, unix(4) on macOS and BSD.
SOCKET_PATH_BYTES = 107 if sys.platform == "linux" else 103
LONGEST_SOCKET = Path("postgres/.s.PGSQL.5432")

_PROBE_BYTES = 65_536
_DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


class ServerLock(StrEnum):
    """What processes lock of one server."""

    IN_USE = "in-use"  # shared by every process that uses the server
    START = "start"  # held exclusively while a process begins to use the server, or stops it
    SUPERVISOR = "keeper"  # held exclusively by the supervisor for its lifetime; one of an older version may hold it
    ALIVE = "alive"  # shared, inherited by the server's processes: held while any of them is left


@dataclass(frozen=True, slots=True)
class Layout:
    """The paths of one server of one home.

    `HOME/run` belongs to the owner of the home; `HOME/<server>` holds data and socket and belongs to the account that
    the server runs as. Both have mode 0700: a user who cannot enter the directory cannot connect.
    """

    home: Path
    server: str

    @property
    def run_directory(self) -> Path:
        """The directory of locks and logs."""
        return self.home / "run"

    @property
    def directory(self) -> Path:
        """The server's own directory: its data and its socket."""
        return self.home / self.server

    def lock_file(self, lock: ServerLock) -> Path:
        """The file of a lock."""
        return self.run_directory / f"{self.server}.{lock}.lock"

    @property
    def log_file(self) -> Path:
        """The output of the supervisor and of the server."""
        return self.run_directory / f"{self.server}.log"


def prepare_home(layout: Layout) -> None:
    """Create the home and its `run` directory, private to their owner.

    Raises: HomePathTooLongError, HomeNotUsableError, DiskFullError.
    """
    length = len(os.fsencode(layout.home / LONGEST_SOCKET))
    if length > SOCKET_PATH_BYTES:
        spare = SOCKET_PATH_BYTES - len(os.fsencode(LONGEST_SOCKET)) - 1
        raise HomePathTooLongError(home=layout.home, longest=f"{spare} bytes")
    if "," in str(layout.home):
        raise HomeNotUsableError(home=layout.home, reason="PostgreSQL's clients take a comma in its path for a list")
    with translate_home_errors(layout.home):
        layout.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        layout.run_directory.mkdir(mode=0o700, exist_ok=True)
        give_to_owner(layout.run_directory, home=layout.home)
        if not os.access(layout.run_directory, os.R_OK | os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(layout.run_directory))


def probe_home(home: Path) -> int:
    """Write to the home, or to the directory in which it would be made; leave nothing, and return the free bytes.

    Raises: HomeNotUsableError, DiskFullError.
    """
    nearest = next(each for each in (home, *home.parents) if os.path.lexists(each))
    with translate_home_errors(home), tempfile.TemporaryFile(dir=nearest, buffering=0) as file:
        file.write(bytes(_PROBE_BYTES))
        return shutil.disk_usage(nearest).free


def give_to_owner(path: Path, *, home: Path) -> None:
    """Give a file that root made in a user's home to that user, who could not use the home otherwise."""
    if os.geteuid() == 0:
        owner = home.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


@contextmanager
def translate_home_errors(home: Path) -> Iterator[None]:
    """Translate the operating system's errors about the home.

    Raises: HomeNotUsableError, DiskFullError.
    """
    try:
        yield
    except OSError as e:
        if e.errno in _DISK_FULL:
            raise DiskFullError(home=home) from e
        raise HomeNotUsableError(home=home, reason=e.strerror, path=e.filename) from e
