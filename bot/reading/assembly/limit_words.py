"""Finds the words that say what a limit bounds, for whom and for how long (`data/limits.toml`)."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.memory import Remember
from bot.domain.memory.core_memory import MemoryScope
from bot.domain.text.normalise import as_typed
from bot.domain.text.tokens import tokenise
from bot.domain.trading.trading_limits import LimitMeasure, LimitProblem, LimitScope
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recall.recall_words import Asked, asked_in
from bot.reading.recognisers.note_places import SEVERAL, placed_note, read_scope
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
    bounds = tuple(parse.each(SlotName.MAX, *((SlotName.MONEY, SlotName.RISK) if parse.has(SlotName.UP_TO) else ())))
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


_UNHELD: Final = frozenset({LimitProblem.GROUP, LimitProblem.UNCLEAR, LimitProblem.EXPIRY})  # no limit can hold it
_CLAUSE: Final = re.compile(r"[,.;:!，。；：！]+ *(?!\d)")
_COLONS: Final = ":："
_MOST_WORDS: Final = 6  # of such a name


def names_team(parse: Parse) -> bool:
    """Return whether a slot, a header or words like "for the whole desk" say that something is of all in a place."""
    end = min((at for at in map(parse.text.find, _COLONS) if at >= 0), default=0)
    words = words_of(parse.text[:end])  # 本队规则:
    is_headed = any(_is_several(words[:size]) for size in range(1, min(len(words), _MOST_WORDS) + 1))
    return bool(_scope_slots(parse)) or is_headed or _is_for_team(parse.text)


def _is_for_team(text: str) -> bool:
    """Return whether a text says for whom a rule is, and that these are several: "not only me, for everyone"."""
    words, leading = words_of(text), phrase_list("notes", "beside_scopes", "leading")
    denials = phrase_list("standing", "alerts", "old")
    starts = [at for at in range(len(words)) if leading.longest_match(words, at) is not None]
    denied = {behind for _, _, behind in denials.find_all(words)}
    ends = (
        (at, end) for at in starts if at not in denied for end in range(at + 2, min(at + _MOST_WORDS, len(words)) + 1)
    )
    return any(_is_several(words[at:end]) for at, end in ends)


def _is_several(words: Sequence[str]) -> bool:
    is_vague = phrase_list("notes", "beside_scopes", "vague").longest_match(words, len(words) - 1) is not None
    return not is_vague and "a" not in words and read_scope(" ".join(words)) in SEVERAL


def offered(stated: StateLimits) -> StateLimits:
    """Return limits as those that everybody in the channel may get, once somebody says so; with a problem, as it is."""
    if stated.problem is not None:
        return stated
    terms = tuple(replace(each, scope=LimitScope.CHANNEL) for each in stated.terms)
    return StateLimits((), LimitProblem.EVERYBODY, stated.symbols, terms)


def rule_in_words(parse: Parse, stated: StateLimits, message: MessageFacts) -> Remember | None:
    """Return a rule of everybody's that no order can be checked against as a note of the team; None: it is none."""
    terms = stated.for_everybody
    is_unheld = stated.problem in _UNHELD and names_team(parse)
    if not is_unheld and (not terms or any(each.measure is not LimitMeasure.PREFERENCE for each in terms)):
        return None
    text = _without_scope(parse)
    note = placed_note(text, typed=as_typed(text, message.text), scope=MemoryScope.TEAM, limit=None)
    return replace(note, is_rule=True, is_scope_named=names_team(parse))


def _without_scope(parse: Parse) -> str:
    """Return a rule without "team rule:" before it, or ", for the whole team" behind it."""
    text, slots = parse.text, _scope_slots(parse)
    signs = [each for each in _CLAUSE.finditer(text) if each.end() < len(text)]
    if not signs:
        return text.strip()
    first, last = signs[0], signs[-1]
    is_headed = first[0][0] in _COLONS or Asked.RULE in asked_in(text[: first.start()])
    if is_headed and any(each.end <= first.start() for each in slots):
        return text[first.end() :].strip()
    return text[: last.start()].strip() if any(each.start >= last.end() for each in slots) else text.strip()


def _scope_slots(parse: Parse) -> list[Slot]:
    return [each for each in parse.each(SlotName.PERSON) if read_scope(each.text) in SEVERAL]
