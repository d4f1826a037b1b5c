"""Whether the messages that a statement names have its figures and names: no model's word is taken on trust."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from bot.domain.memory.summaries.by_rules import TalkMessage
from bot.domain.memory.summaries.summary import Statement, StatementKind, statement
from bot.domain.text.loose_figures import find_loose_figures
from bot.domain.text.normalise import normalise
from bot.domain.text.number_words import (
    CHINESE_NUMERALS,
    ENGLISH_NUMERALS,
    ENGLISH_SCALES,
    parse_chinese_number,
    parse_english_number,
)

_SCALES: Final[Mapping[str, int]] = {
    **{word: scale for word, scale in ENGLISH_SCALES.items() if word != "dozen"},
    "k": 10**3,
    "m": 10**6,
    "mn": 10**6,
    "b": 10**9,
    "bn": 10**9,
    "百": 10**2,
    "千": 10**3,
    "万": 10**4,
    "百万": 10**6,
    "千万": 10**7,
    "亿": 10**8,
}
_SCALE: Final = "|".join(sorted(_SCALES, key=len, reverse=True))
_DIGITS: Final = re.compile(
    rf"(?P<digits>[0-9]+(?:,[0-9]{{3}})*(?:\.[0-9]+)?)(?:[ -]?(?P<scale>{_SCALE})(?![a-z]))?", re.IGNORECASE
)
_NUMERAL: Final = "|".join([*ENGLISH_NUMERALS, *ENGLISH_SCALES])
_ENGLISH_NUMBER: Final = re.compile(rf"\b(?:{_NUMERAL})(?:(?:[\s-]|\sand\s)(?:{_NUMERAL}))*\b", re.IGNORECASE)
_CHINESE_NUMBER: Final = re.compile(f"[{CHINESE_NUMERALS}]+")
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November"),
    "December",
)


def has_only_figures_of(text: str, source: str, *, days: Iterable[date]) -> bool:
    """Return whether each figure of `text`, by value (3k, 三千), is in `source`, or in the dates `days`."""
    source = normalise(source)
    text = without_dates(normalise(text), days)
    values = {_value(found) for found in _DIGITS.finditer(source)} | _word_values(source)
    if any(_value(found) not in values for found in _DIGITS.finditer(text)):
        return False
    words = (each.written for each in find_loose_figures(text) if not re.search("[0-9]", each.written))
    return all(word.casefold() in source.casefold() or _word_values(word) & values for word in words)


def without_dates(text: str, days: Iterable[date]) -> str:
    """Return `text` without the dates `days`, in English or Chinese, and without the names of their months."""
    for day in days:
        names = "|".join((_MONTHS[day.month - 1], _MONTHS[day.month - 1][:3]))
        english = (
            rf"\b(?:(?:{names})\b\.?(?: 0?{day.day}(?:st|nd|rd|th)?\b)?|0?{day.day} (?:{names})\b)(?:,? {day.year}\b)?"
        )
        chinese = rf"(?<![0-9])(?:{day.year}年)?{day.month}月{day.day}日"
        text = re.sub(rf"{english}|{chinese}|{day.isoformat()}", "", text)
    return text


def _word_values(text: str) -> set[Decimal]:
    english = {Decimal(parse_english_number(found.group())) for found in _ENGLISH_NUMBER.finditer(text)}
    return english | {Decimal(parse_chinese_number(found.group())) for found in _CHINESE_NUMBER.finditer(text)}


def _value(found: re.Match[str]) -> Decimal:
    """Return the value of a number in digits: "3k" is 3,000 and no 3."""
    scale = found["scale"]
    return Decimal(found["digits"].replace(",", "")) * (_SCALES[scale.lower()] if scale else 1)


_LATIN: Final = r"A-Za-z\u00c0-\u024f"  # Chinese characters may stand directly beside a word of these
_WORD: Final = re.compile(rf"[{_LATIN}](?:[{_LATIN}0-9&.'-]*[{_LATIN}0-9])?")
_LOWER_SYMBOL: Final = re.compile(r"(?<![\w$])\$([A-Za-z]{1,5}(?:\.[A-Za-z])?)\b")
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?;:]\s*)[\"'(]?$")
_SHORTEST_PLURAL: Final = 4  # letters
# A capital at the beginning of a sentence is no name, unless the word is the subject of one of these.
_VERBS: Final = frozenset(
    {
        *("likes", "wants", "prefers", "says", "said", "asks", "asked", "thinks", "thought", "believes", "hates"),
        *("avoids", "holds", "owns", "bought", "sold", "needs", "told", "suggested", "suggests", "mentioned", "agreed"),
        *("agrees", "doubts", "expects", "plans", "worries", "does", "doesn't", "never", "always", "is", "was", "has"),
    }
)
_NO_NAMES: Final = frozenset(
    {
        *("i", "he", "she", "they", "we", "you", "it", "who", "what", "which", "this", "that", "these", "those"),
        *("nobody", "everybody", "everyone", "someone", "somebody", "anyone", "both", "neither", "all", "there"),
        *("also", "never", "always", "still", "only", "team", "person"),
    }
)
# Decisions are rendered from their table: that something was traded is said only by who said so.
_DEEDS: Final = re.compile(
    r"(?<![a-z])(?:bought|sold|purchased|confirmed|cancell?ed|executed|filled)(?![a-z])|成交|已[^。,]{0,4}(?:买|卖|确认|取消)|[买卖]了|[买卖][入出]了"
)
# So are limits on sizes.
_LIMITS: Final = re.compile(
    r"""\b(?:at\ most|(?:no|not)\ (?:more\ than|above|over)|not\ exceed|maximum|max|limit|stop(?:[ -]loss)?)\b\D{0,20}\d
      | (?:不超过|不要超过|别超过|不能超过|最多|至多|上限|止损)[^。!?]{0,12}?[\d一二两三四五六七八九十百千万]
      | [\d千万]\s*(?:美元|美金|元|块)?\s*(?:以内|以下|封顶)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftStatement:
    """A statement as a model wrote it. Nothing in it is checked."""

    kind: StatementKind
    by: str
    text: str
    messages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckedStatements:
    """The statements that their messages support, and how many those are of all."""

    statements: tuple[Statement, ...]  # in the order of their messages
    quality: float  # the share supported, from 0 to 1; 1 if nothing was written


