"""Every kind of trading limit has its sentences in both languages."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bot.domain.text.locale import Language, Locale
from bot.domain.trading.bound_reasons import with_bound_reasons
from bot.domain.trading.decisions import Action
from bot.domain.trading.trading_limits import LimitMeasure, LimitPeriod, LimitScope, LimitTerms, LimitUnit
from bot.locales import Catalogue
from tests.fakes.limits import in_force, some_limits
from tests.fakes.market import portfolio, proposal
from tests.unit.locales.sentences import unsayable

D = Decimal
SAY = Catalogue()
BUY = replace(proposal(Action.INCREASE, shares=850), reasons=(), stop_price=D(90))


def sentences(*terms: LimitTerms, language: Language = Language.ENGLISH) -> list[str]:
    account = replace(portfolio(), limits=tuple(in_force(each, number=n) for n, each in enumerate(terms)))
    told = with_bound_reasons(BUY, portfolio=account, commission=D(0), reserved_cash=D(0))
    return [SAY.render_reason(Locale(language), reason) for reason in told.reasons if "measure" in reason.words]


@pytest.mark.parametrize("value", [D(0), D(1), D(10**6)])
def test_every_limit_can_be_said(value: Decimal) -> None:
    account = replace(portfolio(), limits=some_limits(value))
    told = with_bound_reasons(BUY, portfolio=account, commission=D(1), reserved_cash=D(0))
    assert unsayable(told.reasons, SAY.render_reason) == []


def test_exceeded_then_says_by_how_much_and_whose_it_is() -> None:
    assert sentences(LimitTerms(measure=LimitMeasure.TRADE, value=D(2_000), scope=LimitScope.PERSON)) == [
        "It exceeds a limit by $83,000.00: at most $2,000 for one purchase (Ann, in every conversation)."
    ]
    assert sentences(
        LimitTerms(measure=LimitMeasure.POSITION, value=D(5), unit=LimitUnit.PERCENT, scope=LimitScope.CHANNEL),
        language=Language.CHINESE,
    ) == ["超出限额 $80,000.00：单只股票的持仓不超过总资产的 5%（本频道，由 Ann 设定）。"]


def test_kept_then_says_so() -> None:
    terms = LimitTerms(measure=LimitMeasure.TOTAL, value=D(90_000), period=LimitPeriod.WEEK, symbols=(BUY.symbol,))
    assert sentences(terms) == [
        f"It keeps the limit: at most $90,000 for purchases of {BUY.symbol} a week (Ann, in this thread)."
    ]
