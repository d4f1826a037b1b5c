import errno
import os
import subprocess
from pathlib import Path

import pytest

from bot.errors import EmbeddedStoreError, HomeNotUsableError, HomePathTooLongError
from db.embedded import embedded_stores
from tests.integration.db.embedded_process import EmbeddedClient


async def test_home_below_a_file_then_says_which(home: Path) -> None:
    home.parent.joinpath("file").touch()
    with pytest.raises(HomeNotUsableError, match="file"):
        async with embedded_stores(home.parent / "file" / "home"):
            pass


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_home_without_write_permission_then_says_so(home: Path) -> None:
    home.mkdir(mode=0o500)
    with EmbeddedClient(home) as client:
        said = client.joined()
    assert said["error"] == "HomeNotUsableError"
    assert "Permission denied" in said["text"]


async def test_home_too_deep_for_a_socket_then_says_how_long_it_may_be(home: Path) -> None:
    with pytest.raises(HomePathTooLongError, match=r"longest=\d+ bytes"):
        async with embedded_stores(home / ("x" * 90)):
            pass


async def test_data_of_another_version_then_the_servers_log_says_so(used_home: Path) -> None:
    (used_home / "postgres/data/PG_VERSION").write_text("9\n")
    with pytest.raises(EmbeddedStoreError) as e:
        async with embedded_stores(used_home, durable=False):
            pass
    assert "incompatible" in str(e.value.facts["log"])


async def test_no_process_can_be_started_then_says_why_and_blames_no_home(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EFAULT, "Bad address")

    monkeypatch.setattr("db.embedded.shared_servers.subprocess.Popen", refuse)
    with pytest.raises(EmbeddedStoreError) as e:
        async with embedded_stores(home):
            pass
    assert "Bad address" in str(e.value.facts["log"])


async def test_process_is_refused_once_then_is_started_again(used_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, refusals = subprocess.Popen, [OSError(errno.EFAULT, "Bad address")]

    def start(*arguments: object, **options: object) -> object:
        if refusals:
            raise refusals.pop()
        return real(*arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr("db.embedded.shared_servers.subprocess.Popen", start)
    async with embedded_stores(used_home, durable=False) as stores:
        assert stores.database_url
    assert not refusals
