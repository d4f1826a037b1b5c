"""Finds which measures words mean where those beside them decide, and figures that are named and not known."""

from collections.abc import Iterator
from typing import Final

from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import Measure
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.word_tables import find_phrases, phrase_list, read_lists, words_of

Measures = tuple[Measure, ...]

_OF_OPEN: Final = frozenset({Measure.OPEN, Measure.CHANGE, Measure.PRICE})
_PAID: Final = frozenset({Measure.DIVIDENDS_RECEIVED, Measure.COST})  # "pay"
_UNKNOWN: Final = (("claims", "topics", "other_figure"), ("analysis", "words", "unknown_figures"))
_HELD: Final = (SlotName.HELD, SlotName.WINNING, SlotName.LOSING)
_ENDS: Final = (SlotName.MOST, SlotName.LEAST)


def measures_meant(parse: Parse, named: Measures, *, of_share: bool) -> Measures:
    """Return the measures that words beside them say are meant: a gap, what a share has paid.

    `of_share`: a share is named.
    """
    asked, slots = set(named), tuple(parse.each(SlotName.MEASURE))
    is_own = parse.has(*_HELD) or _says(parse.text, "of_us")
    if asked and asked <= _OF_OPEN and any(_says(slot.text, "gap") for slot in slots):
        return (Measure.GAP,)
    if _says(parse.blanked(parse.each(SlotName.TIME)), "how_often"):
        return tuple(each for each in named if each in FORMULAS and FORMULAS[each].daily is not None) or named
    if any(_says(slot.text, "judged") for slot in parse.each(*_ENDS)):  # the worst position is not the smallest
        named = _replaced(named, {Measure.WEIGHT: Measure.PROFIT})
    if asked == {Measure.PROFIT} and parse.has(*_ENDS) and not is_own and not of_share:  # "which stock gained most"
        named = (Measure.CHANGE,)
    return _of_share(parse, named, is_own=is_own) if of_share else named


def _of_share(parse: Parse, named: Measures, *, is_own: bool) -> Measures:
    """Return the measures of one share: "what is my IBM worth" is no figure of the account."""
    if Measure.DIVIDENDS_RECEIVED in named and set(named) <= _PAID and parse.has(SlotName.TIME) and not is_own:
        return (Measure.DIVIDENDS,)
    if named == (Measure.DIVIDEND_YIELD,) and parse.has(SlotName.TIME) and not _says(parse.text, "yield"):
        return (Measure.DIVIDENDS,)
    worth = Measure.SHARES_HELD if is_own or Measure.SHARES_HELD in named else Measure.PRICE
    return _replaced(named, {Measure.WORTH: worth, Measure.EXPOSURE: Measure.SHARES_HELD})


def _replaced(named: Measures, meant: dict[Measure, Measure]) -> Measures:
    return tuple(dict.fromkeys(meant.get(each, each) for each in named))


def unknown_figures(parse: Parse) -> tuple[tuple[Slot, ...], tuple[str, ...]]:
    """Return the slots of measures that name a figure which is not known, "vwap", "winning streak", and its words."""
    slots = tuple(parse.each(SlotName.MEASURE))
    if slots and (runs := list(find_phrases(parse.text, phrase_list("analysis", "words", "runs")))):
        start, behind = min(slots[0].start, runs[0][1]), max(slots[-1].end, runs[-1][2])
        return slots, (parse.text[start:behind],)
    end = parse.first(*_ENDS)
    periods = tuple(
        slot
        for slot in slots
        if end is not None and slot.text.lower() in read_lists("analysis", "words")["longer_periods"]
    )
    if end is not None and periods:  # "worst week": the change of each day is known
        return slots, (parse.text[min(end.start, periods[0].start) : max(end.end, periods[0].end)],)
    named = [(slot, word) for slot in slots if slot.value != "other" for word in unknown_in(slot.text)]
    return tuple(slot for slot, _ in named), tuple(dict.fromkeys(word for _, word in named))


def unknown_in(text: str) -> Iterator[str]:
    """Yield the words of a text for figures that are not known."""
    for names in _UNKNOWN:
        yield from (text[start:end] for _, start, end in find_phrases(text, phrase_list(*names)))


def _says(text: str, list_name: str) -> bool:
    return phrase_list("analysis", "words", list_name).is_in(words_of(text))
