"""Questions for figures, read and answered from the sample, against values computed from its files here."""

from collections.abc import Callable
from datetime import UTC
from decimal import Decimal

import pytest

from adapters.market.instruments import load_instruments
from adapters.market.sample import DEFAULT_NOW, SampleMarket, session_close
from bot.context.portfolio import MarketView
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import UNITS
from bot.domain.figures.query import FigureQuery, OnDay, Scope
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.questions.figure_line import FigureLine
from bot.presentation.questions.figures import FigurePresenter
from bot.reading.reader import MessageReader
from bot.trading.figures.share_figures import ShareFigureEvaluator
from tests.unit.reading import sample_figures as s

FIVE = ("AAPL", "FB", "GOOG", "IBM", "MSFT")
MARKET = SampleMarket()
INSTRUMENTS = InstrumentTable(load_instruments(), covered=FIVE)
PRESENTER = FigurePresenter(DecisionCards(Catalogue()))


def read(text: str, *focus: str, pending: int = 0) -> FigureQuery | None:
    around = Surroundings(INSTRUMENTS, s.TODAY, focus=focus, pending=pending, has_own_card=pending > 0)
    message = MessageFacts(text=text, at=DEFAULT_NOW, zone=UTC, market_time=DEFAULT_NOW, asker="")
    request = MessageReader(around).read(message).request
    return request if isinstance(request, FigureQuery) else None


async def answer(text: str, *focus: str) -> str:
    query = read(text, *focus)
    assert query is not None, text
    at = DEFAULT_NOW
    if isinstance(query.when, OnDay):
        at = session_close(max(row.day for row in s.rows("IBM") if row.day <= query.when.day))
    view = MarketView(market_time=DEFAULT_NOW, as_of=at, market=MARKET)
    symbols = {Scope.NAMED: query.symbols, Scope.TALKED_OF: focus}.get(query.scope, FIVE)
    found = await ShareFigureEvaluator(view, s.TODAY).evaluate(query, symbols)
    language = Language.CHINESE if any("一" <= char <= "鿿" for char in text) else Language.ENGLISH
    return PRESENTER.answer(Locale(language), found).brief


def of_october(symbol: str) -> str:
    return f"{s.usd(s.close(symbol, '2012-10-01'))} → {s.usd(s.close(symbol, '2012-10-31'))}"


def mean_of_october(symbol: str) -> Decimal:
    closes = [row.close for row in s.span(symbol, "2012-10-01", "2012-10-31")]
    return sum(closes, Decimal(0)) / len(closes)


