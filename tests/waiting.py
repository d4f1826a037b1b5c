"""Waiting for what other processes and threads do."""

import os
import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = float(os.environ.get("PARLEY_TEST_PATIENCE", "60"))  # seconds; a busy machine is no defect


def eventually(condition: Callable[[], object], *, seconds: float = PATIENCE) -> bool:
    """Whether `condition` comes true within `seconds`."""
    deadline = time.monotonic() + seconds
    while not (holds := bool(condition())) and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds
