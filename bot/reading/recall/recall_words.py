"""Finds what a question about what was said asks for (`data/recall.toml`), the people that it names, and its time."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache, partial
from typing import Final, TypeAlias

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.statements import StatementWords
from bot.reading.clauses.splitting import joint_of
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recognisers.note_places import SEVERAL, read_scope
from bot.reading.recognisers.shares import with_symbols
from bot.reading.times.finder import EARLIEST
from bot.reading.times.time_expressions import find_time_expression
from bot.reading.word_tables import either, find_phrases, lists_in, phrase_list, phrase_table, read_lists, words_of

Span: TypeAlias = tuple[datetime | None, datetime | None]  # its end is exclusive; None, both: no time is named

_WORD: Final = re.compile(r"\S+")
_MENTIONED: Final = re.compile(r"(?<!\w)@\w+")
_LONGEST_TIME: Final = 4  # words: "as of last week"
_MOST_OF_SEQUEL: Final = 50  # characters
_ENDS: Final = " ,，;；。"


class Asked(StrEnum):
    """What words of a question ask for."""

    TALK = "talk"  # that it was said
    QUESTIONS = "questions"
    WHEN = "when"
    VIEW = "view"
    RULE = "rule"
    LEAVE = "leave"  # whether something is allowed
    MADE = "made"  # that a rule was laid down
    KEPT = "kept"  # what is noted
    APPLIES = "applies"  # whom a rule is for
    WE = "we"
    YES_OR_NO = "yes_or_no"
    DECIDED = "decided"
    PASSED = "passed"  # a trade that was not made
    OPEN = "open"  # what nobody has answered


def asked_in(text: str) -> frozenset[Asked]:
    """Return what the words of a text ask for."""
    return frozenset(map(Asked, lists_in(text, "recall", "asked")))


def speakers_in(text: str) -> frozenset[str]:
    """Return whom a question is about: "self", who asks it, "did I say …?"; "one", "he" or "she"."""
    return lists_in(text, "recall", "speakers")


def is_pronoun(text: str) -> bool:
    """Return whether a text is "he" or "she", and nothing else."""
    words = words_of(text)
    return phrase_table("recall", "speakers").longest_match(words, 0) == ("one", len(words))


def ends_with_receiver(text: str) -> bool:
    """Return whether a name behind a text is for whom something is to be done: "recap it for"."""
    words = words_of(text)
    return bool(words) and phrase_table("recall", "speakers").longest_match(words, len(words) - 1) == ("for_whom", 1)


def without_asking(text: str) -> str:
    """Return a text without the words that say what is asked for."""
    kept = text
    for _, start, end in find_phrases(text, phrase_table("recall", "asked")):
        kept = kept[:start] + " " * (end - start) + kept[end:]
    return kept


def opens_time(words: str) -> bool:
    """Return whether words right before a time make it another one: "as of"."""
    return phrase_list("recall", "times", "opening").longest_match(words.lower().split(), 0) is not None


def asks(text: str) -> bool:
    """Return whether a clause begins with a word that asks, or in Chinese has one, or has the sign."""
    patterns = _patterns()
    is_question = patterns["asks_chinese"].search(text) or patterns["begins"].match(text)
    return "?" in text or is_question is not None


def goes_on(text: str) -> bool:
    """Return whether a message is "and about banks?", which asks what the message before it has asked."""
    stripped = text.strip(_ENDS)
    rest = stripped[len(joint_of(stripped)) :].strip(_ENDS)
    is_joined_topic = rest != stripped and rest.startswith("about ")
    return len(text) <= _MOST_OF_SEQUEL and (is_joined_topic or _patterns()["goes_on"].match(rest) is not None)


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of an English question's beginning, of one that goes on, and of Chinese words that ask."""
    lists = read_lists("recall", "question_parts")
    latin = {name: either(each for each in phrases if each.isascii()) for name, phrases in lists.items()}
    chinese = {name: either(each for each in phrases if not each.isascii()) for name, phrases in lists.items()}
    patterns = {
        "begins": rf"(?:{latin['asks']}|{latin['goes_on']})\b",
        "goes_on": rf"(?:{latin['goes_on']})\b|(?:{chinese['goes_on']})(?=.*呢)",
        "asks_chinese": chinese["asks"],
    }
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()}


def read_span(parse: Parse, message: MessageFacts) -> Span:
    """Return the time that the slots of a message name, from the first to the last day of all."""
    slots = (_with_opening(parse.text, each) for each in parse.each(SlotName.TIME))
    read = partial(find_time_expression, now=message.at, zone=message.zone, is_expected=True)
    named = map(read, slots)
    times = [each for each in named if each is not None]
    if not times:
        return None, None
    since = min(each.since for each in times)
    return since if since.date() > EARLIEST else None, max(each.until for each in times)


