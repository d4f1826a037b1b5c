"""The process that owns one server of one home: `python -m db.embedded.supervisor HOME SERVER MODE LOCK_FD`.

It starts the server, or adopts one whose supervisor was killed; restarts it if it dies; and stops it when no process
holds the in-use lock any more. That lock is taken, here and by new clients, only under the start lock: a new client
never finds a server that is about to stop.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from bot.errors import ParleyError
from db.embedded.layout import Layout, ServerLock
from db.embedded.locks import FileLock
from db.embedded.server import DURABLE, SUPERVISOR_GAVE_UP, EmbeddedServer, ServerProcess, create_server

_POLL_SECONDS = 0.25


def supervise(server: EmbeddedServer) -> None:
    """Run the server until no process uses it.

    Raises: EmbeddedStoreError: it cannot be started.
    """
    process = ServerProcess(server)
    try:
        process.ensure_running()
        while not _stop_if_unused(server.layout, process):
            time.sleep(_POLL_SECONDS)
            if not process.is_alive():
                process.ensure_running()
    finally:
        process.stop_server()


def _stop_if_unused(layout: Layout, process: ServerProcess) -> bool:
    if not layout.run_directory.exists():  # the home was removed: nothing is left to serve
        return True
    with ExitStack() as locks:
        for path in (layout.lock_file(ServerLock.START), layout.lock_file(ServerLock.IN_USE)):
            lock = FileLock.try_acquire(path)
            if lock is None:
                return False
            locks.enter_context(lock)
        process.stop_server()  # while the locks keep new clients waiting
        return True


def _report_failure(reason: str) -> int:
    """Write the reason to the log, the end of which is quoted by the processes that wait for the server."""
    sys.stderr.write(f"{SUPERVISOR_GAVE_UP}{reason}\n")
    return 1


def main(arguments: list[str]) -> int:
    """Detach from the process that started this one, then run the server; this process's output is the server's log."""
    home, name, mode, lock_fd = arguments
    if os.fork():
        return 0
    # The starting process has taken the supervisor's lock: this process holds it to its end, the server never.
    with FileLock(int(lock_fd)):
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())
        try:
            supervise(create_server(Path(home), name, durable=mode == DURABLE))
        except ParleyError as e:
            return _report_failure("; ".join(str(fact) for fact in e.facts.values()))
        except (OSError, subprocess.SubprocessError) as e:
            return _report_failure(str(e))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