Q = tuple[str, Callable[[], str] | str]
OF_PRICES: list[Q] = [
    ("price of ibm", lambda: s.usd(s.close("IBM"))),
    ("how much is facebook?", lambda: s.usd(s.close("FB"))),
    ("where did apple close on nov 15", lambda: s.usd(s.close("AAPL", "2012-11-15"))),
    ("what was the price of big blue two weeks ago", lambda: s.usd(s.close("IBM", "2013-01-17"))),
    ("what did aapl open at on jan 24", lambda: s.usd(s.span("AAPL", "2013-01-24", "2013-01-24")[0].open)),
    ("aapl high on jan 24", lambda: s.usd(s.span("AAPL", "2013-01-24", "2013-01-24")[0].high)),
    ("微软现在多少钱", lambda: s.usd(s.close("MSFT"))),
    ("脸书上周五收在多少", lambda: s.usd(s.close("FB", "2013-01-25"))),
]
OF_CHANGES: list[Q] = [
    ("how much has goog gained since november", lambda: s.percent(s.change("GOOG", "2012-10-31"), 2)),
    ("ibm ytd", lambda: s.percent(s.change("IBM", "2012-12-31"), 2)),
    ("what did ibm do last week", lambda: s.percent(s.change("IBM", "2013-01-18", "2013-01-25"), 2)),
    ("how much did apple fall in q4", lambda: s.percent(s.change("AAPL", "2012-09-28", "2012-12-31"), 2)),
    ("20 day change of fb", lambda: s.percent(s.rows("FB")[-1].close / s.rows("FB")[-21].close - 1, 2)),
    ("GOOG YTD多少", lambda: s.percent(s.change("GOOG", "2012-12-31"), 2)),
    ("苹果1y涨幅", lambda: s.percent(s.change("AAPL", "2012-01-31"), 2)),
    ("ibm up or down today?", lambda: s.percent(s.daily("IBM", "2013-01-31")[0][0], 2)),
    ("price of ibm in 2011", lambda: s.percent(s.change("IBM", "2010-12-31", "2011-12-30"), 2)),
    ("微软去年的表现如何", lambda: s.percent(s.change("MSFT", "2011-12-30", "2012-12-31"), 2)),
    ("IBM 最近三个月涨幅", lambda: s.percent(s.change("IBM", "2012-10-31"), 2)),
    ("谷歌半年回报", lambda: s.percent(s.change("GOOG", "2012-07-31"), 2)),
    ("微软从1月2日到1月15日涨了多少", lambda: s.percent(s.change("MSFT", "2013-01-02", "2013-01-15"), 2)),
]
OF_PRICES_OVER_DAYS: list[Q] = [
    ("price goog in october 2012?", lambda: f"GOOG {of_october('GOOG')}"),
    ("谷歌去年10月什么价位", lambda: f"GOOG {of_october('GOOG')}"),
    ("price of ibm in october", lambda: s.usd(s.close("IBM", "2012-09-28"))),
    ("price of ibm in october", lambda: s.usd(mean_of_october("IBM"))),
    ("谷歌10月的价格", lambda: f"平均 {s.usd(mean_of_october('GOOG'))}"),
]
OF_LEVELS: list[Q] = [
    ("52w high of goog", lambda: s.usd(s.high("GOOG").high)),
    ("when was apple's 52 week high", s.high("AAPL").day.isoformat),
    ("how far below its high is ibm", lambda: s.percent(s.close("IBM") / s.high("IBM").high - 1, signed=False)),
    ("how far above its low is google", lambda: s.percent(s.close("GOOG") / s.low("GOOG").low - 1, signed=False)),
    ("high of aapl in january", lambda: s.usd(max(row.high for row in s.span("AAPL", "2013-01-01")))),
    ("50-day average of ibm", lambda: s.usd(s.average("IBM", 50))),
    ("微软离52周高点多远", lambda: s.percent(s.close("MSFT") / s.high("MSFT").high - 1, signed=False)),
    ("IBM的52周最低价", lambda: s.usd(s.low("IBM").low)),
    ("微软200日均线是多少", lambda: s.usd(s.average("MSFT", 200))),
]
OF_INDICATORS: list[Q] = [
    ("rsi of aapl", lambda: f"RSI(14) {s.plain(s.rsi('AAPL'))}"),
    ("9 day rsi of ibm", lambda: f"RSI(9) {s.plain(s.rsi('IBM', 9))}"),
    ("what's google's volatility", lambda: s.percent(s.volatility("GOOG"), signed=False)),
    ("ibm average volume", lambda: s.mean_volume(s.rows("IBM")[-20:])),
    ("50 day average volume of fb", lambda: s.mean_volume(s.rows("FB")[-50:])),
    ("p/e of ibm", lambda: s.plain(s.close("IBM") / Decimal("14.37"))),
    ("msft mkt cap", "$230."),
    ("eps goog", "earnings $32."),
    ("dividend yield of ibm", lambda: f"{s.percent(4 * Decimal('0.85') / s.close('IBM'), 2, signed=False)} %"),
    ("脸书昨天成交量", lambda: f"{s.span('FB', '2013-01-30', '2013-01-30')[0].volume:,}"),
    ("IBM 股息率多少", lambda: s.percent(4 * Decimal("0.85") / s.close("IBM"), 2, signed=False)),
]


def best(base: str, last: str = "2013-01-31", *, of: tuple[str, ...] = FIVE, at: int = -1) -> str:
    ranked = sorted(of, key=lambda each: s.change(each, base, last))
    return f"{ranked[at]}|{s.percent(s.change(ranked[at], base, last))}"


