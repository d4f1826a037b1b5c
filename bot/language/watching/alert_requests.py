"""Read requests for price alerts: "alert me when AAPL drops below 400", 跌破440提醒我, "cancel alert 2".

A message is one only if every word of it is understood: of a request with more in it, a part would be set in place of
the whole. What is not understood is refused elsewhere (`Problem.WATCH`).
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from itertools import zip_longest
from typing import Final

from bot.domain.text.tokens import PhraseTable, Token
from bot.domain.watching.alert_requests import AlertAct, AlertCondition, AlertRequest, Direction
from bot.language.lexicon.chunker import Chunk
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities

_ASKS: Final = ("call", "tell")
_ENDS: Final = {"below_end": "below", "above_end": "above"}  # "400 or less", 430以下
_CONDITIONS: Final = (
    *(*_ASKS, "make", "when", "below", "above", "at", "falls", "rises", "moves", "either", "joiner"),
    *_ENDS,
)
_ABOUT_ALERTS: Final = ("remove", "unask", "rearm", "list", "noun", "mine", "all")
_LISTS: Final = (*_CONDITIONS, *_ABOUT_ALERTS, "filler")
MAX_LENGTH: Final = 160  # characters
_MOST_PERCENT: Final = 1_000
_MOST_DIGITS: Final = 6  # of the number of an alert
_SIGNS: Final = frozenset(",.!;:?~")
_LEVEL_UNITS: Final = frozenset({Unit.MONEY, Unit.NONE})
_LEVELS: Final = {"below": Direction.BELOW, "above": Direction.ABOVE, "at": Direction.EITHER}
_CHANGES: Final = {"falls": Direction.BELOW, "rises": Direction.ABOVE, "moves": Direction.EITHER}
_ASKED: Final = re.compile("怎|多少|什么|如何|吗|[?？]")
_SIGNED_PERCENT: Final = re.compile(r"(?P<sign>[+-]|±)? ?(?P<value>\d{1,4}(?:\.\d{1,4})?) ?%")
_ABOUT_NOW: Final = re.compile(
    r"\b(?:tell (?:me|us)|let (?:me|us) know) (?:if|whether)\b[^?]*"
    r"\bis (?:up|down|off|at|above|below|over|under)\b[^?]*\?\s*$"
)
_SIGN_DIRECTIONS: Final = {"+": Direction.ABOVE, "-": Direction.BELOW}


@dataclass(frozen=True, slots=True)
class AlertWords:
    """The words of requests, by list."""

    conditions: PhraseTable[str]
    about: PhraseTable[str]  # of requests about alerts that there are


@cache
def alert_words() -> AlertWords:
    """Return the words of requests (`data/*/alerts.toml`)."""
    lists = read_phrases("alerts", {"alerts": _LISTS}, folders=LANGUAGE_FOLDERS)["alerts"]
    conditions = index_phrases({name: lists[name] for name in _CONDITIONS})
    about = index_phrases({name: lists[name] for name in (*_ASKS, *_ABOUT_ALERTS)})
    filler = index_phrases({"filler": lists["filler"]})
    return AlertWords(PhraseTable({**filler, **conditions}), PhraseTable({**filler, **about}))


def alert_phrases(name: str) -> tuple[str, ...]:
    """Return a list of phrases of `data/*/alerts.toml`."""
    return read_phrases("alerts", {"alerts": _LISTS}, folders=LANGUAGE_FOLDERS)["alerts"][name]


@cache
def _asking() -> re.Pattern[str]:
    """Return the pattern of what every request in words holds: that one is to be told, or the word for alerts."""
    tables = (alert_words().conditions, alert_words().about)
    kinds = frozenset({*_ASKS, "make", "noun", "unask"})
    phrases = {phrase for table in tables for phrase in table if table.get(phrase) in kinds}
    return re.compile("|".join(sorted(r"\s*".join(map(re.escape, phrase)) for phrase in phrases)))


def may_be_about_alerts(text: str) -> bool:
    """Return whether it is worth while to read a message as a request: most messages are none."""
    return len(text) <= MAX_LENGTH and not text.startswith(">") and _asking().search(text.lower()) is not None


def asks_to_be_told(text: str) -> bool:
    """Return whether a message asks to be told of something once it is so: "lmk if …", "alert Bob when …", …告诉我.

    It supposes nothing: "tell me what happens if AAPL falls 10 %" does.
    """
    return _telling().search(text.lower()) is not None and not _ASKED.search(text)


def asks_about_now(text: str) -> bool:
    """Return whether a message asks how a price stands now: "can you tell me if IBM is up 5%?"."""
    return len(text) <= MAX_LENGTH and _ABOUT_NOW.search(text.lower()) is not None


@cache
def _telling() -> re.Pattern[str]:
    lists = read_phrases("alerts", {"alerts": _LISTS}, folders=LANGUAGE_FOLDERS)["alerts"]
    words = {name: "|".join(map(re.escape, sorted(lists[name], key=len, reverse=True))) for name in (*_ASKS, "when")}
    tell = rf"(?:{words['call']}|{words['tell']})"
    return re.compile(rf"{tell}\s+(?:{words['when']})\b|\balert\s+\w+\s+(?:{words['when']})\b|{tell}[\s吧啊。.!！]*$")


@cache
def _first_words() -> frozenset[str]:
    return frozenset(phrase[0] for table in (alert_words().conditions, alert_words().about) for phrase in table)


def begins_phrase(word: str) -> bool:
    """Return whether a word, in lower case, begins a phrase of requests: "below", "drops", "remove"."""
    return word in _first_words()


@dataclass(frozen=True, slots=True)
class AlertWord:
    """A phrase of a list, a share, or a number."""

    kind: str  # the name of a list, or "share", "number"
    start: int
    quantity: Quantity | None = None


def read_alert_request(text: str, chunks: Sequence[Chunk]) -> AlertRequest | None:
    """Return what a whole message asks about alerts; None: it asks nothing about them, or more than that.

    Args:
        text: Normalised, without a mention of the bot.
        chunks: Those of `text`.
    """
    words = read_words(text.lower(), chunks, alert_words().conditions)
    if words is not None and _asks_once(words):
        conditions = () if asks_about_now(text) else _conditions(words)
        return AlertRequest(act=AlertAct.SET, conditions=conditions) if conditions else None
    words = read_words(text.lower(), chunks, alert_words().about)
    return None if words is None else _about_alerts(words)


def read_alert_command(text: str, chunks: Sequence[Chunk], *, tickers: Collection[str]) -> AlertRequest:
    """Return what stands behind "/alert" or "/alerts": a condition, "remove 2", "rearm 2", or nothing, for the list.

    Args:
        text: Behind the command's name, normalised.
        chunks: Those of `text`.
        tickers: Words that are shares by their place, known or not.
    """
    if not text.strip():
        return AlertRequest(act=AlertAct.LIST)
    words = read_words(text.lower(), chunks, alert_words().about, tickers=tickers)
    found = None if words is None else _about_alerts(words, is_command=True)
    if found is not None:
        return found
    signed = _signed_percent(text.lower(), chunks, tickers)
    conditions = (signed,) if signed is not None else _conditions_of_command(text, chunks, tickers)
    return AlertRequest(act=AlertAct.SET if conditions else AlertAct.HOW, conditions=conditions)


def _conditions_of_command(text: str, chunks: Sequence[Chunk], tickers: Collection[str]) -> tuple[AlertCondition, ...]:
    """Return the conditions behind a command; "AAPL 440" alone is a price to be hit."""
    words = read_words(text.lower(), chunks, alert_words().conditions, tickers=tickers)
    if words is None:
        return ()
    numbers = [word.quantity for word in words if word.quantity is not None]
    is_bare = len(numbers) == 1 and all(word.kind in {"share", "number", "joiner"} for word in words)
    value = numbers[0].value if is_bare and numbers[0].unit in _LEVEL_UNITS else None
    return (AlertCondition(Direction.EITHER, value),) if value else _conditions(words)


def _asks_once(words: Sequence[AlertWord]) -> bool:
    """Return whether a message asks to be told, once.

    "Tell me" asks that only with a condition: "if …", or words before it, 跌破440告诉我.
    """
    asking = [at for at, word in enumerate(words) if word.kind in {*_ASKS, "make"}]
    if len(asking) != 1:
        return False
    (at,) = asking
    return words[at].kind != "tell" or at == len(words) - 1 or any(word.kind == "when" for word in words)


def _conditions(words: Sequence[AlertWord]) -> tuple[AlertCondition, ...]:
    """Return the one condition of a request, or both of "below 400 or above 500"; none: one cannot be watched."""
    kinds = [word.kind for word in words]
    joints = [at for at, kind in enumerate(kinds) if kind == "joiner" and kinds[at + 1 : at + 2] != ["share"]]
    if len(joints) > 1:
        return ()
    behind = words[joints[0] + 1 :] if joints else ()
    if any(word.kind == "share" for word in behind):
        return ()  # "if AAPL drops below 400 or IBM rises above 200"
    parts = (words[: joints[0]], behind) if joints else (words,)
    found = tuple(condition for part in parts if (condition := _condition(part)) is not None)
    return found if len(found) == len(parts) == len(set(found)) and not _is_range(found) else ()


def _is_range(conditions: Sequence[AlertCondition]) -> bool:
    """Return whether a price may be on the said sides of two levels at once: "above 400 and below 500"."""
    levels = {each.direction: each.value for each in conditions if not each.is_percent}
    below, above = levels.get(Direction.BELOW), levels.get(Direction.ABOVE)
    return below is not None and above is not None and below >= above


def _condition(words: Sequence[AlertWord]) -> AlertCondition | None:
    """Return the one condition of a request; None: there is none, or more than one, or none that can be watched."""
    kinds = [word.kind for word in words]
    ways = [word for word in words if word.kind in {*_LEVELS, *_CHANGES}]
    numbers = [word.quantity for word in words if word.quantity is not None]
    if len(ways) != 1 or len(numbers) != 1 or kinds.count("either") > 1:
        return None
    (way,), (number,) = ways, numbers
    if number.value is None or number.value <= 0 or number.start < way.start:
        return None
    ends = {_ENDS[kind] for kind in kinds if kind in _ENDS}
    if ends and way.kind == "at" and len(ends) == 1:
        way = AlertWord(ends.pop(), way.start)
    elif ends - {way.kind}:  # "above 400 or less"
        return None
    is_change = way.kind in _CHANGES and number.unit is Unit.PERCENT and number.value < _MOST_PERCENT
    is_level = way.kind in _LEVELS and number.unit in _LEVEL_UNITS and "either" not in kinds
    if is_change and (way.kind == "moves" or "either" not in kinds):
        is_fall_below_zero = way.kind == "falls" and number.value >= 100  # noqa: PLR2004  # percent
        return None if is_fall_below_zero else AlertCondition(_CHANGES[way.kind], number.value, is_percent=True)
    return AlertCondition(_LEVELS[way.kind], number.value) if is_level else None


def _signed_percent(text: str, chunks: Sequence[Chunk], tickers: Collection[str]) -> AlertCondition | None:
    """Return the condition of "5%", "-5%" or "+5%" behind the shares of a command."""
    shares = [chunk for chunk in chunks if chunk.names_something or _is_ticker(chunk.tokens[0], tickers)]
    rest = "".join(
        " " if any(share.start <= at < share.tokens[-1].end for share in shares) else char
        for at, char in enumerate(text)
    )
    match = _SIGNED_PERCENT.fullmatch(" ".join(rest.replace(",", " ").split()))
    value = Decimal(match["value"]) if match else Decimal(0)
    direction = _SIGN_DIRECTIONS.get((match["sign"] or "") if match else "", Direction.EITHER)
    most = _MOST_PERCENT if direction is Direction.ABOVE else 100
    return AlertCondition(direction, value, is_percent=True) if 0 < value < most else None


def _about_alerts(words: Sequence[AlertWord], *, is_command: bool = False) -> AlertRequest | None:
    kinds = [word.kind for word in words]
    numbers = _numbers_of_alerts(words)
    is_about = is_command or not {"noun", "unask"}.isdisjoint(kinds)
    if numbers is None or any(kind in _ASKS for kind in kinds) or not is_about:
        return None
    kinds = ["remove" if kind == "unask" else kind for kind in kinds]
    acts = [AlertAct(kind) for kind in dict.fromkeys(kinds) if kind in {"remove", "rearm", "list"}]
    if not acts and (kinds == ["noun"] or ("mine" in kinds and kinds.count("noun") == 1)):
        acts = [AlertAct.LIST]
    if len(acts) != 1 or (acts == [AlertAct.LIST] and numbers):
        return None
    return AlertRequest(act=acts[0], numbers=numbers, is_all="all" in kinds and not numbers)


def _numbers_of_alerts(words: Sequence[AlertWord]) -> tuple[int, ...] | None:
    """Return the numbers that a message names; None: one of them cannot be an alert's."""
    values = [word.quantity.value for word in words if word.quantity is not None]
    if any(each is None or each != int(each) or len(str(int(each))) > _MOST_DIGITS for each in values):
        return None
    return tuple(int(each) for each in values if each is not None)


