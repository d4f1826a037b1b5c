"""Makes a question for figures of its slots: which measures, of what, when; how they are shown is told by `manner`."""

from dataclasses import replace
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import (
    FRACTIONS,
    OF_ACCOUNT,
    OF_CARD,
    OF_LEVELS,
    OF_POSITIONS,
    UNITS,
    Measure,
    MeasureUnit,
)
from bot.domain.figures.query import FigureQuery, Lack, Manner, OnDay, OverDays, OverSessions, Scope
from bot.reading.assembly import suppositions
from bot.reading.assembly.criteria import lacking_in
from bot.reading.assembly.figures.manner import NUMBERS, Ranking, in_manner, names_single_day, ranking_of
from bot.reading.assembly.slots import any_says, date_problems, dates_to_come, meant_shares, says, text_beside
from bot.reading.named_times import asked_time
from bot.reading.parses import Parse, SlotName
from bot.reading.recognisers.measures import measures_meant, unknown_figures
from bot.reading.word_tables import phrase_list, words_of

KINDS: Final = (OF_CARD, OF_LEVELS, OF_ACCOUNT, frozenset({Measure.HOURS}), frozenset(FORMULAS))
_AS_OF_ACCOUNT: Final = {
    Measure.CHANGE: Measure.PROFIT,
    Measure.TOTAL_RETURN: Measure.PROFIT,
    Measure.PRICE: Measure.WORTH,
    Measure.CARD_COST: Measure.WORTH,
}
_OF_CARD: Final = {  # where a card waits and the words of a list are said
    Measure.CASH: ("left_over", Measure.CASH_AFTER),
    Measure.PRICE: ("in_total", Measure.CARD_COST),
}
_LEFT: Final = ((Measure.PRICE,), (Measure.CARD_COST,), (Measure.CASH_AFTER,))  # 还剩多少钱: cash
_WITH_MEAN: Final = FRACTIONS | {MeasureUnit.NUMBER, MeasureUnit.MULTIPLE}  # those of dollars have no mean of use
_CASH_OF_ACCOUNT: Final = frozenset({Measure.CASH, Measure.WEIGHT, Measure.WEIGHT_AFTER})
_MOVING: Final = frozenset(
    {Measure.PRICE, Measure.CHANGE, Measure.TOTAL_RETURN, Measure.NEWS}
)  # of whose reason a question may be


