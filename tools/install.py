"""Install what a lock file lists, and Parley itself, into the environment of the interpreter that runs this.

    .venv/bin/python tools/install.py requirements.lock

pip fetches uv; uv installs, which is many times faster. Where there is no uv for the machine or it fails, pip installs.
"""

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

_PIP: Final = (sys.executable, "-m", "pip", "--disable-pip-version-check")
_UV: Final = str(Path(sys.executable).with_name("uv"))
_UV_LOCK: Final = "requirements-setup.lock"
_HASHED: Final = ("--require-hashes", "--requirement")
_PARLEY: Final = ("--no-deps", "--no-build-isolation", "--editable", ".")

# What a company's mirror of the package index needs stands in pip's configuration, which uv does not read.
_UV_NAMES: Final = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "no-index": "UV_NO_INDEX",
    "trusted-host": "UV_INSECURE_HOST",
    "proxy": "ALL_PROXY",
    "cert": "SSL_CERT_FILE",
    "client-cert": "SSL_CLIENT_CERT",
    "timeout": "UV_HTTP_TIMEOUT",
    "default-timeout": "UV_HTTP_TIMEOUT",
}
_SECTIONS: Final = ("global", "install", ":env:")  # a later one overrides an earlier one
_ALL_INDEXES: Final = {"UV_INDEX_STRATEGY": "unsafe-best-match"}  # count, as for pip; the hashes make it safe


class Run(Protocol):
    """Runs a command."""

    def __call__(self, *command: str, **environment: str) -> bool:
        """Return whether `command` succeeded, with `environment` beside this process's, which wins."""
        ...


def main() -> None:
    """Install, or exit with status 1."""
    try:
        installed = install(sys.argv[1], run=run_command, pip_settings=_pip_settings)
    except KeyboardInterrupt:
        sys.exit(130)
    if not installed:
        sys.exit(
            "Not installed. Check that the package index can be reached, or pip's configuration, and run make again."
        )


def install(lock: str, *, run: Run, pip_settings: Callable[[], str]) -> bool:
    """Install what `lock` lists by uv, else by pip; return whether it is installed.

    Args:
        lock: A file of pinned versions with hashes.
        run: Runs a command.
        pip_settings: Returns what `pip config list` prints.
    """
    if _fetch_uv(run) and _install_with_uv(lock, run, {**_ALL_INDEXES, **uv_settings(pip_settings())}):
        return True
    print("uv cannot install here, so pip does: this takes a minute longer …", file=sys.stderr)
    pip = (*_PIP, "--quiet", "install")
    return run(*pip, *_HASHED, lock) and run(*pip, *_PARLEY)


def _fetch_uv(run: Run) -> bool:
    return run(*_PIP, "-qqq", "install", "--retries=1", "--only-binary=:all:", *_HASHED, _UV_LOCK)


def _install_with_uv(lock: str, run: Run, settings: dict[str, str]) -> bool:
    uv, here = (_UV, "--quiet", "--no-python-downloads", "pip"), ("--python", sys.executable)
    return run(*uv, "sync", *here, "--require-hashes", lock, **settings) and run(
        *uv, "install", *here, *_PARLEY, **settings
    )


def uv_settings(pip_settings: str) -> dict[str, str]:
    """Return the variables that tell uv what `pip config list` tells of pip."""
    settings = {}
    for section in _SECTIONS:
        for line in pip_settings.splitlines():
            key, _, value = line.partition("=")
            where, _, name = key.rpartition(".")
            if where == section and name in _UV_NAMES and (values := ast.literal_eval(value).split()):
                settings[_UV_NAMES[name]] = ("," if name == "find-links" else " ").join(values)
    return settings


def run_command(*command: str, **environment: str) -> bool:
    """Implement `Run`. Raises: SystemExit: the command was killed."""
    try:
        code = subprocess.run(command, env={**environment, **os.environ}, check=False).returncode
    except OSError:  # no such program, or not for this machine
        return False
    if code == -signal.SIGKILL:  # what it leaves half-installed no other installer repairs
        sys.exit(f"{command[0]} was killed, perhaps for want of memory. Run make again: it starts anew.")
    return code == 0


def _pip_settings() -> str:
    listed = subprocess.run((*_PIP, "config", "list"), capture_output=True, text=True, check=False)
    return listed.stdout


if __name__ == "__main__":
    main()
