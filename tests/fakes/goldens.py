"""Compares rendered messages with golden JSON files. PARLEY_WRITE_GOLDENS=1 rewrites them: review the result."""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "unit" / "golden"


def check_golden(name: str, messages: Iterable[Any]) -> None:
    """Compare dataclasses with the golden `name`."""
    drawn = json.dumps([asdict(message) for message in messages], ensure_ascii=False, indent=1) + "\n"
    golden = FOLDER / f"{name}.json"
    if os.environ.get("PARLEY_WRITE_GOLDENS"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(drawn, encoding="utf-8")
    assert drawn == golden.read_text(encoding="utf-8")
