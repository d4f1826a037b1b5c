"""Where tests put databases: in memory, if there is room, as they wait for the disk at each commit and start."""

import shutil
from pathlib import Path
from typing import Final

_IN_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - the folders in it have random names
_ENOUGH: Final = 4_000_000_000  # bytes; containers often have 64 MB, which PostgreSQL itself may need


def _parent() -> str:
    is_usable = _IN_MEMORY.is_dir() and shutil.disk_usage(_IN_MEMORY).free > _ENOUGH
    return str(_IN_MEMORY) if is_usable else "/tmp"  # noqa: S108 - the folders in it have random names


# Short, for Unix sockets; pytest's own folders are not on macOS.
PARENT: Final = _parent()
