"""Limits behind "/limits", and beside another request: which are noted, and which are asked back."""

from datetime import date
from decimal import Decimal
from typing import Final

import pytest

from adapters.market.instruments import load_instruments
from adapters.market.sample import SampleMarket
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Advise, Order
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.trading_limits import LimitMeasure, LimitPeriod, LimitProblem, LimitScope, LimitTerms, LimitUnit
from bot.reading.reader import MessageReader
from bot.reading.stated_limits import limits_stated, states_limit
from tests.fakes.messages import said

AROUND: Final = Surroundings(instruments=load_instruments(SampleMarket.benchmark), today=date(2013, 1, 31))
CHANNEL, PERSON, THREAD = LimitScope.CHANNEL, LimitScope.PERSON, LimitScope.THREAD
TRADE, POSITION, TOTAL = LimitMeasure.TRADE, LimitMeasure.POSITION, LimitMeasure.TOTAL


def limit(measure: LimitMeasure, value: str, **terms: object) -> LimitTerms:
    return LimitTerms(**{"measure": measure, "value": Decimal(value), "scope": PERSON, **terms})  # type: ignore[arg-type]


def read(text: str) -> Reading:
    return MessageReader(AROUND).read(said(text))


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


@pytest.mark.parametrize(
    ("text", "request_type", "terms"),
    [
        ("buy 5 IBM. never more than $2,000 a trade", Order, PER_TRADE),
        ("never more than 5% in one stock. buy 3 GOOG", Order, PER_NAME),
        ("never more than $2,000 a trade. should I buy GOOG?", Advise, PER_TRADE),
        ("from now on no more than $2,000 a trade. how is MSFT?", Analyze, PER_TRADE),
        ("以后每笔不超过2000美元，买3股谷歌", Order, PER_TRADE),
        ("buy 5 IBM, and never more than $2,000 a trade", Order, PER_TRADE),
    ],
)
def test_limit_beside_a_request_is_one_for_every_trade(
    text: str, request_type: type[Request], terms: LimitTerms
) -> None:
    reading = read(text)
    assert isinstance(reading.request, request_type)
    assert [each.terms for each in reading.beside if isinstance(each, StateLimits)] == [(terms,)]
    assert not (isinstance(reading.request, Order | Advise) and reading.request.terms.max_cash)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("never more than $2,000 a trade today. buy 5 IBM", LimitProblem.EXPIRY),
        ("never more than $2,000 a trade, except for GOOG. buy 5 IBM", LimitProblem.UNCLEAR),
    ],
)
def test_limit_beside_an_order_that_is_not_clear_then_asked_and_nothing_ordered(
    text: str, problem: LimitProblem
) -> None:
    reading = read(text)
    assert isinstance(reading.request, StateLimits)
    assert (reading.request.problem, reading.beside) == (problem, ())


@pytest.mark.parametrize(
    "text",
    [
        "buy 5 IBM, never more than $2,000 a trade today",
    ],
)
def test_limit_in_the_clause_of_an_order_then_nothing_ordered(text: str) -> None:
    assert isinstance(read(text).request, StateLimits | NotUnderstood)


@pytest.mark.parametrize(
    "text", ["too big. in general nothing above $1,500 per order", "no trades in ibm, EVER, set that as a rule"]
)
def test_limit_among_talk_is_no_other_request(text: str) -> None:
    reading = read(text)
    assert isinstance(reading.request, StateLimits)
    assert (reading.request.problem, reading.beside) == (None, ())


def test_bound_beside_an_order_is_one_of_that_order() -> None:
    reading = read("buy 10 IBM, don't spend more than $1,500")
    assert isinstance(reading.request, Order)
    assert reading.request.terms.max_cash == Decimal(1500)
    assert not reading.beside


def test_bound_beside_an_analysis_is_kept_for_what_is_proposed_after_it() -> None:
    reading = read("analyze GOOG, at most $3,000")
    assert isinstance(reading.request, Analyze)
    assert reading.bounds.max_cash == 3000
