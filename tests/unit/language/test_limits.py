"""Limits that messages state for more than one decision: what, how much, for whom; and what only looks like one."""

from decimal import Decimal

import pytest

from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.trading_limits import LimitMeasure, LimitPeriod, LimitProblem, LimitScope, LimitTerms, LimitUnit
from bot.language.understand import understand
from bot.language.understanding import Understanding
from tests.labelled_utterances import MARKET, TODAY

D = Decimal
TRADE, TOTAL, POSITION, CASH, LOSS, PREFERENCE = (
    LimitMeasure.TRADE,
    LimitMeasure.TOTAL,
    LimitMeasure.POSITION,
    LimitMeasure.CASH,
    LimitMeasure.LOSS,
    LimitMeasure.PREFERENCE,
)
HERE, EVERYWHERE = LimitScope.THREAD, LimitScope.PERSON
DOLLARS, PERCENT, SHARES = LimitUnit.MONEY, LimitUnit.PERCENT, LimitUnit.SHARES

STATED = (
    ("never own more than 9 FB, ok?", POSITION, "9", SHARES, EVERYWHERE),
    ("max $700 per trade, alright?", TRADE, "700", DOLLARS, EVERYWHERE),
    ("每笔最多700美元，好吗？", TRADE, "700", DOLLARS, EVERYWHERE),
    ("Risk note: max $3,000 per trade", TRADE, "3000", DOLLARS, EVERYWHERE),
    ("lower our risk: never more than 8 % in one stock", POSITION, "8", PERCENT, EVERYWHERE),
    ("风控：每笔不超过3000美元", TRADE, "3000", DOLLARS, EVERYWHERE),
    ("lower the per-trade limit to $900", TRADE, "900", DOLLARS, EVERYWHERE),
    ("raise the per-order cap to 7k", TRADE, "7000", DOLLARS, EVERYWHERE),
    ("I can only spend $3,000", TOTAL, "3000", DOLLARS, HERE),
    ("I have $3,000 to invest", TOTAL, "3000", DOLLARS, HERE),
    ("we've got 12k to play with", TOTAL, "12000", DOLLARS, HERE),
    ("don't spend more than 2k", TOTAL, "2000", DOLLARS, HERE),
    ("2500 is all I have", TOTAL, "2500", DOLLARS, HERE),
    ("budget: 4000", TOTAL, "4000", DOLLARS, HERE),
    ("my limit is 2,000 per trade", TRADE, "2000", DOLLARS, EVERYWHERE),
    ("keep every trade below 2000", TRADE, "2000", DOLLARS, EVERYWHERE),
    ("no single trade over $1.5k please", TRADE, "1500", DOLLARS, EVERYWHERE),
    ("in this thread max $900 per trade", TRADE, "900", DOLLARS, HERE),
    ("never put more than 5 % into one stock", POSITION, "5", PERCENT, EVERYWHERE),
    ("single name max 10%", POSITION, "10", PERCENT, EVERYWHERE),
    ("no position above $8,000, ever", POSITION, "8000", DOLLARS, EVERYWHERE),
    ("no more than 15 shares of anything", POSITION, "15", SHARES, EVERYWHERE),
    ("I can buy at most 5 shares", TRADE, "5", SHARES, HERE),
    ("always keep at least 20k in cash", CASH, "20000", DOLLARS, EVERYWHERE),
    ("never go below 30% cash", CASH, "30", PERCENT, EVERYWHERE),
    ("I don't want to lose more than $200 per trade", LOSS, "200", DOLLARS, EVERYWHERE),
    ("我最多只能花3000美元", TOTAL, "3000", DOLLARS, HERE),
    ("我只有5000块可以投", TOTAL, "5000", DOLLARS, HERE),
    ("预算三千美元", TOTAL, "3000", DOLLARS, HERE),
    ("每笔不超过2000美元", TRADE, "2000", DOLLARS, EVERYWHERE),
    ("以后单笔别超过两千刀", TRADE, "2000", DOLLARS, EVERYWHERE),
    ("单只股票最多占总资产的一成", POSITION, "10", PERCENT, EVERYWHERE),
    ("单票仓位不超过10%", POSITION, "10", PERCENT, EVERYWHERE),
    ("任何一只股票都不要超过5%", POSITION, "5", PERCENT, EVERYWHERE),
    ("永远至少留两万现金", CASH, "20000", DOLLARS, EVERYWHERE),
    ("每笔最多亏200美元", LOSS, "200", DOLLARS, EVERYWHERE),
)
RULES = (
    "never hold over earnings",
    "we never average down",
    "always use a stop",
    "no tech stocks ever",
    "I don't like tobacco stocks",
    "at most 2 trades a day",
    "never hold more than 3 stocks",
    "从不持有过财报",
    "不碰杠杆",
    "每天最多交易两次",
)
ASKED_BACK = (
    ("my limit is 50", LimitProblem.UNIT),
    ("I can only spend €3,000", LimitProblem.CURRENCY),
    ("I don't want to spend too much", LimitProblem.NUMBER),
    ("never more than 2k or 3k per trade", LimitProblem.NUMBER),
    ("the compliance folks cap us at $5,000 pretax per trade", LimitProblem.UNCLEAR),
    ("别花太多", LimitProblem.NUMBER),
)
NO_LIMITS = (
    "buy IBM but at most $3,000",
    "should I buy google? at most $3,000",
    "at most $3,000",
    "only 5",
    "no limit",
    "Bob can only spend 2k",
    "I only have one question",
    "should I spend more than 3000 on IBM?",
    "what if it falls more than 10%?",
    "I never said that",
    "never mind",
    "no, buy AAPL",
    "always great to see you",
    "买苹果，最多3000美元",
    "一成仓位买谷歌",
    "我想投3000块到微软",
    "我手上就2000刀，全部拿去买微软",
    "半仓买入IBM",
    "put 10 % of my book into IBM",
    "FB with 5%",
    "老板说他最多花两千",
    "我只想问一个问题",
)


