"""Limits behind "/limits": which are noted, and which are asked back."""

from datetime import date
from decimal import Decimal
from typing import Final

import pytest

from adapters.market.instruments import load_instruments
from adapters.market.sample import SampleMarket
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.trading_limits import LimitMeasure, LimitPeriod, LimitProblem, LimitScope, LimitTerms, LimitUnit
from bot.reading.stated_limits import limits_stated, states_limit

AROUND: Final = Surroundings(instruments=load_instruments(SampleMarket.benchmark), today=date(2013, 1, 31))
CHANNEL, PERSON, THREAD = LimitScope.CHANNEL, LimitScope.PERSON, LimitScope.THREAD
TRADE, POSITION, TOTAL = LimitMeasure.TRADE, LimitMeasure.POSITION, LimitMeasure.TOTAL


def limit(measure: LimitMeasure, value: str, **terms: object) -> LimitTerms:
    return LimitTerms(**{"measure": measure, "value": Decimal(value), "scope": PERSON, **terms})  # type: ignore[arg-type]


PER_TRADE: Final = limit(TRADE, "2000")
PER_NAME: Final = limit(POSITION, "5", unit=LimitUnit.PERCENT)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("at most $2,000", [PER_TRADE]),
        ("channel at most $1,000 per trade", [limit(TRADE, "1000", scope=CHANNEL)]),
        ("I can only spend $3,000", [limit(TOTAL, "3000")]),
        ("never buy FB", [limit(TRADE, "0", unit=LimitUnit.SHARES, symbols=("FB",))]),
        ("max 2k per trade and never over 5% in one stock", [PER_TRADE, PER_NAME]),
        ("每笔最多900美元，每周最多3000美元", [limit(TRADE, "900"), limit(TOTAL, "3000", period=LimitPeriod.WEEK)]),
    ],
)
def test_limits_behind_the_command(text: str, terms: list[LimitTerms]) -> None:
    stated = limits_stated(text, AROUND)
    assert stated is not None
    assert (list(stated.terms), stated.problem) == (terms, None)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("at most $2,000 today", LimitProblem.EXPIRY),
        ("at most $2,000 or $3,000 per trade", LimitProblem.NUMBER),
        ("at most €2,000 per trade", LimitProblem.CURRENCY),
        ("$2,000 per trade, sorry, $3,000", LimitProblem.UNCLEAR),
    ],
)
def test_limits_behind_the_command_that_cannot_be_noted(text: str, problem: LimitProblem) -> None:
    stated = limits_stated(text, AROUND)
    assert stated is not None
    assert (stated.terms, stated.problem) == ((), problem)


@pytest.mark.parametrize("text", ["", "foo bar", "hello", "5"])
def test_no_limits_behind_the_command(text: str) -> None:
    assert limits_stated(text, AROUND) is None


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("never more than $500 a day", True),
        ("每笔不超过2000美元", True),
        ("wants dividends", False),
        ("holds 20 shares of IBM", False),
        ("has $50,000 saved for a house", False),
    ],
)
def test_whether_a_note_states_a_limit(text: str, *, is_one: bool) -> None:
    assert states_limit(text) is is_one
