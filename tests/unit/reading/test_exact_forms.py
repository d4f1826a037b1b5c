"""Whole messages of a few known words, in both languages, and the requests that they make."""

from datetime import date
from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import CheckFunds, CheckFundsTogether
from bot.domain.conversation.requests.alerts import SetAlerts
from bot.domain.conversation.requests.conversation import AskUnavailable, Unavailable
from bot.domain.conversation.requests.holdings import HoldingResult, SellHoldings, ViewStatedHolding
from bot.domain.conversation.requests.limits import AddLimits, StateLimits
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.text.normalise import normalise
from bot.domain.trading.trading_limits import NO_PURCHASES, LimitMeasure
from bot.domain.watching.alert_requests import AlertCondition, Direction
from bot.reading.exact_forms.reader import read_exact_form

INSTRUMENTS = load_instruments(("AAPL", "FB", "GOOG", "IBM", "MSFT"))
GAIN, LOSS = HoldingResult.GAIN, HoldingResult.LOSS
BELOW, ABOVE = Direction.BELOW, Direction.ABOVE


def read(text: str) -> Request | None:
    return read_exact_form(normalise(text), INSTRUMENTS, today=date(2013, 1, 31))


@pytest.mark.parametrize(
    ("text", "result", "at_least", "fraction"),
    [
        ("sell everything that is in profit", GAIN, 0, "1"),
        ("sell all the losers", LOSS, 0, "1"),
        ("sell my winners", GAIN, 0, "1"),
        ("please dump everything that's losing money", LOSS, 0, "1"),
        ("close all losing positions", LOSS, 0, "1"),
        ("get rid of the positions that are down", LOSS, 0, "1"),
        ("get me out of all the losing positions", LOSS, 0, "1"),
        ("sell everything in the portfolio that has gone up", GAIN, 0, "1"),
        ("sell half of each winner", GAIN, 0, "0.5"),
        ("sell whatever is up more than 10%", GAIN, 10, "1"),
        ("sell all positions with a loss over 5%", LOSS, 5, "1"),
        ("卖掉所有盈利的股票", GAIN, 0, "1"),
        ("把亏损的都卖了", LOSS, 0, "1"),
        ("把赚钱的卖掉", GAIN, 0, "1"),
        ("清掉所有浮亏超过5%的持仓", LOSS, 5, "1"),
    ],
)
def test_holdings_by_their_result_are_sold(text: str, result: HoldingResult, at_least: int, fraction: str) -> None:
    assert read(text) == SellHoldings(result=result, at_least=Decimal(at_least), fraction=Decimal(fraction))


@pytest.mark.parametrize("text", ["should I sell the losers?", "sell the losers?", "要不要把亏损的都卖了"])
def test_whether_to_sell_them_is_a_question(text: str) -> None:
    assert read(text) == SellHoldings(result=LOSS, is_question=True)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "don't sell the losers",
            "sell everything in profit today",
            "sell the winners and the losers",
            "sell everything",
        ),
        *("sell GOOG if it is in profit", "sell the losers when they recover", "buy the losers", "sell at a loss"),
        *("sell more losers", "did we sell the losers", "不要卖亏损的", "`sell all the losers`", "卖掉一半"),
    ],
)
def test_other_sales_are_not_read(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize("text", ["sell everything and don't buy anything any more", "全部卖掉，以后什么都别买了"])
def test_everything_is_sold_and_purchases_end(text: str) -> None:
    assert read(text) == SellHoldings(ends_purchases=True)


@pytest.mark.parametrize("text", ["don't buy anything any more", "no more purchases please", "什么都别买了"])
def test_purchases_end(text: str) -> None:
    assert read(text) == StateLimits((NO_PURCHASES,))


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("never more than 2 positions at once", 2),
        ("at most 3 stocks at the same time", 3),
        ("no more than two positions at a time", 2),
        ("we hold at most 4 stocks", 4),
        ("最多同时持有2只股票", 2),
        ("我们最多持有3只股票", 3),
    ],
)
def test_positions_are_limited(text: str, most: int) -> None:
    request = read(text)
    assert isinstance(request, StateLimits)
    assert [(each.measure, each.value) for each in request.terms] == [(LimitMeasure.POSITIONS, Decimal(most))]
    assert isinstance(read(f"/limits {text}"), AddLimits)


