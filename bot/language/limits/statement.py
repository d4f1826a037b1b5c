"""Decide whether one clause states a limit, and which: "never put more than 5 % into one stock", 每笔不超过2000美元."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.trading.trading_limits import LimitMeasure, LimitPeriod, LimitProblem, LimitScope, LimitTerms, LimitUnit
from bot.language.limits.clauses import LimitItem
from bot.language.limits.words import LimitWord
from bot.reading.quantities.quantity import MAX_COUNT_BEFORE_NAME, Quantity, Unit

_SMALL: Final = 100  # a smaller number without a unit may count shares or dollars
_MAX: Final = Decimal(10) ** 12
_W: Final = LimitWord
_PERIODS: Final = {_W.DAY: LimitPeriod.DAY, _W.WEEK: LimitPeriod.WEEK, _W.MONTH: LimitPeriod.MONTH}
_LASTING: Final = frozenset({_W.NEVER, _W.STANDING, _W.PER_TRADE, _W.PER_SHARE, *_PERIODS})
_MARKERS: Final = _LASTING | {_W.TOTAL, _W.THREAD, _W.TODAY}
_DENIALS: Final = frozenset({_W.NOT, _W.NEVER})
_USES: Final = frozenset({_W.SPEND, _W.BUY, _W.OWN, _W.HAVE, _W.LOSE})
_LEADING: Final = frozenset({_W.OPENING, _W.FILLER, _W.BREAKS, _W.CHANNEL})
_UNITS: Final = {
    Unit.MONEY: LimitUnit.MONEY,
    Unit.SHARES: LimitUnit.SHARES,
    Unit.PERCENT: LimitUnit.PERCENT,
    Unit.TENTHS: LimitUnit.PERCENT,
}


@dataclass(frozen=True, slots=True)
class _Clause:
    """The items of one clause, and what they hold."""

    items: tuple[LimitItem, ...]
    is_command: bool  # it follows "/limits"

    @property
    def words(self) -> frozenset[LimitWord]:
        return frozenset(item.word for item in self.items if item.word is not None)

    @property
    def numbers(self) -> tuple[Quantity, ...]:
        return tuple(item.number for item in self.items if item.number is not None)

    @property
    def symbols(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(item.symbol for item in self.items if item.symbol is not None))

    @property
    def is_known(self) -> bool:
        return all(item.is_known for item in self.items)

    @property
    def first_word(self) -> LimitWord | None:
        """The first word that carries a meaning."""
        return next((item.word for item in self.items if item.word is not None and item.word not in _LEADING), None)

    def has(self, *words: LimitWord) -> bool:
        """Return whether one of the words is in the clause."""
        return not self.words.isdisjoint(words)

    def has_in_order(self, first: frozenset[LimitWord], second: LimitWord) -> bool:
        """Return whether `second` stands behind one of `first`."""
        found = [item.word for item in self.items if item.word in first or item.word is second]
        return bool(found) and found[0] in first and second in found

    @property
    def bounds_above(self) -> bool:
        """Whether it names an upper bound."""
        if self.has_in_order(_DENIALS, _W.LIMIT) and not self.has(_W.BEYOND, _W.AT_MOST):
            return False  # "no limit"
        is_all = self.has(_W.PERSON, _W.HAVE) and self.has(_W.ONLY) and self.has(*_USES)
        return self.names_bound or is_all or self._is_total

    @property
    def names_bound(self) -> bool:
        """Whether a word or a denial says that there is a bound, as "only" alone does not."""
        is_denied = self.has_in_order(_DENIALS | {_W.CHANNEL}, _W.BEYOND)
        return is_denied or self.has(_W.AT_MOST, _W.LIMIT, _W.ALL_THERE_IS) or self._is_budget

    @property
    def _is_budget(self) -> bool:
        """Whether it says what there is to spend: "I have $3,000 to invest"."""
        is_owned = self.has(_W.HAVE) or (self.has(_W.PERSON) and not self.symbols)  # 我想投3000块到微软 orders
        return self.has(_W.BUDGET) and is_owned

    @property
    def _is_total(self) -> bool:
        """Whether it names nothing but a total: "$2,000 on shares in all"."""
        totals = {_W.TOTAL, _W.TODAY}
        return self.has(*totals) and self.words <= {*totals, _W.SPEND, _W.BUDGET, *_LEADING}

    @property
    def counts_trades(self) -> bool:
        """Whether its number counts trades, positions or days, which no check does: "at most 2 trades a day"."""
        number = self.numbers[0]
        behind = [item for item in self.items if item.start >= number.end and item.word is not _W.FILLER][:1]
        counted = {_W.PER_TRADE, _W.PER_SHARE, _W.OWN, _W.LIMIT}
        is_small_count = number.unit is Unit.NONE and not _is_substantial(number)
        return number.unit is Unit.OTHER or (is_small_count and any(item.word in counted for item in behind))

    @property
    def bounds_share(self) -> bool:
        """Whether it names a share and an upper bound, and orders nothing: "AAPL at most 3 shares"."""
        orders = self.has(_W.REQUEST, _W.BUY, _W.SPEND, _W.THIS_TRADE, _W.LIFT, _W.ASK)
        is_plain = self.is_known and not orders and not any(item.asks for item in self.items)
        return bool(self.symbols) and self.has(_W.AT_MOST) and is_plain and len(self.numbers) == 1

    @property
    def bounds_cash(self) -> bool:
        """Whether it says what must remain in cash."""
        return self.has(_W.CASH) and self.has(_W.AT_LEAST, _W.KEEP) and not self.has(_W.SPEND, _W.BUY)

    @property
    def is_statement(self) -> bool:
        """Whether it speaks of the person's trades in general, and orders nothing."""
        if self.has(_W.REQUEST, _W.THIS_TRADE, _W.LIFT) or any(item.asks for item in self.items):
            return False
        if self.first_word in {_W.BUY, _W.SPEND} and not self.has(*_LASTING):
            return False  # "buy IBM for at most $3,000"
        is_held = self.has(_W.OWN) and self.has(_W.AT_MOST, _W.BEYOND)  # "hold at most 8 IBM"
        is_all = self.has(_W.HAVE) and self.has(_W.ONLY)
        is_own = self.has(_W.PERSON, _W.LIMIT, _W.KEEP, _W.ALL_THERE_IS) or self.first_word in _DENIALS
        is_everybodys = self.has(_W.CHANNEL) and self.has(_W.AT_MOST, _W.BEYOND)
        is_own = is_own or is_held or is_all or is_everybodys
        return is_own or self.bounds_cash or self.has(*_MARKERS)


