"""Finds the words of small lists (`bot/reading/data/standing.toml`) in a slot, or right before it."""

import re
from functools import cache
from typing import Final

from bot.reading.parses import Slot
from bot.reading.word_tables import read_lists

_FILE: Final = "standing"


def is_one_of(text: str, table: str, name: str) -> bool:
    """Return whether the words of a slot are an entry of a list."""
    return text.strip().lower() in read_lists(_FILE, table)[name]


def holds(text: str, table: str, name: str) -> bool:
    """Return whether an entry of a list stands in a text, as whole words."""
    return _pattern(table, name).search(text.lower()) is not None


def begins(text: str, table: str, name: str) -> bool:
    """Return whether the words of a slot begin with an entry of a list."""
    return _pattern(table, name).match(text.strip().lower()) is not None


def is_behind(text: str, slot: Slot, table: str, name: str) -> bool:
    """Return whether an entry of a list stands right before a slot of `text`, but for "a", "the" and the like."""
    before = re.sub(r"(?:\s|\b(?:a|an|the|at|to|by|on)\s)*$", "", text[: slot.start].lower())
    return re.search(rf"(?:{_pattern(table, name).pattern})$", before) is not None


@cache
def _pattern(table: str, name: str) -> re.Pattern[str]:
    entries = sorted(read_lists(_FILE, table)[name], key=len, reverse=True)
    return re.compile("|".join(rf"\b{re.escape(each)}\b" if each.isascii() else re.escape(each) for each in entries))
