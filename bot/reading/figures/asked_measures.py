"""Which measures the parts of a message ask for: those that are named, or implied by other words."""

from collections.abc import Sequence
from typing import Final

from bot.domain.figures.measures import Measure
from bot.domain.figures.query import Judgement, OnDay, OverDays, OverSessions, Since
from bot.reading.figures.parts import Parts
from bot.reading.figures.vocabulary import WordKind

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
_IT: Final = frozenset({"it", "that", "this", "它", "那", "这个"})
_OF_SHARES: Final = frozenset({"held", "watched", "market", "talked_of"})


def asked_measures(parts: Parts) -> tuple[Measure, ...]:
    """Return the measures, in order; empty: none."""
    named = [Measure(value) for value in parts.values(WordKind.MEASURE)]
    of_orders = [Measure(value.split()[0]) for value in parts.values(WordKind.ORDER_OF_MEASURE)]
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
    if when is None and (of_it := _implied_of_it(parts)) is not None:
        return (of_it,)
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
    is_then = isinstance(when, OnDay) and parts.is_pointed and not ways  # "what was it on the 15th?"
    return (Measure.PRICE,) if is_compared or is_then or (asks_price and not has_end) else ()


def _implied_of_it(parts: Parts) -> Measure | None:
    """Return what is asked of the position or the card by "how much": "how much of the account is that?"."""
    asks_price = "asks_price" in parts.fillers
    if "account" in parts.scopes and any(part.typed in _IT for part in parts.all) and not asks_price:
        return Measure.WEIGHT
    is_of_card = parts.around.is_card_last and asks_price and not (parts.symbols or parts.scopes)
    return Measure.CARD_COST if is_of_card else None


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
