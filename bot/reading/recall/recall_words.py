"""Words of questions about what was said that say what is asked for, and whose words (`data/recall.toml`)."""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Final

from bot.reading.clauses.splitting import joint_of
from bot.reading.word_tables import either, find_phrases, lists_in, phrase_list, phrase_table, read_lists, words_of

_MOST_OF_SEQUEL: Final = 50  # characters
_ENDS: Final = " ,，;；。"


class Asked(StrEnum):
    """What words of a question ask for."""

    TALK = "talk"  # that it was said
    QUESTIONS = "questions"
    WHEN = "when"
    VIEW = "view"
    RULE = "rule"
    WE = "we"
    YES_OR_NO = "yes_or_no"
    DECIDED = "decided"
    PASSED = "passed"  # a trade that was not made
    OPEN = "open"  # what nobody has answered


def asked_in(text: str) -> frozenset[Asked]:
    """Return what the words of a text ask for."""
    return frozenset(map(Asked, lists_in(text, "recall", "asked")))


def speakers_in(text: str) -> frozenset[str]:
    """Return whom a question is about: "self", who asks it, "did I say …?"; "one", "he" or "she"."""
    return lists_in(text, "recall", "speakers")


def is_pronoun(text: str) -> bool:
    """Return whether a text is "he" or "she", and nothing else."""
    words = words_of(text)
    return phrase_table("recall", "speakers").longest_match(words, 0) == ("one", len(words))


def ends_with_receiver(text: str) -> bool:
    """Return whether a name behind a text is for whom something is to be done: "recap it for"."""
    words = words_of(text)
    return bool(words) and phrase_table("recall", "speakers").longest_match(words, len(words) - 1) == ("for_whom", 1)


def without_asking(text: str) -> str:
    """Return a text without the words that say what is asked for."""
    kept = text
    for _, start, end in find_phrases(text, phrase_table("recall", "asked")):
        kept = kept[:start] + " " * (end - start) + kept[end:]
    return kept


def opens_time(words: str) -> bool:
    """Return whether words right before a time make it another one: "as of"."""
    return phrase_list("recall", "times", "opening").longest_match(words.lower().split(), 0) is not None


def asks(text: str) -> bool:
    """Return whether a clause begins with a word that asks, or in Chinese has one, or has the sign."""
    patterns = _patterns()
    is_question = patterns["asks_chinese"].search(text) or patterns["begins"].match(text)
    return "?" in text or is_question is not None


def goes_on(text: str) -> bool:
    """Return whether a message is "and about banks?", which asks what the message before it has asked."""
    stripped = text.strip(_ENDS)
    rest = stripped[len(joint_of(stripped)) :].strip(_ENDS)
    is_joined_topic = rest != stripped and rest.startswith("about ")
    return len(text) <= _MOST_OF_SEQUEL and (is_joined_topic or _patterns()["goes_on"].match(rest) is not None)


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of an English question's beginning, of one that goes on, and of Chinese words that ask."""
    lists = read_lists("recall", "question_parts")
    latin = {name: either(each for each in phrases if each.isascii()) for name, phrases in lists.items()}
    chinese = {name: either(each for each in phrases if not each.isascii()) for name, phrases in lists.items()}
    patterns = {
        "begins": rf"(?:{latin['asks']}|{latin['goes_on']})\b",
        "goes_on": rf"(?:{latin['goes_on']})\b|(?:{chinese['goes_on']})(?=.*呢)",
        "asks_chinese": chinese["asks"],
    }
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()}
