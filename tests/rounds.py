"""How often a test repeats what chance decides."""

import os


def full_rounds(*, few: int, all_of_them: int) -> int:
    """Return `few`; with `PARLEY_TEST_ROUNDS=full`, `all_of_them`: for the figures in docs/reliability.md."""
    return all_of_them if os.environ.get("PARLEY_TEST_ROUNDS") == "full" else few
