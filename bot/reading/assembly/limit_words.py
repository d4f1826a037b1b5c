"""Finds the words that say what a limit bounds, for whom and for how long (`data/limits.toml`)."""

import re
from dataclasses import replace
from datetime import date
from typing import Final

from bot.domain.text.tokens import tokenise
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.times.finder import find_times
from bot.reading.word_tables import ends_with, lists_in, phrase_list, starts_with, words_of

LASTING: Final = frozenset({"never", "standing", "per_trade", "per_share", "day", "week", "month"})


def limit_words(text: str, table: str = "words") -> frozenset[str]:
    """Return the names of the lists of which a text holds a phrase, where the longest phrase counts."""
    return lists_in(text, "limits", table)


def leading_phrase(text: str, name: str, *, table: str = "words") -> str:
    """Return the phrase of a list with which a text begins, as typed; empty: there is none."""
    tokens = tokenise(text)
    match = phrase_list("limits", table, name).longest_match([token.text for token in tokens], 0)
    if match is None:
        return ""
    last = tokens[match[1] - 1]
    return text[: last.start + len(last.raw)]


def names_total(text: str) -> bool:
    """Return whether a message speaks of what is spent, and not of a price."""
    return not limit_words(text).isdisjoint({"total", "per_trade"})


def bounds_price(parse: Parse) -> bool:
    """Return whether what bounds a trade is the price of a share: "at no more than $27", "$27 each", 价格不超过200."""
    bounds = tuple(parse.each(SlotName.MAX, *((SlotName.MONEY,) if parse.has(SlotName.UP_TO) else ())))
    return any(_is_price(parse, each) for each in bounds)


def bounds_loss(bound: Slot, parse: Parse) -> bool:
    """Return whether a bound is of what may be lost: "risk no more than $200", "max loss $200"."""
    word = next((each for each in parse.each(SlotName.UP_TO) if each.end <= bound.start), bound)
    between = parse.text[word.end : bound.start]
    return ends_with(parse.text[: word.start], "limits", "words", "lose") or "lose" in limit_words(between)


def _is_price(parse: Parse, bound: Slot) -> bool:
    if starts_with(parse.text[bound.end :], "limits", "price", "each"):
        return True
    words = [each for each in parse.each(SlotName.UP_TO) if each.end <= bound.start]
    before = parse.text[: (words[-1] if words else bound).start]
    clause = re.split(r"[,;.!?，；。！？]", before)[-1]
    is_named = phrase_list("limits", "price", "named").is_in(words_of(clause))
    return is_named or ends_with(before, "limits", "price", "at", light=())


def without_agreement(parse: Parse, today: date, *, before: int) -> Parse:
    """Return a limit without when, and with whom, it was agreed: "decided with Joe yesterday: at most 10 % a name".

    `before`: where the heading ends at the latest.
    """
    heading = parse.text[: parse.text.rfind(":", 0, before) + 1]
    is_agreed = phrase_list("limits", "headings", "agreed").is_in(words_of(heading))
    start = len(heading) if is_agreed else 0
    slots = tuple(each for each in parse.slots if each.start >= start and not _is_past(each, today))
    return replace(parse, text=" " * start + parse.text[start:], slots=slots)


def _is_past(slot: Slot, today: date) -> bool:
    found = find_times(slot.text, today=today) if slot.name is SlotName.TIME else ()
    return bool(found) and all(each.opening is None and max(each.days) < today for each in found)
