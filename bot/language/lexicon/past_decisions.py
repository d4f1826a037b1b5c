"""Recognise a question about what came of a decision: one that went the other way, or one that is named by its date.

"What if I had confirmed?" asks for what is known since, and for no scenario; in "how is the Google we bought
yesterday?" the date is the trade's, and not the day to look at.
"""

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.language.lexicon.cues import Cue
from bot.language.phrase_files import read_phrases

_ENGLISH: Final = ("suppose", "had", "decided", "asks", "how", "traded", "ours", "trade", "went")
_CHINESE: Final = ("suppose", "not", "undone", "then", "decided", "shape", "traded", "trade")
_NO_SUPPOSITION: Final = frozenset({Cue.WHY, Cue.SHOULD, Cue.PRICE_MOVE, Cue.SIZE})
_NO_QUESTION: Final = frozenset({Cue.WHY, Cue.SHOULD, Cue.WHAT_IF, Cue.CONDITION, Cue.IMPERATIVE, Cue.SIZE})


@dataclass(frozen=True, slots=True)
class DecisionPatterns:
    """The shapes of such questions."""

    supposed: tuple[re.Pattern[str], ...]  # of the past, each in one language
    supposed_of_date: re.Pattern[str]  # of the past if a day of the past is named
    asks: re.Pattern[str]
    dated: tuple[re.Pattern[str], ...]


@cache
def past_decision_patterns() -> DecisionPatterns:
    """Return the patterns of `data/*/past_decisions.toml`; repetitions are bounded, so the time is linear."""
    en, zh = _either("en", _ENGLISH), _either("zh", _CHINESE)
    return DecisionPatterns(
        supposed=(
            re.compile(rf"{en['suppose']}[^.?!]{{0,40}}?{en['had']}[^.?!]{{0,24}}?{en['decided']}"),
            re.compile(rf"\bhad (?:i|we|it|that)\b[^.?!]{{0,12}}?{en['decided']}"),
            re.compile(rf"\bwould\b[^.?!]{{0,40}}?{en['had']}[^.?!]{{0,24}}?\bif\b[^.?!]{{0,30}}?{en['decided']}"),
            re.compile(rf"{zh['suppose']}[^。？！?!]{{0,12}}?{zh['not']}{zh['undone']}"),
            re.compile(rf"{zh['suppose']}[^。？！?!]{{0,12}}?{zh['then']}[^。？！?!]{{0,8}}?{zh['decided']}"),
            re.compile(rf"{zh['then']}[^。？！?!]{{0,4}}?{zh['suppose']}[^。？！?!]{{0,8}}?{zh['decided']}"),
        ),
        supposed_of_date=re.compile(rf"{zh['suppose']}[^。？！?!]{{0,24}}?{zh['decided']}"),
        asks=re.compile(rf"{en['asks']}|[会多怎咋啥呢?？]|什么|如何|{zh['then']}"),
        dated=(
            re.compile(rf"^(?:and |so |hey |ok )?{en['how']}[^.?!]{{0,40}}?\b(?:i|we|you) (?:just )?{en['traded']}\b"),
            re.compile(
                rf"^(?:and |so |hey |ok )?{en['how']}[^.?!]{{0,40}}?(?:{en['ours']}|\s's|\s{{4}})\s*+"
                rf"(?:[\w.]{{1,20}} ){{0,2}}?{en['trade']}(?:[\s?!.]|{en['went']})*+$"
            ),
            re.compile(rf"{zh['traded']}[了的]{{1,2}}.{{0,16}}?{zh['shape']}[了啦呢啊吗?？]{{0,3}}$"),
            re.compile(rf"{zh['trade']}.{{0,12}}?{zh['shape']}[了啦呢啊吗?？]{{0,3}}$"),
        ),
    )


def decision_cues(text: str, cues: AbstractSet[Cue]) -> frozenset[Cue]:
    """Return the cues of a question about what came of a decision.

    Args:
        text: Normalised, in lower case, without its dates.
        cues: Those that the message's phrases show.
    """
    found, plain = past_decision_patterns(), text.strip()
    is_supposed = not _NO_SUPPOSITION & cues and found.asks.search(plain) is not None
    is_past = Cue.PAST_DATE in cues and found.supposed_of_date.search(plain) is not None
    if is_supposed and (is_past or _matches(found.supposed, plain)):
        return frozenset({Cue.UNDONE})
    is_dated = Cue.PAST_DATE in cues and not _NO_QUESTION & cues
    return frozenset({Cue.PAST_TRADE} if is_dated and _matches(found.dated, plain) else ())


def _matches(patterns: Iterable[re.Pattern[str]], text: str) -> bool:
    return any(pattern.search(text) for pattern in patterns)


def _either(folder: str, names: tuple[str, ...]) -> dict[str, str]:
    """Return a pattern for one of the phrases of each list."""
    lists = read_phrases("past_decisions", {"past_decisions": names}, folders=(folder,))["past_decisions"]
    return {name: f"(?:{'|'.join(map(_word, sorted(lists[name], key=len, reverse=True)))})" for name in names}


def _word(phrase: str) -> str:
    return rf"(?<![a-z]){re.escape(phrase)}(?![a-z])" if phrase[0].isalpha() and phrase.isascii() else re.escape(phrase)
