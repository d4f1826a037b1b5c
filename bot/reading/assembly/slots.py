"""What several assemblers take from slots: shares, sides, days, and the words of small tables."""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from datetime import date
from typing import Final, TypeAlias

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.query import OverDays
from bot.domain.trading.execution.orders import Side
from bot.reading.guarded_words import GuardedMessage, guarded_words
from bot.reading.parses import QUESTIONS, Kind, Parse, Slot, SlotName
from bot.reading.recognisers.shares import named_shares, shares_in
from bot.reading.recognisers.times import find_dates, read_dates, read_when
from bot.reading.word_tables import ends_with, phrase_list, phrase_table, read_lists, words_of

Assembler: TypeAlias = Callable[[Parse, Surroundings, MessageFacts], Request | None]

_NAMING: Final = QUESTIONS - {Kind.ADVISE, Kind.DEFINE, Kind.RECALL, Kind.FOLLOW_UP}
_POSSESSIVE: Final = re.compile(r"(?<=[a-z]{2})s\b")
_OF_OTHERS: Final = (SlotName.WHICH, SlotName.HELD, SlotName.WATCHED, SlotName.MARKET)


def shares_of(parse: Parse, around: Surroundings) -> NamedShares:
    """Return the shares that the message names; of a question also one that is called by its name in no slot."""
    typed = [slot.text for slot in parse.each(SlotName.SHARE)]
    named = named_shares(typed, around.instruments)
    if parse.kind not in _NAMING:
        return named
    if named.unknown:
        owners = named_shares((_POSSESSIVE.sub("", each) for each in typed), around.instruments)  # "amazons P/E"
        return named if owners.unknown else owners
    is_told = typed or parse.has(*_OF_OTHERS) or says(parse.text, "other_units")  # "bps" are not BP's
    return named if is_told else _named_beside(parse, around)


def _named_beside(parse: Parse, around: Surroundings) -> NamedShares:
    """Return the shares whose names stand in no slot; a ticker there may be a word."""
    words, beside = words_of(parse.text), text_beside(parse)
    for text in (beside, _POSSESSIVE.sub("", beside)):
        found = shares_in(text, around.instruments)
        if symbols := tuple(each for each in found.symbols if each.lower() not in words):
            return NamedShares(symbols=symbols, misspelt=found.misspelt)
    return NamedShares()


def meant_shares(parse: Parse, around: Surroundings) -> NamedShares | None:
    """Return the shares that are named, or the one that "the second one" means; None: there is no second."""
    shares, which = shares_of(parse, around), parse.first(SlotName.WHICH)
    if shares != NamedShares() or which is None or (place := ordinal(which.text)) is None:
        return shares
    return NamedShares(symbols=(around.focus[place - 1],)) if place <= len(around.focus) else None


def picks_other(parse: Parse, shares: NamedShares) -> bool:
    """Return whether "the second one" picks a decision or an order, which is not known here, and no share is named."""
    return shares == NamedShares() and any(ordinal(slot.text) is not None for slot in parse.each(SlotName.WHICH))


def kept_shares(parse: Parse, around: Surroundings) -> frozenset[str]:
    """Return the shares that stay as they are: "everything but IBM", "leave KO alone", 微软留着."""
    excepted = named_shares((slot.text for slot in parse.each(SlotName.EXCEPT)), around.instruments).symbols
    return GuardedMessage.of(parse.text, around.instruments).kept.union(excepted)


def without_shares(parse: Parse, symbols: Collection[str], around: Surroundings) -> Parse:
    """Return a parse without the slots that name one of some shares."""
    named = ((slot, named_shares([slot.text], around.instruments).symbols) for slot in parse.each(SlotName.SHARE))
    return parse.without([slot for slot, names in named if not set(symbols).isdisjoint(names)])


def side_of(parse: Parse) -> Side | None:
    """Return the side of the trade that the message speaks of; None: of none, or of both."""
    buys, sells = parse.has(SlotName.BUY), parse.has(SlotName.SELL)
    return None if buys is sells else Side.BUY if buys else Side.SELL