def figure_query(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the question for figures; of shares that are not known alone, the request that says so."""
    shares = meant_shares(parse, around)
    if shares is None:
        return None
    if not shares.symbols and (shares.unknown or shares.unsupported):
        return Analyze(shares=shares)
    measures = _measures(parse, shares, around)
    if measures == (Measure.PRICE,) and parse.has(SlotName.LEVEL) and says(parse.text, "how_far"):
        return suppositions.suppose(parse, around, message)  # "how far is ibm off 206"
    is_of_card = bool(around.pending) and not parse.has(SlotName.COUNT, SlotName.MONEY)
    is_at_stop = measures == (Measure.LOSS_AT_STOP,) and not is_of_card
    return suppositions.fall_to_the_stop(parse, around) if is_at_stop else _query(parse, around, shares, measures)


def _query(parse: Parse, around: Surroundings, shares: NamedShares, measures: tuple[Measure, ...]) -> Request | None:
    lacks = lacking_in(parse) if set(measures) <= _MOVING or not measures else lacking_in(parse) - {Lack.REASON}
    measures = (Measure.CHANGE, Measure.NEWS) if Lack.REASON in lacks else measures
    if Measure.CASH in measures and set(measures) <= _CASH_OF_ACCOUNT:
        measures = (Measure.CASH,)  # which is told with its part of the account
    kinds = [kind for kind in KINDS if set(measures) & kind]
    other = (each.text for each in parse.each(SlotName.MEASURE) if each.value == "other")
    lacking = tuple(dict.fromkeys((*other, *unknown_figures(parse)[1])))
    if len(kinds) > 1 or not (measures or lacking):
        return None
    if (time := asked_time(parse, measures, around.today)) is None:
        is_to_come = bool(dates_to_come(parse, around.today))
        problems = date_problems(parse, around.today) or ((Problem.DATE_TO_COME,) if is_to_come else ())
        return Analyze(shares=shares, problems=problems) if problems else None
    if time.against is not None and isinstance(time.when, OverDays):  # of two prices: the change between them
        measures = tuple(dict.fromkeys(Measure.CHANGE if each is Measure.PRICE else each for each in measures))
    ranking = ranking_of(parse, measures)
    is_bare = not parse.has(SlotName.MEASURE, SlotName.UP, SlotName.DOWN, *NUMBERS)
    if is_bare and ranking is None and measures == (Measure.PRICE,) and not isinstance(time.when, OnDay | None):
        measures = (Measure.CHANGE,)  # "IBM over the last month"
    place = place_of(parse, around, shares.symbols, measures, ranking)
    if place is None:
        return None
    query = FigureQuery(
        measures=measures,
        scope=place[0],
        symbols=place[1],
        when=time.when,
        is_own=any_says(parse.each(SlotName.WATCHED), "own_list"),
        lacking=lacking,
        lacks=lacks,
        among=among(parse) if place[0] is Scope.TALKED_OF else None,
    )
    return in_manner(parse, around, ranking, _of_market(parse, query, ranking))


def _measures(parse: Parse, shares: NamedShares, around: Surroundings) -> tuple[Measure, ...]:
    """Return the measures that are named, in order; if none is, that which a bound or a time is of."""
    slots, unknown = tuple(parse.each(SlotName.MEASURE)), unknown_figures(parse)[0]
    known = (slot for slot in slots if slot.value != "other" and slot not in unknown)
    named = tuple(dict.fromkeys(Measure(slot.value) for slot in known))
    if not shares.symbols and _is_our_result(parse, around):
        return (Measure.PROFIT,)
    if not slots and (shares.symbols or around.focus) and parse.has(SlotName.UP, SlotName.DOWN):
        return (Measure.PRICE,) if parse.has(SlotName.LEVEL) else (Measure.CHANGE,)
    if not slots and parse.has(SlotName.TIME):
        if parse.has(SlotName.MOST, SlotName.LEAST):  # "worst this week"
            return (Measure.CHANGE,)
        return (Measure.PRICE,) if shares.symbols or around.focus or parse.has(SlotName.MARKET) else ()
    named = measures_meant(parse, named, of_share=bool(shares.symbols))
    if around.has_own_card and not shares.symbols and len(named) == 1:
        words, of_card = _OF_CARD.get(named[0], ("", named[0]))
        named = (of_card,) if words and says(parse.text, words) else named
    if named in _LEFT and not shares.symbols and says(parse.text, "remaining"):
        named = (Measure.CASH_AFTER if around.pending else Measure.CASH,)
    if named == (Measure.CARD_COST,) and phrase_list("trade_words", "bases", "assets").is_in(words_of(parse.text)):
        named = (Measure.WEIGHT_AFTER,)  # "how much of our account would that be"
    is_of_account = any_says(parse.each(SlotName.HELD), "account") and not shares.symbols
    if is_of_account and not parse.has(SlotName.MOST, SlotName.LEAST, SlotName.N):
        named = tuple(dict.fromkeys(_AS_OF_ACCOUNT.get(each, each) for each in named))
    return named


def _is_our_result(parse: Parse, around: Surroundings) -> bool:
    """Return whether the account may have beaten the market, and not the share talked of, or what is held is ranked."""
    if not parse.has(SlotName.MEASURE, SlotName.TIME, SlotName.WATCHED, SlotName.MARKET):  # "who's the winner so far?"
        return bool(around.held) and parse.has(SlotName.MOST, SlotName.LEAST)
    is_of_share = bool(around.focus) and (not around.held or says(text_beside(parse), "pronoun"))
    is_beaten = parse.has(SlotName.MARKET) and any_says(parse.each(SlotName.MEASURE), "beaten")
    return is_beaten and (says(parse.text, "of_us") or not is_of_share)


def _of_market(parse: Parse, query: FigureQuery, ranking: Ranking | None) -> FigureQuery:
    """Return the question beside the mean of the market, if that is named; the level of an index is not known."""
    market = parse.first(SlotName.MARKET)
    if market is not None and query.scope is Scope.ACCOUNT:
        return replace(query, with_market=query.measures == (Measure.PROFIT,))
    if market is None or ranking is not None or query.scope not in {Scope.NAMED, Scope.TALKED_OF, Scope.MARKET}:
        return query
    if query.scope is Scope.MARKET and query.measures == (Measure.PRICE,):
        names_price = any(market.text not in each.text for each in parse.each(SlotName.MEASURE))  # 前天大盘呢 does not
        if names_price and not isinstance(query.when, OverDays | OverSessions):
            return replace(query, measures=(), lacking=(*query.lacking, market.text))
        query = replace(query, measures=(Measure.CHANGE,))
    has_mean = bool(query.measures) and UNITS.get(query.measures[0]) in _WITH_MEAN
    return replace(query, with_market=has_mean and query.manner is Manner.VALUE)


_OF_ONE: Final = frozenset({Measure.WEIGHT, Measure.SHARES_HELD, Measure.COST})  # of the share talked of, if any is
_POSITIONS: Final = (SlotName.HELD, SlotName.WINNING, SlotName.LOSING)
_PAIR: Final = 2
_AMONG: Final = {2: "of_two", 3: "of_three", 4: "of_four"}
_Place = tuple[Scope, tuple[str, ...]]


def place_of(
    parse: Parse, around: Surroundings, symbols: tuple[str, ...], measures: tuple[Measure, ...], ranking: Ranking | None
) -> _Place | None:
    """Return of what the figures are asked; None: of a card, and of another size."""
    asked = set(measures)
    if asked & OF_CARD:
        if parse.has(SlotName.COUNT, SlotName.MONEY):  # "what would 30 of them cost"
            return None
        is_of_all = not symbols and any_says(parse.each(SlotName.WHICH), "all_of_them")
        return (Scope.CARDS if is_of_all else Scope.CARD), symbols
    if Measure.HOURS in asked:  # "first time goog closed above 750" is none
        return None if symbols and parse.has(SlotName.LEVEL) else (Scope.EXCHANGE, ())
    if asked & OF_LEVELS:
        is_of_all = parse.has(*_POSITIONS) or any_says(parse.each(SlotName.WHICH), "all_of_them") or not around.focus
        scope = Scope.NAMED if symbols else Scope.ACCOUNT if is_of_all else Scope.TALKED_OF
        return (scope, symbols) if len(measures) == 1 else None
    if asked & OF_ACCOUNT:
        return _account_place(parse, around, symbols, measures, ranking)
    return _share_place(parse, around, symbols, measures, ranking)


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
            is_beaten = scope is Scope.MARKET and any_says(parse.each(SlotName.MEASURE), "beaten")
            if parse.has(*slots) and not is_beaten:  # by the share talked of
                return scope, ()
    if symbols:
        return Scope.NAMED, (*_compared_with(parse, around, symbols), *symbols)
    is_of_them = any_says(parse.each(SlotName.WHICH), "all_of_them")
    is_of_day = any(UNITS.get(each) is MeasureUnit.DAY for each in measures) and not says(parse.text, "asks_when")
    if is_of_them or (is_of_day and says(parse.text, "asks_which_share")):  # "who reports this week?"
        return (Scope.MARKET if is_of_day and len(around.focus) < _PAIR else Scope.TALKED_OF), ()
    if ranking is None:
        return Scope.TALKED_OF, ()
    if among(parse) is not None:
        return Scope.TALKED_OF, ()
    is_of_all = any_says(parse.each(SlotName.MOST, SlotName.LEAST), "extreme")  # 股息最高哪个, not 哪个高
    is_of_few = len(around.focus) > _PAIR or (len(around.focus) == _PAIR and ranking.count is None and not is_of_all)
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
