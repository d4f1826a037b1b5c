"""Splits a message into its clauses: people ask for one thing, and talk around it."""

import re
from typing import Final

CLAUSE_END: Final = re.compile(r"[,.;!?…~]+(?!\d)| - |(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fffa-z\d])|(?<=[^\w\s]) ")

_MOST: Final = 6


def clauses_of(text: str) -> tuple[str, ...]:
    """Return the clauses of a normalised message, each with the sign behind it; none of a message with too many."""
    ends = [*(each.end() for each in CLAUSE_END.finditer(text)), len(text)]
    spans = (text[start:end].strip() for start, end in zip([0, *ends], ends, strict=False))
    clauses = tuple(each for each in spans if any(map(str.isalnum, each)))
    return clauses if len(clauses) <= _MOST else ()
