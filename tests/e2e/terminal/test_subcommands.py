"""The other subcommands of `parley`, as a person or an init system runs them."""

import json
import os
import pty
import signal
from dataclasses import replace

import psutil
import pytest

from tests.e2e.chat_process import conversation, parley, start_parley
from tests.e2e.deployment import Deployment
from tests.e2e.drivers.service_process import ServiceProcess
from tests.waiting import PATIENCE, eventually


def test_help_version_or_a_mistake_then_explains_and_needs_no_home(no_home: Deployment) -> None:
    for command in ((), ("chat",), ("export",)):
        done = parley(replace(no_home, is_forked=command != ()), *command, "--help")
        assert done.returncode == 0, command
        assert "Usage:" in done.stdout, command
    assert parley(no_home, "--version").stdout.startswith("parley, version ")
    for arguments in (("fly",), ("chat", "--as-of", "someday")):
        done = parley(no_home, *arguments)
        assert done.returncode == 2, arguments
        assert "Usage:" in done.stderr, arguments
    assert not no_home.home.exists()


@pytest.mark.parametrize(("arguments", "first"), [((), "Starting Parley …"), (("--json",), "parley: ")])
def test_standard_error_is_a_terminal_then_chat_says_at_once_that_it_starts_but_not_to_programs(
    no_home: Deployment, arguments: tuple[str, ...], first: str
) -> None:
    (no_home.work / "file").touch()  # no place for data: it ends after that
    seen, shown = pty.openpty()
    process = start_parley(
        replace(no_home, home=no_home.work / "file"), "chat", *arguments, stderr=shown, environment={}
    )
    assert process.wait(PATIENCE) == 1
    os.close(shown)
    lines = os.read(seen, 10_000).decode().splitlines()
    os.close(seen)

    assert lines[0].startswith(first)
    assert lines[-1].startswith("parley: The data directory cannot be read and written.")


def test_new_home_then_doctor_finds_it_in_order_and_leaves_the_migrating_to_others(no_home: Deployment) -> None:
    done = parley(no_home, "doctor")
    assert done.returncode == 0, done.stdout
    assert "in order" in done.stdout
    assert "PostgreSQL" in done.stdout
    assert "not yet applied" in done.stdout
    both = [start_parley(no_home, "migrate", environment={}) for _ in range(2)]  # at once
    assert [process.wait(PATIENCE) for process in both] == [0, 0]


def test_doctor_with_a_wrong_setting_then_names_it(no_home: Deployment) -> None:
    done = parley(no_home, "doctor", MARKET_DATA="crystal-ball", PARLEY_HOEM="/x")
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
    assert "Redis" in done.stdout
    assert deployment.value(applied) == before - 1


def test_database_of_a_newer_version_then_every_command_says_to_upgrade(deployment: Deployment) -> None:
    tomorrow = "INSERT INTO _yoyo_migration (migration_hash, migration_id) VALUES ('f', '9999_of_tomorrow') RETURNING 1"
    assert deployment.rows(tomorrow)
    for command in (("chat", "--json"), ("worker",), ("doctor",)):
        done = parley(deployment, *command, stdin="analyze AAPL\n")
        said = done.stdout + done.stderr
        assert done.returncode == 1, command
        assert "Upgrade Parley" in said, command
        assert "9999_of_tomorrow" in said, command
        assert "up to date" not in said, command
        assert "Traceback" not in said, command


def test_database_url_is_none_then_says_so_without_its_password(deployment: Deployment) -> None:
    broken = replace(deployment, database_url="postgres//u:s3cretpw@h/x")
    for command in ("chat", "doctor"):
        done = parley(broken, command, stdin="analyze AAPL\n")
        said = done.stdout + done.stderr + deployment.logs()
        assert "s3cretpw" not in said, command
        assert "Traceback" not in said, command
        assert done.returncode == 1, command
        assert "is no PostgreSQL URL" in done.stdout + done.stderr, command


def test_files_then_are_their_owners_only_and_a_mistyped_setting_is_said_and_logged(deployment: Deployment) -> None:
    done = parley(deployment, "chat", "--json", stdin="analyze AAPL\n", TURN_LEASE_SECOND="5")
    assert [json.loads(line)["intent"] for line in done.stdout.splitlines()] == ["ANALYZE"]
    assert "TURN_LEASE_SECOND" in done.stderr
    files = [path for path in deployment.home.rglob("*") if path.is_file()]
    assert deployment.home / "chat.log" in files
    assert [path for path in files if path.stat().st_mode & 0o077] == []
    assert "TURN_LEASE_SECOND is set" in deployment.logs()


def test_worker_burst_then_does_what_waits_and_ends(deployment: Deployment) -> None:
    conversation(deployment, *(f"analyze {symbol}" for symbol in ("AAPL", "IBM", "MSFT", "GOOG", "FB")))
    done = parley(deployment, "worker", "--burst")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_up_then_ends_cleanly_when_told_to(home: Deployment) -> None:
    with ServiceProcess(home) as one, ServiceProcess(replace(home, has_worker=False)) as other:
        for up in (one, other):
            up.until_ready()
        assert eventually(psutil.Process(one.process.pid).children)  # its worker
        assert one.end(signal.SIGTERM) == other.end(signal.SIGINT) == 0
    for up in (one, other):
        assert "parley is up" in up.errors
        assert "Traceback" not in up.errors


def test_conversations_are_exported_whole_and_those_that_match(deployment: Deployment) -> None:
    conversation(deployment, "analyze AAPL", "hello there")
    lines = [json.loads(line) for line in parley(deployment, "export").stdout.splitlines()]
    assert [each["type"] for each in lines] == ["conversation", *["message"] * 4]
    assert lines[0]["symbols"] == ["AAPL"]
    assert [each["text"] for each in lines[1::2]] == ["analyze AAPL", "hello there"]

    marked = parley(deployment, "export", lines[0]["id"][:8], "--format", "markdown")
    assert "> analyze AAPL" in marked.stdout.splitlines()
    report = json.loads(parley(deployment, "report", "--json").stdout)
    assert (report["turns"], report["replies"]["in_time_share"], report["is_empty"]) == (2, 1.0, False)
    assert "no workspace slack/T1" in parley(deployment, "report", "--workspace", "slack/T1").stderr

    assert parley(deployment, "export", "--symbol", "apple").stdout.splitlines()[0] == json.dumps(
        lines[0], ensure_ascii=False
    )
    for command in ("export", "report"):
        turned = parley(deployment, command, "--since", "2026-03-02", "--until", "2026-03-01")
        assert "--until (2026-03-01) is before --since (2026-03-02)" in turned.stderr
    assert "is before --since (2999-01-01)" in parley(deployment, "report", "--since", "2999-01-01").stderr

    none = parley(deployment, "export", "--symbol", "ibm")
    assert (none.returncode, none.stdout) == (1, "")
    assert "no conversation matches" in none.stderr
