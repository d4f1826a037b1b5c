"""Plain orders are read to the last word; whatever has another word in it is none."""

from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from adapters.market.sample import SampleMarket
from bot.domain.conversation.requests.trades import Order
from bot.domain.text.normalise import normalise
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size, SizeUnit
from bot.reading.orders import read_order

INSTRUMENTS = load_instruments(SampleMarket.benchmark)


def read(text: str) -> Order | None:
    return read_order(normalise(text), INSTRUMENTS)


def money(value: int) -> Size:
    return Size(Decimal(value), SizeUnit.MONEY)


@pytest.mark.parametrize(
    ("text", "side", "size", "symbol"),
    [
        ("buy 5 goog", Side.BUY, Size(Decimal(5)), "GOOG"),
        ("goog buy 5", Side.BUY, Size(Decimal(5)), "GOOG"),
        ("b 10 ibm mkt", Side.BUY, Size(Decimal(10)), "IBM"),
        ("s 3 fb", Side.SELL, Size(Decimal(3)), "FB"),
        ("buy 500 MSFT", Side.BUY, Size(Decimal(500)), "MSFT"),
        ("please buy 40 shares of apple", Side.BUY, Size(Decimal(40)), "AAPL"),
        ("pick up a half dozen goog", Side.BUY, Size(Decimal(6)), "GOOG"),
        ("grab a couple of ibm for us pls", Side.BUY, Size(Decimal(2)), "IBM"),
        ("buy 4k of fb pls", Side.BUY, money(4000), "FB"),
        ("get me $2,500 worth of microsoft", Side.BUY, money(2500), "MSFT"),
        ("dump 7 ibm right now", Side.SELL, Size(Decimal(7)), "IBM"),
        ("lets buy twelve ibm at market", Side.BUY, Size(Decimal(12)), "IBM"),
        ("ok sell off 3 grand of google", Side.SELL, money(3000), "GOOG"),
        ("买5股谷歌", Side.BUY, Size(Decimal(5)), "GOOG"),
        ("苹果买10股吧", Side.BUY, Size(Decimal(10)), "AAPL"),
        ("帮我卖掉三股ibm", Side.SELL, Size(Decimal(3)), "IBM"),
        ("我要买两万刀的微软", Side.BUY, money(20_000), "MSFT"),
        ("给我买点谷歌，5股", Side.BUY, Size(Decimal(5)), "GOOG"),
        ("麻烦下单买入8股facebook，市价", Side.BUY, Size(Decimal(8)), "FB"),
    ],
)
def test_one_trade(text: str, side: Side, size: Size, symbol: str) -> None:
    found = read(text)
    assert found is not None
    assert (found.terms.side, found.terms.size, found.terms.symbols) == (side, size, (symbol,))


