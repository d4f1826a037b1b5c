"""Patterns of the words that say which part, target or minimum a number is (`data/*/sizes.toml`).

Those named `…_after` match the beginning of the text behind a number, the others the end of the text before it.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

TABLES: Final = {
    "sizes": (
        *("determiners", "assets", "cash", "unclear_base", "position", "weight", "allocated", "raising"),
        *("up", "down", "kept", "minimum", "minimum_after", "each_after"),
    ),
    "risk": ("risk", "loss", "limiting", "between", "negation", "over", "describing", "want", "risk_after", "standing"),
    "proceeds": ("verb", "thing", "into"),
    "implied": (
        *(
            "opening",
            "ending",
            "into",
            "at",
            "assign",
            "shape",
            "another",
            "more",
            "count",
            "keep",
            "it",
            "on",
            "market",
            "stake",
            "way",
        ),
    ),
}
_SIGN: Final = r"[\s:,$€£¥]*(?:us\$|usd)?[ ]?$"  # between the word and the number


@dataclass(frozen=True, slots=True)
class SizeWords:
    """The patterns of sizes."""

    bases: Mapping[SizeUnit | None, re.Pattern[str]]  # None: cash or assets, nobody knows which
    bases_after: Mapping[SizeUnit | None, re.Pattern[str]]
    weight_after: re.Pattern[str]
    weight_to: re.Pattern[str]  # 仓位降到
    allocated: re.Pattern[str]
    raised_to: re.Pattern[str]  # "take it up to": a target, no upper bound
    kept: re.Pattern[str]
    up: re.Pattern[str]  # anywhere
    down: re.Pattern[str]  # anywhere
    minimum: re.Pattern[str]
    minimum_after: re.Pattern[str]
    each_after: re.Pattern[str]
    proceeds: re.Pattern[str]  # "put it in": money of which nobody knows how much it is


@cache
def size_word_lists() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return the lists of `data/*/sizes.toml`. Raises: ValueError: a file is missing or has a mistake."""
    return read_phrases("sizes", TABLES, folders=LANGUAGE_FOLDERS)


@cache
def size_words() -> SizeWords:
    """Return the patterns. Raises: ValueError: a file of words is missing or has a mistake."""
    one = {name: either(words) for name, words in size_word_lists()["sizes"].items()}
    determiners = rf"(?:(?:{one['determiners']}) ?)*"
    proceeds = {name: either(words) for name, words in size_word_lists()["proceeds"].items()}
    bases: dict[SizeUnit | None, str] = {
        SizeUnit.POSITION: rf"(?:[a-z'$]+ ){{0,3}}(?:{one['position']})",
        SizeUnit.CASH: rf"{determiners}(?:{one['cash']})",
        SizeUnit.ASSETS: rf"{determiners}(?:{one['assets']})",
        None: rf"{determiners}(?:{one['unclear_base']})",
    }
    before = {**bases, SizeUnit.POSITION: rf"(?:{one['position']}|(?:{one['weight']})(?=的))"}
    return SizeWords(
        bases={base: re.compile(rf"(?:{words})的?(?:百分之)?$") for base, words in before.items()},
        bases_after={base: re.compile(rf" ?(?:of |的)?{words}") for base, words in bases.items()},
        weight_after=re.compile(rf"的?(?:{one['weight']})(?!的)"),
        weight_to=re.compile(rf"(?<![加减建补清平调])(?:{one['weight']})[^,.;!?0-9]{{0,6}}[到至]$"),
        allocated=re.compile(rf"(?:{one['allocated']}){_SIGN}"),
        raised_to=re.compile(rf"(?:{one['raising']})(?: (?!for )[a-z.&'-]+){{0,3}}? up to(?: about| around)?{_SIGN}"),
        kept=re.compile(rf"(?:{one['kept']})(?: only| just)?{_SIGN}"),
        up=re.compile(one["up"]),
        down=re.compile(one["down"]),
        minimum=re.compile(rf"(?:{one['minimum']}){_SIGN}|(?:{one['minimum']})(?:买|卖|花|投|再买|要)(?:入|出)?$"),
        minimum_after=re.compile(rf" ?(?:shares? )?(?:{one['minimum_after']})"),
        proceeds=re.compile(rf"(?:{proceeds['verb']}) ?(?:{proceeds['thing']}) ?(?:back )?(?:{proceeds['into']})"),
        each_after=re.compile(rf" ?(?:{one['each_after']})"),
    )


@cache
def account_part() -> str:
    """Return a pattern for what a part of the account is a part of, behind the part."""
    one = {name: either(words) for name, words in size_word_lists()["sizes"].items()}
    determiners = rf"(?:(?:{one['determiners']}) ?)*"
    bases = "|".join(one[name] for name in ("assets", "cash", "unclear_base", "weight"))
    return rf" ?(?:of |的)?{determiners}(?:{bases})"


def either(words: Iterable[str]) -> str:
    """Return a pattern for one of the words, longest first; a Latin word is found as a whole word only."""
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(
        rf"(?<![a-z]){re.escape(word)}(?![a-z])" if word[-1].isascii() and word[0].isalpha() else re.escape(word)
        for word in ordered
    )
