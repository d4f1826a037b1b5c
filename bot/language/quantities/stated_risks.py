"""Find the risk that a message states for an order: "risk no more than $200", 最多亏200美元."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.trading.sizes.stated_size import SizeUnit, StatedRisk
from bot.language.quantities import context_cues as cues
from bot.language.quantities.size_words import either, size_word_lists, size_words
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities

_MAX_DISTANCE: Final = 60  # characters from a number in which words say that it is a risk
_GAP: Final = r"[ ,:]*"
_SIGN: Final = r"[\s:$€£¥]*(?:us\$|usd)?[ ]?$"
_UNITS: Final = frozenset({Unit.MONEY, Unit.FOREIGN, Unit.PERCENT, Unit.NONE})


@dataclass(frozen=True, slots=True)
class FoundRisk:
    """The risk, or the problem with it, and the text without the words that state it, of the same length."""

    text: str = ""
    risk: StatedRisk | None = None
    is_bound: bool = False  # "no more than": it orders nothing by itself
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class _Patterns:
    stated: re.Pattern[str]
    limiting: re.Pattern[str]
    over: re.Pattern[str]
    describing: re.Pattern[str]
    limited: re.Pattern[str]  # the limiting words before a number that has `after` behind it
    after: re.Pattern[str]
    standing: re.Pattern[str]


@cache
def risk_patterns() -> _Patterns:
    """Return the patterns (`data/*/sizes.toml`). Raises: ValueError: a file is missing or has a mistake."""
    one = {name: either(words) for name, words in size_word_lists()["risk"].items()}
    wants = rf"(?:(?:{one['want']}|{one['between']}){_GAP})*"
    lead = rf"(?:(?P<negation>{one['negation']}){_GAP}{wants}|(?P<lead>{one['limiting']}){_GAP}{wants})?"
    between = rf"(?:{one['limiting']}|{one['over']}|{one['between']})"
    return _Patterns(
        stated=re.compile(
            rf"{lead}(?:(?P<risk>{one['risk']})|(?P<loss>{one['loss']}))"
            rf"{_GAP}(?P<between>(?:{between}{_GAP})*){_SIGN}"
        ),
        limiting=re.compile(one["limiting"]),
        over=re.compile(one["over"]),
        describing=re.compile(one["describing"]),
        limited=re.compile(rf"(?P<limits>(?:(?:{one['limiting']}|{one['between']}){_GAP})*)[\s:$€£¥]*$"),
        after=re.compile(rf" ?(?:{one['risk_after']})(?!-)"),
        standing=re.compile(one["standing"]),
    )


def find_risk(text: str) -> FoundRisk:
    """Return the risk stated in a normalised message; words of a standing rule are left to those who keep limits."""
    patterns, lowered = risk_patterns(), text.lower()
    if patterns.standing.search(lowered):
        return FoundRisk(text)
    for quantity in find_quantities(lowered):
        if quantity.unit not in _UNITS or cues.STOP_AFTER.match(lowered[quantity.end :]):
            continue
        left = lowered[max(0, quantity.start - _MAX_DISTANCE) : quantity.start]
        right = lowered[quantity.end :]
        match = patterns.stated.search(left)
        is_loss = match is not None and match["loss"] is not None
        if match is None or not _is_stated(match):
            match = patterns.limited.search(left) if patterns.after.match(right) else None
        if match is not None:
            start, end = quantity.start - len(left) + match.start(), quantity.end + _length_of_base(right)
            found = _found(quantity, right, is_loss=is_loss)
            blank = text[:start] + " " * (end - start) + text[end:]
            return replace(found, text=blank, is_bound=_is_bound(match.group()))
    return FoundRisk(text)


def _is_bound(words: str) -> bool:
    patterns = risk_patterns()
    return patterns.limiting.search(words) is not None or patterns.over.search(words) is not None


def _is_stated(match: "re.Match[str]") -> bool:
    """Return whether the words before a number limit a loss: "IBM may lose $5" does not, "lose at most $5" does."""
    patterns = risk_patterns()
    if patterns.over.search(patterns.limiting.sub("", match["between"])) is not None:
        return match["negation"] is not None
    is_limited = patterns.limiting.search(match.group()) is not None
    is_description = patterns.describing.search(match["between"]) is not None  # "the risk is 5 %"
    return match["negation"] is None and (is_limited or (match["risk"] is not None and not is_description))


def _length_of_base(right: str) -> int:
    """Return the length of the words behind a number that say what it is a part of."""
    for pattern in (*size_words().bases_after.values(), risk_patterns().after):
        if (match := pattern.match(right)) is not None:
            return match.end()
    return 0


def _found(quantity: Quantity, right: str, *, is_loss: bool) -> FoundRisk:
    if quantity.value is None or quantity.unit is Unit.FOREIGN or quantity.value <= 0:
        return FoundRisk(problem=Problem.RISK_UNCLEAR)
    if quantity.unit is not Unit.PERCENT:
        return FoundRisk(risk=StatedRisk(amount=quantity.value))
    bases = size_words().bases_after
    is_of_account = bases[SizeUnit.ASSETS].match(right) is not None
    is_of_other = any(bases[base].match(right) for base in bases if base is not SizeUnit.ASSETS)
    if quantity.value > 100 or is_of_other or (is_loss and not is_of_account):  # noqa: PLR2004 - percent
        return FoundRisk(problem=Problem.RISK_UNCLEAR)
    return FoundRisk(risk=StatedRisk(fraction=quantity.value / Decimal(100)))