def read(text: str, *, pending: int = 0) -> Understanding:
    return understand(text, Surroundings(instruments=MARKET, today=TODAY, pending=pending))


def terms_of(text: str) -> LimitTerms:
    understood = read(text)
    assert understood.limits is not None
    (terms,) = understood.limits.terms
    assert (understood.intent, understood.limits.is_alone) == (Intent.DECIDE, True)
    return terms


@pytest.mark.parametrize(("text", "measure", "value", "unit", "scope"), STATED)
def test_limit_alone(text: str, measure: LimitMeasure, value: str, unit: LimitUnit, scope: LimitScope) -> None:
    terms = terms_of(text)
    assert (terms.measure, terms.value, terms.unit, terms.scope) == (measure, D(value), unit, scope)


@pytest.mark.parametrize("text", RULES)
def test_rule_that_no_check_enforces_is_kept_in_its_words(text: str) -> None:
    terms = terms_of(text)
    assert (terms.measure, terms.text) == (PREFERENCE, text)


@pytest.mark.parametrize(("text", "problem"), ASKED_BACK)
def test_sounds_like_a_limit_and_is_not_understood(text: str, problem: LimitProblem) -> None:
    limits = read(text).limits
    assert limits is not None
    assert (limits.problem, limits.terms) == (problem, ())


@pytest.mark.parametrize("text", NO_LIMITS)
def test_no_limit_of_its_own(text: str) -> None:
    assert read(text).limits is None


def test_share_that_is_named_is_bound_alone() -> None:
    assert terms_of("I can only spend 3k on GOOG").symbols == ("GOOG",)
    assert terms_of("我最多买5股IBM").symbols == ("IBM",)
    assert terms_of("never buy FB") == LimitTerms(
        measure=TRADE, unit=SHARES, value=D(0), symbols=("FB",), scope=EVERYWHERE
    )
    assert terms_of("永远不要买脸书").symbols == ("FB",)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("no more than $5,000 a week", LimitPeriod.WEEK),
        ("we spend at most 2k per day", LimitPeriod.DAY),
        ("每月最多投1万美元", LimitPeriod.MONTH),
    ],
)
def test_total_of_a_period(text: str, period: LimitPeriod) -> None:
    terms = terms_of(text)
    assert (terms.measure, terms.period, terms.scope) == (TOTAL, period, EVERYWHERE)


def test_two_limits_of_one_message() -> None:
    limits = read("max 3k per trade and never over 5% in one stock").limits
    assert limits is not None
    assert [each.measure for each in limits.terms] == [TRADE, POSITION]


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("I have $5,000 to invest, should I buy GOOG?", Intent.DECIDE),
        ("never more than 5% in one stock. buy IBM", Intent.DECIDE),
        ("from now on no more than $1,500 a trade. how is MSFT?", Intent.ANALYZE),
        ("我最多只能花3000美元，要不要买谷歌？", Intent.DECIDE),
    ],
)
def test_limit_beside_a_request_leaves_the_request(text: str, intent: Intent) -> None:
    understood = read(text)
    assert understood.limits is not None
    assert (understood.limits.is_alone, understood.intent) == (False, intent)
    assert (understood.entities.amount, understood.entities.problems) == (None, ())


def test_pending_then_a_dislike_argues_and_is_no_rule() -> None:
    assert read("I don't like tech stocks", pending=1).limits is None


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("/limits at most $2,000", LimitScope.PERSON),
        ("/limits channel at most $2,000 per trade", LimitScope.CHANNEL),
        ("/limits 频道 每笔不超过2000美元", LimitScope.CHANNEL),
    ],
)
def test_behind_the_command_a_bare_bound_is_a_limit(text: str, scope: LimitScope) -> None:
    limits = read(text).limits
    assert limits is not None
    assert [(each.value, each.scope) for each in limits.terms] == [(D(2000), scope)]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("buy FB for at most $700 and MSFT for at most $600", {"FB": 700, "MSFT": 600}),
        ("buy MSFT up to $1,200, FB up to $300", {"MSFT": 1200, "FB": 300}),
    ],
)
def test_bound_for_each_share_of_one_message_then_orders_and_no_limit(text: str, amounts: dict[str, int]) -> None:
    found = understand(text, Surroundings(instruments=MARKET, today=TODAY))
    assert found.limits is None
    assert {each.symbol: each.amount for each in found.entities.orders} == amounts


@pytest.mark.parametrize("text", ["我偏好什么样的股票", "我喜欢什么样的股票", "我不喜欢什么行业", "我们讨厌哪些股票"])
def test_question_for_a_preference_is_no_rule(text: str) -> None:
    assert read(text).limits is None
