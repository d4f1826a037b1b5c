"""Combines the parts of a message to a question for figures, or finds that it is none."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Final

from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import FRACTIONS, OF_ACCOUNT, OF_CARD, OF_POSITIONS, UNITS, Measure
from bot.domain.figures.query import (
    Bound,
    FigureQuery,
    Judgement,
    Manner,
    OnDay,
    OverDays,
    OverSessions,
    RankOrder,
    Scope,
    Since,
    When,
)
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import tokenise
from bot.reading.figures.scan import MessagePart, Number, scan
from bot.reading.figures.vocabulary import Kind
from bot.reading.word_tables import phrase_list

_PLACES: Final = {
    **dict.fromkeys(("highest", "most", "farthest", "best"), RankOrder.HIGHEST),
    **dict.fromkeys(("lowest", "least", "nearest", "worst"), RankOrder.LOWEST),
}
_DISTANCES: Final = {Measure.HIGH: Measure.FROM_HIGH, Measure.LOW: Measure.FROM_LOW}
_FROM_ENDS: Final = frozenset(_DISTANCES.values())
_JUDGED: Final = {
    Judgement.OVERBOUGHT: Measure.RSI,
    Judgement.OVERSOLD: Measure.RSI,
    Judgement.CHEAP: Measure.PE_RATIO,
    Judgement.EXPENSIVE: Measure.PE_RATIO,
}
_LOW: Final = frozenset({Judgement.OVERSOLD, Judgement.CHEAP})
_SCOPES: Final = {
    "market": Scope.MARKET,
    "held": Scope.HELD,
    "watched": Scope.WATCHED,
    "account": Scope.ACCOUNT,
    "talked_of": Scope.TALKED_OF,
    "card": Scope.CARD,
}
_OF_PRICE: Final = frozenset({Measure.PRICE, Measure.CHANGE})
_BY_SESSIONS: Final = frozenset(measure for measure, formula in FORMULAS.items() if formula.takes_sessions)
_BOUNDS: Final = frozenset({"above", "below", "more", "less"})
_MAX_TEXT: Final = 200  # characters
_PAIR: Final = 2


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known before a message is read."""

    instruments: InstrumentTable
    today: date  # of the market
    focus: tuple[str, ...] = ()  # the shares talked of, the latest first
    pending: int = 0  # decisions that wait for a confirmation
    is_card_last: bool = False  # one of the person's own is what was shown last: "how much is that?"


def read_figure_query(text: str, around: Surroundings) -> FigureQuery | None:
    """Return the figures that a whole message asks for; None: it asks for none, or says anything else.

    Args:
        text: Normalised, without a mention of the bot.
        around: What "it", "last week" and names mean.
    """
    if len(text) > _MAX_TEXT or text.startswith("/") or _orders_something(text):
        return None
    parts = scan(text, instruments=around.instruments, today=around.today)
    return None if parts is None else _Combination(parts, around).query()


def _orders_something(text: str) -> bool:
    """Return whether the first word is a verb that orders something there: "close IBM" is no price."""
    words = [token.text for token in tokenise(text.lower())[:2]]
    is_order = phrase_list("figures", "orders_first", "first").longest_match(words, 0) is not None
    return is_order and phrase_list("figures", "orders_first", "no_order").longest_match(words, 0) is None


