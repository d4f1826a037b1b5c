"""Finds the people, and the speakers of a committee, that words name."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.domain.committee.analysts import Analyst
from bot.domain.committee.debate import Speaker
from bot.reading.word_tables import read_lists

_MENTION: Final = re.compile(r"<@[!&]?(?P<id>[^|>]+)(?:\|[^>]*)?>")
_SPEAKERS: Final = (*(each.value for each in Analyst), *(each.value for each in Speaker))
_OWNER: Final = re.compile(r"['’]s?$")


def read_person(words: str) -> str:
    """Return a name as it is searched for: "Anna" for "Anna's" and "@Anna", the platform's id for a mention.

    Empty: no one person is meant ("everyone").
    """
    if mention := _MENTION.match(words):
        return mention["id"]
    name = _OWNER.sub("", words.lstrip("@")).strip()
    return "" if name.lower() in read_lists("recall", "people")["everybody"] else name


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
