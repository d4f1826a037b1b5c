"""The lines typed at the prompt, kept in a file for the next session, and forgotten when a person is erased."""

import os
import weakref
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from pathlib import Path

from prompt_toolkit.history import FileHistory, History, InMemoryHistory


def open_history(path: Path) -> History:
    """Return the history kept in `path`, readable by its owner only; one in memory if it cannot be written."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return _TypedHistory(path)


def forget_history(path: Path) -> None:
    """Delete all typed lines. They bear no names: whoever is erased may have typed any, or be named in any."""
    with suppress(OSError):  # there is none, or one that cannot be written, which has no lines
        path.unlink()


class _TypedHistory(FileHistory):
    """Forgets what it has read from a file that has been deleted since, by whichever process."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._path = path
        self._inode, self._release = self._hold()

    async def load(self) -> AsyncGenerator[str, None]:
        """Yield the lines, newest first; each new prompt does it."""
        if self._present_inode() != self._inode:
            self._release()
            self._inode, self._release = self._hold()
            self._loaded = False
        async for line in super().load():
            yield line

    def store_string(self, string: str) -> None:
        """Append a line to the file, readable by its owner only."""
        self._path.touch(mode=0o600)
        super().store_string(string)

    def _hold(self) -> tuple[int | None, Callable[[], object]]:
        """Return the inode of the file and what releases it: while it is open, no other file gets its number."""
        try:
            descriptor = os.open(self._path, os.O_RDONLY)
        except OSError:
            return None, lambda: None
        return os.fstat(descriptor).st_ino, weakref.finalize(self, os.close, descriptor)

    def _present_inode(self) -> int | None:
        try:
            return self._path.stat().st_ino
        except OSError:
            return None
