"""Splits a message into its clauses: people ask for one thing, and talk around it."""

import re
from typing import Final

# Shorter than those of the guard, in which a denial has to reach the trade that it denies.
_CLAUSE_END: Final = re.compile(r"[,.;!?…~]+(?!\d)| - |(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fffa-z\d])|(?<=[^\w\s]) ")

_MOST: Final = 6


def clauses_of(text: str) -> tuple[str, ...]:
    """Return the clauses of a normalised message, each with the sign behind it; none of a message with too many."""
    ends = [*(each.end() for each in _CLAUSE_END.finditer(text)), len(text)]
    spans = (text[start:end].strip() for start, end in zip([0, *ends], ends, strict=False))
    clauses = tuple(each for each in spans if any(map(str.isalnum, each)))
    return clauses if len(clauses) <= _MOST else ()
