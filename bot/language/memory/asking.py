"""Whether a message asks something, and whom it may name: for questions that memory answers, in whatever words.

Which of the names are people's who have spoken, the stores know.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from bot.language.lexicon.chinese_names import PERSON
from bot.language.lexicon.misspelt_names import ordinary_words
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = ("openings", "anywhere", "views", "sharing")
_MAX_LENGTH: Final = 300  # characters: a longer message tells something
_MAX_NAMES: Final = 40
_MAX_WORDS_OF_VIEW: Final = 8  # of "max's take on msft"
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_HAN_RUN: Final = re.compile(r"[\u3400-\u9fff]+")
_LATIN: Final = re.compile(r"(?<![\w@$])@?([^\W\d_][\w.-]*[^\W_]|[^\W\d_])('s|’s)?", re.UNICODE)
_CHINESE_NAME: Final = re.compile(rf"(?=({PERSON}))")
_LONGEST_CHINESE_NAME: Final = 3
_SHORTEST_NAME: Final = 2


@cache
def asking_patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of how a question begins, of what makes one anywhere, of views, and of "our" and "my".

    Their words are in `data/*/asking.toml`.
    """
    lists = read_phrases("asking", {"asking": _LISTS}, folders=LANGUAGE_FOLDERS)["asking"]
    openings, anywhere, views, sharing = (_either(lists[name]) for name in _LISTS)
    return (
        re.compile(rf"^(?:(?:so|and|ok|hey|hi|well|but|please|pls|那么?|请问|对了)[,，]? ?)*{openings}"),
        re.compile(rf"[?？]\s*$|{anywhere}"),
        re.compile(views),
        re.compile(sharing),
    )


def _either(words: tuple[str, ...]) -> str:
    ordered = sorted(words, key=len, reverse=True)
    parts = (rf"(?<![a-z]){re.escape(each)}(?![a-z])" if each.isascii() else re.escape(each) for each in ordered)
    return f"(?:{'|'.join(parts)})"


def asks_something(text: str) -> bool:
    """Return whether a message is a question, or asks to be told something. `text`: normalised, without a mention."""
    lowered = text.lower()
    if len(text) > _MAX_LENGTH:
        return False
    opening, anywhere, *_ = asking_patterns()
    return opening.search(lowered) is not None or anywhere.search(lowered) is not None


def only_asks(text: str) -> bool:
    """Return whether each sentence of a message asks: it tells nothing that could be quoted as somebody's words."""
    sentences = [match.group().strip() for match in _SENTENCE.finditer(text)]
    return bool(sentences) and all(asks_something(each) for each in sentences if each.strip(" .!?。！？"))


def names_view(text: str) -> bool:
    """Return whether a few words name what somebody thinks: "max's take on msft", 老周的观点."""
    return len(text.split()) <= _MAX_WORDS_OF_VIEW and asking_patterns()[2].search(text.lower()) is not None


def asks_of_ours(text: str) -> bool:
    """Return whether a question is about what is its asker's own, or the team's: "who is our broker?"."""
    return asking_patterns()[3].search(text.lower()) is not None


def possible_names(text: str) -> tuple[str, ...]:
    """Return the words of a message that may be somebody's name, in their order; at most 40.

    A word that is also an ordinary one ("will", "mark") counts where it has a capital letter inside of a sentence, or
    stands before "'s". Chinese names are found as `chinese_names.PERSON`, at each place.
    """
    return tuple(dict.fromkeys(_names(text)))[:_MAX_NAMES]


def _names(text: str) -> Iterator[str]:
    ordinary = ordinary_words()
    for match in _LATIN.finditer(text):
        word, is_owner, is_first = match[1], match[2] is not None, not text[: match.start()].strip()
        is_ordinary = word.lower() in ordinary
        is_named = is_owner or "@" in match[0] or (word[0].isupper() and not is_first)
        if len(word) >= _SHORTEST_NAME and word.isascii() and (is_named or not is_ordinary):
            yield word
    for run in _HAN_RUN.finditer(text):
        for match in _CHINESE_NAME.finditer(run.group()):
            start = run.start() + match.start()
            for length in range(_SHORTEST_NAME, _LONGEST_CHINESE_NAME + 1):
                if start + length <= run.end():
                    yield text[start : start + length]