def extreme(symbol: str, first: str, last: str = "2013-01-31", *, is_best: bool = False) -> str:
    moves = s.daily(symbol, first, last)
    value, day = max(moves) if is_best else min(moves)
    return f"{day.isoformat()}|{s.percent(value)}"


def count(symbol: str, first: str, bound: str, last: str = "2013-01-31") -> str:
    """Return on how many days the price rose, or fell, by more than a bound."""
    moves, limit = s.daily(symbol, first, last), Decimal(bound)
    found = sum(move > limit if limit >= 0 and bound[0] != "-" else move < limit for move, _ in moves)
    return f"{found}|{len(moves)}"


OF_ORDERS: list[Q] = [
    ("which of the five gained most this year?", lambda: best("2012-12-31")),
    ("who's the worst performer this month", lambda: best("2012-12-31", at=0)),
    ("which is cheaper by p/e, ibm or aapl", "AAPL|10.3"),
    ("cheapest of the five by p/e", "AAPL|10.3"),
    ("who has the biggest market cap", "AAPL|$4"),
    ("rank all five by volatility", lambda: s.percent(max(s.volatility(each) for each in FIVE), signed=False)),
    ("which share has the lowest rsi", lambda: s.plain(min(s.rsi(each) for each in FIVE))),
    ("五只股票里今年谁跌得最多", lambda: best("2012-12-31", at=0)),
    ("哪只股票波动最小", lambda: s.percent(min(s.volatility(each) for each in FIVE), signed=False)),
    ("上周谁涨得最多", lambda: best("2013-01-18", "2013-01-25")),
]
OF_DAYS: list[Q] = [
    ("what was apple's biggest one-day drop in 2012", lambda: extreme("AAPL", "2012-01-01", "2012-12-31")),
    ("on which day did ibm rise the most in q4", lambda: extreme("IBM", "2012-10-01", "2012-12-31", is_best=True)),
    (
        "highest close of aapl in 2012",
        lambda: s.usd(max(row.close for row in s.span("AAPL", "2012-01-01", "2012-12-31"))),
    ),
    ("highest volume in msft this month", lambda: f"{max(row.volume for row in s.span('MSFT', '2013-01-01')):,}"),
    ("谷歌去年跌得最狠的一天", lambda: extreme("GOOG", "2012-01-01", "2012-12-31")),
    ("how many days did fb rise more than 3% since november", lambda: count("FB", "2012-11-01", "0.03")),
    ("how often was msft up in january", lambda: count("MSFT", "2013-01-01", "0")),
    (
        "how many days did goog close above 750 this month",
        lambda: f"{sum(row.close > 750 for row in s.span('GOOG', '2013-01-01'))}|{len(s.span('GOOG', '2013-01-01'))}",
    ),
    ("苹果今年有几天跌超过3%", lambda: count("AAPL", "2013-01-01", "-0.03")),
    ("IBM 去年有几次单日跌幅超过百分之二", lambda: count("IBM", "2012-01-01", "-0.02", "2012-12-31")),
]
OF_OTHERS: list[Q] = [
    (
        "ibm vs the market this year",
        lambda: s.percent(sum((s.change(each, "2012-12-31") for each in FIVE), Decimal(0)) / 5),
    ),
    (
        "how did the market do last week",
        lambda: s.percent(sum((s.change(each, "2013-01-18", "2013-01-25") for each in FIVE), Decimal(0)) / 5),
    ),
    ("p/e of ibm and msft", lambda: f"IBM {s.plain(s.close('IBM') / Decimal('14.37'))}"),
    ("goog price and rsi", lambda: f"{s.usd(s.close('GOOG'))}|{s.plain(s.rsi('GOOG'))}"),
    ("is ibm above its 200-day average?", lambda: "Yes" if s.close("IBM") > s.average("IBM", 200) else "No"),
    ("is the rsi of goog over 70?", lambda: "Yes" if s.rsi("GOOG") > 70 else "No"),
    ("latest headlines on apple", "2013-01-23"),
    ("when did ibm last go ex-div", "2012-11-07"),
    ("next earnings of aapl?", "2013-01-23"),
    ("beta of msft", "I do not know the beta of MSFT"),
    ("谷歌的市净率", "市净率"),
    ("ibm volatilty", lambda: s.percent(s.volatility("IBM"), signed=False)),
]
ALL = OF_PRICES + OF_CHANGES + OF_PRICES_OVER_DAYS + OF_LEVELS + OF_INDICATORS + OF_ORDERS + OF_DAYS + OF_OTHERS


