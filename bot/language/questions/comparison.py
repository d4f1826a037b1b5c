"""Recognise a message that asks to compare or rank shares: "AAPL vs IBM", "which is cheaper?", 五只里哪只最值得买."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.conversation.understanding import AskedFigure, ComparedShares, Comparison, Criterion
from bot.language.lexicon.cues import Cue
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.questions.asked_figures import NamedFigures
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
# What a question shows that ranks by a figure, and what its words may show beside that.
_OF_FIGURES: Final = frozenset({Cue.OBJECTION, Cue.CONFIRM, Cue.CANCEL, Cue.WAIT, Cue.REVIEW, Cue.LIMIT, Cue.BUY})
_WORDS: Final = (
    *("compare", "choose", "trades", "advice", "which", "rank", "highest", "lowest", "of_all", "of_talk", "of_two"),
    *("of_holdings", "than", "open_advice", "best_alone"),
)
_BY_FIGURE: Final[Mapping[Criterion, AskedFigure]] = {
    Criterion.CHEAPER: AskedFigure.PE_RATIO,
    Criterion.DEARER: AskedFigure.PE_RATIO,
    Criterion.CALMER: AskedFigure.VOLATILITY,
    Criterion.BUMPIER: AskedFigure.VOLATILITY,
    Criterion.BIGGER: AskedFigure.MARKET_CAP,
    Criterion.SMALLER: AskedFigure.MARKET_CAP,
    Criterion.OVERBOUGHT: AskedFigure.RSI,
    Criterion.OVERSOLD: AskedFigure.RSI,
}
_SEVERAL: Final = 2
_BY_RULES: Final = (Criterion.BETTER, Criterion.WORSE)
# A better one of these is a lower one.
_BETTER_LOW: Final = frozenset({AskedFigure.PE_RATIO, AskedFigure.VOLATILITY, AskedFigure.ATR})
# With one share named, "higher" compares these with the share talked of; "a higher price" may be a later one.
_OF_COMPANY: Final = frozenset(
    {
        *(AskedFigure.PE_RATIO, AskedFigure.EPS, AskedFigure.DIVIDEND_YIELD, AskedFigure.MARKET_CAP, AskedFigure.RSI),
        AskedFigure.VOLATILITY,
    }
)


_OTHER_NOUN: Final = re.compile(
    r"\b(?:which|what) (?!(?:ones?|of|stocks?|shares?|company|companies|names?|should|would|do|is|are|to|the)\b)"
)


@dataclass(frozen=True, slots=True)
class ComparisonPatterns:
    """Patterns of single words."""

    words: Mapping[str, re.Pattern[str]]  # by list of `data/*/comparison.toml`, which explains them
    criteria: Mapping[Criterion, re.Pattern[str]]

    def has(self, text: str, *names: str) -> bool:
        """Return whether a text has a word of one of these lists."""
        return any(self.words[name].search(text) for name in names)


@cache
def comparison_patterns() -> ComparisonPatterns:
    """Return the patterns of `data/*/comparison.toml`."""
    adjectives = (*_BY_FIGURE, *_BY_RULES)
    lists = read_phrases("comparison", {"words": _WORDS, "criteria": adjectives}, folders=LANGUAGE_FOLDERS)
    return ComparisonPatterns(
        words={name: re.compile(_either(lists["words"][name])) for name in _WORDS},
        criteria={each: re.compile(_either(lists["criteria"][each])) for each in adjectives},
    )


def find_comparison(
    text: str, named: NamedFigures, *, cues: Collection[Cue], symbols: Collection[str], focus: Iterable[str]
) -> Comparison | None:
    """Return which shares a message asks to compare, and by what; None: it asks for something else.

    Args:
        text: Normalised, in lower case.
        named: The figures that it names.
        cues: Of the message.
        symbols: The shares that it names.
        focus: The shares that the conversation is about, the latest first.
    """
    patterns = comparison_patterns()
    is_open = not symbols and patterns.has(text, "open_advice") and _chooses_share(text)
    is_advice = is_open or (
        patterns.has(text, "advice") and patterns.has(text, "which", "choose", "of_all", "of_talk", "of_two")
    )
    plain = patterns.words["open_advice"].sub(" ", patterns.words["advice"].sub(" ", text)) if is_advice else text
    figure = next(iter(named.known), None)
    criterion = _criterion(plain, figure)
    by_figure = criterion is not None and criterion not in _BY_RULES
    allowed = (_OF_ADVICE if is_advice else frozenset()) | (_OF_FIGURES if by_figure else frozenset())
    if (_OTHER_REQUEST - allowed) & set(cues) or patterns.has(plain, "trades"):
        return None
    if is_advice and criterion is None:
        criterion = Criterion.BETTER
    talked_of = tuple(focus)
    if len(symbols) > 1:
        shares = ComparedShares.NAMED if is_advice or patterns.has(plain, "compare", "choose") else None
    elif symbols:
        is_of_focus = bool(talked_of) and talked_of[0] not in symbols
        shares = _beside_one(plain, criterion, figure, is_of_focus=is_of_focus)
    else:
        shares = _unnamed_shares(text, criterion, is_advice=is_advice, focus_count=len(talked_of))
    if shares is None:
        return None
    with_market = len(symbols) == 1 and patterns.has(text, "compare") and names_market(text)
    compared_by = figure if figure is not None else _BY_FIGURE.get(criterion) if criterion is not None else None
    return Comparison(shares, criterion, None if criterion in _BY_RULES else compared_by, with_market=with_market)


def _chooses_share(text: str) -> bool:
    """Return whether a text asks which share, and not which of other things: "which broker should I buy from?"."""
    return comparison_patterns().has(text, "which") and not _OTHER_NOUN.search(text)


def _criterion(text: str, figure: AskedFigure | None) -> Criterion | None:
    """Return by what a text compares; with a figure, whether the higher or the lower one is asked for."""
    patterns = comparison_patterns()
    found = next((each for each, pattern in patterns.criteria.items() if pattern.search(text)), None)
    if figure is None or (found is not None and _BY_FIGURE.get(found) is figure):
        return found
    if patterns.has(text, "lowest"):
        return Criterion.LOWER
    if patterns.has(text, "highest"):
        return Criterion.HIGHER
    if found in _BY_RULES:
        return Criterion.LOWER if (figure in _BETTER_LOW) is (found is Criterion.BETTER) else Criterion.HIGHER
    return found if found is not None else Criterion.FIGURE


def _beside_one(
    text: str, criterion: Criterion | None, figure: AskedFigure | None, *, is_of_focus: bool
) -> ComparedShares | None:
    """Return whether the one share that is named is compared, with that talked of or with the market."""
    compares = comparison_patterns().has(text, "compare")
    asks_than = comparison_patterns().has(text, "than") and _compares_with_focus(criterion, figure)
    is_compared = is_of_focus and (compares or asks_than)
    return ComparedShares.NAMED if is_compared or (compares and names_market(text)) else None


def _compares_with_focus(criterion: Criterion | None, figure: AskedFigure | None) -> bool:
    """Return whether "isn't the dividend of MSFT higher?" is asked."""
    return criterion in {Criterion.HIGHER, Criterion.LOWER} and figure in _OF_COMPANY


def _unnamed_shares(
    text: str, criterion: Criterion | None, *, is_advice: bool, focus_count: int
) -> ComparedShares | None:
    """Return the shares of a question that names none: "which is the most volatile?", "rank them"."""
    patterns = comparison_patterns()
    scopes = {
        ComparedShares.HELD: "of_holdings",
        ComparedShares.TWO: "of_two",
        ComparedShares.ALL: "of_all",
        ComparedShares.TALKED_OF: "of_talk",
    }
    scope = next((shares for shares, name in scopes.items() if patterns.has(text, name)), None)
    asks_which = patterns.has(text, "which")
    if patterns.has(text, "rank", "compare") and scope is not None:
        return scope
    if criterion in {None, Criterion.FIGURE}:
        # "Do these pay a dividend?", where one share is talked of, is about that one.
        is_of_one = scope is ComparedShares.TALKED_OF and focus_count < _SEVERAL
        return scope if criterion is not None and not is_of_one else None
    if criterion in _BY_RULES and not is_advice:
        is_of_talk = focus_count >= _SEVERAL and patterns.words["best_alone"].fullmatch(text.strip(" ?.!"))
        return (scope or (ComparedShares.TALKED_OF if is_of_talk else None)) if asks_which else None
    return (scope or ComparedShares.ALL) if asks_which else None


def _either(phrases: Iterable[str]) -> str:
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(rf"(?<![a-z]){re.escape(p)}(?![a-z])" if p[0].isascii() else re.escape(p) for p in ordered)
