"""Finds the senders of a committee's messages by their names."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.domain.committee.analysts import Analyst
from bot.domain.committee.debate import Speaker
from bot.reading.word_tables import read_lists

_SPEAKERS: Final = (*(each.value for each in Analyst), *(each.value for each in Speaker))


@cache
def speaker_names() -> Mapping[str, str]:
    """Return the senders' codes by their names in both languages (`data/discussion.toml`).

    Raises: ValueError: a code is unknown, or has no names.
    """
    lists = read_lists("discussion", "speakers")
    if set(lists) != set(_SPEAKERS):
        msg = f"discussion.toml: the speakers are {', '.join(_SPEAKERS)}"
        raise ValueError(msg)
    return {name: code for code, words in lists.items() for name in words}
