"""Finds the name that the words of one slot call a person by."""

import re
from typing import Final

from bot.reading.word_tables import read_lists

_MENTION: Final = re.compile(r"<@!?(?P<id>\w+)>")
_OWNER: Final = re.compile(r"['’]s?$")


def read_person(words: str) -> str:
    """Return a name as it is searched for: "Anna" for "Anna's" and "@Anna", the platform's id for a mention.

    Empty: no one person is meant ("everyone").
    """
    if mention := _MENTION.fullmatch(words):
        return mention["id"]
    name = _OWNER.sub("", words.lstrip("@")).strip()
    return "" if name.lower() in read_lists("recall", "people")["everybody"] else name