def read_statement(
    items: Sequence[LimitItem], *, is_command: bool, has_pending: bool = False
) -> LimitTerms | LimitProblem | None:
    """Return the limit that a clause states, or why it is not understood; None: it states none.

    A limit that no check enforces, "at most 2 trades a day", is a preference, whose text the caller adds.
    """
    clause = _Clause(tuple(items), is_command)
    # "AAPL at most 3 shares" bounds a pending purchase, else every one
    is_of_share = clause.bounds_share and not has_pending
    if not (is_command or is_of_share or clause.is_statement):
        return None
    if (exclusion := _exclusion(clause)) is not None:
        return exclusion
    says_size = clause.numbers or clause.has(_W.LIMIT, _W.AT_MOST, _W.BEYOND, _W.SPEND, _W.LOSE)  # not "that's all"
    if not says_size or not (clause.bounds_above or clause.bounds_cash):
        return LimitProblem.NUMBER if _is_vague(clause) else None
    if clause.has(_W.EXCEPTION) or not clause.is_known:
        sounds_like_limit = clause.names_bound or clause.bounds_cash
        return LimitProblem.UNCLEAR if sounds_like_limit and any(map(_is_substantial, clause.numbers)) else None
    is_dated = clause.has(_W.EXPIRY, _W.TODAY)
    if is_dated or (clause.has(_W.CHANNEL) and not is_command):
        return LimitProblem.EXPIRY if is_dated else LimitProblem.EVERYBODY
    return _terms(clause, clause.numbers[0]) if len(clause.numbers) == 1 else LimitProblem.NUMBER


def asks_for_limits(items: Sequence[LimitItem]) -> bool:
    """Return whether a whole message asks which limits there are, or what is left: "how much of my budget is left?"."""
    clause = _Clause(tuple(items), is_command=False)
    names_limit = clause.has(_W.LIMIT, _W.STANDING) or (clause.has(_W.SPEND) and clause.has(_W.MAY))
    is_known = clause.is_known and not clause.numbers and not clause.symbols
    return clause.has(_W.ASK) and names_limit and is_known and not clause.has(_W.LIFT, _W.REQUEST)


def lifts_limit(items: Sequence[LimitItem]) -> bool:
    """Return whether a whole message ends limits: "drop my limit", 那个限额不要了."""
    clause = _Clause(tuple(items), is_command=False)
    is_question = any(item.asks for item in clause.items)
    is_denied = clause.has_in_order(_DENIALS, _W.LIFT)  # "don't forget the limit"
    names_limit = clause.has(_W.LIMIT, _W.STANDING)
    return clause.has(_W.LIFT) and names_limit and clause.is_known and not is_question and not is_denied


def lifted_value(items: Sequence[LimitItem]) -> Decimal | None:
    """Return the number of the limit that a message ends, in dollars, shares or percent; None: it names none."""
    numbers = _Clause(tuple(items), is_command=False).numbers
    if len(numbers) != 1 or numbers[0].value is None:
        return None
    return numbers[0].value * 10 if numbers[0].unit is Unit.TENTHS else numbers[0].value


def is_bare(items: Sequence[LimitItem], *, is_beside_order: bool) -> bool:
    """Return whether a clause says of nobody and of no time that it holds: "not a cent over 2500 in all".

    Beside an order of its speaker's own, "but we shouldn't go over 4k" and "keep it below 4k" are about that order.
    """
    of_anybody = frozenset() if is_beside_order else frozenset({_W.PERSON, _W.KEEP})
    return not _Clause(tuple(items), is_command=False).has(
        *(_W.HAVE, _W.LIMIT, _W.BUDGET, _W.ALL_THERE_IS), *of_anybody, *(_MARKERS - {_W.TOTAL})
    )


