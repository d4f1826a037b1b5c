"""The user account that the servers run as. PostgreSQL refuses to run as root, so root needs another account.

If the home belongs to an ordinary user, it is that user. In root's own home it is the system account `parley-db`,
created on first use. That account must reach its data and the server's programs: the directories above them get the
right to be traversed by others (o+x), never to be listed or read.
"""

import fcntl
import os
import pwd
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.errors import EmbeddedStoreError

SYSTEM_ACCOUNT = "parley-db"
_USER_DATABASE = Path("/etc/passwd")
_USERADD = ("useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", SYSTEM_ACCOUNT)


@dataclass(frozen=True, slots=True)
class ServerAccount:
    """The user that a server runs as; None: the user of this process."""

    uid: int | None = None
    gid: int | None = None

    @property
    def subprocess_options(self) -> dict[str, Any]:
        """Return the arguments of `subprocess` that run a program as this account; empty: no change of user."""
        if self.uid is None or self.gid is None:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def create_directory(self, directory: Path) -> None:
        """Create a directory that only this account (and root) may enter, and let the account reach it."""
        directory.mkdir(mode=0o700, exist_ok=True)
        if self.uid is not None and self.gid is not None:
            os.chown(directory, self.uid, self.gid)
            self._allow_traversal(directory)

    def make_runnable(self, program: Path) -> None:
        """Let this account read and run everything installed with `program` (beside and below its `bin`)."""
        if self.uid is None:
            return
        self._allow_traversal(program)
        if not program.stat().st_mode & stat.S_IXOTH:  # installed under a strict umask
            for path in (program.parent.parent, *program.parent.parent.rglob("*")):
                mode = path.stat().st_mode
                path.chmod(mode | stat.S_IROTH | (stat.S_IXOTH if mode & stat.S_IXUSR else 0))

    def _allow_traversal(self, path: Path) -> None:
        for directory in path.parents:
            status = directory.stat()
            if status.st_uid != self.uid and not status.st_mode & stat.S_IXOTH:
                directory.chmod(status.st_mode | stat.S_IXOTH)


def server_account(home: Path) -> ServerAccount:
    """Return the account that runs the servers of `home`.

    Raises: EmbeddedStoreError: this process runs as root and the system account cannot be created.
    """
    if os.geteuid() != 0:
        return ServerAccount()
    owner = home.stat()
    if owner.st_uid != 0:
        return ServerAccount(uid=owner.st_uid, gid=owner.st_gid)
    entry = _system_account()
    return ServerAccount(uid=entry.pw_uid, gid=entry.pw_gid)


def _system_account() -> pwd.struct_passwd:
    if found := _find_system_account():
        return found
    # `useradd` looks up the name before it takes its own lock: of two at once, the later gives the account other ids.
    with _USER_DATABASE.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if found := _find_system_account():  # created by another process while this one waited
            return found
        error_output = _create_system_account()
        if found := _find_system_account():
            return found
    raise EmbeddedStoreError(reason=f"no account {SYSTEM_ACCOUNT!r} to run as", useradd=error_output)


def _find_system_account() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(SYSTEM_ACCOUNT)
    except KeyError:
        return None


def _create_system_account() -> str:
    try:
        completed = subprocess.run(_USERADD, capture_output=True, text=True, check=False)  # noqa: S603 - a constant
    except OSError as e:
        return str(e)
    return completed.stderr.strip()
