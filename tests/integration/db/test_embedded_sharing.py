import stat
import time
from contextlib import ExitStack
from pathlib import Path

import psycopg

from db.embedded import Endpoints, embedded_stores
from db.embedded.layout import Layout, prepare_home
from db.embedded.locks import FileLock
from tests.integration.db.embedded_process import EmbeddedClient, eventually, postgres_pid


def test_two_processes_share_one_server_and_the_last_to_leave_stops_it(home: Path) -> None:
    with EmbeddedClient(home) as first, EmbeddedClient(home) as second:
        assert first.joined() == second.joined()
        server = postgres_pid(home)

        first.leave()
        time.sleep(0.6)  # a supervisor looks every quarter of a second: one that stops too early would do so by now
        assert postgres_pid(home) == server

        second.leave()
        assert eventually(lambda: postgres_pid(home) is None)
    assert not (home / "postgres/data/postmaster.pid").exists()
    assert eventually(lambda: not (home / "redis/redis.sock").exists())


def test_five_processes_starting_at_once_start_one_server(home: Path) -> None:
    with ExitStack() as stack:
        clients = [stack.enter_context(EmbeddedClient(home)) for _ in range(5)]
        assert len({str(client.joined()) for client in clients}) == 1
    log = (home / "run/postgres.log").read_text()
    assert log.count("starting PostgreSQL") == 1


async def test_start_held_up_in_one_home_does_not_hold_up_another(home: Path, tmp_path: Path) -> None:
    held_up = Layout(tmp_path / "other", "postgres")
    prepare_home(held_up)
    with FileLock.try_acquire(held_up.start_lock) or ExitStack():
        async with embedded_stores(home, durable=False) as endpoints:
            assert endpoints.database_url


async def test_stores_given_by_url_then_home_is_not_touched(home: Path) -> None:
    async with embedded_stores(
        home, database_url="postgresql://db.example/x", redis_url="redis://q.example"
    ) as endpoints:
        assert endpoints == Endpoints(database_url="postgresql://db.example/x", redis_url="redis://q.example")
    assert list(home.parent.iterdir()) == []


def test_only_the_homes_owner_can_reach_data_and_sockets(home: Path) -> None:
    with EmbeddedClient(home) as client:
        client.joined()
        modes = {name: stat.S_IMODE((home / name).stat().st_mode) for name in ("run", "postgres", "redis")}
    assert modes == {"run": 0o700, "postgres": 0o700, "redis": 0o700}
    assert not stat.S_IMODE(home.stat().st_mode) & (stat.S_IRWXG | stat.S_IROTH | stat.S_IWOTH)


async def test_owner_is_no_superuser_but_can_make_roles_and_become_them(home: Path) -> None:
    async with embedded_stores(home, durable=False) as endpoints:
        with psycopg.connect(endpoints.database_url) as connection:
            connection.execute("CREATE ROLE parley_app NOLOGIN")
            connection.execute("CREATE TABLE t (v vector(3))")
            superuser = connection.execute("SELECT current_setting('is_superuser')").fetchone()
            connection.execute("SET ROLE parley_app")
            now = connection.execute("SELECT current_user").fetchone()
    assert (superuser, now) == (("off",), ("parley_app",))
