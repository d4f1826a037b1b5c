"""Finds the limits in a text that is known to state some, and those that a message states beside another request."""

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import normalise
from bot.domain.trading.trading_limits import LimitMeasure, LimitProblem, LimitScope
from bot.reading.assembly.limit_words import LASTING, leading_phrase, limit_words
from bot.reading.assembly.limits import joined, stated_limits
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.trained.parser import trained_parser

_SURE: Final = 0.6
_CLAUSE: Final = re.compile(r"(?:[^,;.!?，；。！？\n]|(?<=\d)[,.](?=\d))+[,;.!?，；。！？\n]*")
_JOINTS: Final = re.compile(r"^(?:\W|\b(?:and|but|also)\b|但是|但|而且|并且|另外)+|(?:[\s,;，；]|\b(?:and|but)\b)+$")
_OPEN: Final = {  # words that may belong to a limit, wherever they stand
    "expiry": LimitProblem.EXPIRY,
    "today": LimitProblem.EXPIRY,
    "exception": LimitProblem.UNCLEAR,
}
_BLANK: Final = " ,;.，；。"


@dataclass(frozen=True, slots=True)
class LimitsBeside:
    """The limits that a message states, and the rest of it; empty: it says nothing else."""

    stated: StateLimits
    rest: str


def limits_stated(text: str, around: Surroundings) -> StateLimits | None:
    """Return the limits that a text states: "at most $2,000 a trade", "channel never buy FB"; None: it states none.

    Args:
        text: Normalised; all of it is to be limits, as behind "/limits". With "channel" in front, they bind everybody.
        around: What was talked of, for "at most 5 % in it".
    """
    everybody = leading_phrase(text, "everybody")
    said = text[len(everybody) :].strip(" :：,，")
    stated = stated_limits(_parsed_as_limit(said, around), around)
    has_rule = any(each.measure is LimitMeasure.PREFERENCE for each in stated.terms)
    if not said or ((has_rule or stated.problem is not None) and not _is_limit(said, around)):
        return None
    is_here = "thread" in limit_words(said)
    scope = LimitScope.CHANNEL if everybody else LimitScope.THREAD if is_here else LimitScope.PERSON
    return replace(stated, terms=tuple(replace(each, scope=scope) for each in stated.terms))


def states_limit(text: str) -> bool:
    """Return whether a text states a limit on money, shares or percentages; names of shares are not looked up."""
    around, text = Surroundings(instruments=InstrumentTable(()), today=date.min), normalise(text)
    stated = limits_stated(text, around) if _is_limit(text, around) else None
    is_enforced = stated is not None and any(each.measure is not LimitMeasure.PREFERENCE for each in stated.terms)
    return stated is not None and (is_enforced or stated.problem is not None)


def limits_beside(text: str, around: Surroundings) -> LimitsBeside | None:
    """Return the limits for more than one trade that clauses of a message state; None: none, or it is one clause."""
    words, clauses = limit_words(text), [match.group() for match in _CLAUSE.finditer(text)]
    is_one = len(clauses) == 1 or LASTING.isdisjoint(words)
    lasting = [] if is_one else [each for each in clauses if not LASTING.isdisjoint(limit_words(each))]
    limits = [each for each in lasting if _is_limit(each.strip(_BLANK), around)]
    rest = _JOINTS.sub("", "".join(each for each in clauses if each not in limits))
    goes_on = _parsed_as_limit(rest, around).first(SlotName.SHARE) if limits else None
    if not limits or (goes_on is not None and goes_on.start == 0):  # "never buy FB, GOOG or IBM"
        return None
    stated = joined(stated_limits(_parsed_as_limit(each, around), around) for each in limits)
    problem = stated.problem or next((_OPEN[each] for each in _OPEN if each in words), None)
    return LimitsBeside(StateLimits(problem=problem, symbols=stated.symbols) if problem else stated, rest)


def bounds_further_trades(parse: Parse) -> bool:
    """Return whether what bounds a trade in one clause may bound others too: "buy 5 IBM and never over $2,000"."""
    is_bounded = parse.has(SlotName.MAX, SlotName.RISK)
    return is_bounded and not limit_words(parse.text).isdisjoint(LASTING - {"per_trade", "per_share"})


def _is_limit(text: str, around: Surroundings) -> bool:
    parse = trained_parser().parse(text, (), around.instruments)
    return parse.kind is Kind.LIMIT_SET and parse.certainty >= _SURE


def _parsed_as_limit(text: str, around: Surroundings) -> Parse:
    return trained_parser().parse_as(text.strip(_BLANK), Kind.LIMIT_SET, instruments=around.instruments)