@pytest.mark.parametrize(
    "text",
    [
        "at most 2 shares",
        "at most 2 trades a day",
        "at most 2 positions in tech",
        "max 5 AAPL positions",
        "at most $500",
    ],
)
def test_other_limits_are_not_read(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "symbols", "direction", "percent"),
    [
        ("alert me if we lose more than 5% on IBM", ("IBM",), BELOW, 5),
        ("alert me when IBM is 10% above our cost", ("IBM",), ABOVE, 10),
        ("tell me when we're up 10% on google", ("GOOG",), ABOVE, 10),
        ("warn us if FB falls 5 percent below what we paid", ("FB",), BELOW, 5),
        ("ping me when it is 3% over our entry price", (), ABOVE, 3),
        ("let me know if our IBM position is down 8%", ("IBM",), BELOW, 8),
        ("let me know when my IBM is up 10%", ("IBM",), ABOVE, 10),
        ("set an alert for IBM at 5% above cost", ("IBM",), ABOVE, 5),
        ("IBM 比成本价涨10%的时候提醒我", ("IBM",), ABOVE, 10),
        ("苹果亏损超过5%时提醒我", ("AAPL",), BELOW, 5),
    ],
)
def test_alert_counts_from_the_cost(text: str, symbols: tuple[str, ...], direction: Direction, percent: int) -> None:
    condition = AlertCondition(direction, Decimal(percent), is_percent=True)
    assert read(text) == SetAlerts(NamedShares(symbols=symbols), (condition,), is_from_cost=True)


@pytest.mark.parametrize(
    "text", ["alert me if IBM falls 5%", "alert me when IBM is down 5%", "IBM跌5%提醒我", "tell me our cost of IBM"]
)
def test_other_alerts_are_not_read(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "symbol", "count"),
    [
        ("can i afford 20 goog", "GOOG", 20),
        ("can we afford 10 more apple?", "AAPL", 10),
        ("do we have enough cash for 50 AAPL", "AAPL", 50),
        ("我买得起20股谷歌吗", "GOOG", 20),
    ],
)
def test_funds_are_checked_for_the_count(text: str, symbol: str, count: int) -> None:
    assert read(text) == CheckFunds(shares=NamedShares(symbols=(symbol,)), count=Decimal(count))


def test_funds_are_checked_for_several_shares_together() -> None:
    assert read("can we afford 300 apple and 5 ibm?") == CheckFundsTogether(
        (("AAPL", Decimal(300)), ("IBM", Decimal(5)))
    )


@pytest.mark.parametrize(
    ("text", "shares", "cost", "asks"),
    [
        ("I already hold 100 AAPL at 400, should I sell?", 100, 400, True),
        ("we have 100 apple at $400, what should we do", 100, 400, True),
        ("I hold 100 AAPL, should I sell?", 100, None, True),
        ("we own 100 AAPL since last year at 400", 100, 400, False),
        ("I own 100 AAPL", 100, None, False),
        ("我持有100股苹果，成本400，该卖吗", 100, 400, True),
        ("我们持有100股AAPL", 100, None, False),
    ],
)
def test_holding_is_stated(text: str, shares: int, cost: int | None, asks: bool) -> None:  # noqa: FBT001
    paid = None if cost is None else Decimal(cost)
    assert read(text) == ViewStatedHolding(symbol="AAPL", shares=Decimal(shares), cost=paid, is_question=asks)


@pytest.mark.parametrize(
    "text",
    [
        "I hold 100 AAPL at 400 and 50 IBM at 180",
        "we own 50% of IBM",
        "I have 50 reasons to buy IBM",
        "hold 100 AAPL at 400",
        "we own IBM",
    ],
)
def test_other_statements_are_not_read(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("send me a chart of IBM", ("IBM",)),
        ("IBM's chart?", ("IBM",)),
        ("graph of the last 3 months for FB", ("FB",)),
        ("can you plot goog and msft", ("GOOG", "MSFT")),
        ("画一张IBM的图", ("IBM",)),
        ("苹果走势图", ("AAPL",)),
    ],
)
def test_chart_is_asked_for(text: str, symbols: tuple[str, ...]) -> None:
    assert read(text) == AskUnavailable(Unavailable.CHART, symbols)


@pytest.mark.parametrize(
    "text",
    [
        "export the trades as csv",
        "export my orders",
        "can i export decisions to excel",
        "send us our trades as a spreadsheet",
        "把交易导出成csv",
    ],
)
def test_file_is_asked_for(text: str) -> None:
    assert read(text) == AskUnavailable(Unavailable.FILE)


@pytest.mark.parametrize(
    "text", ["the chart looks bad", "save it", "show me my trades", "the file is late", "图个吉利"]
)
def test_other_talk_is_not_read(text: str) -> None:
    assert read(text) is None
