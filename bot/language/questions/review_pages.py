"""Read which page of a review a message asks for: "/review page 2", "next page", 下一页, "all our decisions"."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.text.number_words import CHINESE_NUMERALS, parse_chinese_number, parse_english_number
from bot.domain.trading.execution.orders import Side
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.understanding import ReviewPages

_PAGE: Final = re.compile(
    r"[, ]*(?:\bp(?:age|\.)? ?(?:no\.? ?)?(?P<number>[1-9]\d{0,3})\b"
    r"|\bpage (?P<word>one|two|three|four|five|six|seven|eight|nine|ten)\b"
    r"|\b(?:the )?(?:(?P<nth>[1-9]\d?)(?:st|nd|rd|th)|(?P<ordinal>second|third|fourth|fifth|sixth)) page\b"
    rf"|第 ?(?P<chinese>[1-9]\d{{0,3}}|[{CHINESE_NUMERALS}]{{1,3}}) ?页)[, ]*"
)
_ORDINALS: Final = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
_POLITE: Final = re.compile(
    r"^(?:please |can i see |can you show me |let's see |and |请|帮我|给我|那)|(?: please|吧|啊|呀|哈)$"
)
_NO_WORDS: Final = re.compile(
    r"(?:show me|show|can i see|back|let me see|go to|please|to|the|[ .!?,。])*+"
    r"(?:谢谢|看一下|看看|看|翻到|回到|到|给我|请|吧|呢|[ .!?,。])*+"
)


@dataclass(frozen=True, slots=True)
class ReviewPhrases:
    """Phrases about the pages of a review."""

    steps: dict[str, int]  # whole messages: pages forward; 0: to the first page
    requests: frozenset[str]  # whole messages that ask for all decisions
    all: re.Pattern[str]
    forward: re.Pattern[str]  # marks in whole messages of `loose` words
    back: re.Pattern[str]
    loose: re.Pattern[str]
    sides: dict[Side, re.Pattern[str]]


@cache
def review_phrases() -> ReviewPhrases:
    """Return the phrases of `data/*/review_pages.toml`."""
    names = (
        "next",
        "previous",
        "first",
        "all",
        "requests",
        "loose",
        "loose_next",
        "loose_previous",
        "purchases",
        "sales",
    )
    words = read_phrases("review_pages", {"words": names}, folders=LANGUAGE_FOLDERS)["words"]
    steps = {"next": 1, "previous": -1, "first": 0}
    return ReviewPhrases(
        steps={phrase: step for name, step in steps.items() for phrase in words[name]},
        requests=frozenset(words["requests"]),
        all=re.compile(_either(words["all"])),
        forward=re.compile(_either(words["loose_next"])),
        back=re.compile(_either(words["loose_previous"])),
        # Possessive: the time is linear, whatever the text.
        loose=re.compile(
            rf"(?:[\s,;:.?!-]|{_either([*words['loose'], *words['loose_next'], *words['loose_previous']])})*+"
        ),
        sides={Side.BUY: re.compile(_either(words["purchases"])), Side.SELL: re.compile(_either(words["sales"]))},
    )


def _either(phrases: Iterable[str]) -> str:
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(rf"(?<![a-z]){re.escape(p)}(?![a-z])" if p[0].isascii() else re.escape(p) for p in ordered)


def split_pages(text: str) -> tuple[str, ReviewPages | None]:
    """Return a normalised text without the page that it names, and what it says of pages.

    None: it says nothing of pages, and does not ask for all decisions. What says nothing else goes on with the list
    shown before (`is_alone`); elsewhere the caller knows whether a review is asked for at all.
    """
    plain = _POLITE.sub("", text.lower().strip(" .!?。"))
    phrases = review_phrases()
    step = phrases.steps.get(plain)
    if (step := _loose_step(plain, phrases) if step is None else step) is not None:
        return "", ReviewPages(page=1 if step == 0 else None, step=step, is_alone=True)
    if plain in phrases.requests:
        return text, ReviewPages(is_all=True, is_request=True)
    is_all = phrases.all.search(plain) is not None
    if (match := _PAGE.search(text.lower())) is None:
        return text, ReviewPages(is_all=True) if is_all else None
    rest = f"{text[: match.start()]} {text[match.end() :]}".strip()
    page = _page_number(match)
    return rest, ReviewPages(page=page or 1, is_all=is_all, is_alone=_NO_WORDS.fullmatch(rest.lower()) is not None)


def find_reviewed_side(text: str) -> Side | None:
    """Return the side of the decisions that a request for a review speaks of; None: of both, or of none."""
    found = [side for side, words in review_phrases().sides.items() if words.search(text.lower())]
    return found[0] if len(found) == 1 else None


def _loose_step(text: str, phrases: ReviewPhrases) -> int | None:
    """Return the step that a message of nothing but such words takes; None: it has others, or says no direction."""
    forward, back = phrases.forward.search(text), phrases.back.search(text)
    if (
        bool(forward) is bool(back)
        or not phrases.loose.fullmatch(text)
        or (back and "page" not in text and "页" not in text)
    ):
        return None
    return 1 if forward else -1


def _page_number(match: re.Match[str]) -> int:
    if match["ordinal"]:
        return _ORDINALS[match["ordinal"]]
    if match["word"]:
        return parse_english_number(match["word"])
    number = match["number"] or match["nth"] or match["chinese"]
    return int(number) if number.isdecimal() else parse_chinese_number(number)
