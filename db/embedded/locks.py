"""What the kernel knows of other processes: file locks, and who listens on a Unix socket.

A lock is released, and a socket closed, however its process dies: unlike a pid file neither is ever stale.
"""

import fcntl
import os
import socket
import struct
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from db.embedded.layout import give_to_owner


class FileLock:
    """A lock (flock), held until it is closed and every process that inherited it has closed it or ended."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    @classmethod
    def try_acquire(cls, path: Path, *, shared: bool = False) -> Self | None:
        """Take the lock without waiting; return None if another process holds it.

        Raises: OSError: the file cannot be created, or its file system has no locks.
        """
        is_new = not path.exists()
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            if is_new:
                give_to_owner(path, home=path.parent.parent)
            fcntl.flock(fd, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(fd)
            return None
        except BaseException:
            os.close(fd)
            raise
        return cls(fd)

    @classmethod
    def is_held(cls, path: Path) -> bool:
        """Return whether any process holds the lock."""
        lock = cls.try_acquire(path)
        if lock is None:
            return True
        lock.close()
        return False

    def fileno(self) -> int:
        """Return the descriptor, for a child process to inherit."""
        return self._fd

    def close(self) -> None:
        """Release the lock; a copy that another process inherited still holds it."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


_TIMEOUT = 2.0  # seconds; a local connect either succeeds at once or is refused


def listener_pid(path: Path) -> int | None:
    """Return the id of the process that listens on the Unix socket `path`; None: there is none."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(_TIMEOUT)
        try:
            client.connect(os.fspath(path))
            return _peer_pid(client)
        except OSError:
            return None


if sys.platform == "linux":

    def _peer_pid(client: socket.socket) -> int:
        """Read SO_PEERCRED, socket(7): pid, uid and gid of the process that called listen()."""
        credentials = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        return int(struct.unpack("3i", credentials)[0])

else:
    _SOL_LOCAL, _LOCAL_PEERPID = 0, 2  # <sys/un.h> of macOS; Python does not name them

    def _peer_pid(client: socket.socket) -> int:
        return client.getsockopt(_SOL_LOCAL, _LOCAL_PEERPID)
