"""Tells whether a message says no more than "stop"."""

from bot.reading.word_tables import read_lists


def is_bare_stop(text: str) -> bool:
    """Return whether a message says no more than "stop": of an analysis at work, if there is one."""
    return text.strip(" .!。！").casefold() in read_lists("analysis", "messages")["stop"]
