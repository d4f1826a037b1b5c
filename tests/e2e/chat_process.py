"""Runs `parley` as a process and talks to it over its pipes."""

import json
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE
from types import TracebackType
from typing import IO, Any, Final, Self

from tests.e2e.deployment import ENGINE_SECONDS, HAS_WORKER, Deployment
from tests.e2e.forked_process import ForkedProcess, Stream
from tests.waiting import PATIENCE

PARLEY: Final = (sys.executable, "-P", "-m", "bot")
UNDER_TEST: Final = "tests.e2e.parley_under_test"
ROOT: Final = Path(__file__).parents[2]

ParleyProcess = subprocess.Popen[bytes] | ForkedProcess
Said = dict[str, Any]


def start_parley(
    deployment: Deployment,
    *arguments: str,
    environment: Mapping[str, str],
    stdin: Stream = DEVNULL,
    stdout: Stream = DEVNULL,
    stderr: Stream = DEVNULL,
) -> ParleyProcess:
    """Start `parley`: as a fork, or afresh where the deployment says so."""
    has_worker = deployment.has_worker or not deployment.is_forked
    cwd, env = deployment.work, deployment.environment(**environment, **{HAS_WORKER: "yes" if has_worker else "no"})
    if deployment.is_forked:
        return ForkedProcess(UNDER_TEST, arguments, cwd=cwd, env=env, stdin=stdin, stdout=stdout, stderr=stderr)
    is_slow = ENGINE_SECONDS in env
    command = [*PARLEY[:-1], UNDER_TEST if is_slow else PARLEY[-1], *arguments]
    env |= {"PYTHONPATH": str(ROOT)} if is_slow else {}
    return subprocess.Popen(command, cwd=cwd, env=env, stdin=stdin, stdout=stdout, stderr=stderr)  # noqa: S603 - ourselves


def parley(
    deployment: Deployment, *arguments: str, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `parley` to its end."""
    process = start_parley(deployment, *arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE, environment=environment)
    with ThreadPoolExecutor(2) as pool:
        said, complained = (pool.submit(_read_all, stream) for stream in (process.stdout, process.stderr))
        _write_all(process.stdin, stdin)
        code = process.wait(2 * PATIENCE)
        return subprocess.CompletedProcess(arguments, code, said.result(), complained.result())


def _read_all(stream: IO[bytes] | None) -> str:
    assert stream
    with stream:
        return stream.read().decode()


def _write_all(stream: IO[bytes] | None, text: str) -> None:
    assert stream
    with suppress(BrokenPipeError), stream:  # it may have ended without reading all
        stream.write(text.encode())


def conversation(
    deployment: Deployment, *lines: str, arguments: tuple[str, ...] = (), **environment: str
) -> list[Said]:
    """Pipe lines into `parley chat --json` and return what it says; it must end well and say nothing else."""
    done = parley(deployment, "chat", "--json", *arguments, stdin="".join(f"{line}\n" for line in lines), **environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


class ChatProcess:
    """A running `parley chat --json`: write to it, read from it, stop it, kill it."""

    def __init__(self, deployment: Deployment, *arguments: str, **environment: str) -> None:
        self.process = start_parley(
            deployment, "chat", "--json", *arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE, environment=environment
        )
        self.said: list[Said] = []
        self.errors = ""
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._read, args=(self.process.stdout, self._lines.put), daemon=True),
            threading.Thread(target=self._read, args=(self.process.stderr, self._complain), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def say(self, text: str, *, thread: str | None = None, user: str | None = None) -> None:
        self.write({"text": text, "thread": thread, "user": user})

    def press(self, button: str, *, thread: str | None = None) -> None:
        self.write({"press": button, "thread": thread})

    def write(self, fields: dict[str, str | None]) -> None:
        self.write_bytes(json.dumps({name: value for name, value in fields.items() if value is not None}).encode())

    def write_bytes(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def hear(self, *, seconds: float = PATIENCE) -> Said:
        """The next reply."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            message = f"no reply within {seconds:.0f} s; on standard error: {self.errors}"
            raise AssertionError(message) from None
        said: Said = json.loads(line)
        self.said.append(said)
        return said

    def hear_all(self) -> list[Said]:
        """Return everything printed and not yet read; after the process has ended, that is all of it."""
        while not self._lines.empty():
            self.hear()
        return self.said

    def ask(self, text: str, *, thread: str | None = None, user: str | None = None) -> Said:
        self.say(text, thread=thread, user=user)
        return self.hear()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill with SIGKILL; what was printed before can still be read."""
        self.process.kill()
        self._ended()

    def end(self) -> int:
        """Close its input, and wait until everything is answered; return its exit code."""
        assert self.process.stdin
        if not self.process.stdin.closed:
            self.process.stdin.close()
        return self._ended()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.kill()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()

    def _ended(self) -> int:
        code = self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        self.hear_all()
        return code

    def _read(self, stream: IO[bytes] | None, take: Callable[[bytes], None]) -> None:
        for line in stream or ():
            if line.endswith(b"\n"):  # a line that kill -9 has cut was never said
                take(line)

    def _complain(self, line: bytes) -> None:
        self.errors += line.decode(errors="replace")
