import errno
from pathlib import Path

import psycopg.conninfo
import pytest

from bot.errors import DiskFullError, HomeNotUsableError, HomePathTooLongError
from db.embedded.layout import SOCKET_PATH_BYTES, Layout, prepare_home, translate_home_errors
from db.embedded.postgres import PostgresServer, installed_memory, shared_buffers


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_usable_when_disk_or_quota_is_full_then_disk_full(code: int) -> None:
    with pytest.raises(DiskFullError), translate_home_errors(Path("/home")):
        raise OSError(code, "full")


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.ENOTDIR, errno.ENOLCK])
def test_usable_when_anything_else_fails_then_home_not_usable_and_why(code: int) -> None:
    with pytest.raises(HomeNotUsableError, match="reason=because"), translate_home_errors(Path("/home")):
        raise OSError(code, "because")


def test_prepare_when_path_is_one_byte_too_long_then_refuses() -> None:
    longest = SOCKET_PATH_BYTES - len("/postgres/.s.PGSQL.5432")
    for length, refused in ((longest, False), (longest + 1, True)):
        home = Path("/dev/null/".ljust(length, "x"))  # cannot be made: the length is looked at first
        with pytest.raises(HomeNotUsableError) as e:
            prepare_home(Layout(home, "postgres"))
        assert isinstance(e.value, HomePathTooLongError) is refused


def test_prepare_when_path_has_a_comma_then_refuses() -> None:
    with pytest.raises(HomeNotUsableError, match="comma"):
        prepare_home(Layout(Path("/dev/null/a,b"), "postgres"))


def test_url_when_path_has_strange_characters_then_the_client_reads_the_same_path() -> None:
    home = Path('/srv/It\'s 100 % "mine" & yours?')
    read = psycopg.conninfo.conninfo_to_dict(PostgresServer(Layout(home, "postgres")).url)
    assert read == {"user": "parley_owner", "dbname": "parley", "host": str(home / "postgres")}


@pytest.mark.parametrize(("memory", "megabytes"), [(256 * 2**20, 64), (2 * 2**30, 256), (64 * 2**30, 1024)])
def test_shared_buffers_are_an_eighth_of_the_memory_within_bounds(memory: int, megabytes: int) -> None:
    assert shared_buffers(memory) == megabytes


def test_memory_of_this_machine_is_known() -> None:
    assert installed_memory() > 128 * 2**20
