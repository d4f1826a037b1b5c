import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from db.embedded.layout import Layout
from db.embedded.locks import FileLock
from tests.integration.db.embedded_process import eventually


@pytest.fixture
def home() -> Iterator[Path]:
    """A home of this test's own, with a short path; nothing runs in it any more when the test is over."""
    place = Path(tempfile.mkdtemp(prefix="parley-", dir="/tmp")).resolve()
    home = place / "home"
    yield home
    for server in ("postgres", "redis"):
        layout = Layout(home, server)
        if layout.run_directory.is_dir():
            assert eventually(partial(released, layout.supervisor_lock))
            assert released(layout.alive_lock)
    shutil.rmtree(place)


def released(path: Path) -> bool:
    return not FileLock.is_held(path)
