import os
import signal
import subprocess
from pathlib import Path

import psutil
import psycopg
import pytest

from db.embedded import embedded_stores
from db.embedded.account import server_account
from tests.integration.db.embedded_process import EmbeddedClient, eventually, postgres_pid


def parent_of(pid: int) -> int:
    """The supervisor, if `pid` is a server's."""
    return psutil.Process(pid).ppid()


def kill_and_wait(pid: int) -> None:
    """Kill it, and wait until it is gone; nobody may ever reap it, which does not matter here."""
    os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: not running(pid))


def running(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def answers(url: str) -> bool:
    """Whether the server takes connections; one that recovers from a kill listens before it does."""
    try:
        with psycopg.connect(url) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False


@pytest.mark.faults
def test_client_killed_then_servers_stop(used_home: Path) -> None:
    with EmbeddedClient(used_home) as client:
        client.joined()
        client.kill()
    assert eventually(lambda: postgres_pid(used_home) is None)


@pytest.mark.faults
def test_supervisor_killed_then_newcomer_adopts_the_server(used_home: Path) -> None:
    with EmbeddedClient(used_home) as first:
        first.joined()
        server = postgres_pid(used_home)
        assert server
        kill_and_wait(parent_of(server))

        with EmbeddedClient(used_home) as second:
            second.joined()
            assert postgres_pid(used_home) == server


@pytest.mark.faults
def test_server_killed_then_supervisor_starts_it_again(used_home: Path) -> None:
    with EmbeddedClient(used_home) as client:
        url = client.joined()["database"]
        server = postgres_pid(used_home)
        assert server
        kill_and_wait(server)

        assert eventually(lambda: answers(url))
        assert postgres_pid(used_home) != server


def test_everything_killed_then_next_start_recovers_what_was_stored(used_home: Path) -> None:
    with EmbeddedClient(used_home) as client:
        url = client.joined()["database"]
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE t AS SELECT 42 AS x")
        server = postgres_pid(used_home)
        assert server
        kill_and_wait(parent_of(server))
        kill_and_wait(server)
        client.kill()

    with EmbeddedClient(used_home) as client, psycopg.connect(client.joined()["database"]) as connection:
        assert connection.execute("SELECT x FROM t").fetchone() == (42,)


@pytest.mark.faults
def test_stale_pid_file_whose_pid_is_now_another_process_then_server_starts_anyway(used_home: Path) -> None:
    with EmbeddedClient(used_home) as client:
        client.joined()
        stale = (used_home / "postgres/data/postmaster.pid").read_text()
        socket_lock = (used_home / "postgres/.s.PGSQL.5432.lock").read_text()
    assert eventually(lambda: postgres_pid(used_home) is None)
    # It must belong to the server's account: PostgreSQL itself sees that another user's process is not its own.
    with subprocess.Popen(["sleep", "600"], **server_account(used_home).subprocess_options) as stranger:  # noqa: S607 - a test
        for path, text in (("postgres/data/postmaster.pid", stale), ("postgres/.s.PGSQL.5432.lock", socket_lock)):
            (used_home / path).write_text("\n".join([str(stranger.pid), *text.splitlines()[1:]]) + "\n")
            os.chown(used_home / path, *owner(used_home / "postgres"))

        with EmbeddedClient(used_home) as client, psycopg.connect(client.joined()["database"]) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        assert stranger.poll() is None
        stranger.kill()


@pytest.mark.faults
async def test_crash_while_the_data_directory_was_made_then_it_is_made_anew(home: Path) -> None:
    half = home / "postgres/data.new/base"
    half.mkdir(parents=True)
    async with embedded_stores(home, durable=False) as endpoints:
        assert endpoints.database_url


async def test_empty_pid_file_then_server_starts_anyway(used_home: Path) -> None:
    pid_file = used_home / "postgres/data/postmaster.pid"
    pid_file.touch()
    os.chown(pid_file, *owner(used_home / "postgres"))
    async with embedded_stores(used_home, durable=False) as endpoints:
        assert endpoints.database_url


def owner(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_uid, status.st_gid
