"""What a clause of few words means: one that completes another, "and MSFT?", or corrects a share, "not IBM, Apple"."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import Final

from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import tokenise
from bot.reading.guarded_words import JOINERS, GuardedMessage
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.word_tables import find_phrases, phrase_list, phrase_table, words_of

_N: Final = SlotName
_MOST_BESIDE: Final = 3  # of such a clause, besides those of its slots
_ADDED: Final = frozenset({_N.SHARE, _N.TIME})  # to a clause that names none


def named_alone(parse: Parse, *, most: int = _MOST_BESIDE) -> tuple[Slot, ...]:
    """Return the shares and the time that a clause names; empty: it names none, or says more than `most` words."""
    named = tuple(parse.each(*_ADDED))
    is_alone = all(any(each.start < slot.end and slot.start < each.end for each in named) for slot in parse.slots)
    return named if is_alone and _words_beside(replace(parse, slots=named)) <= most else ()


def completed(model: Parse, slots: Collection[Slot]) -> Parse | None:
    """Return a clause with the shares and times of another one in the place of its own; None: there are none."""
    names = {each.name for each in slots}
    return model.with_slots([each for each in model.slots if each.name not in names], tuple(slots)) if slots else None


def _words_beside(parse: Parse) -> int:
    words = (each for each in tokenise(parse.text) if each.text.isalnum())
    return sum(not any(slot.start <= each.start < slot.end for slot in parse.slots) for each in words)


_CORRECTIONS: Final = ("clauses", "corrections")
_SURE: Final = 0.8
_OPEN: Final = 0.6  # below which another kind does not stand
_LEAST: Final = 0.15  # of the kinds that ask of shares
_MOST_WORDS: Final = 10  # of such a message, besides the shares
_OF_SHARES: Final = frozenset({Kind.FOLLOW_UP, Kind.ANALYZE, Kind.FIGURE})


def without_rejected(parse: Parse, instruments: InstrumentTable) -> Parse:
    """Return a message that corrects which share is meant without those that are not; else unchanged."""
    if parse.kind is not Kind.FOLLOW_UP or not _takes_back(parse, instruments):
        return parse
    rejected = rejected_shares(parse, instruments)
    return parse.without(rejected)


def as_correction(parse: Parse, instruments: InstrumentTable) -> Parse:
    """Return a message of nothing but shares, of which it says which is meant, as one that goes on."""
    likely = sum(certainty for kind, certainty in parse.runners_up if kind in _OF_SHARES)
    is_open = parse.kind in _OF_SHARES or (parse.certainty < _OPEN and likely >= _LEAST)
    if not is_open or not corrects_share(parse, instruments):
        return parse
    return replace(parse, kind=Kind.FOLLOW_UP, certainty=max(parse.certainty, _SURE))


def corrects_share(parse: Parse, instruments: InstrumentTable) -> bool:
    """Return whether a message says no more than that another share is meant: "sorry, I meant MSFT"."""
    named = {each.name for each in named_alone(parse, most=_MOST_WORDS)}
    asks = parse.text.endswith("?") or any(each.isdigit() for each in parse.blanked(parse.slots))
    return named == {SlotName.SHARE} and not asks and _takes_back(parse, instruments)


def _takes_back(parse: Parse, instruments: InstrumentTable) -> bool:
    """Return whether words say that another share is meant, and which; not one more."""
    rejected, words = rejected_shares(parse, instruments), words_of(parse.text)
    said = {name for name, *_ in phrase_table(*_CORRECTIONS).find_all(words)}
    is_left = len(rejected) < len(tuple(parse.each(SlotName.SHARE)))
    return is_left and "more" not in said and bool(rejected or said & {"wrong", "meant"})


def rejected_shares(parse: Parse, instruments: InstrumentTable) -> list[Slot]:
    """Return the shares right behind words like "not", those joined to one by "or", and those before "I meant"."""
    text, shares, corrections = parse.text, tuple(parse.each(SlotName.SHARE)), partial(phrase_list, *_CORRECTIONS)
    denied, found = GuardedMessage.of(text, instruments).denied, list[Slot]()
    gone = [end for _, _, end in find_phrases(text, corrections("gone"))]  # "swap", "from"
    for each in shares:
        gap = text[found[-1].end : each.start].strip().lower() if found else ","
        is_denied = any(each.start <= at < each.end for at in denied)
        is_gone = any(end <= each.start and not text[end : each.start].strip() for end in gone)
        if is_denied or is_gone or (gap in JOINERS and gap):
            found.append(each)
    meant = (start for _, start, _ in find_phrases(text, corrections("meant")))
    restated = max((at for at in meant if shares and shares[0].end <= at < shares[-1].start), default=0)
    return found or [each for each in shares if each.end <= restated]
