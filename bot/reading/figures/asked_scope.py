"""Of what the parts of a message ask figures: of shares, the account, a card."""

from collections.abc import Sequence
from typing import Final

from bot.domain.figures.measures import OF_ACCOUNT, OF_CARD, OF_LEVELS, OF_POSITIONS, Measure
from bot.domain.figures.query import Judgement, Scope, Since
from bot.reading.figures.asked_measures import BOUNDS
from bot.reading.figures.parts import Parts
from bot.reading.figures.vocabulary import WordKind

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
_EACH: Final = frozenset({"each", "各", "各自", "分别"})
_BY_RSI: Final = frozenset({Judgement.OVERBOUGHT, Judgement.OVERSOLD})


def asked_scope(parts: Parts, measures: Sequence[Measure]) -> _Place | None:
    """Return of what the figures are asked, and the shares that are named; None: of nothing that can be told."""
    named = [_SCOPES[each] for each in parts.scopes if each in _SCOPES]
    is_of_account = bool(measures) and set(measures) <= OF_ACCOUNT
    if set(measures) & OF_CARD or Scope.CARD in named:
        is_of_card = set(measures) <= OF_CARD and parts.around.pending > 0 and not parts.symbols
        return (Scope.CARD, ()) if is_of_card else None
    if set(measures) & OF_LEVELS:
        return _level_scope(parts, measures)
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
    names_end = bool(parts.ends) or bool(parts.values(WordKind.ORDER_OF_MEASURE))
    if Scope.HELD in named or parts.asks_which or names_end:
        return (Scope.HELD, ()) if is_of_positions else (Scope.ACCOUNT, ())
    if set(named) - {Scope.ACCOUNT}:
        return None
    means_focus = parts.is_pointed if Measure.PROFIT not in measures else parts.is_of_holding or parts.has_pronoun
    if means_focus and parts.around.focus and is_of_positions:
        return Scope.HELD, parts.around.focus[:1]
    return Scope.ACCOUNT, ()


def _level_scope(parts: Parts, measures: Sequence[Measure]) -> _Place | None:
    """Return whose level is asked for: of the shares that are named, of that talked of, or of all."""
    says_more = parts.numbers or parts.whens or parts.ends or parts.ways - {"join"} or parts.judgements
    if len(measures) > 1 or says_more:
        return None
    if parts.symbols:
        return Scope.NAMED, parts.symbols
    return (Scope.TALKED_OF if parts.around.focus else Scope.ACCOUNT), ()


def _share_scope(parts: Parts, named: Sequence[Scope]) -> _Place | None:
    focus = parts.around.focus
    if parts.symbols:
        return Scope.NAMED, (focus[0], *parts.symbols) if _names_other(parts) else parts.symbols
    if named:
        return _of_scopes(parts, named)
    if "the_market" in parts.scopes:
        return Scope.MARKET, ()
    if _ranks(parts):
        is_of_all = "which_of_all" in parts.ways or bool(parts.numbers) or len(focus) < _PAIR + parts.is_superlative
        return Scope.MARKET if is_of_all else Scope.TALKED_OF, ()
    is_of_each = len(focus) >= _PAIR and any(part.typed in _EACH for part in parts.all)
    if focus and (is_of_each or parts.is_pointed or not parts.fillers or bool(parts.whens)):
        return Scope.TALKED_OF, ()
    asks = "asks" in parts.fillers or parts.has_question_mark
    return (Scope.MARKET, ()) if set(parts.judgements) & _BY_RSI and asks and not parts.is_pointed else None


def _of_scopes(parts: Parts, named: Sequence[Scope]) -> _Place | None:
    """Return the scope that is named: "these" are all shares of the market where no two are talked of."""
    if len(set(named)) > 1 and Scope.MARKET in named:
        named = [each for each in named if each is not Scope.MARKET]
    if len(set(named)) > 1 or named[0] is Scope.ACCOUNT:
        return None
    if named[0] is not Scope.TALKED_OF or len(parts.around.focus) >= _PAIR:
        return named[0], ()
    return (Scope.MARKET, ()) if parts.ends or parts.judgements or _ranks(parts) else None


def _names_other(parts: Parts) -> bool:
    """Return whether the share talked of is meant beside the one that is named: "its P/E against IBM"."""
    is_compared = ("compare" in parts.ways and parts.is_pointed) or ("join" in parts.ways and parts.has_pronoun)
    return is_compared and len(parts.symbols) == 1 and parts.around.focus[:1] not in {(), parts.symbols}


def _ranks(parts: Parts) -> bool:
    """Return whether shares are to be told apart, or put in an order."""
    names_end = bool(parts.values(WordKind.ORDER_OF_MEASURE))
    asks_which = parts.asks_which or bool(parts.numbers)
    has_end = names_end or bool(parts.ends or parts.judgements or (parts.moves and parts.asks_which))
    is_bounded = parts.asks_which and bool(BOUNDS & parts.ways)
    return "rank" in parts.ways or (asks_which and has_end) or is_bounded or (names_end and not parts.has_pronoun)