def check_statements(drafts: Sequence[DraftStatement], sources: Iterable[TalkMessage]) -> CheckedStatements:
    """Return those of a model's statements that the messages support, without those that retell a limit."""
    by_number = {each.number: each for each in sources}
    supported = [each for draft in drafts if (each := _supported(draft, by_number)) is not None]
    kept = (each for each in dict.fromkeys(supported) if not _LIMITS.search(_plain(each.text)))
    ordered = sorted(kept, key=lambda each: each.messages)
    return CheckedStatements(tuple(ordered), len(supported) / len(drafts) if drafts else 1.0)


def _supported(draft: DraftStatement, by_number: Mapping[int, TalkMessage]) -> Statement | None:
    if not draft.messages or not draft.text.strip() or not by_number.keys() >= set(draft.messages):
        return None
    named = [by_number[number] for number in sorted(set(draft.messages))]
    people = {_plain(each.message.author) for each in by_number.values() if each.is_by_person}
    days = [each.message.created_at.date() for each in named]
    author = _author(draft.by, named)
    source = " ".join(each.message.text for each in named)
    if author is None or not has_only_figures_of(draft.text, source, days=days):
        return None
    if not set(_DEEDS.findall(_plain(draft.text))) <= set(_DEEDS.findall(_plain(source))):
        return None
    if not _has_only_names_of(without_dates(normalise(draft.text), days), named, people=people):
        return None
    return statement(kind=draft.kind, by=author, text=draft.text, messages=draft.messages, on=max(days))


def _author(by: str, named: Iterable[TalkMessage]) -> str | None:
    """Return the author as the messages write the name; None: no person of that name wrote any of them."""
    authors = (each.message.author for each in named if each.is_by_person)
    return next((author for author in authors if _plain(author) == _plain(by)), None)


def _has_only_names_of(text: str, named: Iterable[TalkMessage], *, people: Collection[str]) -> bool:
    """Return whether every name and symbol in `text` is in the messages, or is one of their authors or symbols."""
    source = _plain(" ".join(f"{each.message.author} {each.message.text} {' '.join(each.symbols)}" for each in named))
    if any(person in _plain(text) and person not in source for person in people if not person.isascii()):
        return False
    words = {_stem(found.group()) for found in _WORD.finditer(source)}
    symbols = (found[1] for found in _LOWER_SYMBOL.finditer(text))
    names = (found.group() for found in _WORD.finditer(text) if _is_name(found, text, people))
    return all(_stem(_plain(name)) in words for name in (*symbols, *names))


def _is_name(found: re.Match[str], text: str, people: Collection[str]) -> bool:
    word = found.group()
    if _plain(word) in people:
        return True
    if not word[0].isupper() or _stem(_plain(word)) in _NO_NAMES:
        return False
    is_first = _SENTENCE_START.search(text[: found.start()]) is not None
    if not is_first or (len(word) > 1 and word.isupper()) or word.endswith("'s"):
        return True
    following = _WORD.match(text[found.end() :].lstrip())
    return following is not None and following.group() in _VERBS


def _plain(text: str) -> str:
    return normalise(text).casefold()


def _stem(word: str) -> str:
    """Return a word without a possessive or plural ending."""
    word = re.sub(r"'s?$", "", word)
    return word[:-1] if len(word) >= _SHORTEST_PLURAL and word.endswith("s") else word
