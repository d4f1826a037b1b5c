"""Tell an order that comes on top of others from one that takes their place: "also buy 5 AAPL", 再买5股苹果."""

import re
from functools import cache

from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases


@cache
def addition_pattern() -> re.Pattern[str]:
    """Return the pattern of the words that add an order (`data/*/additions.toml`)."""
    words = read_phrases("additions", {"additions": ("words",)}, folders=LANGUAGE_FOLDERS)["additions"]["words"]
    ordered = sorted(words, key=len, reverse=True)
    parts = (rf"(?<![a-z]){re.escape(each)}(?![a-z])" if each[0].isascii() else re.escape(each) for each in ordered)
    return re.compile("|".join(parts))


def adds_order(text: str) -> bool:
    """Return whether a normalised message speaks of one thing more."""
    return addition_pattern().search(text.lower()) is not None
