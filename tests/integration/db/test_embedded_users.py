"""Root, an ordinary user, and both in one home. Run as root; an ordinary user's run of the other tests is the rest."""

import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.integration.db.embedded_process import EmbeddedClient

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can start processes as somebody else")


@dataclass(frozen=True, slots=True)
class OrdinaryUser:
    """An ordinary user, with an interpreter that this user may run."""

    uid: int
    gid: int
    python: str

    def client(self, home: Path) -> EmbeddedClient:
        return EmbeddedClient(
            home, python=self.python, user=self.uid, group=self.gid, extra_groups=[], env=environment_of_tests()
        )


def environment_of_tests() -> dict[str, str]:
    return {"PATH": os.defpath, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.fixture(scope="module")
def user() -> OrdinaryUser:
    entry = pwd.getpwnam("nobody")
    candidates = (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}")
    for python in candidates:
        if can_run(python, entry):
            return OrdinaryUser(uid=entry.pw_uid, gid=entry.pw_gid, python=python)
    return pytest.skip(f"an ordinary user can run none of {candidates}, or not read the packages: a private directory")


def can_run(python: str, entry: pwd.struct_passwd) -> bool:
    command = [python, "-c", "import bot.errors, db.embedded, psycopg"]
    environment = environment_of_tests()
    try:
        subprocess.run(command, check=True, capture_output=True, user=entry.pw_uid, extra_groups=[], env=environment)  # noqa: S603 - a test
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def test_ordinary_user_then_everything_belongs_to_the_user(home: Path, user: OrdinaryUser) -> None:
    os.chown(home.parent, user.uid, user.gid)
    with user.client(home) as client:
        assert "database" in client.joined()
        assert {path.stat().st_uid for path in home.rglob("*")} == {user.uid}


@pytest.mark.faults
def test_root_was_in_the_users_home_then_the_user_can_go_on_using_it(home: Path, user: OrdinaryUser) -> None:
    home.mkdir(mode=0o700)
    for path in (home.parent, home):
        os.chown(path, user.uid, user.gid)
    with EmbeddedClient(home) as root:
        assert "database" in root.joined()
        assert {path.stat().st_uid for path in home.rglob("*")} == {user.uid}
    with user.client(home) as client:
        assert "database" in client.joined()


def test_ordinary_user_in_roots_home_then_says_that_it_is_not_usable(used_home: Path, user: OrdinaryUser) -> None:
    used_home.parent.chmod(0o755)
    with user.client(used_home) as client:
        assert client.joined()["error"] == "HomeNotUsableError"


def test_ordinary_user_in_a_directory_that_is_not_theirs_then_says_why(home: Path, user: OrdinaryUser) -> None:
    home.parent.chmod(0o755)
    with user.client(home) as client:
        said = client.joined()
    assert said["error"] == "HomeNotUsableError"
    assert "Permission denied" in said["text"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 20 MB: less than a new database needs."""
    tmp_path.parent.chmod(0o755)
    mounted = subprocess.run(  # noqa: S603 - a test
        ["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", tmp_path],  # noqa: S607 - a test
        check=False,
    )
    if mounted.returncode:
        pytest.skip("this container may not mount a small disk")
    yield tmp_path
    subprocess.run(["umount", "--lazy", tmp_path], check=True)  # noqa: S603, S607 - a test


@pytest.mark.faults
def test_disk_full_then_says_so(small_disk: Path) -> None:
    home = small_disk / "h"
    for _ in range(2):  # what a first try left does not confuse a second
        with EmbeddedClient(home) as client:
            assert client.joined()["error"] == "DiskFullError"
