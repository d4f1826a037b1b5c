"""Finds the text that is to be kept as a note, and whether it is an order or a limit: a note gives and sets none."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.tokens import tokenise
from bot.domain.trading.trading_limits import LimitMeasure
from bot.reading.assembly.limits import set_limits
from bot.reading.parses import Kind, Parse, Slot, SlotName

_SURE: Final = 0.6  # of what a note says
_SURE_OF_WHOLE: Final = 0.8  # that it says nothing else
_LEAST_WORDS: Final = 4  # of a statement that no slot has, behind the first clause
_ASIDE: Final = frozenset({SlotName.PERSON, SlotName.TIME, SlotName.N, SlotName.WHICH})  # before a statement: of whom
_END_OF_CLAUSE: Final = re.compile(r"[,;!?()\n，。；：！？—–]|[.:](?!\w)")
_ENDS: Final = " \t\n,;:，；：?？"
_QUOTES: Final = frozenset({('"', '"'), ("'", "'"), ("“", "”"), ("「", "」")})


def find_statement(parse: Parse) -> str | None:
    """Return what a message asks to keep; empty: it does not say what. None: it says something else, or two things.

    Behind "remember …", a statement goes on to the end of its clause, whatever words of it no slot has.
    """
    topics = list(parse.each(SlotName.TOPIC))
    if not topics:
        behind = _END_OF_CLAUSE.search(parse.text)
        rest = "" if behind is None else parse.text[behind.end() :]
        if len(tokenise(rest)) >= _LEAST_WORDS:
            return _trimmed(rest)
        return None if any(slot.name not in _ASIDE for slot in parse.slots) else ""
    if any(_are_apart(parse, first, second) for first, second in pairwise(topics)):
        return None
    start, end = _widened(parse, topics)
    if _has_words(parse.text[:start]):
        end += _rest_of_clause(parse, end)
    return _trimmed(parse.text[start:end])


def gives_order(statement: Parse) -> bool:
    """Return whether what is to be kept is an order: "buy 5 IBM"."""
    says_what = statement.has(SlotName.SHARE) and statement.has(SlotName.BUY, SlotName.SELL)
    return statement.kind is Kind.ORDER and statement.certainty >= _SURE_OF_WHOLE and says_what


def stated_limit(statement: Parse, around: Surroundings, message: MessageFacts) -> str | None:
    """Return `Remember.limit`: what behind "/limits" would make a limit of a note."""
    is_limit = statement.kind is Kind.LIMIT_SET and statement.certainty >= _SURE
    limits = set_limits(statement, around, message) if is_limit else None
    if limits is None or all(each.measure is LimitMeasure.PREFERENCE for each in limits.terms):
        return None
    return statement.text if statement.certainty >= _SURE_OF_WHOLE else ""


def _are_apart(parse: Parse, first: Slot, second: Slot) -> bool:
    """Return whether words between two parts of a text, besides those of a slot, begin another clause."""
    between = parse.text[first.end : second.start]
    for slot in parse.slots:
        if first.end <= slot.start and slot.end <= second.start:
            between = between.replace(slot.text, "")
    return _has_words(between) and _END_OF_CLAUSE.search(between) is not None


def _widened(parse: Parse, topics: Sequence[Slot]) -> tuple[int, int]:
    """Return where a statement begins and ends, with the slots that stand right beside it: a share, an amount."""
    start, end = topics[0].start, topics[-1].end
    for slot in parse.slots:
        if end <= slot.start and not _has_words(parse.text[end : slot.start]):
            end = slot.end
    for slot in reversed(parse.slots):
        if slot.end <= start and slot.name not in _ASIDE and not _has_words(parse.text[slot.end : start]):
            start = slot.start
    return start, end


def _rest_of_clause(parse: Parse, start: int) -> int:
    """Return how many characters there are to the end of a clause.

    0 if they say for whom it is; or if they are Chinese and may ask to keep it: 记下来.
    """
    text = parse.text[start:]
    match = _END_OF_CLAUSE.search(text)
    rest = text[: match.start()] if match else text
    is_named = any(start <= slot.start < start + len(rest) for slot in parse.each(SlotName.PERSON))
    may_ask = parse.kind is Kind.REMEMBER and not rest.isascii()
    return 0 if is_named or may_ask else len(rest)


def _trimmed(text: str) -> str:
    """Return a statement without signs around it; empty: it has no word."""
    text = text.strip(_ENDS)
    if len(text) > 1 and (text[0], text[-1]) in _QUOTES:
        text = text[1:-1].strip()
    return text if _has_words(text) else ""


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))
