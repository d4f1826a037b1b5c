"""A real PgBouncer in front of the tests' PostgreSQL, where one is installed (`apt-get install pgbouncer`)."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from psycopg.conninfo import conninfo_to_dict

from tests.waiting import PATIENCE, eventually

PROGRAM: Final = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
needs_pgbouncer = pytest.mark.skipif(PROGRAM is None, reason="PgBouncer is not installed")

_PORT: Final = 6432  # part of the socket's name
_CONFIGURATION: Final = """
[databases]
* = host={host} user=parley_owner
[pgbouncer]
listen_addr =
listen_port = {port}
unix_socket_dir = {folder}
auth_type = any
logfile = {folder}/pgbouncer.log
max_client_conn = 200
"""


@contextmanager
def pgbouncer(database_url: str, **settings: object) -> Iterator[str]:
    """Run PgBouncer with `settings` until exit; yield the URL of the same database through it."""
    assert PROGRAM
    server = conninfo_to_dict(database_url)
    owner = Path(str(server["host"])).stat()  # it refuses to run as root; the server's account may use its socket
    is_root = os.geteuid() == 0
    with tempfile.TemporaryDirectory(prefix="parley-", dir="/tmp") as name:
        folder = Path(name)
        configuration = folder / "pgbouncer.ini"
        lines = [f"{key} = {value}\n" for key, value in settings.items()]
        configuration.write_text(
            _CONFIGURATION.format(host=server["host"], port=_PORT, folder=folder) + "".join(lines), encoding="utf-8"
        )
        if is_root:
            os.chown(folder, owner.st_uid, owner.st_gid)
            os.chown(configuration, owner.st_uid, owner.st_gid)
        process = subprocess.Popen(  # noqa: S603 - the program that was found
            [PROGRAM, "-q", str(configuration)],
            user=owner.st_uid if is_root else None,
            group=owner.st_gid if is_root else None,
            extra_groups=[] if is_root else None,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            assert eventually((folder / f".s.PGSQL.{_PORT}").is_socket)
            yield f"postgresql://parley_owner@/{server['dbname']}?host={folder}&port={_PORT}"
        finally:
            process.terminate()
            process.wait(PATIENCE)
