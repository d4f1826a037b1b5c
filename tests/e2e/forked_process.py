"""Starts `parley` as a fork of a process that has imported it: 0.5 s of processor time in place of 2.3 s.

The fork runs the main module as `python -m` does, with arguments, environment, working folder and standard streams of
its own. Only the operating system tells it from one that was started afresh: /proc shows the command line and the
environment of the process it was forked from.
"""

import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from multiprocessing import connection, reduction
from pathlib import Path
from threading import Lock
from typing import IO, Any, Final

Stream = int | IO[bytes]
_CONTEXT: Final = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload([__name__, "tests.e2e.preloaded"])
_LOCK: Final = Lock()  # every start and every look reads the exit codes of all, which can be read once


class ForkedProcess:
    """What tests use of `subprocess.Popen`; its streams are bytes."""

    def __init__(  # noqa: PLR0913 - the parameters of Popen
        self,
        module: str,
        arguments: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        stdin: Stream = subprocess.DEVNULL,
        stdout: Stream = subprocess.DEVNULL,
        stderr: Stream = subprocess.DEVNULL,
    ) -> None:
        with ExitStack() as ours:  # closed here once the fork has them
            self.stdin, read = _stream(stdin, ours, is_input=True)
            self.stdout, written = _stream(stdout, ours)
            self.stderr, complained = _stream(stderr, ours)
            streams = _Descriptors((read, written, complained))
            self._process = _CONTEXT.Process(
                target=_run, args=(module, list(arguments), str(cwd), dict(env), streams), daemon=True
            )
            with _LOCK:
                self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        with _LOCK:
            return self._process.exitcode

    def wait(self, timeout: float) -> int:
        """Return the exit code, or the signal's number below 0. Raises: TimeoutExpired."""
        connection.wait([self._process.sentinel], timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired(str(self._process), timeout)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class _Descriptors:
    """File descriptors that are handed to the fork; there it is a tuple of their numbers."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self._numbers = numbers

    def __reduce__(self) -> tuple[object, ...]:
        return _received, tuple(reduction.DupFd(number) for number in self._numbers)


def _received(*handed: Any) -> tuple[int, ...]:  # noqa: ANN401 - a type of multiprocessing's own
    return tuple(each.detach() for each in handed)


def _stream(wanted: Stream, ours: ExitStack, *, is_input: bool = False) -> tuple[IO[bytes] | None, int]:
    """Return our end of a pipe, if one is wanted, and the descriptor for the fork."""
    if wanted == subprocess.PIPE:
        read, write = os.pipe()
        theirs, mine = (read, write) if is_input else (write, read)
        ours.callback(os.close, theirs)
        return os.fdopen(mine, "wb" if is_input else "rb"), theirs
    if wanted == subprocess.DEVNULL:
        null = os.open(os.devnull, os.O_RDWR)
        ours.callback(os.close, null)
        return None, null
    return None, wanted if isinstance(wanted, int) else wanted.fileno()


def _run(module: str, arguments: Sequence[str], cwd: str, env: Mapping[str, str], streams: Sequence[int]) -> None:
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.stdin = os.fdopen(0, encoding="utf-8", errors="surrogateescape", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="surrogateescape", closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False, buffering=1)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
