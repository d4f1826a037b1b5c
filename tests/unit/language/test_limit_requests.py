"""Which request a message about limits makes, alone, behind "/limits" or beside another request."""

from datetime import date
from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests import Request, intent_of
from bot.domain.conversation.requests.limits import (
    AddLimits,
    AskLimitForm,
    EndLimits,
    RemoveLimits,
    ShowLimits,
    StateLimits,
)
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.trading_limits import LimitMeasure, LimitProblem, LimitScope, LimitTerms, LimitUnit
from bot.language.requests import reading_of, request_of
from bot.language.understand import understand
from tests.fakes.messages import said

CONTEXT = Surroundings(load_instruments(frozenset({"AAPL", "IBM"})), date(2013, 1, 31))
PER_TRADE = (
    LimitTerms(measure=LimitMeasure.TRADE, unit=LimitUnit.MONEY, value=Decimal(2000), scope=LimitScope.PERSON),
)

WHOLE: dict[str, Request] = {
    "never more than $2,000 a trade": StateLimits(PER_TRADE),
    "每笔不超过2000美元": StateLimits(PER_TRADE),
    "my limit is 50": StateLimits(problem=LimitProblem.UNIT),
    "drop my limit": EndLimits(),
    "drop the $2,000 rule": EndLimits(value=Decimal(2000)),
    "remove all my limits": EndLimits(is_all=True),
    "/limits": ShowLimits(),
    "how much of my budget is left?": ShowLimits(),
    "/limits at most $2,000 a trade": AddLimits(PER_TRADE),
    "/limits remove 2": RemoveLimits(2),
    "/limits clear": RemoveLimits(),
    "/limits foo bar": AskLimitForm(),
}
BESIDE: dict[str, Request] = {
    "buy 5 IBM, never more than $2,000 a trade": StateLimits(PER_TRADE, symbols=("IBM",)),
    "buy 5 IBM, no limit": EndLimits(),
    "yes, but never more than $2,000 a trade": StateLimits(PER_TRADE),
}


def test_messages_that_only_speak_of_limits(subtests: pytest.Subtests) -> None:
    for text, request in WHOLE.items():
        with subtests.test(text):
            understood = understand(text, CONTEXT)
            assert (request_of(understood, said(text)), reading_of(understood, said(text)).beside) == (request, ())


def test_limits_beside_another_request_are_a_second_one(subtests: pytest.Subtests) -> None:
    for text, request in BESIDE.items():
        with subtests.test(text):
            understood = understand(text, CONTEXT)
            assert reading_of(understood, said(text)).beside == (request,)
            assert not isinstance(request_of(understood, said(text)), (StateLimits, EndLimits))


def test_what_changes_a_pending_purchase_is_admitted_like_an_order() -> None:
    assert {intent_of(each) for each in (StateLimits(), EndLimits())} == {Intent.DECIDE}
    assert {intent_of(each) for each in (AddLimits(()), RemoveLimits())} == {Intent.UNKNOWN}
