"""Tells limits of a whole team from those of a person, and makes a note of a team's rule that no limit can hold."""

import re
from dataclasses import replace
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.memory import Remember
from bot.domain.memory.core_memory import MemoryScope
from bot.domain.text.normalise import as_typed
from bot.domain.trading.trading_limits import LimitMeasure, LimitProblem, LimitScope
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recall.recall_words import Asked, asked_in
from bot.reading.recognisers.note_places import SEVERAL, placed_note, read_scope

_UNHELD: Final = frozenset({LimitProblem.GROUP, LimitProblem.UNCLEAR, LimitProblem.EXPIRY})  # no limit can hold it
_CLAUSE: Final = re.compile(r"[,.;:!，。；：！]+ *(?!\d)")
_COLONS: Final = ":："


def names_team(parse: Parse) -> bool:
    """Return whether a slot says that something is of the whole team, or of everybody in the channel."""
    return bool(_scope_slots(parse))


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
