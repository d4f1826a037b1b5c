"""Which measures the parts of a message ask for: those that are named, or implied by other words."""

from collections.abc import Sequence
from typing import Final

from bot.domain.figures.measures import Measure
from bot.domain.figures.query import Judgement, OverDays, OverSessions, Since
from bot.reading.figures.parts import Parts
from bot.reading.figures.vocabulary import Kind

OF_PRICE: Final = frozenset({Measure.PRICE, Measure.CHANGE})
JUDGED: Final = {
    Judgement.OVERBOUGHT: Measure.RSI,
    Judgement.OVERSOLD: Measure.RSI,
    Judgement.CHEAP: Measure.PE_RATIO,
    Judgement.EXPENSIVE: Measure.PE_RATIO,
}
BOUNDS: Final = frozenset({"above", "below", "more", "less"})
DISTANCES: Final = {Measure.HIGH: Measure.FROM_HIGH, Measure.LOW: Measure.FROM_LOW}
_OF_ACCOUNT: Final = {
    Measure.CHANGE: Measure.PROFIT,
    Measure.TOTAL_RETURN: Measure.PROFIT,
    Measure.PRICE: Measure.WORTH,
}
_OF_SHARES: Final = frozenset({"held", "watched", "market", "talked_of"})


def asked_measures(parts: Parts) -> tuple[Measure, ...]:
    """Return the measures, in order; empty: none."""
    named = [Measure(value) for value in parts.values(Kind.MEASURE)]
    of_orders = [Measure(value.split()[0]) for value in parts.values(Kind.ORDER_OF_MEASURE)]
    judged = [JUDGED[each] for each in parts.judgements]
    if parts.ends & {"farthest", "nearest"}:
        named = [DISTANCES.get(each, each) for each in named]
    if Measure.VOLUME in named:
        named = [Measure.AVERAGE_VOLUME if each is Measure.AVERAGE else each for each in named]
    found = tuple(dict.fromkeys([*named, *of_orders, *judged]))
    if parts.moves:
        found = (Measure.CHANGE,) if set(found) <= OF_PRICE else (*found, Measure.CHANGE)
    if found == (Measure.CHANGE,) and parts.is_of_holding:
        return (Measure.PROFIT,)
    return _of_owner(parts, found or _implied(parts))


def _implied(parts: Parts) -> tuple[Measure, ...]:
    when, ways = parts.when, parts.ways
    is_of_days = isinstance(when, OverDays | OverSessions | Since)
    is_bare_span = is_of_days and all(part.when is not None or part.is_question_mark for part in parts.all)
    names_shares = bool(parts.symbols or parts.scopes or parts.owners or parts.asks_which) or is_bare_span
    asks_price, has_end = "asks_price" in parts.fillers, bool(parts.ends)
    if parts.around.is_card_last and asks_price and not (parts.symbols or parts.scopes or when):
        return (Measure.CARD_COST,)
    if has_end and ("day" in ways or (names_shares and when is not None)):
        is_of_price = parts.ends <= {"highest", "lowest"} and ("day" in ways or len(parts.symbols) == 1)
        return (Measure.PRICE,) if is_of_price else (Measure.CHANGE,) if parts.ends <= {"best", "worst"} else ()
    if not names_shares or parts.lacking:
        return ()
    if has_end and parts.ends <= {"largest", "smallest"} and when is None:
        return (Measure.MARKET_CAP,)
    if is_of_days or ("fares" in ways and when is not None):
        return (Measure.CHANGE,)
    is_compared = bool(BOUNDS & ways) and bool(parts.numbers)
    return (Measure.PRICE,) if is_compared or (asks_price and not has_end) else ()


def _of_owner(parts: Parts, measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """Return the measures as those of the account, if "we" are asked about and no share is."""
    is_of_account = parts.names_owner or "account" in parts.scopes
    is_of_shares = bool(parts.symbols) or bool(set(parts.scopes) & _OF_SHARES)
    has_extreme = bool(parts.ends) or "how_often" in parts.ways
    if tuple(measures) == (Measure.PRICE,) and isinstance(parts.when, OverDays | OverSessions) and not has_extreme:
        measures = (Measure.CHANGE,)
    if is_of_account and not is_of_shares:
        measures = tuple(dict.fromkeys(_OF_ACCOUNT.get(each, each) for each in measures))
    return tuple(measures)
