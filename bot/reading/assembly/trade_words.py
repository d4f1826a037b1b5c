"""Looks up the words of a slot of a trade, and the few words beside it that change its meaning."""

import re
from itertools import pairwise
from typing import Final

from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.word_tables import read_lists

_CLAUSE_SIGN: Final = re.compile(r"[,.;!?，。；！？]")


def is_word(text: str, table: str, list_name: str) -> bool:
    """Return whether the words of a slot stand in a list of `data/trade_words.toml`."""
    return text.lower().removeprefix("the ") in read_lists("trade_words", table)[list_name]


def has_word(parse: Parse, name: SlotName, table: str, list_name: str) -> bool:
    """Return whether the words of a slot with this name stand in such a list."""
    return any(is_word(each.text, table, list_name) for each in parse.each(name))


def says_beside(parse: Parse, list_name: str) -> bool:
    """Return whether one of a list of words stands outside of the slots: a Latin word as a whole."""
    text = parse.blanked(parse.slots, sign="|").lower()
    spaced = f" {''.join(sign if sign.isalnum() else ' ' for sign in text)} "
    words = read_lists("trade_words", "beside")[list_name]
    return any(f" {word} " in spaced if word[0].isascii() and word[0].isalpha() else word in text for word in words)


def is_led_by(parse: Parse, slot: Slot, list_name: str) -> bool:
    """Return whether one of a list of words stands right before a slot, or before "only" or "sell" in front of it."""
    before = parse.text[: slot.start].lower().rstrip(" \"'“")
    sides = [each for each in parse.each(SlotName.BUY, SlotName.SELL) if each.end <= slot.start]
    for side in (*reversed(sides), None):
        for word in ("only", "只", "just") if list_name != "only" else ():
            before = before.removesuffix(word)
        before = before.rstrip()
        if side is not None and side.end == len(before):
            before = before.removesuffix(side.text.lower()).rstrip()
    return any(
        before.endswith(word) and not (word[0].isascii() and before[: -len(word)][-1:].isalpha())
        for word in read_lists("trade_words", "beside")[list_name]
    )


def is_followed_by(parse: Parse, slot: Slot, list_name: str) -> bool:
    """Return whether one of a list of words stands right behind a slot."""
    behind = parse.text[slot.end :].lower().lstrip(" \"'”")
    return any(
        behind.startswith(word) and not (word[-1].isascii() and behind[len(word) :][:1].isalpha())
        for word in read_lists("trade_words", "beside")[list_name]
    )


def are_shares_joined(parse: Parse) -> bool:
    """Return whether nothing but words like "and" stand between shares: what is said of one is said of all."""
    shares = tuple(parse.each(SlotName.SHARE))
    joints = (parse.text[one.end : other.start].lower().strip() for one, other in pairwise(shares))
    return all(joint in read_lists("trade_words", "beside")["joined"] for joint in joints)


def is_later(slot: Slot) -> bool:
    """Return whether a time is not one that an order only tells of, as "yesterday" is."""
    past, future = (read_lists("trade_words", "times")[name] for name in ("past", "future"))
    words, text = slot.text.lower().split(), slot.text.lower()

    def has(each: str) -> bool:
        return any(word.startswith(each) for word in words) if each.isascii() else each in text

    return any(map(has, future)) or not any(map(has, past))


def without_denied(parse: Parse) -> Parse:
    """Return a parse without the shares that a clause before others denies: 不买苹果好了，谷歌跟IBM哪支好."""
    denied = {
        each
        for each, other in pairwise(parse.each(SlotName.SHARE))
        if is_led_by(parse, each, "denied") and _CLAUSE_SIGN.search(parse.text[each.end : other.start])
    }
    return parse.without(denied)


def without_told(parse: Parse) -> Parse:
    """Return a parse without a purchase that is only told of beside a sale: "sell half of what I just bought"."""
    told = [
        each
        for each in (parse.each(SlotName.BUY) if parse.has(SlotName.SELL) else ())
        if is_word(each.text, "beside", "told")
        or is_led_by(parse, each, "told_before")
        or is_followed_by(parse, each, "told_behind")
    ]
    return parse.without(told)
