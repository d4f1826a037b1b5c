"""Unusable data directories: one sentence on standard error, exit code 1, nothing half-done."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.chat_process import ChatProcess, Said, parley
from tests.e2e.conftest import stopped
from tests.e2e.deployment import Deployment
from tests.waiting import eventually

LINE = "analyze AAPL\n"


def test_home_is_no_place_for_data_then_says_so(no_home: Deployment) -> None:
    (no_home.work / "file").touch()
    for home in (no_home.work / "file", no_home.work / "file" / "home", Path("/proc/parley")):
        assert_refuses(replace(no_home, home=home))
    assert "shorter" in assert_refuses(replace(no_home, home=no_home.work / ("x" * 120)))


@pytest.mark.parametrize("command", ["up", "worker", "migrate"])
def test_home_is_a_file_then_every_command_says_so(no_home: Deployment, command: str) -> None:
    (no_home.work / "file").touch()
    done = parley(replace(no_home, home=no_home.work / "file"), command)

    assert done.returncode == 1
    assert done.stderr.startswith("parley: The data directory cannot be read and written.")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_home_is_a_file_then_doctor_has_one_fault_and_says_of_nothing_there_that_it_is_good(
    no_home: Deployment,
) -> None:
    (no_home.work / "file").touch()
    done = parley(replace(no_home, home=no_home.work / "file"), "doctor")

    assert done.returncode == 1
    assert "[FAULT] data directory: The data directory cannot be read and written." in done.stdout
    assert done.stdout.count("FAULT]") == 1
    assert "[   ok] data directory" not in done.stdout


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_home_not_writable_then_says_so(no_home: Deployment) -> None:
    no_home.home.mkdir(mode=0o500)
    assert_refuses(no_home)


def test_setting_is_wrong_then_names_it(no_home: Deployment) -> None:
    done = parley(no_home, "chat", stdin=LINE, TURN_LEASE_SECONDS="soon")
    assert done.returncode == 1
    assert "TURN_LEASE_SECONDS" in done.stderr
    assert "Traceback" not in done.stderr


def test_database_url_of_nobody_then_says_so(no_home: Deployment) -> None:
    done = parley(no_home, "chat", stdin=LINE, DATABASE_URL="postgresql://nobody:secret@127.0.0.1:1/x")
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr) > 20
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr


@pytest.fixture
def small_disk(folder: Path) -> Iterator[Deployment]:
    """A home on a file system of its own, of 64 MB; nothing but root may mount one."""
    disk, work = folder / "disk", folder / "work"
    disk.mkdir()
    work.mkdir()
    mounted = subprocess.run(  # noqa: S603 - constants
        ["mount", "-t", "tmpfs", "-o", "size=64m,mode=755", "tmpfs", str(disk)],  # noqa: S607 - as the administrator's
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("no right to mount a small disk")
    deployment = Deployment(home=disk / "home", work=work)
    yield deployment
    assert stopped(deployment)
    assert eventually(lambda: subprocess.run(["umount", str(disk)], check=False).returncode == 0)  # noqa: S603, S607


@pytest.mark.faults
def test_disk_too_small_to_begin_then_says_so_and_begins_once_there_is_room(small_disk: Deployment) -> None:
    filler = fill(small_disk, leave=20_000_000)
    done = parley(small_disk, "chat", "--json", stdin=LINE)
    assert done.returncode == 1
    assert "full" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    filler.unlink()
    subprocess.run(["mount", "-o", "remount,size=256m", str(small_disk.home.parent)], check=True)  # noqa: S603, S607
    assert parley(small_disk, "chat", "--json", stdin=LINE).returncode == 0


@pytest.mark.faults
def test_disk_fills_up_in_mid_conversation_then_says_so_and_goes_on_once_there_is_room(small_disk: Deployment) -> None:
    subprocess.run(["mount", "-o", "remount,size=128m", str(small_disk.home.parent)], check=True)  # noqa: S603, S607
    with ChatProcess(small_disk) as chat:
        chat.ask("analyze AAPL")
        filler = fill(small_disk, leave=0)
        for number in range(40):
            chat.say("should I buy GOOG? at most $3,000 " + "because " * 800, thread=f"t{number}")
        assert eventually(lambda: refused(chat))
        filler.unlink()
        assert chat.end() == 0
        assert len(chat.said) == 41
        assert all("disk is full" in each["text"] for each in refused(chat))
        assert "Traceback" not in chat.errors + small_disk.logs()


@pytest.mark.parametrize("command", ["chat", "doctor"])
def test_home_is_read_only_then_every_command_says_so(small_disk: Deployment, command: str) -> None:
    small_disk.home.mkdir()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk.home.parent)], check=True)  # noqa: S603, S607
    done = parley(small_disk, command, stdin=LINE)

    said = [line for line in (done.stdout + done.stderr).splitlines() if "Read-only file system" in line]
    assert done.returncode == 1
    assert len(said) == 1
    assert "The data directory cannot be read and written." in said[0]
    assert "Traceback" not in done.stderr


@pytest.mark.faults
@pytest.mark.parametrize("command", ["up", "doctor"])
def test_disk_is_full_then_every_command_says_so(small_disk: Deployment, command: str) -> None:
    fill(small_disk, leave=0)
    done = parley(small_disk, command)

    said = [
        line
        for line in (done.stdout + done.stderr).splitlines()
        if "disk that holds the data directory is full" in line
    ]
    assert done.returncode == 1
    assert len(said) == 1
    assert "Traceback" not in done.stderr


def refused(chat: ChatProcess) -> list[Said]:
    """Return the input that was not accepted."""
    return [each for each in chat.hear_all() if each["turn"] is None]


def fill(deployment: Deployment, *, leave: int) -> Path:
    """Take all room on the disk but `leave` bytes."""
    filler = deployment.home.parent / "filler"
    with filler.open("wb", buffering=0) as file:
        room = os.statvfs(filler).f_bavail * os.statvfs(filler).f_frsize - leave
        with suppress(OSError):
            file.write(b"\0" * max(0, room))
    return filler


def assert_refuses(deployment: Deployment) -> str:
    done = parley(deployment, "chat", "--json", stdin=LINE)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("parley: ")
    assert "Traceback" not in done.stderr
    return done.stderr
