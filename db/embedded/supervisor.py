"""The process that owns one server of one home: `python -m db.embedded.supervisor HOME SERVER MODE LOCK_FD`.

It starts the server, or adopts one whose keeper was killed; restarts it should it die; and stops it when no process
holds the in-use lock any more. Taking that lock, by newcomers and here, happens under the start lock only: a newcomer
never finds a server that is about to go.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from bot.errors import ParleyError
from db.embedded.layout import Layout
from db.embedded.locks import FileLock
from db.embedded.server import EmbeddedServer, ServerProcess
from db.embedded.server_factory import DURABLE, SUPERVISOR_GAVE_UP, server_for

_POLL_SECONDS = 0.25


def keep(server: EmbeddedServer) -> None:
    """Run the server until nobody uses it.

    Raises: EmbeddedStoreError: it cannot be started.
    """
    process = ServerProcess(server)
    try:
        process.ensure()
        while not _stopped_for_lack_of_users(server.layout, process):
            time.sleep(_POLL_SECONDS)
            if not process.alive():
                process.ensure()
    finally:
        process.stop()


def _stopped_for_lack_of_users(layout: Layout, process: ServerProcess) -> bool:
    if not layout.run.exists():  # somebody has removed the home: nothing is left to serve
        return True
    with ExitStack() as locks:
        for path in (layout.start, layout.in_use):
            lock = FileLock.attempt(path)
            if lock is None:
                return False
            locks.enter_context(lock)
        process.stop()  # while the locks keep newcomers waiting
        return True


def _terminate(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit


def _fail(reason: str) -> int:
    """Say why, in the log, of which whoever waits for the server quotes the end."""
    sys.stderr.write(f"{SUPERVISOR_GAVE_UP}{reason}\n")
    return 1


def main(arguments: list[str]) -> int:
    """Detach from whoever started us, then keep the server; our output is the server's log."""
    home, name, mode, lock_fd = arguments
    if os.fork():
        return 0
    # Whoever started us has taken the keeper's lock for us; it is ours until we end, and the server's never.
    with FileLock(int(lock_fd)):
        signal.signal(signal.SIGTERM, _terminate)
        try:
            keep(server_for(Path(home), name, durable=mode == DURABLE))
        except ParleyError as e:
            return _fail("; ".join(str(fact) for fact in e.facts.values()))
        except (OSError, subprocess.SubprocessError) as e:
            return _fail(str(e))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
