"""A process that uses the embedded servers, for tests that kill it: joins, reports where, waits for a command."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bot.errors import ParleyError
from db.embedded import embedded_stores
from db.embedded.locks import listener_pid

PATIENCE = 60.0  # seconds


async def _main(home: Path) -> None:
    try:
        async with embedded_stores(home, durable=False) as endpoints:
            print(json.dumps({"database": endpoints.database_url, "redis": endpoints.redis_url}), flush=True)  # noqa: T201 - the protocol
            sys.stdin.read()
    except ParleyError as e:
        print(json.dumps({"error": type(e).__name__, "text": str(e)}), flush=True)  # noqa: T201 - the protocol


class EmbeddedClient:
    """One such process, seen from the test."""

    def __init__(self, home: Path, *, python: str = sys.executable, **options: Any) -> None:  # noqa: ANN401 - as Popen
        command = [python, "-m", "tests.integration.db.embedded_process", str(home)]
        self.process = subprocess.Popen(  # noqa: S603 - ourselves
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options
        )

    def joined(self) -> dict[str, str]:
        """What the process said when it had joined, or why it could not."""
        assert self.process.stdout
        said: dict[str, str] = json.loads(self.process.stdout.readline())
        return said

    def leave(self) -> None:
        self.process.communicate(timeout=PATIENCE)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        if self.process.stdout and not self.process.stdout.closed:
            self.leave()


def postgres_pid(home: Path) -> int | None:
    return listener_pid(home / "postgres" / ".s.PGSQL.5432")


def eventually(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not (holds := condition()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1])))
