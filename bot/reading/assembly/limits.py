"""Assembles requests about limits for more than one decision. A limit is never lifted here."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.limits import ShowLimits, StateLimits
from bot.domain.conversation.requests.memory import Remember
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.tokens import tokenise
from bot.domain.trading.trading_limits import (
    NO_PURCHASES,
    LimitMeasure,
    LimitPeriod,
    LimitProblem,
    LimitScope,
    LimitTerms,
    LimitUnit,
)
from bot.reading.assembly.limit_words import (
    LASTING,
    leading_phrase,
    limit_words,
    names_team,
    offered,
    rule_in_words,
)
from bot.reading.assembly.sizes import is_foreign
from bot.reading.assembly.slots import shares_of
from bot.reading.guarded_words import GuardedMessage
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.quantities.quantity import find_quantities
from bot.reading.recognisers.note_places import read_scope
from bot.reading.recognisers.numbers import in_percent, read_count, read_money, read_percent
from bot.reading.recognisers.stated_numbers import find_numbers
from bot.reading.word_tables import ends_with, phrase_list, words_of

_N: Final = SlotName
_AMOUNTS: Final = (_N.MAX, _N.RISK, _N.PERCENT, _N.COUNT, _N.MONEY, _N.PART)
_BLANKED: Final = (*_AMOUNTS, _N.SHARE, _N.BASE, _N.PERSON)
_UNUSED: Final = (_N.LEVEL, _N.MOVE, _N.STOP, _N.MEASURE, _N.HELD, _N.MARKET, _N.WATCHED)  # beside an amount
_PERIODS: Final = {each.value: each for each in LimitPeriod}
_BOUNDING: Final = ("not", "never", "at_least", "keep")  # do so without a slot for it
_GENERAL: Final = LASTING | {"total", "thread", "everybody"}  # else "at most $900" may bound one trade
_JOINT: Final = re.compile(r"[,;.，；。、](?!\d)|\band\b|并|且|和")
_SMALL: Final = 100  # a smaller number without a unit may count shares or dollars
_MOST_COUNT: Final = 1_000  # the same, of a share that is named
_MOST: Final = Decimal(10) ** 12
_WHOLE: Final = 100  # percent
_LEAST_WORDS: Final = 3  # of a rule in words
_MOST_TEXT: Final = 140  # characters of a rule in words
_MOST_LIMITS: Final = 5  # in one message
_MOST_POSITIONS: Final = 100


@dataclass(frozen=True, slots=True)
class _Statement:
    """A limit as it is stated."""

    parse: Parse
    words: frozenset[str]  # lists of words of what is bounded, outside the slots of numbers and names
    symbols: tuple[str, ...]

    def has(self, *words: str) -> bool:
        """Return whether a word of one of the lists is said."""
        return not self.words.isdisjoint(words)

    @property
    def period(self) -> LimitPeriod | None:
        """Over which a total is counted."""
        return next((period for word, period in _PERIODS.items() if word in self.words), None)

    @property
    def is_lasting(self) -> bool:
        """Whether it holds beyond the conversation, whatever it bounds."""
        return self.has("standing", "never")

    def scope(self, measure: LimitMeasure) -> LimitScope:
        """Return whose trades are bound, and where."""
        is_total = measure is LimitMeasure.TOTAL and self.period is None and not self.is_lasting
        is_here = self.has("thread") and not (self.is_lasting or self.has("per_trade", "per_share"))
        return LimitScope.THREAD if is_here or is_total else LimitScope.PERSON


def list_limits(parse: Parse, _around: Surroundings, _message: MessageFacts) -> ShowLimits:
    """Return the request for the limits in force: all rules, unless it asks for those of the person."""
    is_of_own = phrase_list("notes", "scopes", "person").is_in(words_of(parse.text))
    return ShowLimits(is_of_all=not is_of_own)


def set_limits(parse: Parse, around: Surroundings, message: MessageFacts) -> StateLimits | Remember | None:
    """Assemble limits, or a rule that code cannot check; None: a limit of a list, or what is pending, is meant."""
    is_supposed = parse.text.endswith("?") and any(GuardedMessage.of(parse.text, around.instruments).conditions)
    if parse.has(_N.WHICH, _N.N) or is_supposed:
        return None
    stated = stated_limits(parse, around)
    spends = any(each.measure is LimitMeasure.TRADE and each.value > 0 for each in stated.terms)
    if not spends or not _GENERAL.isdisjoint(limit_words(parse.text)):
        return rule_in_words(parse, stated, message) or stated
    return None if around.has_own_card else StateLimits(problem=LimitProblem.UNCLEAR, symbols=stated.symbols)


def unread_clauses(parse: Parse) -> tuple[str, ...]:
    """Return the clauses beside a limit with a number that no slot has: "min 5 names" behind "max $2m per name"."""
    read = [slot.text for slot in parse.slots if slot.name not in {_N.BASE, _N.UP_TO}]  # "a quarter of the account"
    clauses = (each.strip() for each in _JOINT.split(parse.text) if not any(text in each for text in read))
    return tuple(each for each in clauses if next(iter(find_numbers(each)), None) is not None)


def amounts_of(parse: Parse) -> tuple[tuple[LimitUnit, Decimal], ...]:
    """Return the bounds that a parse names, each with its unit; those that cannot be read are left out."""
    found = (_amount(each, is_of_share=False) for each in parse.each(*_AMOUNTS))
    return tuple(each for each in found if not isinstance(each, LimitProblem))


def stated_limits(parse: Parse, around: Surroundings) -> StateLimits:
    """Return the limits that a parse states, or why they cannot be noted."""
    replaced = {old for old, _ in GuardedMessage.of(parse.text, around.instruments).replacements}
    parse = parse.without([s for s in parse.each(*_AMOUNTS) if any(s.start <= n.start < s.end for n in replaced)])
    shares = shares_of(parse, around)
    is_unclear = bool(shares.unknown or shares.unsupported or shares.misspelt) or parse.has(_N.EXCEPT)
    others = [each for each in parse.each(_N.PERSON) if read_scope(each.text) is None]
    behind = [parse.text[each.end :].strip() for each in others]
    is_of_others = any(not leading_phrase(each, "said", table="person") for each in behind)
    if is_unclear or is_of_others:
        return StateLimits(problem=LimitProblem.UNCLEAR, symbols=shares.symbols)
    stated = joined(_limit(part, around) for part in _parts(parse))
    is_of_everybody = names_team(parse) or "everybody" in limit_words(parse.blanked(parse.each(*_BLANKED), sign="|"))
    return offered(stated) if is_of_everybody else stated


def joined(limits: Iterable[StateLimits]) -> StateLimits:
    """Return limits as they are stated together, or the first problem of one."""
    limits = tuple(limits)
    terms = tuple(term for each in limits for term in each.terms)
    symbols = tuple(dict.fromkeys(symbol for each in limits for symbol in each.symbols))
    is_repeated = len({(each.measure, each.period, each.symbols) for each in terms}) < len(terms)
    is_mixed = len({bool(each.symbols) for each in terms}) > 1  # one may be of the share of the other
    of_several = LimitProblem.UNCLEAR if is_mixed or len(terms) > _MOST_LIMITS else None
    of_several = LimitProblem.NUMBER if is_repeated else of_several
    problem = next((each.problem for each in limits if each.problem is not None), of_several)
    return StateLimits(() if problem else terms, problem, symbols)


def _parts(parse: Parse) -> Iterator[Parse]:
    """Yield a parse for each limit of a message: "$2,000 a trade and $5,000 a week" states two."""
    cuts = [0]
    for one, other in pairwise(parse.each(*_AMOUNTS)):
        joint = max(_JOINT.finditer(parse.text, one.end, other.start), key=re.Match.end, default=None)
        if joint is None:
            yield parse
            return
        cuts.append(joint.end())
    for start, end in pairwise((*cuts, len(parse.text))):
        yield part_of(parse, start, end)


def part_of(parse: Parse, start: int, end: int) -> Parse:
    """Return what a parse finds in a part of its text."""
    inside = (each for each in parse.slots if start <= each.start < each.end <= end)
    slots = tuple(replace(each, start=each.start - start, end=each.end - start) for each in inside)
    return replace(parse, text=parse.text[start:end], slots=slots)


def _limit(parse: Parse, around: Surroundings) -> StateLimits:
    symbols, words = shares_of(parse, around).symbols, limit_words(parse.blanked(parse.each(*_BLANKED), sign="|"))
    words |= {"cash"} & frozenset[str]().union(*(limit_words(slot.text) for slot in parse.each(_N.BASE)))
    if not parse.has(_N.SHARE) and "it" in words and not (symbols := around.focus[:1]):  # which nobody has named
        return StateLimits(problem=LimitProblem.UNCLEAR)
    stated = _Statement(parse, words, symbols)
    found = _problem(stated) or _on_positions(stated) or _on_purchases(stated) or _terms(stated)
    return StateLimits((found,), None, symbols) if isinstance(found, LimitTerms) else StateLimits((), found, symbols)


def _problem(stated: _Statement) -> LimitProblem | None:
    is_numbered, times = stated.parse.has(*_AMOUNTS), tuple(stated.parse.each(_N.TIME))
    ends = (stated.has("expiry", "today") and not times) or any(_ends_at(stated.parse, each) for each in times)
    problems = {
        LimitProblem.GROUP: stated.has("group") and is_numbered,
        LimitProblem.NUMBER: stated.has("vague") and not is_numbered,
        LimitProblem.EXPIRY: ends,
    }
    return next((problem for problem, is_met in problems.items() if is_met), None)


def _ends_at(parse: Parse, time: Slot) -> bool:
    """Return whether a limit is to end at a time, which is neither its start nor a period.

    "No trades two days before earnings" is a rule in words.
    """
    before, words = parse.text[: time.start], limit_words(time.text)
    if words & {*_PERIODS, "standing", "start"} or ends_with(before, "limits", "words", "start"):
        return False
    return parse.has(*_AMOUNTS) or bool(words & {"expiry", "today"}) or ends_with(before, "limits", "words", "expiry")


def _on_positions(stated: _Statement) -> LimitTerms | None:
    """Return the limit of "at most 3 positions at once"; None: it bounds something else."""
    numbers, said = find_quantities(stated.parse.text.lower()), limit_words(stated.parse.text, "positions")
    is_bound = stated.parse.has(_N.UP_TO, _N.MAX) or stated.has(*_BOUNDING)
    is_of_more = stated.symbols or stated.period or stated.parse.has(_N.TIME, _N.STOP, _N.MOVE, _N.PERCENT, _N.PART)
    behind = words_of(_JOINT.split(stated.parse.text[numbers[0].end :])[0]) if numbers else []
    found = phrase_list("limits", "positions", "share").longest_match(behind, 0)
    is_last = found is not None and found[1] == len(behind) and not stated.parse.has(_N.BUY, _N.SELL)
    is_counted = "position" in said or {"share", "at_once"} <= said or is_last  # "never more than 3 names"
    value = numbers[0].value if len(numbers) == 1 and is_bound and is_counted and not is_of_more else None
    if value is None or value % 1 or not 0 < value <= _MOST_POSITIONS:
        return None
    return LimitTerms(measure=LimitMeasure.POSITIONS, unit=LimitUnit.POSITIONS, value=value, scope=LimitScope.PERSON)


def _on_purchases(stated: _Statement) -> LimitTerms | None:
    """Return the limit of "buy nothing more from now on"; None: it says anything else."""
    words = words_of(stated.parse.text)
    found, left = phrase_list("limits", "messages", "no_purchases"), set(range(len(words)))
    for phrases in (found, phrase_list("limits", "words", "standing")):
        left -= {at for _, first, behind in phrases.find_all(words) for at in range(first, behind)}
    is_whole = not any(any(map(str.isalnum, words[at])) and words[at] != "please" for at in left)
    return NO_PURCHASES if is_whole and found.is_in(words) else None


def _terms(stated: _Statement) -> LimitTerms | LimitProblem:
    amounts = tuple(stated.parse.each(*_AMOUNTS))
    if not amounts:
        return _exclusion(stated) or _preference(stated)
    if any(is_foreign(each, stated.parse) for each in amounts):
        return LimitProblem.CURRENCY
    if len(amounts) > 1 or not (stated.parse.has(_N.UP_TO, _N.MAX, _N.RISK, _N.PERCENT) or stated.has(*_BOUNDING)):
        return LimitProblem.NUMBER
    is_minimum = stated.has("cash") and stated.has("at_least", "keep")
    amount = amounts[0]
    text = stated.parse.text
    bound = next((each for each in stated.parse.each(_N.UP_TO) if each.end <= amount.start), amount)
    begin = max(text.rfind(":", 0, bound.start), text.rfind("：", 0, bound.start)) + 1 or bound.start
    is_said_of_it = "lose" in limit_words(text[begin:]) or ends_with(text[:begin], "limits", "words", "lose")
    is_of_risk_desk = not is_said_of_it and not {"per_share", "own"}.isdisjoint(limit_words(text[begin:]))
    is_loss = stated.has("lose") and not (is_minimum or is_of_risk_desk)
    if stated.has("exception") or stated.parse.has(*_UNUSED):
        return LimitProblem.UNCLEAR
    if is_loss and stated.period is not None:  # no check counts losses over time
        return _preference(stated)
    read = _amount(amounts[0], is_of_share=bool(stated.symbols))
    return read if isinstance(read, LimitProblem) else _bound(stated, *read, is_loss=is_loss)


def _bound(stated: _Statement, unit: LimitUnit, value: Decimal, *, is_loss: bool) -> LimitTerms | LimitProblem:
    is_count = unit is LimitUnit.SHARES
    measure = _measure_of_shares(stated) if is_count else LimitMeasure.LOSS if is_loss else _measure(stated, unit)
    is_possible = 0 < value <= (_WHOLE if unit is LimitUnit.PERCENT else _MOST)
    if measure is None or not is_possible or (is_count and (is_loss or value != int(value))):
        return LimitProblem.UNCLEAR
    period = stated.period if measure is LimitMeasure.TOTAL else None
    return LimitTerms(
        measure=measure, unit=unit, value=value, symbols=stated.symbols, period=period, scope=stated.scope(measure)
    )


def _amount(slot: Slot, *, is_of_share: bool) -> tuple[LimitUnit, Decimal] | LimitProblem:
    if (part := read_percent(slot.text)) is not None:
        return LimitUnit.PERCENT, in_percent(part)
    count, money = read_count(slot.text), read_money(slot.text)
    if count is not None and (money is None or slot.name is _N.COUNT):
        return LimitUnit.SHARES, count
    if money is not None:  # with a count, a bare number
        is_money = slot.name in {_N.RISK, _N.MONEY} or money >= (_MOST_COUNT if is_of_share else _SMALL)
        return (LimitUnit.MONEY, money) if is_money or count is None else LimitProblem.UNIT
    return LimitProblem.NUMBER


def _measure(stated: _Statement, unit: LimitUnit) -> LimitMeasure | None:
    """Return what an amount of money or a percentage bounds; None: nothing that is checked."""
    is_percent = unit is LimitUnit.PERCENT
    is_minimum = stated.has("at_least") or not stated.parse.has(_N.UP_TO)  # of cash: unless it says "at most"
    found: LimitMeasure | None = None if is_percent else LimitMeasure.TRADE
    if stated.has("cash") and (is_percent or is_minimum):
        found = LimitMeasure.CASH if is_minimum else None
    elif stated.period is not None or (is_percent and stated.has("total")):
        found = None if is_percent else LimitMeasure.TOTAL
    elif stated.has("per_trade"):
        found = LimitMeasure.TRADE
    elif stated.has("total") and not (is_percent or stated.has("per_share", "own") or stated.is_lasting):
        found = LimitMeasure.TOTAL
    elif stated.symbols or stated.has("per_share") or (stated.has("own") and not is_percent):
        found = LimitMeasure.POSITION
    return found


def _measure_of_shares(stated: _Statement) -> LimitMeasure | None:
    is_of_share = bool(stated.symbols) and not (stated.has("per_trade") or stated.parse.has(_N.BUY))
    is_of_position, is_total = stated.has("own", "per_share") or is_of_share, stated.has("total")
    if stated.period is not None or (is_total and not (stated.symbols or is_of_position)):
        return None
    return LimitMeasure.POSITION if is_of_position or is_total else LimitMeasure.TRADE


def _exclusion(stated: _Statement) -> LimitTerms | None:
    """Return the limit of "never buy FB"; None: it says more than that, or of sales."""
    parse = stated.parse
    says_more = parse.has(_N.UP_TO, _N.TIME, *_UNUSED) or (parse.has(_N.SELL) and not parse.has(_N.BUY))
    is_denied = stated.has("not", "never") and not stated.has("exception", "how")
    if not stated.symbols or says_more or not is_denied:
        return None
    return LimitTerms(
        measure=LimitMeasure.TRADE, unit=LimitUnit.SHARES, symbols=stated.symbols, scope=LimitScope.PERSON
    )


def _preference(stated: _Statement) -> LimitTerms | LimitProblem:
    """Return a rule in words, which no check enforces."""
    text = " ".join(stated.parse.text.split())
    if len(tokenise(text)) < _LEAST_WORDS or len(text) > _MOST_TEXT:
        return LimitProblem.UNCLEAR
    return LimitTerms(measure=LimitMeasure.PREFERENCE, symbols=stated.symbols, scope=LimitScope.PERSON, text=text)