class _Combination:
    """The parts of one message, by kind."""

    def __init__(self, parts: Sequence[MessagePart], around: Surroundings) -> None:
        self._around, self._parts = around, parts
        self._symbols = tuple(dict.fromkeys(part.symbol for part in parts if part.symbol))
        self._whens = [part.when for part in parts if part.when is not None]
        self._numbers = [part.number for part in parts if part.number is not None]
        self._lacking = bool(self._values(Kind.LACKING))
        self._ways = frozenset(self._values(Kind.WAY))
        self._scopes = tuple(dict.fromkeys(self._values(Kind.SCOPE)))
        self._owners = frozenset(self._values(Kind.OWNER))
        self._fillers = frozenset(self._values(Kind.FILLER))
        self._falls = bool({"fall", "fall_noun"} & set(self._values(Kind.DIRECTION)))
        self._moves = bool(self._values(Kind.DIRECTION))
        self._judgements = tuple(dict.fromkeys(map(Judgement, self._values(Kind.JUDGEMENT))))

    @property
    def _names_owner(self) -> bool:
        return bool({"owner", "self"} & self._owners)

    @property
    def _ends(self) -> frozenset[str]:
        return frozenset(self._values(Kind.ORDER))

    def _values(self, kind: Kind) -> tuple[str, ...]:
        return tuple(p.meaning.value for p in self._parts if p.meaning is not None and p.meaning.kind is kind)

    def query(self) -> FigureQuery | None:
        """Return the question; None: the parts are none."""
        when = self._when()
        measures = self._measures(when)
        if not (measures or self._lacking) or len(self._whens) > 1 or self._states_something():
            return None
        if Measure.HOURS in measures:
            is_alone = not self._symbols and set(self._scopes) <= {"the_market"}
            return FigureQuery(measures=(Measure.HOURS,), scope=Scope.EXCHANGE) if is_alone else None
        if (place := self._scope(measures)) is None:
            return None
        scope, symbols = place
        query = FigureQuery(
            measures=measures,
            scope=scope,
            symbols=symbols,
            when=when,
            with_market="the_market" in self._scopes,
            is_own="self" in self._owners,
            lacking=tuple(dict.fromkeys(part.typed for part in self._parts if _is_lacking(part))),
        )
        return self._in_manner(query)

    def _when(self) -> When | None:
        if self._whens:
            return self._whens[0]
        return None

    def _measures(self, when: When | None) -> tuple[Measure, ...]:
        """Return the measures that are named, or implied by other words."""
        named = [Measure(value) for value in self._values(Kind.MEASURE)]
        of_orders = [Measure(value.split()[0]) for value in self._values(Kind.ORDER_OF_MEASURE)]
        judged = [_JUDGED[each] for each in self._judgements]
        moved = [Measure.CHANGE] if self._moves else []
        if self._ends & {"farthest", "nearest"}:
            named = [_DISTANCES.get(each, each) for each in named]
        if Measure.VOLUME in named:
            named = [Measure.AVERAGE_VOLUME if each is Measure.AVERAGE else each for each in named]
        found = tuple(dict.fromkeys([*named, *of_orders, *judged]))
        if moved:
            found = (Measure.CHANGE,) if set(found) <= _OF_PRICE else (*found, Measure.CHANGE)
        return self._of_owner(found or self._implied(when), when)

    def _implied(self, when: When | None) -> tuple[Measure, ...]:
        is_of_days = isinstance(when, OverDays | OverSessions | Since)
        is_bare_span = is_of_days and all(part.when is not None or part.is_question_mark for part in self._parts)
        names_shares = bool(self._symbols or self._scopes or self._owners or "which" in self._ways) or is_bare_span
        has_end = bool(self._ends)
        if self._around.is_card_last and "asks_price" in self._fillers and not (self._symbols or self._scopes or when):
            return (Measure.CARD_COST,)
        if has_end and ("day" in self._ways or (names_shares and when is not None)):
            is_of_price = self._ends <= {"highest", "lowest"} and ("day" in self._ways or len(self._symbols) == 1)
            return (Measure.PRICE,) if is_of_price else (Measure.CHANGE,) if self._ends <= {"best", "worst"} else ()
        if not names_shares or self._lacking:
            return ()
        if is_of_days or ("fares" in self._ways and when is not None):
            return (Measure.CHANGE,)
        is_compared = bool(_BOUNDS & self._ways) and bool(self._numbers)
        if is_compared or ("asks_price" in self._fillers and not has_end):
            return (Measure.PRICE,)
        return ()

    def _of_owner(self, measures: tuple[Measure, ...], when: When | None) -> tuple[Measure, ...]:
        """Return the measures as those of the account, if "we" are asked about and no share is."""
        is_of_account = self._names_owner or "account" in self._scopes
        is_of_shares = bool(self._symbols) or bool(set(self._scopes) & {"held", "watched", "market", "talked_of"})
        if measures == (Measure.PRICE,) and isinstance(when, OverDays | OverSessions) and not self._has_extreme:
            measures = (Measure.CHANGE,)
        if is_of_account and not is_of_shares:
            accounts = {
                Measure.CHANGE: Measure.PROFIT,
                Measure.TOTAL_RETURN: Measure.PROFIT,
                Measure.PRICE: Measure.WORTH,
            }
            measures = tuple(dict.fromkeys(accounts.get(each, each) for each in measures))
        return measures

    @property
    def _has_extreme(self) -> bool:
        return bool(self._values(Kind.ORDER)) or "how_often" in self._ways

    @property
    def _is_pointed(self) -> bool:
        return "pointer" in self._owners or any(part.typed == "多少" for part in self._parts)

    def _states_something(self) -> bool:
        """Return whether the message tells something instead of asking: "IBM fell yesterday"."""
        asks = any(part.is_question_mark for part in self._parts) or self._fillers & {"asks", "asks_price"}
        if asks or self._ways & {"which", "rank", "how_often", "compare", "day"}:
            return False
        first = next((part.meaning for part in self._parts if part.meaning or part.symbol), None)
        begins = first is not None and first.kind is Kind.FILLER and first.value == "verb"
        is_bare_move = bool({"rise", "fall"} & set(self._values(Kind.DIRECTION))) and not self._values(Kind.ORDER)
        is_noun = "verb" not in self._fillers and not is_bare_move
        return not (begins or is_noun)

    def _scope(self, measures: Sequence[Measure]) -> tuple[Scope, tuple[str, ...]] | None:
        """Return of what the figures are asked; None: of nothing that can be told."""
        named = [_SCOPES[each] for each in self._scopes if each in _SCOPES]
        is_of_account = bool(measures) and set(measures) <= OF_ACCOUNT
        if set(measures) & OF_CARD or Scope.CARD in named:
            is_of_card = set(measures) <= OF_CARD and self._around.pending > 0 and not self._symbols
            return (Scope.CARD, ()) if is_of_card else None
        if set(measures) & OF_ACCOUNT and not is_of_account:
            return None
        if is_of_account:
            asks_day = "day" in self._ways and bool(self._ends)  # "our best day": days are not compared
            return None if asks_day else self._account_scope(measures, named)
        if self._names_owner and not set(named) & {Scope.HELD, Scope.WATCHED} and not self._whens_of_fill:
            return None
        return self._share_scope(named)

    @property
    def _whens_of_fill(self) -> bool:
        return any(isinstance(when, Since) for when in self._whens)

    def _account_scope(
        self, measures: Sequence[Measure], named: Sequence[Scope]
    ) -> tuple[Scope, tuple[str, ...]] | None:
        if self._symbols:
            return (Scope.HELD, self._symbols) if set(measures) <= OF_POSITIONS else None
        if (
            Scope.HELD in named
            or "which" in self._ways
            or self._values(Kind.ORDER)
            or self._values(Kind.ORDER_OF_MEASURE)
        ):
            return (Scope.HELD, ()) if set(measures) <= OF_POSITIONS else (Scope.ACCOUNT, ())
        if set(named) - {Scope.ACCOUNT}:
            return None
        if self._is_pointed and self._around.focus and set(measures) <= OF_POSITIONS - {Measure.PROFIT}:
            return Scope.HELD, self._around.focus[:1]
        return Scope.ACCOUNT, ()

    def _share_scope(self, named: Sequence[Scope]) -> tuple[Scope, tuple[str, ...]] | None:
        if self._symbols:
            symbols = self._symbols
            names_other = self._ways & {"compare"} and self._is_pointed and len(symbols) == 1 and self._around.focus
            if names_other and self._around.focus[0] not in symbols:
                symbols = (self._around.focus[0], *symbols)
            return Scope.NAMED, symbols
        if len(set(named)) > 1 and Scope.MARKET in named:
            named = [each for each in named if each is not Scope.MARKET]
        if named:
            is_known = named[0] is not Scope.ACCOUNT and (
                named[0] is not Scope.TALKED_OF or len(self._around.focus) >= _PAIR
            )
            return (named[0], ()) if is_known and len(set(named)) == 1 else None
        if self._ranks:
            return Scope.MARKET, ()
        if "the_market" in self._scopes:
            return Scope.MARKET, ()
        is_bare = not self._fillers
        if self._around.focus and (self._is_pointed or is_bare or self._whens):
            return Scope.TALKED_OF, ()
        return None

    @property
    def _ranks(self) -> bool:
        names_end = bool(self._values(Kind.ORDER_OF_MEASURE))
        has_end = names_end or bool(self._values(Kind.ORDER))
        asks_which = "which" in self._ways or bool(self._numbers)
        has_end = has_end or bool(set(self._judgements) & {Judgement.CHEAP, Judgement.EXPENSIVE})
        return "rank" in self._ways or (asks_which and has_end) or (names_end and not self._is_pointed)

    def _in_manner(self, query: FigureQuery) -> FigureQuery | None:
        """Return the question with how its figures are to be shown; None: a number or a word is left over."""
        is_bounded = bool(_BOUNDS & self._ways)
        if "how_often" in self._ways:
            return self._counted(query)
        if is_bounded or (self._judgements and not self._compares_by_judgement):
            return self._checked(query)
        query, numbers = self._with_sessions(query, list(self._numbers))
        order, count = self._order(), None
        if numbers and (order is not None or self._ways & {"rank", "which"}):
            count, numbers = _count_of(numbers)
        if numbers or (order is not None and len(query.measures) != 1):
            return None
        if self._ends & {"farthest", "nearest"} and not set(query.measures) <= _FROM_ENDS:
            return None
        return replace(query, manner=self._manner(query, order, count), order=order or RankOrder.HIGHEST, count=count)

    @property
    def _compares_by_judgement(self) -> bool:
        """Whether several shares are told apart by it: 苹果和IBM哪个便宜."""
        return len(self._symbols) > 1 or "which" in self._ways

    def _manner(self, query: FigureQuery, order: RankOrder | None, count: int | None) -> Manner:
        if order is None:
            return Manner.RANK if "rank" in self._ways else Manner.VALUE
        formula = FORMULAS.get(query.measures[0])
        is_single = query.scope is Scope.TALKED_OF or (query.scope is Scope.NAMED and len(query.symbols) == 1)
        asks_day = "day" in self._ways or (is_single and not self._ways & {"which", "compare"})
        if formula is not None and formula.daily is not None and asks_day:
            return Manner.EXTREME_DAY
        return Manner.RANK if "rank" in self._ways or (count or 1) > 1 else Manner.FIRST

    def _with_sessions(self, query: FigureQuery, numbers: list[Number]) -> tuple[FigureQuery, list[Number]]:
        """Return the question with "RSI 14", "sma200" read as so many sessions."""
        is_by_sessions = bool(query.measures) and set(query.measures) <= _BY_SESSIONS and query.when is None
        if is_by_sessions and len(numbers) == 1 and not numbers[0].is_percent and numbers[0].value > 1:
            return replace(query, when=OverSessions(int(numbers[0].value))), []
        return query, numbers

    def _order(self) -> RankOrder | None:
        """Return which end is asked for; that of falls is the lowest change."""
        orders = [_PLACES[each] for each in self._values(Kind.ORDER)]
        orders_of_measures = [RankOrder(each.split()[1]) for each in self._values(Kind.ORDER_OF_MEASURE)]
        judged = [RankOrder.LOWEST if each in _LOW else RankOrder.HIGHEST for each in self._judgements]
        found = list(dict.fromkeys([*orders, *orders_of_measures, *judged]))
        if not found:
            asks_which = self._ways & {"which", "day"} and self._moves
            return (RankOrder.LOWEST if self._falls else RankOrder.HIGHEST) if asks_which else None
        is_below_high = Measure.FROM_HIGH in self._measures(self._when()) and not self._values(Kind.ORDER_OF_MEASURE)
        is_flipped = (self._falls and "worst" not in self._ends) or (
            is_below_high and not self._ends & {"best", "worst"}
        )
        if not is_flipped:
            return found[0]
        return RankOrder.LOWEST if found[0] is RankOrder.HIGHEST else RankOrder.HIGHEST

    @property
    def _asks_whether(self) -> bool:
        """Whether it is asked if something is so: "is it above 70?"; "when it is above 500" is a condition."""
        said = [part.meaning for part in self._parts if part.meaning is not None and not part.is_question_mark]
        begins = bool(said) and (said[0].kind, said[0].value) == (Kind.FILLER, "verb")
        has_mark = any(part.is_question_mark for part in self._parts)
        return begins or "吗" in {part.typed for part in self._parts} or (has_mark and "asks" not in self._fillers)

    def _checked(self, query: FigureQuery) -> FigureQuery | None:
        """Return whether a figure is beyond a bound: "is the RSI above 70?", "is it cheap?"."""
        if len(query.measures) > 1 and query.measures[0] not in {Measure.AVERAGE, Measure.PRICE}:
            return None
        if self._judgements:
            judgement = self._judgements[0]
            is_plain = query.measures == (_JUDGED[judgement],) and not self._numbers and len(self._judgements) == 1
            return replace(query, manner=Manner.CHECK, judgement=judgement) if is_plain else None
        if not self._asks_whether:
            return None
        if Measure.AVERAGE in query.measures:
            query, numbers = self._with_sessions(replace(query, measures=(Measure.FROM_AVERAGE,)), list(self._numbers))
            bound = Bound("above" in self._ways, Decimal(0))
            return None if numbers or self._has_amount else replace(query, manner=Manner.CHECK, bound=bound)
        return self._compared(query)

    @property
    def _has_amount(self) -> bool:
        return bool({"more", "less"} & self._ways)

    def _compared(self, query: FigureQuery) -> FigureQuery | None:
        """Return whether a figure is beyond a number: of a change a percentage, of a price dollars."""
        if len(self._numbers) != 1 or query.scope not in {Scope.NAMED, Scope.TALKED_OF}:
            return None
        number, measures = self._numbers[0], query.measures
        if set(measures) <= _OF_PRICE and not number.is_percent:
            measures = () if self._moves and self._has_amount else (Measure.PRICE,)  # "fell more than $5" by none
        is_fraction = len(measures) == 1 and UNITS.get(measures[0]) in FRACTIONS
        if len(measures) != 1 or is_fraction is not number.is_percent or len(self._bounds) != 1:
            return None
        when = Since.BEGINNING if query.when is None and "perfect" in self._fillers else query.when
        is_any_day = when is Since.BEGINNING or "day" in self._ways or measures[0] is not Measure.CHANGE
        is_of_days = is_any_day and when is not None and not isinstance(when, OnDay)
        has_days = is_of_days and FORMULAS[measures[0]].daily is not None
        manner = Manner.CHECK_DAYS if has_days else Manner.CHECK
        bound = self._bound(number, measures[0])
        order = RankOrder.HIGHEST if bound.is_above else RankOrder.LOWEST
        return replace(query, measures=measures, when=when, manner=manner, bound=bound, order=order)

    @property
    def _bounds(self) -> frozenset[bool]:
        """Whether the words of the bound are upward ones, or downward ones, or both."""
        return frozenset(each in {"above", "more"} for each in self._ways & _BOUNDS)

    def _bound(self, number: Number, measure: Measure) -> Bound:
        """Return the bound; of falls and of distances below a high, "more than 2 %" is below -2 %."""
        is_above, value = True in self._bounds, _in_unit(number, measure)
        is_flipped = (measure is Measure.CHANGE and self._falls) or measure is Measure.FROM_HIGH
        return Bound(not is_above, -value) if is_flipped else Bound(is_above, value)

    def _counted(self, query: FigureQuery) -> FigureQuery | None:
        """Return on how many days a figure was beyond a bound: "how often did it fall more than 2 % in a day"."""
        if len(query.measures) != 1 or len(self._numbers) > 1 or FORMULAS.get(query.measures[0]) is None:
            return None
        measure = query.measures[0]
        value = _in_unit(self._numbers[0], measure) if self._numbers else Decimal(0)
        if measure is Measure.CHANGE and self._moves:
            is_beyond_zero = False not in self._bounds
            bound = Bound(not self._falls, -value if self._falls else value)
            return replace(query, manner=Manner.HOW_OFTEN, bound=bound) if is_beyond_zero else None
        if not self._numbers or FORMULAS[measure].daily is None or len(self._bounds) != 1:
            return None
        return replace(query, manner=Manner.HOW_OFTEN, bound=Bound(True in self._bounds, value))


def _is_lacking(part: MessagePart) -> bool:
    return part.meaning is not None and part.meaning.kind is Kind.LACKING


def _count_of(numbers: list[Number]) -> tuple[int | None, list[Number]]:
    """Return how many are asked for, and the numbers that are left over."""
    number = numbers[0]
    is_count = not number.is_percent and number.value == int(number.value) and 0 < number.value <= 20  # noqa: PLR2004
    return (int(number.value), numbers[1:]) if is_count else (None, numbers)


def _in_unit(number: Number, measure: Measure) -> Decimal:
    return number.value / 100 if UNITS.get(measure) in FRACTIONS else number.value