@pytest.mark.parametrize(
    ("text", "symbols", "size", "stop"),
    [
        ("lemme get 100 fb, stop 29", ("FB",), Size(Decimal(100)), Decimal(29)),
        ("buy 5 goog with a stop at 700", ("GOOG",), Size(Decimal(5)), Decimal(700)),
        ("买30股ibm 止损195", ("IBM",), Size(Decimal(30)), Decimal(195)),
        ("buy 2% of the account in goog", ("GOOG",), Size(Decimal("0.02"), SizeUnit.ASSETS), None),
        ("微软打个两成仓", ("MSFT",), Size(Decimal("0.2"), SizeUnit.ASSETS), None),
        ("ok screw it scoop me 5k worth", (), money(5000), None),
    ],
)
def test_with_a_stop_or_a_part_of_the_account(
    text: str, symbols: tuple[str, ...], size: Size, stop: Decimal | None
) -> None:
    found = read(text)
    assert found is not None
    assert (found.terms.symbols, found.terms.size, found.terms.stop) == (symbols, size, stop)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("buy 20 ibm 10 goog", [("IBM", Side.BUY, Size(Decimal(20))), ("GOOG", Side.BUY, Size(Decimal(10)))]),
        ("buy goog for 8k and ibm for 4k", [("GOOG", Side.BUY, money(8000)), ("IBM", Side.BUY, money(4000))]),
        ("sell 5 ibm then buy 3 goog", [("IBM", Side.SELL, Size(Decimal(5))), ("GOOG", Side.BUY, Size(Decimal(3)))]),
        ("buy goog and ibm, 5 each", [("GOOG", Side.BUY, Size(Decimal(5))), ("IBM", Side.BUY, Size(Decimal(5)))]),
        ("买20股ibm 再买十股谷歌", [("IBM", Side.BUY, Size(Decimal(20))), ("GOOG", Side.BUY, Size(Decimal(10)))]),
        ("卖5股苹果，然后买3股微软", [("AAPL", Side.SELL, Size(Decimal(5))), ("MSFT", Side.BUY, Size(Decimal(3)))]),
        ("苹果和谷歌各买2股", [("AAPL", Side.BUY, Size(Decimal(2))), ("GOOG", Side.BUY, Size(Decimal(2)))]),
    ],
)
def test_several_trades(text: str, parts: list[tuple[str, Side, Size]]) -> None:
    found = read(text)
    assert found is not None
    assert [(each.symbol, each.side, each.size) for each in found.terms.parts] == parts


@pytest.mark.parametrize(
    "text", ["buy it, 5 shares", "那买它 5000刀", "buy 5 of that", "buy 5", "ok buy 10 shares then", "买5股"]
)
def test_of_what_is_talked_of(text: str) -> None:
    found = read(text)
    assert found is not None
    assert (found.terms.symbols, found.terms.side) == ((), Side.BUY)


@pytest.mark.parametrize("text", ["also buy 5 goog", "再买3股苹果", "另外买入2股苹果和3股IBM"])
def test_on_top_of_what_was_ordered(text: str) -> None:
    found = read(text)
    assert found is not None
    assert found.is_added


@pytest.mark.parametrize(
    "text",
    [
        "don't buy 5 goog",
        "never buy 5 goog",
        "buy 5 goog if it holds 700",
        "buy 5 goog when it drops",
        "should i buy 5 goog",
        "buy 5 goog?",
        "can you buy 5 goog?",
        "i bought 5 goog",
        "bob bought 5 goog",
        "bob said buy 5 goog",
        "sell 10 goog at 800",
        "buy 5 goog at 700",
        "buy goog 700",
        "buy goog",
        "5 goog",
        "buy 5.5 goog",
        "buy 0 goog",
        "buy goog and ibm",
        "buy 5 goog and ibm",
        "buy 5 goog and 5 goog",
        "buy 5 10 goog",
        "buy 10% of goog",
        "buy 5 goog with a stop",
        "buy 5 goog and 3 ibm, stop 700",
        "sell 5 goog stop 700",
        "buy 5% goog",
        "buy 500% of the account in goog",
        "give me 5 reasons to buy goog",
        "buy 5 calls on goog",
        "thinking about buying 5 goog",
        "wish we could buy 5 goog",
        "buy 5 apples",
        "sell half of goog",
        "buy 5 more goog",
        "别买5股谷歌",
        "不要买5股谷歌",
        "要不要买5股谷歌",
        "该不该买5股谷歌",
        "如果跌到700就买5股谷歌",
        "买了5股谷歌",
        "他买5股谷歌",
        "昨天卖了3股苹果",
        "买5股谷歌吗",
        "买谷歌",
        "谷歌5股",
        "买5手谷歌",
        "买5%的谷歌",
        "buy 200 of fb",
        "buy 5000 fb",
        "210块买IBM",
        "buy $3000.123 of aapl",
        "buy another 4 ibm",
        "```buy 5 ibm```",
        "`buy 5 ibm`",
        "> buy 5 ibm",
        '"buy 5 ibm"',
        "“买5股ibm”",
    ],
)
def test_no_plain_order(text: str) -> None:
    assert read(text) is None
