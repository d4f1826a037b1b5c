"""Finds what a question asks whether it was said, and a month or season that is part of what it is about."""

from functools import partial
from typing import Final

from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.statements import StatementWords
from bot.reading.parses import Parse, SlotName
from bot.reading.recognisers.shares import with_symbols
from bot.reading.word_tables import find_phrases, phrase_list, words_of

_TOPICS: Final = (SlotName.TOPIC, SlotName.SHARE)
_BEFORE_TIMES: Final = frozenset({"in", "during", "over", "the", "for", "of", "at", "的", "在"})
_ENDS: Final = " ,，;；。?？"


def claim_of(parse: Parse, instruments: InstrumentTable) -> tuple[str, tuple[str, ...]]:
    """Return what is asked whether, or by whom, it was said, with its shares; empty: what was said on a topic is."""
    aside = parse.blanked(parse.each(SlotName.PERSON, SlotName.TIME))
    claim, symbols = with_symbols(_claimed_in(" ".join(aside.split())), instruments)
    predicate = StatementWords.of(claim).words - StatementWords.of(" ".join(symbols)).words
    return (claim, symbols) if predicate and len(StatementWords.of(claim).words) > 1 else ("", ())


def time_of_topic(parse: Parse) -> str:
    """Return the month or season beside a topic, of which it may be: "the sector in summer"; empty: there is none."""
    time, topics = parse.first(SlotName.TIME), list(parse.each(*_TOPICS))
    if time is None or not _may_be_of_topic(time.text):
        return ""
    gaps = [parse.text[min(each.end, time.end) : max(each.start, time.start)] for each in topics]
    return time.text if any(not any(map(str.isalnum, gap.replace("的", ""))) for gap in gaps) else ""


def _may_be_of_topic(time: str) -> bool:
    """Return whether a time is just a month or a season, which may be part of what was talked about: "in summer"."""
    words = [each for each in words_of(time) if each not in _BEFORE_TIMES]
    found = phrase_list("recall", "times", "of_topics").longest_match(words, 0)
    return found is not None and found[1] == len(words)


def _claimed_in(text: str) -> str:
    """Return what a question asks whether, or by whom, it was said: of "who said GOOG is dear?", "GOOG is dear"."""
    claims, found = partial(phrase_list, "recall", "claims"), list[tuple[str, int, int]]()
    if not claims("content").is_in(words_of(text)):
        found = list(find_phrases(text, claims("saying")))
    claim = text[found[0][2] :].strip(_ENDS) if found else ""
    claim = claim.removeprefix("that ").removesuffix("吗").removesuffix("的")
    return "" if claims("about").longest_match(words_of(claim), 0) else claim
