"""Recognise a message that asks to compare shares: "AAPL vs IBM", "which is better, …", 苹果和谷歌哪个好."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.language.lexicon.cues import Cue
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

# What orders, refuses, supposes or looks back is no plain comparison: "should I buy AAPL or IBM?" asks for decisions.
_OTHER_REQUEST: Final = frozenset(
    {
        *(Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT, Cue.SHOULD, Cue.SIZE, Cue.IMPERATIVE, Cue.WANT, Cue.SWITCH),
        *(Cue.WATCH, Cue.OPTION, Cue.ORDER_TYPE, Cue.CONDITIONAL_ORDER, Cue.WHY, Cue.REVIEW, Cue.CONFIRM, Cue.CANCEL),
        *(Cue.NEGATED_TRADE, Cue.DECISIONS, Cue.WHAT_IF, Cue.CONDITION, Cue.LIMIT, Cue.WAIT, Cue.TRADE, Cue.OBJECTION),
    }
)


@dataclass(frozen=True, slots=True)
class ComparisonPatterns:
    """Patterns of single words."""

    compares: re.Pattern[str]
    compares_two: re.Pattern[str]  # beside two names
    trades: re.Pattern[str]  # "which should I buy": asks for a decision


@cache
def comparison_patterns() -> ComparisonPatterns:
    """Return the patterns of `data/*/comparison.toml`."""
    lists = read_phrases("comparison", {"words": ("compare", "choose", "trades")}, folders=LANGUAGE_FOLDERS)["words"]
    return ComparisonPatterns(
        compares=re.compile(_either(lists["compare"])),
        compares_two=re.compile(_either([*lists["compare"], *lists["choose"]])),
        trades=re.compile(_either(lists["trades"])),
    )


def asks_to_compare(text: str, *, cues: Collection[Cue], symbols: Collection[str], focus: Iterable[str]) -> bool:
    """Return whether a message asks to compare the shares it names, or the one it names with that talked of.

    Args:
        text: Normalised, in lower case.
        cues: Of the message.
        symbols: The shares that it names.
        focus: The shares that the conversation is about, the latest first.
    """
    if not symbols or _OTHER_REQUEST & set(cues):
        return False
    patterns = comparison_patterns()
    if patterns.trades.search(text):
        return False
    if len(symbols) > 1:
        return patterns.compares_two.search(text) is not None
    latest = next(iter(focus), None)
    return latest is not None and latest not in symbols and patterns.compares.search(text) is not None


def _either(phrases: Iterable[str]) -> str:
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(rf"(?<![a-z]){re.escape(p)}(?![a-z])" if p[0].isascii() else re.escape(p) for p in ordered)
