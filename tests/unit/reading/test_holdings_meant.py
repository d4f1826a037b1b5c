"""Sales by result, limits on positions and alerts from the cost, said in ways that are near other requests."""

from datetime import UTC, date
from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from adapters.market.sample import DEFAULT_NOW
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import HoldingResult, SellHoldings
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import SetAlerts
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.trading_limits import NO_PURCHASES, LimitMeasure
from bot.domain.watching.alert_requests import AlertCondition, Direction
from bot.reading.reader import MessageReader

AROUND = Surroundings(load_instruments(("AAPL", "FB", "GOOG", "IBM", "MSFT")), date(2013, 1, 31))
GAIN, LOSS = HoldingResult.GAIN, HoldingResult.LOSS


def read(text: str) -> Request:
    message = MessageFacts(text=text, at=DEFAULT_NOW, zone=UTC, market_time=DEFAULT_NOW, asker="")
    return MessageReader(AROUND).read(message).request


@pytest.mark.parametrize(
    ("text", "result", "at_least", "fraction"),
    [
        ("sell everything that is in profit", GAIN, 0, "1"),
        ("close all losing positions", LOSS, 0, "1"),
        ("sell half of each winner", GAIN, 0, "0.5"),
        ("卖掉所有盈利的股票", GAIN, 0, "1"),
        ("清掉所有浮亏超过5%的持仓", LOSS, 5, "1"),
    ],
)
def test_holdings_by_their_result_are_sold(text: str, result: HoldingResult, at_least: int, fraction: str) -> None:
    assert read(text) == SellHoldings(result=result, at_least=Decimal(at_least), fraction=Decimal(fraction))


@pytest.mark.parametrize("text", ["should I sell the losers?", "要不要把亏损的都卖了"])
def test_whether_to_sell_them_is_a_question(text: str) -> None:
    assert read(text) == SellHoldings(result=LOSS, is_question=True)


@pytest.mark.parametrize(
    "text",
    [
        *("don't sell the losers", "sell the winners and the losers", "sell the losers when they recover"),
        *(
            "buy the losers",
            "did we sell the losers",
            "不要卖亏损的",
            "`sell all the losers`",
            "it's losing money, sell it all",
        ),
    ],
)
def test_other_sales_are_of_no_result(text: str) -> None:
    assert not isinstance(read(text), SellHoldings)


@pytest.mark.parametrize("text", ["don't buy anything any more", "no more purchases please", "什么都别买了"])
def test_purchases_end(text: str) -> None:
    assert read(text) == StateLimits((NO_PURCHASES,))


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("never more than 2 positions at once", 2),
        ("at most 3 stocks at the same time", 3),
    ],
)
def test_positions_are_limited(text: str, most: int) -> None:
    request = read(text)
    assert isinstance(request, StateLimits)
    assert [(each.measure, each.value) for each in request.terms] == [(LimitMeasure.POSITIONS, Decimal(most))]


@pytest.mark.parametrize("text", ["at most 2 shares", "at most 2 trades a day", "max 5 AAPL positions"])
def test_other_counts_limit_no_positions(text: str) -> None:
    request = read(text)
    assert not isinstance(request, StateLimits) or not request.terms


@pytest.mark.parametrize(
    ("text", "symbol", "direction", "percent"),
    [
        ("alert me if we lose more than 5% on IBM", "IBM", Direction.BELOW, 5),
        ("alert me when IBM is 10% above our cost", "IBM", Direction.ABOVE, 10),
        ("warn us if FB falls 5 percent below what we paid", "FB", Direction.BELOW, 5),
        ("IBM 比成本价涨10%的时候提醒我", "IBM", Direction.ABOVE, 10),
    ],
)
def test_alert_counts_from_the_cost(text: str, symbol: str, direction: Direction, percent: int) -> None:
    condition = AlertCondition(direction, Decimal(percent), is_percent=True)
    assert read(text) == SetAlerts(NamedShares(symbols=(symbol,)), (condition,), is_from_cost=True)


def test_a_fall_alone_counts_from_now() -> None:
    request = read("alert me if IBM falls 5%")
    assert isinstance(request, SetAlerts)
    assert not request.is_from_cost