def _exclusion(clause: _Clause) -> LimitTerms | None:
    """Return the limit of "never buy FB"; None: it is none."""
    denies_for_good = clause.has(_W.NEVER) or (clause.has(_W.NOT) and clause.has(_W.STANDING))
    if not (denies_for_good and clause.symbols and clause.is_known) or clause.numbers or clause.has(_W.BEYOND):
        return None
    if not clause.has(_W.BUY, _W.OWN, _W.SPEND):
        return None
    return LimitTerms(measure=LimitMeasure.TRADE, unit=LimitUnit.SHARES, symbols=clause.symbols, scope=_scope(clause))


def _is_vague(clause: _Clause) -> bool:
    """Return whether it bounds a size that no number says: "I don't want to spend too much"."""
    is_bounded = clause.has(_W.SPEND, _W.LOSE, _W.BUY, _W.KEEP) and clause.has(_W.NOT, _W.NEVER, _W.KEEP, _W.ONLY)
    is_named = clause.has(_W.LIMIT) and clause.has(_W.PERSON)  # "I'm on a tight budget"
    return clause.has(_W.VAGUE) and (is_bounded or is_named) and clause.is_known and not clause.numbers


def _is_substantial(number: Quantity) -> bool:
    """Return whether a number can be the size of a trade: not the 1 of "only one question"."""
    is_great = number.is_scaled or (number.value is not None and number.value >= _SMALL)
    return number.unit in _UNITS or (number.unit is Unit.NONE and is_great)


def _terms(clause: _Clause, number: Quantity) -> LimitTerms | LimitProblem:
    if clause.counts_trades or (clause.has(_W.LOSE) and clause.has(*_PERIODS)):
        return LimitTerms(measure=LimitMeasure.PREFERENCE, symbols=clause.symbols, scope=_scope(clause))
    if number.unit is Unit.FOREIGN:
        return LimitProblem.CURRENCY
    if number.value is None or not 0 < number.value <= _MAX:
        return LimitProblem.NUMBER
    unit = _UNITS.get(number.unit) or _unit_without_word(clause, number)
    if unit is None:
        return LimitProblem.UNIT
    value = number.value * 10 if number.unit is Unit.TENTHS else number.value
    measure = _measure(clause, unit)
    is_part_of_cash = unit is LimitUnit.PERCENT and clause.has(_W.CASH) and measure is not LimitMeasure.CASH
    is_out_of_range = unit is LimitUnit.PERCENT and value > 100  # noqa: PLR2004 - percent
    is_count_of_total = unit is LimitUnit.SHARES and clause.has(_W.TOTAL, *_PERIODS)
    if is_part_of_cash or is_out_of_range or is_count_of_total or (unit is LimitUnit.SHARES and value % 1):
        return LimitProblem.UNCLEAR
    period = next((period for word, period in _PERIODS.items() if clause.has(word)), None)
    return LimitTerms(
        measure=measure,
        unit=unit,
        value=value,
        symbols=clause.symbols,
        period=period if measure is LimitMeasure.TOTAL else None,
        scope=_scope(clause),
    )


def _unit_without_word(clause: _Clause, number: Quantity) -> LimitUnit | None:
    """Return the unit of a number that has no word for it; None: it may be shares or dollars."""
    if number.unit is not Unit.NONE:
        return None
    ends = [item.end for item in clause.items if item.number is number]
    follows = [item for item in clause.items if ends and item.start >= ends[0] and item.word is not _W.FILLER]
    is_named = bool(follows) and follows[0].symbol is not None and clause.has(_W.BUY, _W.OWN)
    if is_named and not number.is_scaled and number.value is not None and number.value <= MAX_COUNT_BEFORE_NAME:
        return LimitUnit.SHARES
    return LimitUnit.MONEY if _is_substantial(number) else None


def _measure(clause: _Clause, unit: LimitUnit) -> LimitMeasure:
    is_of_position = clause.has(_W.OWN, _W.PER_SHARE)
    if clause.bounds_cash or clause.has(_W.LOSE):
        return LimitMeasure.CASH if clause.bounds_cash else LimitMeasure.LOSS
    if unit is LimitUnit.SHARES:
        return LimitMeasure.POSITION if is_of_position else LimitMeasure.TRADE
    if is_of_position and not clause.has(*_PERIODS):
        return LimitMeasure.POSITION
    if clause.has(_W.PER_TRADE) and not clause.has(*_PERIODS):
        return LimitMeasure.TRADE
    is_whole = unit is LimitUnit.MONEY or clause.has(_W.TOTAL, *_PERIODS)
    return LimitMeasure.TOTAL if is_whole else LimitMeasure.POSITION


def _scope(clause: _Clause) -> LimitScope:
    if clause.is_command and clause.has(_W.CHANNEL):
        return LimitScope.CHANNEL
    if clause.has(_W.THREAD):
        return LimitScope.THREAD
    return LimitScope.PERSON if clause.is_command or clause.has(*_LASTING) else LimitScope.THREAD
