"""Recognise questions about what was said before: "what did Bob say about banks?", "do you remember …?", 谁提过杠杆.

The topic of such a question can be anything: the question is known by its frame, and its other words are not read.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.language.commands import ParsedCommand
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

RECALL: Final = "what_was_said"  # the command that answers such questions

_LISTS: Final = (
    "say",
    "said",
    "remember",
    "opening",
    "last",
    "others",
    "ourselves",
    "matter",
    "aside",
    "asks",
    "documents",
    "rule",
)
_MAX_LENGTH: Final = 300  # characters: a longer message tells something, and so does one of several lines
_WHO: Final = r"(?P<who>the team|<@\w+>|@?[^\W\d_][\w.-]*)"
_PREAMBLE: Final = (
    r"^(?:(?:so|and|hey|hi|ok|okay|well|but|please|pls|remind me|remind us|tell me|i forgot|i wonder),? ?)*"
)
_SELF: Final = frozenset({"i", "me", "myself", "我", "我自己", "本人"})
_ABOUT: Final = r"[^，,。？?]{0,24}?"


@dataclass(frozen=True, slots=True)
class _Frames:
    """The frames of questions about what was said; the group `who` is whoever said it."""

    english: tuple[re.Pattern[str], ...]
    chinese: tuple[re.Pattern[str], ...]
    asks: re.Pattern[str]  # what makes a Chinese sentence a question
    others: frozenset[str]
    ourselves: frozenset[str]


@cache
def recall_frames() -> _Frames:
    """Return the frames, made of the phrases of `data/*/recall_questions.toml`."""
    lists = read_phrases("recall_questions", {"recall_questions": _LISTS}, folders=LANGUAGE_FOLDERS)["recall_questions"]
    return _Frames(
        english=tuple(map(re.compile, _english_frames(lists))),
        chinese=tuple(map(re.compile, _chinese_frames(lists))),
        asks=re.compile(_either(each for each in lists["asks"])),
        others=frozenset(lists["others"]),
        ourselves=frozenset(lists["ourselves"]),
    )


def _english_frames(lists: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    words = {name: _either(each for each in phrases if each.isascii()) for name, phrases in lists.items()}
    say, said, matter = words["say"], words["said"], words["matter"]
    aside = rf"(?: (?:{words['aside']}))*"
    document = rf"(?:our|the|my|your) (?:[\w-]+ )?(?:{words['documents']})"
    return (
        rf"\b(?:did|didn't) {_WHO}(?: and [\w.-]+)?{aside} (?:{say})\b",
        rf"\b(?:have|has|had|haven't|hasn't) {_WHO}{aside} (?:been )?(?:{said}|talking|discussing)\b",
        rf"{_PREAMBLE}(?:who|which of (?:us|you))(?: else)?(?: (?:here|has|had|was))*{aside} (?:{said})\b",
        rf"{_PREAMBLE}(?:what|anything)(?:'s| was| were| has been| had been|){aside} (?:{said})\b",
        rf"{_PREAMBLE}what(?:'s| was| were| is) (?:my|our|(?P<who>[^\W\d_][\w.-]*)'s){aside} (?:{matter})\b",
        rf"\b(?:do|does|did|can|don't) (?:you|we|anyone|anybody)(?: still)? (?:{words['remember']})\b",
        rf"{_PREAMBLE}(?:{words['opening']}) (?:when|what|who|which|how|why|where|whether|that time|the time|our|my)\b",
        rf"\b(?:{words['last']}) (?:that )?{_WHO}{aside} (?:{said})\b",
        rf"\b(?:do|does|did) {document} (?:{words['rule']})\b",
        rf"\b(?:in|by|under|per|according to|against) {document}\b.*\?",
    )


def _chinese_frames(lists: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    signs = {name: _either(each for each in phrases if not each.isascii()) for name, phrases in lists.items()}
    told = rf"(?:{signs['said']})"
    return (
        rf"^(?P<who>[^\s，,。？?]{{1,8}}?)(?:{told}|(?:{signs['aside']}){_ABOUT}{told})",
        rf"(?:{signs['remember']}|{signs['last']})",
        rf"(?:{signs['documents']})[^，,。]{{0,16}}?(?:说|写|规定|允许|禁止|要求|提)",
    )


def find_recall_question(text: str) -> ParsedCommand | None:
    """Return the command that answers a question about what was said; None: the message is no such question.

    Args:
        text: Normalised, without a mention of the bot.
    """
    return ParsedCommand(RECALL, text, is_typed=False) if _match(text) is not None else None


def find_speaker(text: str, *, asker: str) -> str:
    """Return the name of whoever said it, as typed: "Bob"; empty: the question names nobody, "we" or "anyone".

    Args:
        text: The question.
        asker: The name of who asks: whom "I" means.
    """
    match = _match(text)
    if match is None or not match.groupdict().get("who"):
        return ""
    name = text[slice(*match.span("who"))].lstrip("@")
    if name.lower() in _SELF:
        return asker
    is_nobody = any(name.lower() == each or (not each.isascii() and each in name) for each in recall_frames().ourselves)
    return "" if is_nobody else name


def _match(text: str) -> re.Match[str] | None:
    plain, frames = "".join(map(_lower, text)), recall_frames()
    if len(plain) > _MAX_LENGTH or "\n" in plain.strip():
        return None
    for frame in frames.english:
        match = frame.search(plain)
        if match is not None and match.groupdict().get("who") not in frames.others:
            return match
    if not frames.asks.search(plain):
        return None
    found = (frame.search(plain) for frame in frames.chinese)
    return next((each for each in found if each is not None and not _is_of_others(each)), None)


def _lower(character: str) -> str:
    """Return a character in lower case, if that is one character too: names are cut out at the same place."""
    lower = character.lower()
    return lower if len(lower) == 1 else character


def _is_of_others(match: re.Match[str]) -> bool:
    who = match.groupdict().get("who") or ""
    return any(other in who for other in recall_frames().others if not other.isascii())


def _either(phrases: Iterable[str]) -> str:
    return "|".join(re.escape(each) for each in sorted(phrases, key=len, reverse=True)) or r"(?!)"