def with_people(parse: Parse) -> Parse:
    """Return a parse in which a mention, "@U123", is a person as a whole; "she" and "the team" are no names."""
    spans = [match.span() for match in _MENTIONED.finditer(parse.text)]
    mentions = [Slot(SlotName.PERSON, start, end, parse.text[start:end]) for start, end in spans]
    others = [
        each
        for each in parse.slots
        if not any(start < each.end and each.start < end for start, end in spans)
        if not (each.name is SlotName.PERSON and (is_pronoun(each.text) or read_scope(each.text) in SEVERAL))
    ]
    return replace(parse, slots=tuple(sorted((*others, *mentions), key=lambda each: each.start)))


def with_last_time(parse: Parse, message: MessageFacts) -> Parse:
    """Return a parse in which the time that a message ends with is a slot, and in no other; where none is one yet."""
    if parse.has(SlotName.TIME):
        return parse
    starts = [match.start() for match in _WORD.finditer(parse.text)][-_LONGEST_TIME:]
    for start in starts:
        words = parse.text[start:].rstrip(" ?.!")
        is_opened = opens_time(words)
        found = find_time_expression(words, now=message.at, zone=message.zone)
        if found is not None and (is_opened or not found.rest):
            before = (_cut(each, start) for each in parse.slots if each.start < start)
            return replace(parse, slots=(*before, Slot(SlotName.TIME, start, start + len(words), words)))
    return parse


def _cut(slot: Slot, end: int) -> Slot:
    """Return a slot that ends before the time at `end`."""
    words = slot.text[: max(end - slot.start, 0)].rstrip()
    return replace(slot, end=slot.start + len(words), text=words) if end < slot.end else slot


def _with_opening(text: str, slot: Slot) -> str:
    """Return the words of a time with "as of" or "since", where that stands before it."""
    before = text[: slot.start].split()[-2:]
    opening = next((" ".join(before[at:]) for at in range(len(before)) if opens_time(" ".join(before[at:]))), "")
    return f"{opening} {slot.text}".strip()


def asks_for_rule(parse: Parse) -> bool:
    """Return whether it is asked what the team has agreed on, or what is allowed; not what somebody said of it."""
    asked = asked_in(parse.text)
    is_rule = not asked.isdisjoint({Asked.RULE, Asked.LEAVE}) or {Asked.WE, Asked.YES_OR_NO} <= asked
    return is_rule and Asked.TALK not in asked and not parse.has(SlotName.PERSON)


def asks_leave(parse: Parse) -> bool:
    """Return whether it is asked whether a trade is all right: "am I allowed to buy FB?", 老王说苹果能买吗."""
    is_asked = not asked_in(parse.text).isdisjoint({Asked.LEAVE, Asked.YES_OR_NO})
    return is_asked and parse.has(SlotName.BUY, SlotName.SELL)


def with_times_of_rule(parse: Parse, message: MessageFacts) -> Parse:
    """Return a question for a rule with a time that is part of it among its words: "the thing about the last week".

    When it was made, "what rules did we set in May", is none, nor is today.
    """
    since, until = read_span(parse, message)
    times = list(parse.each(SlotName.TIME))
    if Asked.MADE in asked_in(parse.text):
        return parse
    is_today = since is not None and until is not None and until - timedelta(days=1) <= since <= message.at < until
    if not is_today:
        return parse.renamed(times, SlotName.TOPIC)
    return replace(parse, text=parse.blanked(times), slots=tuple(each for each in parse.slots if each not in times))


_TOPICS: Final = (SlotName.TOPIC, SlotName.SHARE)
_ENDS_OF_CLAIM: Final = " ,，;；。?？"


def claim_of(parse: Parse, instruments: InstrumentTable) -> tuple[str, tuple[str, ...]]:
    """Return what is asked whether, or by whom, it was said, with its shares; empty: what was said on a topic is."""
    aside = parse.blanked(parse.each(SlotName.PERSON, SlotName.TIME))
    claim, symbols = with_symbols(_claimed_in(" ".join(aside.split())), instruments)
    predicate = StatementWords.of(claim).words - StatementWords.of(" ".join(symbols)).words
    return (claim, symbols) if predicate and len(StatementWords.of(claim).words) > 1 else ("", ())


def _claimed_in(text: str) -> str:
    """Return what a question asks whether, or by whom, it was said: of "who said GOOG is dear?", "GOOG is dear"."""
    claims, found = partial(phrase_list, "recall", "claims"), list[tuple[str, int, int]]()
    if not claims("content").is_in(words_of(text)):
        found = list(find_phrases(text, claims("saying")))
    claim = text[found[0][2] :].strip(_ENDS_OF_CLAIM) if found else ""
    claim = claim.removeprefix("that ").removesuffix("吗").removesuffix("的")
    return "" if claims("about").longest_match(words_of(claim), 0) else claim
