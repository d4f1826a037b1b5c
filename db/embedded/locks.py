"""File locks: the kernel releases them however their holder dies, so there is never a stale one."""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from db.embedded.layout import give_to_owner


class FileLock:
    """A lock (flock) that is held until it is closed, or until the last process that inherited it has ended."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    @classmethod
    def try_acquire(cls, path: Path, *, shared: bool = False) -> Self | None:
        """Take the lock if that is possible at once.

        Raises: OSError: the file cannot be made, or its file system has no locks.
        """
        new = not path.exists()
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            if new:
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
        """Whether anybody holds the lock."""
        lock = cls.try_acquire(path)
        if lock is None:
            return True
        lock.close()
        return False

    def fileno(self) -> int:
        """The descriptor, for a child process to inherit."""
        return self._fd

    def close(self) -> None:
        """Let go of it; an inherited copy in another process still holds it."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self.close()
