"""Read what stands behind /discussion: whose words, on which share, which page. The order is free."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from bot.domain.committee.analysts import Analyst
from bot.domain.committee.debate import Speaker
from bot.domain.conversation.requests.committee import ShowDiscussion
from bot.domain.text.normalise import normalise
from bot.language.phrase_files import LANGUAGE_FOLDERS, either, read_phrases

_SPEAKERS: Final = (*(each.value for each in Analyst), *(each.value for each in Speaker))
_MOST_DIGITS: Final = 4


def _phrases() -> Mapping[str, Mapping[str, Sequence[str]]]:
    tables = {"speakers": _SPEAKERS, "beside": ["page", "filler", "topics"]}
    return read_phrases("discussion", tables, folders=LANGUAGE_FOLDERS)


@cache
def speaker_names() -> tuple[Mapping[str, str], frozenset[str]]:
    """Return the senders' codes by their names in both languages, and the words that may stand beside a name."""
    lists = _phrases()
    names = {name: code for code, words in lists["speakers"].items() for name in words}
    return names, frozenset((*lists["beside"]["page"], *lists["beside"]["filler"]))


@cache
def speaker_question() -> re.Pattern[str]:
    """Return the pattern of a whole message that asks what a speaker said: "what did the bear say?", 空方说了什么."""
    names = set(speaker_names()[0]) - set(_phrases()["beside"]["topics"])
    english = either(each for each in names if each.isascii())
    chinese = either(each for each in names if not each.isascii())
    return re.compile(
        rf"(?:and |so )?(?:(?:show|tell) me )?what (?:did |does |)the (?P<en>{english})(?: voice| analyst)?"
        rf" (?:say|said|argue|argued|think|thought|find|found)[\s.?!]*"
        rf"|(?:那)?(?P<zh>{chinese})(?:都|是|又)?(?:怎么说的?|说了(?:些)?什么|说什么|怎么看)(?:了|呢|的)?[\s。？?!]*"
    )


def find_speaker_question(text: str) -> str | None:
    """Return the name of the speaker whose words a message asks for; None: it asks for nobody's.

    Args:
        text: Normalised, without a mention of the bot.
    """
    match = speaker_question().fullmatch(text.lower().strip())
    return match["en"] or match["zh"] if match is not None else None


def read_discussion_request(arguments: Sequence[str], *, symbols: Sequence[str] = ()) -> ShowDiscussion:
    """Return what the words ask for.

    Args:
        arguments: The words behind the command.
        symbols: The shares that they name. A word that is no symbol itself may be a share's name.
    """
    names, beside = speaker_names()
    page, speaker, left = 1, "", list[str]()
    for word in _joined(arguments, names):
        if word.isdecimal() and len(word) <= _MOST_DIGITS:
            page = max(int(word), 1)
        elif word in names:
            speaker = names[word]
        elif word not in beside:
            left.append(word)
    is_share = len(left) <= len(symbols)  # "AAPL", "apple"
    if not is_share:
        return ShowDiscussion(not_understood=" ".join(left))
    return ShowDiscussion(share=next(iter(symbols), ""), speaker=speaker, page=page)


def _joined(arguments: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """Return the words, those of a name of two words as one: "research judge"; 第2页 is the number."""
    words = [normalise(word).lower().strip(".,!?，。！？") for word in arguments]
    words = [word.removeprefix("第").removesuffix("页") if word.endswith("页") else word for word in words]
    joined: list[str] = []
    for word in words:
        if joined and f"{joined[-1]} {word}" in names:
            joined[-1] = f"{joined[-1]} {word}"
        elif word:
            joined.append(word)
    return joined
