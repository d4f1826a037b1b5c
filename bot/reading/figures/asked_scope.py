"""Of what the parts of a message ask figures: of shares, the account, a card."""

from collections.abc import Sequence
from typing import Final

from bot.domain.figures.measures import OF_ACCOUNT, OF_CARD, OF_POSITIONS, Measure
from bot.domain.figures.query import Judgement, Scope, Since
from bot.reading.figures.parts import Parts
from bot.reading.figures.vocabulary import Kind

_Place = tuple[Scope, tuple[str, ...]]
_SCOPES: Final = {
    "market": Scope.MARKET,
    "held": Scope.HELD,
    "watched": Scope.WATCHED,
    "account": Scope.ACCOUNT,
    "talked_of": Scope.TALKED_OF,
    "card": Scope.CARD,
}
_PAIR: Final = 2
_BY_VALUE: Final = frozenset({Judgement.CHEAP, Judgement.EXPENSIVE})


def asked_scope(parts: Parts, measures: Sequence[Measure]) -> _Place | None:
    """Return of what the figures are asked, and the shares that are named; None: of nothing that can be told."""
    named = [_SCOPES[each] for each in parts.scopes if each in _SCOPES]
    is_of_account = bool(measures) and set(measures) <= OF_ACCOUNT
    if set(measures) & OF_CARD or Scope.CARD in named:
        is_of_card = set(measures) <= OF_CARD and parts.around.pending > 0 and not parts.symbols
        return (Scope.CARD, ()) if is_of_card else None
    if set(measures) & OF_ACCOUNT and not is_of_account:
        return None
    if is_of_account:
        asks_day = "day" in parts.ways and bool(parts.ends)  # "our best day": days are not compared
        return None if asks_day else _account_scope(parts, measures, named)
    is_since_fill = any(isinstance(when, Since) for when in parts.whens)
    if parts.names_owner and not set(named) & {Scope.HELD, Scope.WATCHED} and not is_since_fill:
        return None
    return _share_scope(parts, named)


def _account_scope(parts: Parts, measures: Sequence[Measure], named: Sequence[Scope]) -> _Place | None:
    is_of_positions = set(measures) <= OF_POSITIONS
    if parts.symbols:
        return (Scope.HELD, parts.symbols) if is_of_positions else None
    names_end = bool(parts.ends) or bool(parts.values(Kind.ORDER_OF_MEASURE))
    if Scope.HELD in named or "which" in parts.ways or names_end:
        return (Scope.HELD, ()) if is_of_positions else (Scope.ACCOUNT, ())
    if set(named) - {Scope.ACCOUNT}:
        return None
    if parts.is_pointed and parts.around.focus and set(measures) <= OF_POSITIONS - {Measure.PROFIT}:
        return Scope.HELD, parts.around.focus[:1]
    return Scope.ACCOUNT, ()


def _share_scope(parts: Parts, named: Sequence[Scope]) -> _Place | None:
    focus = parts.around.focus
    if parts.symbols:
        symbols = parts.symbols
        names_other = parts.ways & {"compare"} and parts.is_pointed and len(symbols) == 1 and focus
        return Scope.NAMED, (focus[0], *symbols) if names_other and focus[0] not in symbols else symbols
    if len(set(named)) > 1 and Scope.MARKET in named:
        named = [each for each in named if each is not Scope.MARKET]
    if named:
        is_known = named[0] is not Scope.ACCOUNT and (named[0] is not Scope.TALKED_OF or len(focus) >= _PAIR)
        return (named[0], ()) if is_known and len(set(named)) == 1 else None
    if _ranks(parts) or "the_market" in parts.scopes:
        return Scope.MARKET, ()
    is_of_focus = bool(focus) and (parts.is_pointed or not parts.fillers or bool(parts.whens))
    return (Scope.TALKED_OF, ()) if is_of_focus else None


def _ranks(parts: Parts) -> bool:
    names_end = bool(parts.values(Kind.ORDER_OF_MEASURE))
    has_end = names_end or bool(parts.ends) or bool(set(parts.judgements) & _BY_VALUE)
    asks_which = "which" in parts.ways or bool(parts.numbers)
    return "rank" in parts.ways or (asks_which and has_end) or (names_end and not parts.is_pointed)