def dates_of(parse: Parse, today: date) -> tuple[date, ...] | None:
    """Return the day, or the first and last day, that the message names; None: one is not known, or is to come."""
    found = [read_dates(slot.text, today=today) for slot in parse.each(SlotName.TIME)]
    known = [dates for dates in found if dates is not None]
    if len(known) < len(found):
        return None
    days = [day for dates in known for day in dates]
    return tuple(dict.fromkeys((min(days), max(days)))) if days else ()


def dates_of_change(parse: Parse, today: date) -> tuple[date, ...]:
    """Return the same days for a change, which counts from the close before the first; none: one is not known."""
    dates = dates_of(parse, today) or ()
    named = (read_when(slot.text, today=today) for slot in parse.each(SlotName.TIME))
    spans = [each.when for each in named if each is not None and isinstance(each.when, OverDays)]
    return replace(spans[0], first=dates[0], last=dates[1]).changed if spans and len(dates) > 1 else dates


def dates_to_come(parse: Parse, today: date) -> tuple[date, ...]:
    """Return the day, or the first and last day, that the message names, if it lies behind the market's day."""
    dates = find_dates(parse.text.lower(), today=today).dates
    return dates if dates and dates[-1] > today else ()


def date_problems(parse: Parse, today: date) -> tuple[str, ...]:
    """Return why days in a message cannot be used, in a slot or not: they are impossible or ambiguous."""
    return find_dates(parse.text.lower(), today=today).problems


def ordinal(text: str) -> int | None:
    """Return which one of a list the words pick: "the second one", 第三只; None: they say no number."""
    return next((int(place) for place, *_ in phrase_table("analysis", "ordinals").find_all(words_of(text))), None)


def says(text: str, list_name: str, *, table: str = "words") -> bool:
    """Return whether a text holds a phrase of a list in `data/analysis.toml`."""
    return phrase_list("analysis", table, list_name).is_in(words_of(text))


def holds(text: str, table: str, list_name: str) -> bool:
    """Return whether a text holds a phrase of a list in `data/standing.toml`."""
    return phrase_list("standing", table, list_name).is_in(words_of(text))


def any_says(slots: Iterable[Slot], list_name: str, *, table: str = "words") -> bool:
    """Return whether the words of one of the slots hold a phrase of a list."""
    return any(says(slot.text, list_name, table=table) for slot in slots)


def without_dropped(parse: Parse, around: Surroundings, *names: SlotName) -> Parse:
    """Return a parse without the slots of numbers that are not meant: "20, no, 30"."""
    dropped = GuardedMessage.of(parse.text, around.instruments).dropped_numbers(is_correction=False)
    gone = [s for s in parse.each(*names) if any(s.start <= each.start < s.end for each in dropped)]
    return parse.without(gone)


def text_beside(parse: Parse) -> str:
    """Return the words of a message that stand in no slot."""
    return parse.blanked(parse.slots)


def leaves_out(parse: Parse) -> bool:
    """Return whether words beside the slots leave something out: "all but number 2", 440那条留着."""
    text = text_beside(parse)
    is_kept = any(each.name in {"kept", "all_but"} for each in guarded_words(text))
    is_led = any(ends_with(parse.text[: each.start], "standing", "alerts", "leading_left_out") for each in parse.slots)
    return is_kept or is_led or holds(text, "alerts", "left_out")


def is_one_of(text: str, table: str, name: str) -> bool:
    """Return whether the words of a slot are an entry of a list."""
    return text.strip().lower() in read_lists("standing", table)[name]


def asks_whether(parse: Parse, around: Surroundings) -> bool:
    """Return whether a message asks about what others remove, and for nothing: "is it deleted?", 删了没."""
    is_polite = any(GuardedMessage.of(parse.text, around.instruments).each("polite"))
    return not is_polite and holds(parse.text, "alerts", "asked")
