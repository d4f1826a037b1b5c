"""Tell whether a message speaks of watch lists or briefs, and hold the words for them.

A message that does and is no request that is understood (`watch_requests`) is refused, never taken for another one.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = (
    "add",
    "remove",
    "watch",
    "unwatch",
    "list",
    "own",
    "ours",
    "asking",
    "lead",
    "end",
    "show",
    "clear",
    "it",
    "all",
    "no_name",
    "more",
    "position",
    "whether",
    "bare",
    "how",
    "off",
    "off_end",
    "one",
    "gone",
)
_BRIEFS: Final = (
    "brief",
    "want",
    "stop",
    "on",
    "now",
    "status",
    "morning",
    "evening",
    "daily",
    "times",
    "to_us",
    "told",
    "subscribing",
    "send",
    "sent",
    "again",
    "about",
    "noun",
    "behind",
)
_ACTS: Final = ("show", "status", "on", "off", "pre", "post", "now")  # of `BriefAct`


@cache
def watching_words() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return the words of requests for watch lists and briefs (`data/*/watching.toml`)."""
    tables = {"lists": _LISTS, "briefs": _BRIEFS, "arguments": ("own", "ours", *_ACTS)}
    return {
        table: {name: tuple(words) for name, words in lists.items()}
        for table, lists in read_phrases("watching", tables, folders=LANGUAGE_FOLDERS, needs_every_list=False).items()
    }


def speaks_of_adding(text: str) -> bool:
    """Return whether a message says to add something, and not to a position: what to, the message before may say."""
    added, position = _adding()
    return added.search(text) is not None and position.search(text) is None


def speaks_of_watching(text: str) -> bool:
    """Return whether a message speaks of a watch list, or asks whether to watch something: it orders no trade."""
    return _watching().search(text) is not None


def speaks_of_list(text: str) -> bool:
    """Return whether a message names a watch list."""
    return _list_name().search(text) is not None


def speaks_of_briefs(text: str) -> bool:
    """Return whether a message speaks of briefs that are posted: a "brief analysis" is another thing."""
    return _briefs().search(text) is not None


def asks_for_more_than_once(text: str) -> bool:
    """Return whether something is to come again: "every day", 每天早上, "subscribe me to Apple news"."""
    return _times().search(text) is not None


def begins_watching(text: str) -> bool:
    """Return whether a message begins with words that ask to watch something, or to watch it no longer."""
    return _first_watching().match(text) is not None


def speaks_of_place_on_list(text: str) -> bool:
    """Return whether a message speaks of what is "on the list", or goes "to our list"."""
    return _place().search(text) is not None


def asks_to_send_again(text: str, *, names_shares: bool) -> bool:
    """Return whether a message asks for something to be sent again and again: "send us the news every morning"."""
    opening, spoken, again = _sending()
    return again.search(text) is not None and (opening if names_shares else spoken).search(text) is not None


def names_list(text: str) -> bool:
    """Return whether a message speaks of a list without saying of what: "the list", "our list"."""
    return bool(with_list_named(text))


def with_list_named(text: str) -> str:
    """Return a message with "our list" read as "our watchlist"; empty: it speaks of no list without saying which."""
    named = _bare_list().sub(r"\g<whose> watchlist", text)
    named = _bare_chinese_list().sub("自选股", named)
    return named if named != text else ""


def names_any_list(text: str) -> bool:
    """Return whether a message says "the list" or "this list": of the watch lists or of another kind."""
    return _any_list().search(text) is not None


@cache
def _any_list() -> re.Pattern[str]:
    bare = either_of(watching_words()["lists"]["bare"])
    return _pattern(rf"(?<![a-z])(?:the|this)\s+(?:{bare})|{_bare_chinese_list().pattern}")


@cache
def _bare_list() -> re.Pattern[str]:
    lists = watching_words()["lists"]
    whose = either_of((*lists["own"], *lists["ours"]))
    bare = either_of(each for each in lists["bare"] if each.isascii())
    return _pattern(rf"(?P<whose>{whose})\s+(?:{bare})")


@cache
def _bare_chinese_list() -> re.Pattern[str]:
    """Return 列表 behind no word that says of what: 从列表里, not 订单列表."""
    bare = either_of(each for each in watching_words()["lists"]["bare"] if not each.isascii())
    return re.compile(rf"(?<![^\s从到进入在把将空看我们的])(?<![^我们]的)(?:{bare})")


@cache
def _list_name() -> re.Pattern[str]:
    return _pattern(either_of(watching_words()["lists"]["list"]))


@cache
def _briefs() -> re.Pattern[str]:
    words = {name: either_of(each) for name, each in watching_words()["briefs"].items()}
    return re.compile(
        rf"(?<!for )(?:{words['about']})|(?<!for )(?:{words['noun']})(?=\s*(?:[.,;:?!]|$|{words['behind']}))",
        re.IGNORECASE,
    )


@cache
def _times() -> re.Pattern[str]:
    words = watching_words()["briefs"]
    times = either_of((*words["morning"], *words["evening"], *words["daily"]))
    lead = either_of(watching_words()["lists"]["lead"])
    return _pattern(rf"{times}|^(?:(?:{lead})\s*)*(?:{either_of(words['subscribing'])})")


@cache
def _first_watching() -> re.Pattern[str]:
    lists = watching_words()["lists"]
    lead = either_of((*lists["lead"], *lists["asking"]))
    watch = either_of((*lists["watch"], *lists["unwatch"]))
    return _pattern(rf"(?:(?:{lead})[\s,]*)*(?:{watch})(?!\s+(?:up|out)\b)")


@cache
def _place() -> re.Pattern[str]:
    return _pattern(rf"(?<![a-z])(?:on|onto|in|to|from|off)\s+{_bare_list().pattern}")


@cache
def _sending() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a request to send, of what may be sent, and of words that say "again and again"."""
    words, lists = watching_words()["briefs"], watching_words()["lists"]
    lead = either_of((*lists["lead"], *lists["asking"], *words["again"], *words["morning"], *words["evening"]))
    opening = rf"^(?:(?:{lead})[\s,]*)*(?:{either_of(words['send'])})"
    spoken = either_of((*words["send"], *words["sent"]))
    return _pattern(opening), _pattern(spoken), _pattern(either_of(words["again"]))


def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


@cache
def _adding() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of words that add something, and of those beside which that is a trade."""
    lists = watching_words()["lists"]
    added, position = (_pattern(either_of(lists[name])) for name in ("add", "position"))
    return added, position


@cache
def _watching() -> re.Pattern[str]:
    lists = {name: either_of(words) for name, words in watching_words()["lists"].items()}
    return _pattern(rf"{lists['list']}|(?:{lists['whether']})\s*(?:{lists['watch']})")


def either_of(phrases: Iterable[str]) -> str:
    """Return the source of a pattern that matches any of the phrases, the longest first, and no part of a word."""
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(rf"(?<![a-z]){re.escape(each)}(?![a-z])" if each.isascii() else re.escape(each) for each in ordered)
