"""Finds of what a question asks its figures: shares that are named, talked of, held or watched, a card, a level."""

from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import OF_ACCOUNT, OF_CARD, OF_LEVELS, OF_POSITIONS, Measure
from bot.domain.figures.query import Scope
from bot.reading.assembly.figures.manner import NUMBERS, Ranking, names_single_day
from bot.reading.assembly.slots import any_says, says, text_beside
from bot.reading.parses import Parse, SlotName
from bot.reading.word_tables import phrase_list, words_of

_OF_ONE: Final = frozenset({Measure.WEIGHT, Measure.SHARES_HELD, Measure.COST})  # of the share talked of, if any is
_POSITIONS: Final = (SlotName.HELD, SlotName.WINNING, SlotName.LOSING)
_PAIR: Final = 2
_AMONG: Final = {2: "of_two", 3: "of_three", 4: "of_four"}
_Place = tuple[Scope, tuple[str, ...]]


def place_of(
    parse: Parse, around: Surroundings, symbols: tuple[str, ...], measures: tuple[Measure, ...], ranking: Ranking | None
) -> _Place | None:
    """Return of what the figures are asked; None: of a card, and none waits."""
    asked = set(measures)
    if asked & OF_CARD:
        if not around.pending or parse.has(SlotName.COUNT, SlotName.MONEY):  # "what would 30 of them cost"
            return None
        is_of_all = not symbols and any_says(parse.each(SlotName.WHICH), "all_of_them")
        return (Scope.CARDS if is_of_all else Scope.CARD), symbols
    if Measure.HOURS in asked:  # "first time goog closed above 750" is none
        return None if symbols and parse.has(SlotName.LEVEL) else (Scope.EXCHANGE, ())
    if asked & OF_LEVELS:
        return _level_place(parse, around, symbols) if len(measures) == 1 else None
    if asked & OF_ACCOUNT:
        return _account_place(parse, around, symbols, measures, ranking)
    return _share_place(parse, around, symbols, measures, ranking)


def _level_place(parse: Parse, around: Surroundings, symbols: tuple[str, ...]) -> _Place:
    if symbols:
        return Scope.NAMED, symbols
    is_of_all = parse.has(*_POSITIONS) or any_says(parse.each(SlotName.WHICH), "all_of_them") or not around.focus
    return (Scope.ACCOUNT if is_of_all else Scope.TALKED_OF), ()


def _account_place(
    parse: Parse, around: Surroundings, symbols: tuple[str, ...], measures: tuple[Measure, ...], ranking: Ranking | None
) -> _Place:
    if not set(measures) <= OF_POSITIONS:
        return Scope.ACCOUNT, ()
    if symbols:
        return Scope.HELD, symbols
    held = tuple(parse.each(*_POSITIONS))
    is_of_all = all(slot.name is SlotName.HELD and says(slot.text, "account") for slot in held)
    if ranking is not None or (held and not (is_of_all and Measure.PROFIT in measures)):
        return Scope.HELD, ()
    is_pointed = says(text_beside(parse), "pronoun")
    if around.focus and not held and (set(measures) <= _OF_ONE or is_pointed):
        return Scope.HELD, around.focus[:1]
    return Scope.ACCOUNT, ()


def _share_place(
    parse: Parse, around: Surroundings, symbols: tuple[str, ...], measures: tuple[Measure, ...], ranking: Ranking | None
) -> _Place:
    is_among = ranking is not None and len(symbols) < _PAIR  # "has IBM the highest yield of our holdings?"
    if not symbols or is_among:
        for scope, slots in (
            (Scope.WATCHED, (SlotName.WATCHED,)),
            (Scope.HELD, _POSITIONS),
            (Scope.MARKET, (SlotName.MARKET,)),
        ):
            if parse.has(*slots):
                return scope, ()
    if symbols:
        return Scope.NAMED, (*_compared_with(parse, around, symbols), *symbols)
    if any_says(parse.each(SlotName.WHICH), "all_of_them"):
        return Scope.TALKED_OF, ()
    if ranking is None:
        is_of_any = not around.focus and parse.has(*NUMBERS) and parse.has(SlotName.UP, SlotName.DOWN)
        return (Scope.MARKET if is_of_any else Scope.TALKED_OF), ()
    if among(parse) is not None:
        return Scope.TALKED_OF, ()
    is_of_few = len(around.focus) > _PAIR or (len(around.focus) == _PAIR and ranking.count is None)
    is_of_change = not measures or measures[0] is Measure.CHANGE  # the most of which is that of many shares
    is_of_change = is_of_change and not names_single_day(parse)
    is_of_days = bool(around.focus) and not is_of_change and FORMULAS[measures[0]].daily is not None
    return (Scope.TALKED_OF if is_of_few or is_of_days else Scope.MARKET), ()


def among(parse: Parse) -> int | None:
    """Return of how many shares talked of a question is: "which of the three"; None: it does not say."""
    return next((count for count, name in _AMONG.items() if says(parse.text, name)), None)


def _compared_with(parse: Parse, around: Surroundings, symbols: tuple[str, ...]) -> tuple[str, ...]:
    """Return the share talked of that is compared with the one named: "how much has it lost compared with Google"."""
    share, focus = parse.first(SlotName.SHARE), around.focus[:1]
    if share is None or len(symbols) > 1 or focus == symbols:
        return ()
    before, compared = words_of(parse.text[: share.start]), phrase_list("analysis", "words", "compared")
    ends = (before[-size:] for size in (1, 2))
    return focus if any(compared.longest_match(each, 0) == ("compared", len(each)) for each in ends) else ()
