"""Compares pictures of messages with golden files. PARLEY_WRITE_GOLDENS=1 rewrites them: review the result."""

import os
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "unit" / "golden"
MAX_LINES: Final = 60  # a longer one is not read


def check_golden(name: str, picture: str) -> None:
    """Compare `picture` with the golden file `name`, such as "slack/card.en.txt"."""
    assert picture.count("\n") <= MAX_LINES
    golden = FOLDER / name
    if os.environ.get("PARLEY_WRITE_GOLDENS"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(picture, encoding="utf-8")
    assert picture == golden.read_text(encoding="utf-8")


def golden_names(platform: str) -> set[str]:
    """Return the names of the golden files of a platform."""
    return {f"{platform}/{path.name}" for path in (FOLDER / platform).iterdir()}
