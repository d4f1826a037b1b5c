"""Finds the word in a command by which the committee is to answer: "/analyze AAPL deep", "/决策 苹果 深度"."""

import re
from functools import cache

from bot.reading.commands.arguments import FILE, Arguments
from bot.reading.word_tables import read_lists


def without_depth(command: Arguments) -> Arguments | None:
    """Return what the committee is asked for: "AAPL" of "AAPL deep"; None: it is not asked ("AAPL, not deep")."""
    found = _depth().search(command.text)
    if found is None or found["not"]:
        return None
    rest = f"{command.text[: found.start()]} {command.text[found.end() :]}".strip()
    return command.with_text(" ".join(rest.split())) if rest else None


@cache
def _depth() -> re.Pattern[str]:
    lists = {name: "|".join(map(_whole, words)) for name, words in read_lists(FILE, "depth").items()}
    return re.compile(rf"(?P<not>(?:{lists['not']})\s*)?(?:{lists['deep']})", re.IGNORECASE)


def _whole(phrase: str) -> str:
    return rf"\b{re.escape(phrase)}\b" if phrase.isascii() else re.escape(phrase)
