import stat
from contextlib import ExitStack
from pathlib import Path

import psutil
import psycopg

from db.embedded import Endpoints, embedded_stores
from db.embedded.layout import Layout, ServerLock, prepare_home
from db.embedded.locks import FileLock
from tests.integration.db.embedded_process import EmbeddedClient, eventually, postgres_pid


def pauses(process: psutil.Process) -> int:
    return process.num_ctx_switches().voluntary


def test_two_processes_share_one_server_and_the_last_to_leave_stops_it(used_home: Path) -> None:
    with EmbeddedClient(used_home) as first, EmbeddedClient(used_home) as second:
        assert first.joined() == second.joined()
        server = postgres_pid(used_home)
        assert server
        supervisor = psutil.Process(psutil.Process(server).ppid())

        first.leave()
        before = pauses(supervisor)
        assert eventually(lambda: pauses(supervisor) > before + 4)  # it pauses between two looks at who is there
        assert postgres_pid(used_home) == server

        second.leave()
        assert eventually(lambda: postgres_pid(used_home) is None)
    assert not (used_home / "postgres/data/postmaster.pid").exists()
    assert eventually(lambda: not (used_home / "redis/redis.sock").exists())


async def test_start_held_up_in_one_home_does_not_hold_up_another(used_home: Path, tmp_path: Path) -> None:
    held_up = Layout(tmp_path / "other", "postgres")
    prepare_home(held_up)
    with FileLock.try_acquire(held_up.lock_file(ServerLock.START)) or ExitStack():
        async with embedded_stores(used_home, durable=False) as endpoints:
            assert endpoints.database_url


async def test_stores_given_by_url_then_home_is_not_touched(home: Path) -> None:
    async with embedded_stores(
        home, database_url="postgresql://db.example/x", redis_url="redis://q.example"
    ) as endpoints:
        assert endpoints == Endpoints(database_url="postgresql://db.example/x", redis_url="redis://q.example")
    assert list(home.parent.iterdir()) == []


def test_only_the_homes_owner_can_reach_data_and_sockets(stopped_home: Path) -> None:
    modes = {name: stat.S_IMODE((stopped_home / name).stat().st_mode) for name in ("run", "postgres", "redis")}
    assert modes == {"run": 0o700, "postgres": 0o700, "redis": 0o700}
    assert not stat.S_IMODE(stopped_home.stat().st_mode) & (stat.S_IRWXG | stat.S_IROTH | stat.S_IWOTH)


def test_owner_is_no_superuser_but_can_make_roles_and_become_them(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("CREATE ROLE narrow NOLOGIN")
        connection.execute("CREATE TABLE t (v vector(3))")
        superuser = connection.execute("SELECT current_setting('is_superuser')").fetchone()
        connection.execute("SET ROLE narrow")
        now = connection.execute("SELECT current_user").fetchone()
        connection.rollback()  # roles belong to the whole server
    assert (superuser, now) == (("off",), ("narrow",))
