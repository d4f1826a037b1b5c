"""Tells which share a message means that corrects which was meant: "not IBM, Apple", 我问的是微软."""

from dataclasses import replace
from typing import Final

from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import tokenise
from bot.reading.clauses.elliptical import named_alone
from bot.reading.guarded_words import JOINERS, GuardedMessage
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.word_tables import phrase_list, phrase_table, words_of

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
    said = {name for name, *_ in phrase_table("clauses", "corrections").find_all(words)}
    is_left = len(rejected) < len(tuple(parse.each(SlotName.SHARE)))
    return is_left and "more" not in said and bool(rejected or said & {"wrong", "meant"})


def rejected_shares(parse: Parse, instruments: InstrumentTable) -> list[Slot]:
    """Return the shares right behind words like "not", those joined to one by "or", and those before "I meant"."""
    denied, found = GuardedMessage.of(parse.text, instruments).denied, list[Slot]()
    for each in parse.each(SlotName.SHARE):
        gap = parse.text[found[-1].end : each.start].strip().lower() if found else ","
        is_denied = any(each.start <= at < each.end for at in denied) or each.start in _gone_at(parse)
        if is_denied or (gap in JOINERS and gap):
            found.append(each)
    return found or [each for each in parse.each(SlotName.SHARE) if each.end <= _restated_at(parse)]


def _gone_at(parse: Parse) -> set[int]:
    """Return where the words begin that stand right behind "swap" or "from"."""
    tokens = tokenise(parse.text)
    found = phrase_list("clauses", "corrections", "gone").find_all([each.text for each in tokens])
    return {tokens[behind].start for _, _, behind in found if behind < len(tokens)}


def _restated_at(parse: Parse) -> int:
    """Return where words like "I meant" stand between shares; 0: nowhere."""
    shares, tokens = tuple(parse.each(SlotName.SHARE)), tokenise(parse.text)
    found = phrase_list("clauses", "corrections", "meant").find_all([each.text for each in tokens])
    places = [tokens[first].start for _, first, _ in found]
    return max((at for at in places if shares and shares[0].end <= at < shares[-1].start), default=0)
