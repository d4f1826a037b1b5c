"""File locks. The kernel releases them however their holder dies, so there is never a stale one."""

import fcntl
import os
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
