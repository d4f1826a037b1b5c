"""Finds the limits in a text that is known to state some; and tells whether a bound of one trade may bind others."""

from dataclasses import replace
from datetime import date
from typing import Final

from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import normalise
from bot.domain.trading.trading_limits import LimitMeasure, LimitScope
from bot.reading.assembly.limit_words import LASTING, leading_phrase, limit_words
from bot.reading.assembly.limits import stated_limits
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.trained.parser import trained_parser

_SURE: Final = 0.6
_BLANK: Final = " ,;.，；。"


def limits_stated(text: str, around: Surroundings) -> StateLimits | None:
    """Return the limits that a text states: "at most $2,000 a trade", "channel never buy FB"; None: it states none."""
    everybody = leading_phrase(text, "everybody")
    said = text[len(everybody) :].strip(" :：,，")
    parsed_as_limit = trained_parser().parse_as(said.strip(_BLANK), Kind.LIMIT_SET, instruments=around.instruments)
    stated = stated_limits(parsed_as_limit, around)
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


def bounds_further_trades(parse: Parse) -> bool:
    """Return whether what bounds a trade in one clause may bound others too: "buy 5 IBM and never over $2,000"."""
    is_bounded = parse.has(SlotName.MAX, SlotName.RISK)
    return is_bounded and not limit_words(parse.text).isdisjoint(LASTING - {"per_trade", "per_share"})


def _is_limit(text: str, around: Surroundings) -> bool:
    parse = trained_parser().parse(text, (), around.instruments)
    return parse.kind is Kind.LIMIT_SET and parse.certainty >= _SURE