def read_words(
    text: str,
    chunks: Sequence[Chunk],
    table: PhraseTable[str],
    *,
    tickers: Collection[str] = (),
    no_numbers: Collection[str] = (),
) -> tuple[AlertWord, ...] | None:
    """Return the words of a message, fillers left out; None: there is one that is not understood.

    Args:
        text: In lower case.
        chunks: Those of `text`.
        table: The phrases that are understood, by kind.
        tickers: Words that are shares by their place, known or not.
        no_numbers: Words that are no numbers here: "the google one".
    """
    names = {chunk.start: chunk for chunk in chunks if chunk.names_something}
    tokens = [token for chunk in chunks for token in chunk.tokens]
    texts = [token.text for token in tokens]
    quantities = {each.start: each for each in find_quantities(text)}
    found: list[AlertWord] = []
    at = 0
    while at < len(tokens):
        token, behind = tokens[at], at + 1
        if (chunk := names.get(token.start)) is not None:
            found.append(AlertWord("share", token.start))
            behind = at + len(chunk.tokens)
        elif _is_ticker(token, tickers):
            found.append(AlertWord("share", token.start))
        elif token.text not in no_numbers and (quantity := quantities.get(token.start)) is not None:
            found.append(AlertWord("number", token.start, quantity))
            behind = next(
                (place for place in range(at, len(tokens)) if tokens[place].start >= quantity.end), len(tokens)
            )
        elif (match := table.longest_match(texts[: _next_name(tokens, names, at)], at)) is not None:
            found += [AlertWord(match[0], token.start)] if match[0] != "filler" else []
            behind = at + match[1]
        elif token.text not in _SIGNS and not (token.text == "$" and tokens[behind : behind + 1]):
            return None
        at = behind
    words = _with_joined_levels(found, text)
    return words if _joins_well(words) else None


