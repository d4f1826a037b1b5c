"""Find the shares that an order takes out: "sell half of everything except Google", 每只卖一半，谷歌别动."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.text.word_lists import WordLists
from bot.domain.trading.execution.orders import Side
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.understanding import Entities

_LISTS: Final = ("before", "but", "behind", "alone", "every", "marker")
_NAME: Final = "\ue001"  # of Unicode's private use: nobody writes it
_TRADES: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT})
_EVERY: Final = frozenset({Cue.ALL, Cue.EVERYTHING})


@dataclass(frozen=True, slots=True)
class Exclusion:
    """What an order takes out."""

    symbols: tuple[str, ...]  # empty: what is taken out is not understood
    rest: str  # the message, with the words that take these out blanked out
    is_of_all: bool  # what is left speaks of all, or of each


@dataclass(frozen=True, slots=True)
class _Patterns:
    plain: re.Pattern[str]
    of_all: re.Pattern[str]  # also what excludes only in an order of all
    every: re.Pattern[str]
    marker: re.Pattern[str]


def exclusion_lists() -> WordLists:
    """Return the word lists (`data/*/exclusions.toml`, which explains them)."""
    return read_phrases("exclusions", {"exclusions": _LISTS}, folders=LANGUAGE_FOLDERS)["exclusions"]


@cache
def exclusion_patterns() -> _Patterns:
    """Return the patterns, in which one character stands for a share."""
    lists = exclusion_lists()
    noun = r"(?:'s)?(?: ?(?:shares?|stock|position|holdings?|one)\b|的?(?:股票|仓位|持仓|那只|那笔))?"
    name = rf"(?:the |my |our |any )?{_NAME}{noun}"
    both = rf"{name}(?:(?: and | & |和|跟|与|及){name})*"
    names = rf"{name}(?:(?:, ?(?:and )?| and | or | & |和|跟|与|及){name})*"
    no_target = r"(?! ?(?:at|under|below|above|to|到|在|至)(?![a-z]))(?! ?\d)"  # "keep GOOG at 10 shares"
    one = {name: either(words) for name, words in lists.items()}

    def excluding(before: str) -> re.Pattern[str]:
        led = rf"(?:{before}):? ?{names}{no_target} ?(?:{one['behind']})?"
        return re.compile(rf"{both} ?(?:都|就|先|也|请|全部)?(?:{one['alone']})(?!{_NAME})|{led}")

    return _Patterns(
        plain=excluding(one["before"]),
        of_all=excluding(f"{one['before']}|{one['but']}"),
        every=re.compile(one["every"]),
        marker=re.compile(one["marker"]),
    )


def either(words: Iterable[str]) -> str:
    """Return a pattern for one of the words, longest first; a Latin word stands alone, and 要不要 is none."""
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(
        rf"(?<![a-z]){re.escape(word)}(?![a-z])" if word[-1].isascii() else rf"(?<![要买卖]){re.escape(word)}"
        for word in ordered
    )


def find_exclusion(text: str, reading: MessageReading) -> Exclusion | None:
    """Return what an order takes out; None: it takes nothing out, or the message orders no trade.

    Args:
        text: Normalised, without a mention of the bot.
        reading: Of `text`.
    """
    named = [chunk for chunk in reading.chunks if chunk.instrument is not None]
    if not reading.cues & _TRADES:
        return None
    patterns, template, places = exclusion_patterns(), *_template(text.lower(), named)
    is_of_all = bool(reading.cues & _EVERY) or patterns.every.search(template) is not None
    matches = list((patterns.of_all if is_of_all else patterns.plain).finditer(template))
    if not matches:
        is_unclear = is_of_all and patterns.marker.search(template) is not None
        return Exclusion((), text, is_of_all=True) if is_unclear else None
    symbols, rest = [], text
    for match in matches:
        symbols += [places[at][0] for at in range(*match.span()) if at in places]
        start, end = (_place_in_text(at, places) for at in match.span())
        rest = rest[:start] + " " * (end - start) + rest[end:]
    return Exclusion(tuple(dict.fromkeys(symbols)), rest, is_of_all)


def without_excluded(entities: Entities, exclusion: Exclusion) -> Entities:
    """Return the entities of the rest of an order, which is for all but the excluded if it names no share.

    A purchase of all others, and a size for each of them, are not guessed.
    """
    entities = replace(entities, excluded=exclusion.symbols)
    if not exclusion.symbols and entities.problems:
        return entities
    if exclusion.symbols and entities.symbols and not set(entities.symbols) & set(exclusion.symbols):
        return entities
    has_size = entities.shares is not None or entities.amount is not None
    is_named = bool(entities.symbols) or not exclusion.symbols
    if is_named or entities.side is not Side.SELL or has_size or not exclusion.is_of_all:
        return replace(entities, symbols=(), orders=(), each=None, problems=(Problem.EXCLUSION_UNCLEAR,))
    return replace(entities, everything=True, each=None, orders=())


def _template(text: str, named: Sequence[Chunk]) -> tuple[str, dict[int, tuple[str, int, int]]]:
    """Return the text with one character for each share, and by its place the symbol and where it stands."""
    template, places, at = "", dict[int, tuple[str, int, int]](), 0
    for chunk in named:
        if chunk.instrument is not None:
            template += text[at : chunk.start]
            at = chunk.tokens[-1].end
            places[len(template)] = (chunk.instrument.symbol, chunk.start, at)
            template += _NAME
    return template + text[at:], places


def _place_in_text(at: int, places: dict[int, tuple[str, int, int]]) -> int:
    """Return where a place of the template is in the text."""
    return at + sum(end - start - 1 for place, (_, start, end) in places.items() if place < at)
