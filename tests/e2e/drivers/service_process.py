"""Runs `parley up` as a process."""

import re
import signal
import subprocess
import threading
import urllib.request
from types import TracebackType
from typing import Final, Self
from urllib.error import URLError

from tests.e2e.chat_process import start_parley
from tests.e2e.deployment import Deployment
from tests.waiting import PATIENCE, eventually

_UP: Final = re.compile(r"http://127\.0\.0\.1:(\d+)/readyz")


class ServiceProcess:
    """Runs until the block ends, or `end`; `errors` is what it has written to standard error."""

    def __init__(self, deployment: Deployment, **environment: str) -> None:
        self.process = start_parley(deployment, "up", stderr=subprocess.PIPE, environment={"PORT": "0", **environment})
        self.errors = ""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where it serves HTTP; empty until it does."""
        found = _UP.search(self.errors)
        return f"http://127.0.0.1:{found[1]}" if found else ""

    def until_ready(self) -> None:
        """Wait until the stores and every platform are connected."""
        assert eventually(lambda: self.url or self.process.poll() is not None), self.errors
        assert self.url, self.errors
        assert eventually(self._is_ready), self.errors

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop; return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        self._thread.join(PATIENCE)
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        self._thread.join(PATIENCE)
        if self.process.stderr:
            self.process.stderr.close()

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:  # noqa: S310 - our own address
                return bool(answer.status == 200)
        except URLError:
            return False

    def _read(self) -> None:
        for line in self.process.stderr or ():
            self.errors += line.decode()
