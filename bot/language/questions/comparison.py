"""Recognise a message that asks to compare the views of shares: "AAPL vs IBM", "which is best?", 五只里哪只最值得买.

What is compared by a figure is read elsewhere (`bot/reading/figures`).
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bot.domain.conversation.requests.analysis import Compare
from bot.domain.figures.query import RankOrder, Scope
from bot.language.lexicon.cues import Cue
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.questions.move_words import names_market

# What orders, refuses, supposes or looks back is no plain comparison: "should I buy AAPL or IBM?" asks for decisions.
_OTHER_REQUEST: Final = frozenset(
    {
        *(Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT, Cue.SHOULD, Cue.SIZE, Cue.IMPERATIVE, Cue.WANT, Cue.SWITCH),
        *(Cue.WATCH, Cue.OPTION, Cue.ORDER_TYPE, Cue.CONDITIONAL_ORDER, Cue.WHY, Cue.REVIEW, Cue.CONFIRM, Cue.CANCEL),
        *(Cue.NEGATED_TRADE, Cue.DECISIONS, Cue.WHAT_IF, Cue.CONDITION, Cue.LIMIT, Cue.WAIT, Cue.TRADE, Cue.OBJECTION),
    }
)
# "Which is the best buy?" orders nothing.
_OF_ADVICE: Final = frozenset({Cue.BUY, Cue.SHOULD, Cue.TRADE})
_WORDS: Final = (
    *("compare", "choose", "trades", "advice", "which", "rank", "of_all", "of_talk", "of_two"),
    *("of_holdings", "open_advice", "best_alone"),
)
_SEVERAL: Final = 2
_ENDS: Final = {"better": RankOrder.HIGHEST, "worse": RankOrder.LOWEST}
_OF_ALL: Final = Compare(scope=Scope.MARKET)
_OF_TALK: Final = Compare(scope=Scope.TALKED_OF)
_SCOPES: Final = {
    "of_holdings": Compare(scope=Scope.HELD),
    "of_two": replace(_OF_TALK, count=_SEVERAL),
    "of_all": _OF_ALL,
    "of_talk": _OF_TALK,
}
_OTHER_NOUN: Final = re.compile(
    r"\b(?:which|what) (?!(?:ones?|of|stocks?|shares?|company|companies|names?|should|would|do|is|are|to|the)\b)"
)


@dataclass(frozen=True, slots=True)
class ComparisonPatterns:
    """Patterns of single words."""

    words: Mapping[str, re.Pattern[str]]  # by list of `data/*/comparison.toml`, which explains them
    criteria: Mapping[RankOrder, re.Pattern[str]]

    def has(self, text: str, *names: str) -> bool:
        """Return whether a text has a word of one of these lists."""
        return any(self.words[name].search(text) for name in names)


@cache
def comparison_patterns() -> ComparisonPatterns:
    """Return the patterns of `data/*/comparison.toml`."""
    lists = read_phrases("comparison", {"words": _WORDS, "criteria": tuple(_ENDS)}, folders=LANGUAGE_FOLDERS)
    return ComparisonPatterns(
        words={name: re.compile(_either(lists["words"][name])) for name in _WORDS},
        criteria={end: re.compile(_either(lists["criteria"][name])) for name, end in _ENDS.items()},
    )


def find_comparison(
    text: str, *, cues: Collection[Cue], symbols: Collection[str], focus: Iterable[str]
) -> Compare | None:
    """Return which shares a message asks to compare, those it names left out; None: it asks for something else.

    Args:
        text: Normalised, in lower case.
        cues: Of the message.
        symbols: The shares that it names.
        focus: The shares that the conversation is about, the latest first.
    """
    patterns, talked_of = comparison_patterns(), tuple(focus)
    is_open = not symbols and patterns.has(text, "open_advice") and _chooses_share(text)
    is_advice = is_open or (
        patterns.has(text, "advice") and patterns.has(text, "which", "choose", "of_all", "of_talk", "of_two")
    )
    plain = patterns.words["open_advice"].sub(" ", patterns.words["advice"].sub(" ", text)) if is_advice else text
    if (_OTHER_REQUEST - (_OF_ADVICE if is_advice else frozenset())) & set(cues) or patterns.has(plain, "trades"):
        return None
    first = next((end for end, pattern in patterns.criteria.items() if pattern.search(plain)), None)
    first = RankOrder.HIGHEST if is_advice and first is None else first
    if len(symbols) > 1:
        return Compare(first=first) if is_advice or patterns.has(plain, "compare", "choose") else None
    if not symbols:
        return _unnamed_shares(text, first, is_advice=is_advice, focus_count=len(talked_of))
    is_of_market, is_of_focus = names_market(text), bool(talked_of) and talked_of[0] not in symbols
    is_compared = patterns.has(plain, "compare") and (is_of_focus or is_of_market)
    return Compare(first=first, with_market=is_of_market) if is_compared else None


def _chooses_share(text: str) -> bool:
    """Return whether a text asks which share, and not which of other things: "which broker should I buy from?"."""
    return comparison_patterns().has(text, "which") and not _OTHER_NOUN.search(text)


def _unnamed_shares(text: str, first: RankOrder | None, *, is_advice: bool, focus_count: int) -> Compare | None:
    """Return the comparison of a question that names no share: "which is the best?", "rank them"."""
    patterns, is_of_several = comparison_patterns(), focus_count >= _SEVERAL
    scope = next((each for name, each in _SCOPES.items() if patterns.has(text, name)), None)
    if scope is not None and scope.scope is Scope.TALKED_OF and not is_of_several:
        scope = _OF_ALL
    if patterns.has(text, "rank", "compare") and scope is not None:
        return replace(scope, first=first)
    if first is None or not patterns.has(text, "which"):
        return None
    if is_advice:
        return replace(scope or _OF_ALL, first=first)
    is_of_talk = is_of_several and patterns.words["best_alone"].fullmatch(text.strip(" ?.!"))
    scope = scope or (_OF_TALK if is_of_talk else None)
    return None if scope is None else replace(scope, first=first)


def _either(phrases: Iterable[str]) -> str:
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(rf"(?<![a-z]){re.escape(p)}(?![a-z])" if p[0].isascii() else re.escape(p) for p in ordered)
