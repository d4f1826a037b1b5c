"""The other subcommands of `parley`, as a person or an init system runs them."""

import json
import signal
import subprocess
import time
from dataclasses import replace

import pytest

from tests.e2e.chat_process import PARLEY, PATIENCE, conversation, eventually, parley
from tests.e2e.deployment import Deployment


@pytest.mark.parametrize("command", [(), ("chat",), ("up",), ("worker",), ("doctor",), ("migrate",)])
def test_help_then_explains_and_needs_no_home(home: Deployment, command: tuple[str, ...]) -> None:
    done = parley(home, *command, "--help")
    assert done.returncode == 0
    assert "Usage:" in done.stdout
    assert not home.home.exists()


def test_version_then_named(home: Deployment) -> None:
    assert parley(home, "--version").stdout.startswith("parley, version ")


def test_unknown_command_or_option_then_usage_and_exit_code_2(home: Deployment) -> None:
    for arguments in (("fly",), ("chat", "--fly"), ("chat", "--as-of", "someday")):
        done = parley(home, *arguments)
        assert done.returncode == 2
        assert "Usage:" in done.stderr


def test_as_of_outside_the_data_then_refused(deployment: Deployment) -> None:
    done = parley(deployment, "chat", "--as-of", "1999-01-01", stdin="analyze AAPL\n")
    assert done.returncode == 1
    assert "2010-01-04" in done.stderr
    assert "Traceback" not in done.stderr


def test_doctor_on_a_new_home_then_everything_is_in_order(home: Deployment) -> None:
    done = parley(home, "doctor")
    assert done.returncode == 0, done.stdout
    assert "in order" in done.stdout
    assert "PostgreSQL" in done.stdout


def test_doctor_with_a_wrong_setting_then_names_it(home: Deployment) -> None:
    done = parley(home, "doctor", MARKET_DATA="crystal-ball", PARLEY_HOEM="/x")
    assert done.returncode == 1
    assert "MARKET_DATA" in done.stdout
    assert "Traceback" not in done.stderr


def test_doctor_when_migrations_are_missing_then_says_so_and_applies_none(deployment: Deployment) -> None:
    applied = "SELECT count(*) FROM _yoyo_migration"
    before = deployment.value(applied)
    assert deployment.rows("DELETE FROM _yoyo_migration WHERE migration_id LIKE '0004%%' RETURNING migration_id")
    done = parley(deployment, "doctor")
    assert done.returncode == 1
    assert "FAULT" in done.stdout
    assert "1 of its migrations" in done.stdout
    assert "`parley migrate`" in done.stdout
    assert deployment.value(applied) == before - 1


def test_doctor_on_a_new_home_then_leaves_the_migrating_to_others(home: Deployment) -> None:
    for _ in range(2):
        assert "not yet applied" in parley(home, "doctor").stdout
    assert parley(home, "migrate").returncode == 0
    assert "schema up to date" in parley(home, "doctor").stdout


@pytest.mark.parametrize("command", ["chat", "up", "worker", "doctor", "migrate"])
def test_database_url_is_none_then_says_so_without_its_password(deployment: Deployment, command: str) -> None:
    broken = replace(deployment, database_url="postgres//u:s3cretpw@h/x")
    done = parley(broken, command, *(("--burst",) if command == "worker" else ()), stdin="analyze AAPL\n")
    said = done.stdout + done.stderr + deployment.logs()
    assert "s3cretpw" not in said
    assert "Traceback" not in said
    if command != "worker":  # which needs the queue only, until there is a job
        assert done.returncode == 1
        assert "is no PostgreSQL URL" in said


def test_files_then_are_their_owners_only_and_a_mistyped_setting_is_said_and_logged(deployment: Deployment) -> None:
    done = parley(deployment, "chat", "--json", stdin="analyze AAPL\n", TURN_LEASE_SECOND="5")
    assert [json.loads(line)["intent"] for line in done.stdout.splitlines()] == ["ANALYZE"]
    assert "TURN_LEASE_SECOND" in done.stderr
    files = [path for path in deployment.home.rglob("*") if path.is_file()]
    assert deployment.home / "chat.log" in files
    assert [path for path in files if path.stat().st_mode & 0o077] == []
    assert "TURN_LEASE_SECOND is set" in deployment.logs()


def test_migrate_twice_at_once_then_both_succeed(home: Deployment) -> None:
    both = [
        subprocess.Popen([*PARLEY, "migrate"], cwd=home.work, env=home.environment(), stdout=subprocess.DEVNULL)  # noqa: S603
        for _ in range(2)
    ]
    assert [process.wait(PATIENCE) for process in both] == [0, 0]


def test_worker_burst_then_does_what_waits_and_ends(deployment: Deployment) -> None:
    conversation(deployment, *(f"analyze {symbol}" for symbol in ("AAPL", "IBM", "MSFT", "GOOG", "FB")))
    done = parley(deployment, "worker", "--burst")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_up_then_ends_cleanly_when_told_to(home: Deployment, number: signal.Signals) -> None:
    up = subprocess.Popen([*PARLEY, "up"], cwd=home.work, env=home.environment(), stderr=subprocess.PIPE, text=True)  # noqa: S603
    with up:
        assert up.stderr
        assert "parley is up" in up.stderr.readline()
        time.sleep(3)  # let its worker start
        told = time.monotonic()
        up.send_signal(number)
        assert up.wait(PATIENCE) == 0
        assert time.monotonic() - told < 8
        assert "Traceback" not in up.stderr.read()
    assert eventually(lambda: "Traceback" not in home.logs())
