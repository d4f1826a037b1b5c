"""Read what is said of an alert that was just set, listed or told: "no, 445", "snooze it", 改成445, 删掉那个提醒.

A message is one only if every word of it is understood. Which alert is meant is found by the caller.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Final

from bot.domain.text.tokens import PhraseTable
from bot.domain.text.word_lists import WordLists
from bot.domain.watching.alert_requests import AlertAct, AlertRequest, Direction, LevelChange
from bot.language.lexicon.chunker import Chunk
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases
from bot.language.watching.alert_requests import AlertWord, alert_phrases, read_words
from bot.language.watching.mentions import either_of
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities

MAX_LENGTH: Final = 80  # characters
_LISTS: Final = ("change", "no", "not", "one", "remove", "snooze", "done", "noun", "mine", "filler")
_LEVEL_UNITS: Final = frozenset({Unit.MONEY, Unit.NONE, Unit.PERCENT})
_DIRECTIONS: Final = {
    **dict.fromkeys(("below", "below_end", "falls"), Direction.BELOW),
    **dict.fromkeys(("above", "above_end", "rises"), Direction.ABOVE),
}
_LEVEL_WORDS: Final = frozenset({"change", "no", "not", "one", "noun", "mine", "share", "number", "at", *_DIRECTIONS})
_BUTTONS: Final = {"remove": AlertAct.REMOVE, "snooze": AlertAct.SNOOZE, "done": AlertAct.DONE}
_CHANGES_ALERT: Final = re.compile(
    r"^\W*(?:(?:please|pls|can you|could you|ok|no|then)\W+){0,3}"
    r"(?:change|move|raise|lower|update|edit|adjust|modify)\b[^.;]*\balerts?\b|提醒.{0,8}[改调][成到为]|[改调].{0,6}提醒"
)
_SHIFTS: Final = re.compile(r"\b(?:up|down) to\b|\bfrom\b|从|由")
_MOST_PERCENT: Final = 1_000


@dataclass(frozen=True, slots=True)
class AlertSequel:
    """What a message wants with one alert."""

    request: AlertRequest
    names_alert: bool  # by the word: it means an alert whatever was said last
    is_any_of_own: bool = False  # "my alert": not only the last one


@cache
def alert_sequel_words() -> PhraseTable[str]:
    """Return the words of such messages (`data/*/alert_sequels.toml`), with those of directions."""
    lists = read_phrases("alert_sequels", {"sequels": _LISTS}, folders=LANGUAGE_FOLDERS)["sequels"]
    directions = {name: alert_phrases(name) for name in ("at", *_DIRECTIONS)}
    fillers = {"filler": (*lists["filler"], *alert_phrases("filler"))}
    return PhraseTable({**index_phrases(fillers), **index_phrases(directions), **index_phrases(_own(lists))})


def _own(lists: WordLists) -> WordLists:
    return {name: lists[name] for name in _LISTS if name != "filler"}


@cache
def _openings() -> re.Pattern[str]:
    """Return the pattern of what every such message holds."""
    kinds = ("change", "no", "not", "one", *_BUTTONS)
    lists = read_phrases("alert_sequels", {"sequels": _LISTS}, folders=LANGUAGE_FOLDERS)["sequels"]
    return re.compile(either_of(phrase for kind in kinds for phrase in lists[kind]))


def may_be_sequel(text: str) -> bool:
    """Return whether it is worth while to read a message as one: most messages are none."""
    is_short = len(text) <= MAX_LENGTH and not text.startswith((">", "/"))
    return is_short and _openings().search(text.lower()) is not None


@cache
def _change_openings() -> re.Pattern[str]:
    lists = read_phrases("alert_sequels", {"sequels": _LISTS}, folders=LANGUAGE_FOLDERS)["sequels"]
    return re.compile(rf"\W*(?:{either_of((*lists['change'], *lists['no'], *lists['not']))})[^?]*$")


def opens_change(text: str) -> bool:
    """Return whether a message with a number begins like a correction, understood or not: "no, 190 or 191"."""
    lower = text.lower()
    return _change_openings().match(lower) is not None and bool(find_quantities(lower))


def asks_to_change_alert(text: str) -> bool:
    """Return whether a message asks to change an alert, understood or not: "move the IBM alert a bit up"."""
    return _CHANGES_ALERT.search(text.lower()) is not None and not text.rstrip().endswith(("?", "？"))


def read_alert_sequel(text: str, chunks: Sequence[Chunk]) -> AlertSequel | None:
    """Return what a whole message wants with one alert; None: it may want something else, or more than that.

    Args:
        text: Normalised, without a mention of the bot.
        chunks: Those of `text`.
    """
    if text.rstrip().endswith(("?", "？")):
        return None
    words = read_words(text.lower(), chunks, alert_sequel_words(), no_numbers=("one",))
    request = None if words is None else _level_change(words, text.lower()) or _button(words)
    if request is None or words is None:
        return None
    kinds = {word.kind for word in words}
    return AlertSequel(request, names_alert="noun" in kinds, is_any_of_own="mine" in kinds)


def _button(words: Sequence[AlertWord]) -> AlertRequest | None:
    """Return the press of a button that a message is in words."""
    kinds = [word.kind for word in words]
    acts = [_BUTTONS[kind] for kind in kinds if kind in _BUTTONS]
    if len(acts) != 1 or not {*_BUTTONS, "one", "noun", "mine", "share"}.issuperset(kinds) or kinds.count("share") > 1:
        return None
    return AlertRequest(act=acts[0], is_one=True)


def _level_change(words: Sequence[AlertWord], text: str) -> AlertRequest | None:
    """Return the new level that a message gives an alert."""
    kinds = [word.kind for word in words]
    numbers = {at: word.quantity for at, word in enumerate(words) if word.quantity is not None}
    described = {at for at in numbers if kinds[at + 1 : at + 2] == ["one"]}  # "the 440 one to 445"
    has_opening = not {"change", "no", "not"}.isdisjoint(kinds) or ("one" in kinds and "share" in kinds) or described
    if not has_opening or not _LEVEL_WORDS.issuperset(kinds) or kinds.count("share") > 1:
        return None
    named = [at for at in numbers if at and kinds[at - 1] == "noun" and len(numbers) > 1]
    negated = {at for at in numbers if at and kinds[at - 1] == "not"}
    old = [*negated, *(described - negated if len(numbers) > 1 else ())]
    new = [each for at, each in numbers.items() if at not in {*named, *old}]
    directions = {_DIRECTIONS[kind] for kind in kinds if kind in _DIRECTIONS}
    counts = (len(new), len(named), len(old), len(directions), kinds.count("not"))
    if counts[0] != 1 or max(counts[1:4]) > 1 or counts[4] != len(negated):
        return None
    number = _alert_number(numbers[named[0]]) if named else None
    level, was = new[0], numbers[old[0]] if old else None
    if (named and number is None) or not _is_level(level) or (was is not None and not _is_level(was)):
        return None
    if _SHIFTS.search(text):  # "move it down to 460" may be said of an alert above a price
        if not {"above", "below", "above_end", "below_end"}.isdisjoint(kinds):
            return None
        directions = set()
    elif level.unit is not Unit.PERCENT and not {"falls", "rises"}.isdisjoint(kinds):
        return None
    change = LevelChange(
        value=level.value or Decimal(0),
        is_percent=level.unit is Unit.PERCENT,
        direction=next(iter(directions), None),
        was=was.value if was is not None else None,
    )
    return AlertRequest(act=AlertAct.CHANGE, change=change, numbers=(number,) if number else (), is_one=True)


def _is_level(quantity: Quantity) -> bool:
    value, is_percent = quantity.value, quantity.unit is Unit.PERCENT
    is_possible = value is not None and value > 0 and not (is_percent and value >= _MOST_PERCENT)
    return is_possible and quantity.unit in _LEVEL_UNITS


def _alert_number(quantity: Quantity) -> int | None:
    value = quantity.value
    is_number = value is not None and value == int(value) and 0 < value < 10**6 and quantity.unit is Unit.NONE
    return int(value) if is_number and value is not None else None
