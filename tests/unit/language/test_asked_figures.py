"""Questions for single figures of a share, and what only sounds like one."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.states import Intent
from bot.domain.conversation.understanding import AskedFigure as Figure
from bot.domain.conversation.understanding import Judgement, Understanding
from bot.language.message_reading import ReadingContext
from bot.language.understand import understand


def read(text: str, *focus: str, pending: int = 0) -> Understanding:
    context = ReadingContext(instruments=load_instruments(), today=date(2013, 1, 31), focus=focus, pending=pending)
    return understand(text, context)


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("what's the price of AAPL?", (Figure.PRICE,)),
        ("AAPL price", (Figure.PRICE,)),
        ("how much is IBM?", (Figure.PRICE,)),
        ("where is google trading at right now?", (Figure.PRICE,)),
        ("what does IBM cost", (Figure.PRICE,)),
        ("price of AAPL on 2013-01-15", (Figure.PRICE,)),
        ("msft rsi and macd please", (Figure.RSI, Figure.MACD)),
        ("how much is the P/E of IBM", (Figure.PE_RATIO,)),
        ("market cap of facebook", (Figure.MARKET_CAP,)),
        ("52 week high for AAPL", (Figure.RANGE,)),
        ("is AAPL up or down today?", (Figure.CHANGE_DAY,)),
        ("苹果现在多少钱", (Figure.PRICE,)),
        ("谷歌的市盈率是多少？", (Figure.PE_RATIO,)),
        ("微软市值", (Figure.MARKET_CAP,)),
        ("IBM 的52周高点", (Figure.RANGE,)),
        ("请问一下苹果的每股收益", (Figure.EPS,)),
        ("what was the price of AAPL on 2013-01-15", (Figure.PRICE,)),
        ("close of IBM last friday", (Figure.PRICE,)),
        ("how much did IBM rise today", (Figure.CHANGE_DAY,)),
        ("How has Google done since the start of October?", (Figure.CHANGE_SPAN,)),
        ("what is Google's return from 1 Oct 2012 to today?", (Figure.CHANGE_SPAN,)),
        ("which fell more this month, IBM or AAPL?", (Figure.CHANGE_SPAN,)),
        ("price of IBM in 2011", (Figure.CHANGE_SPAN,)),
        ("AAPL over the past 3 months", (Figure.CHANGE_SPAN,)),
        ("FB 过去 three months 涨了多少", (Figure.CHANGE_SPAN,)),
        ("苹果上周跌了多少", (Figure.CHANGE_SPAN,)),
        ("谷歌年初至今表现", (Figure.CHANGE_SPAN,)),
    ],
)
def test_of_a_named_share(text: str, figures: tuple[Figure, ...]) -> None:
    understood = read(text)
    assert (understood.intent, understood.figures) == (Intent.ANALYZE, figures)
    assert understood.confidence > 0.9


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("what's the P/E?", Figure.PE_RATIO),
        ("P/E?", Figure.PE_RATIO),
        ("whats its dividend yield", Figure.DIVIDEND_YIELD),
        ("what dividend does it pay?", Figure.DIVIDEND_YIELD),
        ("current price", Figure.PRICE),
        ("市盈率呢", Figure.PE_RATIO),
        ("它现在多少钱一股", Figure.PRICE),
        ("成交量多少", Figure.VOLUME),
    ],
)
def test_of_the_share_talked_of(text: str, figure: Figure) -> None:
    understood = read(text, "GOOG")
    assert (understood.intent, understood.figures) == (Intent.FOLLOWUP, (figure,))
    assert read(text).figures == ()  # of no share


@pytest.mark.parametrize(
    "text",
    [
        "what is P/E?",  # its meaning
        "what is MACD",
        "why is the P/E so high?",
        "is the dividend of IBM safe?",
        "what will the price of AAPL be tomorrow?",
        "price target for AAPL",
        "buy at the current price",
        "sell IBM at market price",
        "buy 3 IBM at the closing price",
        "what if the price drops to 400?",
        "the price is too high",
        "I think the price of IBM will fall",
        "tell me when the price is below 700",
        "price of TSLX",
        "price of 0700.HK",
        "my cap is $3,000",
        "按现价买3股苹果",
        "市盈率太高了吧",
        "为什么市盈率这么高",
        "价格跌到700怎么办",
        "yes",
        "confirm",
        "cancel it",
    ],
)
def test_what_is_none(text: str) -> None:
    assert read(text, "GOOG", pending=1).figures == ()


@pytest.mark.parametrize(
    ("text", "figure", "judgement", "number"),
    [
        ("is GOOG overbought?", Figure.RSI, Judgement.OVERBOUGHT, None),
        ("is that oversold?", Figure.RSI, Judgement.OVERSOLD, None),
        ("is the RSI of MSFT above 70?", Figure.RSI, Judgement.ABOVE, 70),
        ("is its P/E under 15", Figure.PE_RATIO, Judgement.BELOW, 15),
        ("is apple above its 200-day average?", Figure.SMA200, Judgement.ABOVE, None),
        ("is it expensive?", Figure.PE_RATIO, Judgement.EXPENSIVE, None),
        ("谷歌超买了吗", Figure.RSI, Judgement.OVERBOUGHT, None),
        ("微软贵不贵", Figure.PE_RATIO, Judgement.EXPENSIVE, None),
    ],
)
def test_whether_a_figure_is_high_or_low(text: str, figure: Figure, judgement: Judgement, number: int | None) -> None:
    judged = read(text, "GOOG", pending=1).judged
    assert judged is not None
    assert (judged.figure, judged.judgement, judged.number) == (figure, judgement, number)


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("beta of GOOG", ("beta",)),
        ("what's the earnings date of AAPL?", ("earnings date",)),
        ("what's its revenue?", ("revenue",)),
        ("IBM的毛利率是多少", ("毛利率",)),
    ],
)
def test_figures_that_are_not_known(text: str, unknown: tuple[str, ...]) -> None:
    understood = read(text, "GOOG")
    assert understood.unknown_figures == unknown
    assert understood.confidence > 0.9


@pytest.mark.parametrize(
    "text", ["stop", "stop IBM", "buy if RSI is below 30", "sell it above 700", "it is too expensive", "止损"]
)
def test_orders_and_doubts_judge_nothing(text: str) -> None:
    understood = read(text, "GOOG", pending=1)
    assert understood.judged is None
    assert understood.figures == ()


@pytest.mark.parametrize("text", ["stop of IBM", "what's my stop on IBM?", "IBM的止损位是多少"])
def test_the_stop(text: str) -> None:
    assert read(text).figures == (Figure.STOP,)
