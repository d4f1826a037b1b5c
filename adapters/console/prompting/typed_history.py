"""The lines typed at the prompt, kept in a file for the next session, and forgotten when a person is erased."""

from collections.abc import AsyncGenerator
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
    """Reads the file anew for each prompt: whichever process has deleted it since, what it held is forgotten."""

    async def load(self) -> AsyncGenerator[str, None]:
        self._loaded = False
        async for line in super().load():
            yield line

    def store_string(self, string: str) -> None:
        Path(str(self.filename)).touch(mode=0o600)  # for its owner only
        super().store_string(string)
