"""Holds the lines of each room against a budget: `make house`.

`tools/house.toml` has the budget of each room. A change that needs more raises it by hand, with the reason in its
commit; a budget that lies far above what a room has fails too, so that what was saved stays saved.
"""

import sys
import tomllib
from pathlib import Path
from typing import Final

BUDGETS: Final = Path(__file__).with_name("house.toml")

_SPARE: Final = 0.03  # of the lines of a room, or `_LEAST_SPARE`, may be left of its budget
_LEAST_SPARE: Final = 100


def lines_of(room: Path) -> int:
    """Return the lines of all Python modules below a folder, or of one module."""
    modules = room.rglob("*.py") if room.is_dir() else (room,)
    return sum(len(module.read_text(encoding="utf-8").splitlines()) for module in modules)


def main() -> None:
    """Print the lines of each room beside its budget; exit with status 1 if one does not fit."""
    budgets, misfits = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))["lines"], 0
    for room, budget in budgets.items():
        lines = lines_of(Path(room))
        spare = max(_LEAST_SPARE, lines * _SPARE)
        verdict = "too many" if lines > budget else "lower the budget" if budget - lines > spare else ""
        misfits += bool(verdict)
        print(f"{lines:8,} of {budget:8,}  {room}  {verdict}".rstrip())
    sys.exit(min(misfits, 1))


if __name__ == "__main__":
    main()