def _with_joined_levels(words: Sequence[AlertWord], text: str) -> tuple[AlertWord, ...]:
    """Return the words with "or above" in front of a number as a second condition: "below 400 or above 500"."""
    found: list[AlertWord] = []
    for word, behind in zip_longest(words, words[1:]):
        is_second = word.kind in _ENDS and behind is not None and behind.kind == "number"
        if is_second and text.startswith("or ", word.start):
            found += [AlertWord("joiner", word.start), AlertWord(_ENDS[word.kind], word.start)]
        else:
            found.append(word)
    return tuple(found)


def _is_ticker(token: Token, tickers: Collection[str]) -> bool:
    return token.is_word and token.raw.upper() in tickers


def _next_name(tokens: Sequence[Token], names: Mapping[int, Chunk], at: int) -> int:
    """Return the place of the next share behind `at`: no phrase goes beyond it."""
    return next((place for place in range(at + 1, len(tokens)) if tokens[place].start in names), len(tokens))


def _joins_well(words: Sequence[AlertWord]) -> bool:
    """Return whether each "and" stands between two shares, or between two whole conditions."""
    kinds = ["", *(word.kind for word in words), ""]
    return all(
        kind != "joiner"
        or (before, behind) == ("share", "share")
        or (before in {"number", *_ENDS} and behind in {"when", *_LEVELS, *_CHANGES})
        for before, kind, behind in zip(kinds, kinds[1:], kinds[2:], strict=False)
    )
