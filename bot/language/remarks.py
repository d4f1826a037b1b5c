"""Remarks that ask for nothing: "Carol thinks banks are cheap.", 老王觉得银行很便宜."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from bot.language.lexicon.chinese_names import PERSON
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = ("nobody", "reports", "nouns")
_MAX_LENGTH: Final = 300  # characters
_ASKS: Final = re.compile(r"[?？]|[吗么呢][\s。.!]*$")
_NAME: Final = r"(?P<who>[a-z][\w'-]*)(?: [a-z][\w'-]*)?"
_ADVERBS: Final = r"(?: (?:still|also|really|just|now|always|never|no longer|already))*"
_LEAD: Final = r"^(?:(?:so|and|btw|fyi|by the way),? )?"


@cache
def remark_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a report of what somebody thinks, in English and Chinese (`data/*/remarks.toml`)."""
    lists = read_phrases("remarks", {"remarks": _LISTS}, folders=LANGUAGE_FOLDERS)["remarks"]
    words = {name: _either(each for each in lists[name] if each.isascii()) for name in _LISTS}
    signs = {name: _either(each for each in lists[name] if not each.isascii()) for name in _LISTS}
    subject = rf"(?:(?:my|our|the|her|his) (?:{words['nouns']})|(?!(?:{words['nobody']})\b){_NAME})"
    chinese_subject = rf"(?:我们|我)?的?(?:{signs['nouns']})|(?!{signs['nobody']})(?P<who>{PERSON})"
    return (
        re.compile(rf"{_LEAD}{subject}{_ADVERBS} (?:{words['reports']})\b .+"),
        re.compile(rf"^(?:{chinese_subject})(?:也|还|很|最|一直|总是|说过|都)*(?:{signs['reports']}).+"),
    )


def is_remark(text: str) -> bool:
    """Return whether a message only reports what somebody thinks, and asks nothing.

    Args:
        text: Normalised, without a mention of the bot.
    """
    return _match(text) is not None


def find_subject(text: str) -> str:
    """Return the name of whoever a remark reports on, as typed; empty: it is none, or names nobody."""
    match = _match(text)
    return text[slice(*match.span("who"))] if match is not None and match["who"] else ""


def _match(text: str) -> re.Match[str] | None:
    lowered = text.lower()
    if len(text) > _MAX_LENGTH or len(lowered) != len(text) or _ASKS.search(lowered):
        return None
    return next((match for each in remark_patterns() if (match := each.match(lowered))), None)


def _either(phrases: Iterable[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(phrases, key=len, reverse=True)) or r"(?!)"