async def test_answers_are_right_to_the_last_digit(subtests: pytest.Subtests) -> None:
    for text, expected in ALL:
        with subtests.test(text=text):
            line, parts = await answer(text), (expected if isinstance(expected, str) else expected()).split("|")
            assert "\n" not in line
            assert [part for part in parts if part not in line] == [], line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P/E?", s.plain(s.close("IBM") / Decimal("14.37"))),
        ("how far off the high is it?", s.percent(s.close("IBM") / s.high("IBM").high - 1, signed=False)),
        ("and the rsi?", s.plain(s.rsi("IBM"))),
        ("它的52周高点是多少", s.usd(s.high("IBM").high)),
    ],
)
async def test_of_the_share_talked_of(text: str, expected: str) -> None:
    assert expected in await answer(text, "IBM")


async def test_a_day_without_a_session_counts_as_the_one_before() -> None:
    assert s.usd(s.close("IBM", "2013-01-18")) in await answer("price of ibm on 2013-01-19")


NONE = """\
buy 5 aapl
sell half our google
close IBM
trim apple to 3%
short msft
sell IBM above 700
buy if RSI is below 30
buy the cheapest of the five
yes
confirm
cancel
tell me when aapl is above 500
alert me if msft falls 3%
watch goog
remove the alert on ibm
stop loss at 420 on apple
never more than 5% in one name
what if goog drops 10%
what if we had bought in october
if ibm falls to 190, how much do we lose
should I buy IBM?
should we sell the worst performer
why did ibm fall
will msft outperform
apple was down 3% again
I think IBM is cheap
carol says msft is overvalued
let's talk about volume later
analyze AAPL
compare AAPL and IBM
what is P/E?
how is IBM doing
what did ann say about google's price
did we decide on ibm last week
price of TSLX
0700.HK price
卖出一半谷歌
确认
苹果跌到400告诉我
如果谷歌跌10%会怎样
该不该买IBM
为什么IBM跌了
市盈率太高了吧
上限三千美元
按现价买3股苹果
什么是市盈率
止损420
""".splitlines()


def test_other_messages_ask_for_no_figures(subtests: pytest.Subtests) -> None:
    for text in NONE:
        with subtests.test(text=text):
            assert read(text, "GOOG", pending=1) is None


@pytest.mark.parametrize(
    ("text", "measure", "scope"),
    [
        ("今天盈亏", "profit", Scope.ACCOUNT),
        ("how much did we make this week", "profit", Scope.ACCOUNT),
        ("how much cash do we have", "cash", Scope.ACCOUNT),
        ("biggest position?", "weight", Scope.HELD),
        ("weight of aapl", "weight", Scope.HELD),
        ("total return of our holdings since we bought", "total_return", Scope.HELD),
        ("现金还有多少", "cash", Scope.ACCOUNT),
        ("持仓里今年谁涨得最多", "change", Scope.HELD),
        ("loss at the stop?", "loss_at_stop", Scope.CARD),
        ("is the market open?", "hours", Scope.EXCHANGE),
    ],
)
def test_of_accounts_cards_and_the_exchange(text: str, measure: str, scope: Scope) -> None:
    query = read(text, pending=1)
    assert query is not None
    assert (query.measures, query.scope) == ((measure,), scope)


def test_each_measure_has_a_name() -> None:
    assert set(FORMULAS) == set(UNITS)
    for language in Language:
        assert all(FigureLine(PRESENTER.texts).name(Locale(language), each) for each in FORMULAS)
