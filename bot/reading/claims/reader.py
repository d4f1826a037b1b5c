"""Reads what an argument claims of figures, or of topics without figures."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Final

from bot.domain.figures.claims import Claim, ClaimedValue, FigureClaim, Level, Relation, Topic, TopicClaim
from bot.domain.figures.measures import FRACTIONS, UNITS, Measure
from bot.domain.figures.query import OverSessions, When
from bot.reading.claims.clause import MOVES, ClaimClause, ClaimWord, Subject, clauses_in
from bot.reading.quantities.quantity import Quantity, Unit

_HALF_YEAR: Final = OverSessions(120)  # of a change whose time is not named: the one that the rules count
_ENDS: Final = {"high": Level.HIGH, "rising": Level.HIGH, "low": Level.LOW, "falling": Level.LOW}
_SIDES: Final = {"above": Level.HIGH, "below": Level.LOW}  # of an average, or a signal
_SIDED: Final = frozenset({Measure.FROM_AVERAGE, Measure.MACD})
_OPPOSITE: Final = {Level.HIGH: Level.LOW, Level.LOW: Level.HIGH}
_SIGNS: Final = {Level.HIGH: 1, Level.LOW: -1}
_DISTANCES: Final = {Measure.FROM_HIGH: -1, Measure.FROM_LOW: 1}  # and the sign they have
_DIRECTED: Final = frozenset({Measure.CHANGE, Measure.FROM_AVERAGE, *_DISTANCES})  # levels say the sign of a value
_COURSES: Final = {Measure.EPS: Topic.EARNINGS_GROWTH, Measure.DIVIDEND_YIELD: Topic.DIVIDEND_POLICY}
_CHANGE: Final = Subject(Measure.CHANGE)
_WHETHER_ANY: Final = frozenset({"none", "some"})
_EVENTFUL: Final = frozenset({Measure.CHANGE, Measure.FROM_AVERAGE, Measure.VOLUME_RATIO, Measure.NEWS, Measure.EPS})
_WITHOUT_VALUE: Final = frozenset({Measure.NEWS, Measure.MACD})
_NOTHING: Final = ClaimedValue(Decimal("0.0000"))
_UNITS: Final = frozenset({Unit.NONE, Unit.MONEY, Unit.PERCENT})


def read_claims(text: str, *, today: date) -> tuple[Claim, ...]:
    """Return what an argument claims; empty: nothing that figures or headlines can tell."""
    found: dict[object, Claim] = {}
    for clause in clauses_in(text, today=today):
        for claim in (clause.topic,) if clause.topic else _figure_claims(clause):
            key = (claim.measure, claim.when, claim.is_denied) if isinstance(claim, FigureClaim) else claim.topic
            found[key] = _merged(found.get(key), claim)
    return tuple(found.values())


def _merged(before: Claim | None, claim: Claim) -> Claim:
    """Return one claim for two about the same figure: "the pe is only 10, that's cheap"."""
    if not (isinstance(before, FigureClaim) and isinstance(claim, FigureClaim)):
        return before or claim
    return replace(before, level=before.level or claim.level, value=before.value or claim.value)


def _figure_claims(clause: ClaimClause) -> tuple[Claim, ...]:
    """Return the claims about figures; a number belongs to the first that is named."""
    subjects = tuple(dict.fromkeys((*clause.facts, *clause.judged))) or (_CHANGE,) * clause.moves
    if len(subjects) > 1:  # "the price is under its 200-day average"
        subjects = tuple(each for each in subjects if each.measure is not Measure.PRICE)
    if len(clause.numbers) > 1 or sum(each.measure is Measure.FROM_AVERAGE for each in subjects) > 1:
        return ()
    claims = [_claim(clause, each, takes_number=at == 0) for at, each in enumerate(subjects)]
    known = tuple(each for each in claims if each is not None)
    return known if len(known) == len(claims) else ()


def _claim(clause: ClaimClause, subject: Subject, *, takes_number: bool) -> Claim | None:
    """Return what is claimed of one figure; None: nothing that makes sense of it."""
    number = clause.numbers[0] if clause.numbers and takes_number else None
    state = clause.judged.get(subject, "")
    if number is None and not state and subject.measure in _COURSES and clause.moves:  # which no figure here says
        words = (each for each in clause.pieces if isinstance(each, ClaimWord))
        typed = next(each.typed for each in words if each.subject == subject)
        return TopicClaim(topic=_COURSES[subject.measure], typed=typed)
    judged = Level(state) if state in set(Level) else None
    level = judged or _level(clause, subject)
    measure = _measure(clause, subject, number, level)
    value = _NOTHING if state in _WHETHER_ANY else None if number is None else _value(clause, measure, number)
    is_of_then = bool(clause.whens) and measure not in (_EVENTFUL if number is None else {Measure.CHANGE})
    if is_of_then or (value is None and (level is None or number is not None)):
        return None
    return FigureClaim(
        measure=measure,
        when=_when(clause, measure, subject),
        level=judged if value is not None and measure in _DIRECTED else level,
        value=value,
        is_denied=clause.is_denied is not (state == "some"),
    )


def _measure(clause: ClaimClause, subject: Subject, number: Quantity | None, level: Level | None) -> Measure:
    if subject.measure is not Measure.PRICE or (number is not None and number.unit is not Unit.PERCENT):
        return subject.measure
    is_of_worth = number is None and level is not None and not clause.moves  # "the price is too high"
    return Measure.PE_RATIO if is_of_worth else Measure.CHANGE


def _level(clause: ClaimClause, subject: Subject) -> Level | None:
    """Return the level that the words of levels and relations mean of one figure; None: none, or two."""
    if subject.measure in _DISTANCES:
        is_near = "near" in clause.levels or "about" in clause.relations
        is_far = "far" in clause.levels or "below" in clause.relations
        if is_near is is_far:
            return None
        return Level.HIGH if is_near is (subject.measure is Measure.FROM_HIGH) else Level.LOW
    is_of_moves = clause.moves or not (clause.facts or clause.judged)  # "fell a lot"
    found = {_ENDS[each] for each in clause.levels & _ENDS.keys() if each in MOVES or not is_of_moves}
    if subject.measure in _SIDED:
        found |= {_SIDES[each] for each in clause.relations & _SIDES.keys()}
        ends_with_price = len(clause.facts) > 1 and clause.facts[-1].measure is Measure.PRICE
        found = {_OPPOSITE[each] for each in found} if ends_with_price else found  # "the average is above the price"
    return next(iter(found)) if len(found) == 1 else None


def _value(clause: ClaimClause, measure: Measure, number: Quantity) -> ClaimedValue | None:
    """Return the value that a number claims; None: it is in another unit, or its direction is not known."""
    is_fraction, sign = UNITS[measure] in FRACTIONS, _DISTANCES.get(measure, 1)
    if measure in {Measure.CHANGE, Measure.FROM_AVERAGE}:
        level = _level(clause, Subject(measure))
        sign = 0 if level is None else _SIGNS[level]
    is_in_unit = number.unit in _UNITS and is_fraction is (number.unit is Unit.PERCENT)
    if number.value is None or not is_in_unit or measure in _WITHOUT_VALUE or not sign:
        return None
    value = number.value.scaleb(-2) if is_fraction else number.value
    return ClaimedValue(value * sign, _relation(clause, measure, sign))


def _relation(clause: ClaimClause, measure: Measure, sign: int) -> Relation:
    """Return how the figure is claimed to stand to the value; "more than 2 % down" is below -2 %."""
    named = clause.relations
    if measure is Measure.FROM_AVERAGE or (measure in _DISTANCES and "above" not in named):
        named -= {"above", "below"}  # these say on which side of it
    if "above" in named:
        return Relation.ABOVE if sign > 0 else Relation.BELOW
    if "below" in named and measure not in _DISTANCES:
        return Relation.BELOW if sign > 0 else Relation.ABOVE
    if Relation.ODD in named:
        return Relation.ODD
    return Relation.ABOUT if "about" in named else Relation.EXACT


def _when(clause: ClaimClause, measure: Measure, subject: Subject) -> When | None:
    if measure is Measure.CHANGE:
        return clause.whens[0] if clause.whens else _HALF_YEAR
    return OverSessions(subject.sessions) if subject.sessions else None
