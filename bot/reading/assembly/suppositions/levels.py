"""Finds the levels that what is supposed names, "the 50-day average", and the words of a condition that is not read."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from bot.domain.conversation.requests.suppositions import NamedLevel
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import OnDay, OverDays, OverSessions, Since, When
from bot.domain.text.tokens import Token, tokenise
from bot.reading.assembly.slots import says
from bot.reading.named_times import sessions_in
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recognisers.times import read_when
from bot.reading.times.finder import find_times
from bot.reading.word_tables import find_phrases, phrase_list, phrase_table

_LEVELS: Final = frozenset({Measure.AVERAGE, Measure.HIGH, Measure.LOW, Measure.PRICE, Measure.COST})
_ASKED: Final = frozenset(  # what a price move would come to, and no part of the condition
    {
        *(Measure.PROFIT, Measure.WORTH, Measure.EXPOSURE, Measure.WEIGHT, Measure.CASH, Measure.PRICE, Measure.STOP),
        *(Measure.CARD_COST, Measure.CASH_AFTER, Measure.WEIGHT_AFTER, Measure.LOSS_AT_STOP, Measure.SHARES_HELD),
    }
)
_UNUSED: Final = frozenset({SlotName.TOPIC, SlotName.TERM, SlotName.TASK, SlotName.SETTING, SlotName.VALUE})
_STOPS: Final = frozenset(",.;!?，。；！？")


def named_level(parse: Parse, today: date) -> NamedLevel | None:
    """Return the level that a message has a price reach, named by what it is; None: none, or its time is not known."""
    is_reached = parse.has(SlotName.UP, SlotName.DOWN) or says(parse.text, "reaching")
    return level_beside(parse, today) if is_reached else None


def level_beside(parse: Parse, today: date) -> NamedLevel | None:
    """Return the level that a message names by what it is; None: none, or its time is not known."""
    named = find_phrases(parse.text, phrase_table("analysis", "levels"))
    found = [each for each in parse.each(SlotName.MEASURE) if each.value in _LEVELS]
    found += [Slot(SlotName.MEASURE, start, end, parse.text[start:end], name) for name, start, end in named]
    if (measured := min(found, key=lambda each: each.value == Measure.PRICE, default=None)) is None:
        return None
    measure = Measure(measured.value)
    if measure is Measure.COST:
        return NamedLevel(measure, None, measured.text)
    missed = (
        Slot(SlotName.TIME, each.start, each.end, parse.text[each.start : each.end])
        for each in find_times(parse.text, today=today)
    )
    times = tuple(parse.each(SlotName.TIME)) or tuple(missed)
    spans = (measured, *times)
    words = parse.text[min(each.start for each in spans) : max(each.end for each in spans)]
    when = _when(measure, words, times, today)
    is_known = {
        Measure.AVERAGE: isinstance(when, OverSessions),
        Measure.PRICE: isinstance(when, OverDays) and when.first == when.last,
    }.get(measure, when is not None or not times)
    return NamedLevel(measure, when, words) if is_known and len(times) <= 1 else None


def _when(measure: Measure, words: str, times: Sequence[Slot], today: date) -> When | None:
    """Return the time of a level; of an average, how many sessions its name holds: 年线, "50dma"."""
    named = read_when(times[0].text, today=today) if times else None
    when = named.when if named is not None else None
    if measure is Measure.AVERAGE and not isinstance(when, OverSessions):
        return next(iter(sessions_in(words)), None)
    if isinstance(when, OnDay):
        return OverDays(when.day, when.day)
    return when if not isinstance(when, Since) or when is Since.BEGINNING else None


def unread_words(parse: Parse, today: date) -> tuple[str, ...]:
    """Return the words of each clause that state a condition which is not read: "the CEO quits", 降息."""
    tokens = tokenise(parse.text.lower())
    known = phrase_list("analysis", "words", "supposing").find_all([each.text for each in tokens])
    fillers = {at for _, first, behind in known for at in range(first, behind)}
    left = [each for at, each in enumerate(tokens) if at not in fillers and not _is_used(each, parse, today)]
    return tuple(_in_clauses(parse.text, left))


def _is_used(token: Token, parse: Parse, today: date) -> bool:
    """Return whether a token is a sign, or in a slot that is used: of a time one to come, of a figure one asked for."""
    slot = next((each for each in parse.slots if each.start <= token.start < each.end), None)
    if slot is None:
        return not any(char.isalnum() for char in token.raw)
    if slot.name is SlotName.TIME:
        named = read_when(slot.text, today=today)
        return named is None or (isinstance(named.when, OnDay) and named.when.day >= today)
    return slot.value in _ASKED if slot.name is SlotName.MEASURE else slot.name not in _UNUSED


def _in_clauses(text: str, tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the text from the first to the last of the tokens that no stop parts."""
    run: list[Token] = []
    for each in tokens:
        if run and not _STOPS.isdisjoint(text[run[-1].end : each.start]):
            yield text[run[0].start : run[-1].end]
            run = []
        run.append(each)
    if run:
        yield text[run[0].start : run[-1].end]
