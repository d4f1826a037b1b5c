"""Questions for figures, views, suppositions and records, from messages with their slots marked."""

from dataclasses import fields
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Final

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import ShowOrderStatus
from bot.domain.conversation.requests.analysis import Analyze, ArgueView, Compare, ShowDiscussion
from bot.domain.conversation.requests.explanation import AskMore, Define, Explain, Review, TurnPage
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.suppositions import (
    AskViewChange,
    MoveKind,
    MoveScope,
    StatedMove,
    Suppose,
    SupposedStake,
    SupposeTrade,
)
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.figures.claims import Topic, TopicClaim
from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import OF_ACCOUNT, OF_CARD, OF_LEVELS, Measure
from bot.domain.figures.query import (
    Bound,
    FigureQuery,
    Manner,
    OnDay,
    OverDays,
    OverSessions,
    RankOrder,
    Scope,
    Since,
    When,
)
from bot.domain.market.instruments import InstrumentTable
from bot.domain.trading.execution.orders import Side
from bot.reading.assembly import assemble
from bot.reading.parses import Kind
from bot.reading.recognisers.times import read_dates, read_when
from bot.reading.trained.examples import read_examples, read_line

INSTRUMENTS: Final = InstrumentTable(load_instruments())
TODAY: Final = date(2026, 11, 27)  # a Friday
NOW: Final = datetime(2026, 11, 27, 15, tzinfo=UTC)
OCTOBER: Final = OverDays(date(2026, 10, 1), date(2026, 10, 31))
THIS_YEAR: Final = OverDays(date(2026, 1, 1), TODAY)


def around(before: frozenset[Before] = frozenset()) -> Surroundings:
    """Return what was known: IBM is talked of and held; behind a list MSFT stands second."""
    is_card = bool(before & {Before.CARD, Before.CARDS})
    focus = ("IBM", "MSFT") if Before.LIST in before else ("IBM",) if is_card or Before.FOCUS in before else ()
    return Surroundings(INSTRUMENTS, TODAY, focus=focus, held=("IBM",), pending=int(is_card), is_card_last=is_card)


def read(line: str, kind: Kind) -> Request | None:
    parse, before = read_line(line, kind)
    facts = MessageFacts(text=parse.text, at=NOW, zone=UTC, market_time=NOW, asker="Ann")
    return assemble(parse, around(before), facts)


def shares(*symbols: str) -> NamedShares:
    return NamedShares(symbols=symbols)


def query(measure: str, scope: str, symbols: str = "", **others: Any) -> FigureQuery:  # noqa: ANN401 - of any field
    """Return a question: measures and symbols are parted by spaces."""
    measures = tuple(map(Measure, measure.split()))
    return FigureQuery(measures=measures, scope=Scope(scope), symbols=tuple(symbols.split()), **others)


def below(value: str) -> dict[str, Any]:
    return {"manner": Manner.CHECK, "order": RankOrder.LOWEST, "bound": Bound(is_above=False, value=Decimal(value))}


def above(value: str) -> dict[str, Any]:
    return {"manner": Manner.CHECK, "bound": Bound(is_above=True, value=Decimal(value))}


FIRST: Final = {"manner": Manner.FIRST}
FIGURES: Final = (
    ("[p/e](measure=pe_ratio) of [ibm](share)?", query("pe_ratio", "named", "IBM")),
    (
        "[苹果](share)的[市值](measure=market_cap)和[股息率](measure=dividend_yield)",
        query("market_cap dividend_yield", "named", "AAPL"),
    ),
    ("focus| its [rsi](measure=rsi)?", query("rsi", "talked-of")),
    ("[short interest](measure=other) of [ibm](share)", query("", "named", "IBM", lacking=("short interest",))),
    # when
    ("did [ibm](share) [move](measure=change) [last month](time)", query("change", "named", "IBM", when=OCTOBER)),
    ("[上个月](time)[微软](share)[涨](measure=change)了吗", query("change", "named", "MSFT", when=OCTOBER)),
    (
        "[ibm](share) [return](measure=change) [since we bought it](time)",
        query("change", "named", "IBM", when=Since.FILL),
    ),
    ("[200-day average](measure=average) for [ibm](share)", query("average", "named", "IBM", when=OverSessions(200))),
    ("[ibm](share) [14 day](time) [rsi](measure=rsi)", query("rsi", "named", "IBM", when=OverSessions(14))),
    ("[ibm](share)[年线](measure=average)在哪", query("average", "named", "IBM", when=OverSessions(250))),
    ("[52 week](time) [high](measure=high) of [ibm](share)", query("high", "named", "IBM")),
    ("[ibm](share) [earnings](measure=earnings_date) [next week](time)?", query("earnings_date", "named", "IBM")),
    (
        "[ibm](share) [price](measure=price) [over 30 days](time)",
        query("change", "named", "IBM", when=OverSessions(30)),
    ),
    # of what
    ("how much [cash](measure=cash)", query("cash", "account")),
    ("focus| how [many](measure=shares_held) do we have", query("shares_held", "held", "IBM")),
    ("focus| [profit](measure=profit) on it", query("profit", "held", "IBM")),
    ("focus| our [pnl](measure=profit) [this year](time)", query("profit", "account", when=THIS_YEAR)),
    ("how did [our account](held) [do](measure=change) [this year](time)", query("profit", "account", when=THIS_YEAR)),
    ("[涨跌](measure=change),[持仓](held)的", query("change", "held")),
    ("[ibm](share) [weight](measure=weight)", query("weight", "held", "IBM")),
    ("card| what does it [cost](measure=card_cost)", query("card_cost", "card")),
    ("card| where is the [stop](measure=stop)", query("stop", "talked-of")),
    ("which [alerts](measure=alert) are set", query("alert", "account")),
    ("[几点开盘](measure=hours)啊", query("hours", "exchange")),
    ("[change](measure=change) of [my list](watched)", query("change", "watched", is_own=True)),
    ("list| [rsi](measure=rsi) of [the second](which)", query("rsi", "named", "MSFT")),
    ("list| [rsi](measure=rsi) of [both](which)", query("rsi", "talked-of")),
    ("[0700.hk](share) [last](measure=price)", Analyze(shares=NamedShares(unsupported=("0700.HK",)))),
    # beside the market
    (
        "[ibm](share) [up](measure=change) more than [the s&p](market)?",
        query("change", "named", "IBM", with_market=True),
    ),
    ("where does [the nasdaq](market) [stand](measure=price)", query("", "market", lacking=("the nasdaq",))),
    # in an order
    (
        "[ibm](share) or [msft](share), [cheapest](least) by [p/e](measure=pe_ratio)",
        query("pe_ratio", "named", "IBM MSFT", order=RankOrder.LOWEST, **FIRST),
    ),
    ("[持仓](held)里谁[跌](measure=change)得[最多](most)", query("change", "held", order=RankOrder.LOWEST, **FIRST)),
    ("which [lost](measure=profit) us the [least](least)", query("profit", "held", **FIRST)),
    (
        "[worst](most) [performer](measure=change) on [the list](watched)",
        query("change", "watched", order=RankOrder.LOWEST, **FIRST),
    ),
    (
        "[观察名单](watched)里[股息](measure=dividend_yield)[最高](most)的前[三](n)个",
        query("dividend_yield", "watched", manner=Manner.RANK, count=3),
    ),
    (
        "bottom [3](n) of [ours](held) by [p/e](measure=pe_ratio)",
        query("pe_ratio", "held", manner=Manner.RANK, order=RankOrder.LOWEST, count=3),
    ),
    ("[closest](least) to its [high](measure=from_high), of [ours](held)", query("from_high", "held", **FIRST)),
    (
        "focus| [highest](most) [close](measure=price) [this year](time)",
        query("price", "talked-of", when=THIS_YEAR, manner=Manner.EXTREME_DAY),
    ),
    (
        "focus| is that [cheaper](least) by [p/e](measure=pe_ratio) than [msft](share)",
        query("pe_ratio", "named", "IBM MSFT", order=RankOrder.LOWEST, **FIRST),
    ),
    ("[worst](most) [drawdown](measure=drawdown) of [ibm](share)", query("drawdown", "named", "IBM")),
    # against a bound
    ("[rsi](measure=rsi) of [ibm](share) [over](up) [70](level)?", query("rsi", "named", "IBM", **above("70"))),
    (
        "[苹果](share)[股息率](measure=dividend_yield)[低于](down)[3%](level)吗",
        query("dividend_yield", "named", "AAPL", **below("0.03")),
    ),
    (
        "does [ibm](share) [yield](measure=dividend_yield) [above](up) [4](level)",
        query("dividend_yield", "named", "IBM", **above("0.04")),
    ),
    (
        "is [ibm](share) [under](down) its [50 day](time) [line](measure=average)",
        query(
            "from_average",
            "named",
            "IBM",
            when=OverSessions(50),
            manner=Manner.CHECK,
            bound=Bound(is_above=False, value=Decimal(0)),
        ),
    ),
    (
        "did [ibm](share) [fall](measure=change) [more than](up) [5%](move) [today](time)",
        query("change", "named", "IBM", when=OnDay(TODAY), **below("-0.05")),
    ),
    (
        "did [ibm](share) [rise](measure=change) [less than](down) [5%](move) [today](time)",
        query("change", "named", "IBM", when=OnDay(TODAY), **below("0.05")),
    ),
    ("is [ibm](share) [above](up) [200](level)", query("price", "named", "IBM", **above("200"))),
    (
        "has [ibm](share) [closed](measure=price) [above](up) [$200](level) [this year](time)",
        query(
            "price",
            "named",
            "IBM",
            when=THIS_YEAR,
            manner=Manner.CHECK_DAYS,
            bound=Bound(is_above=True, value=Decimal(200)),
        ),
    ),
    ("[现金](measure=cash)[超过](up)[五万](level)没", query("cash", "account")),
)

NO_FIGURES: Final = (
    "what does it [cost](measure=card_cost)",  # no card waits
    "[ibm](share) [change](measure=change) [since earnings](time)",  # a time that is not known
    "[ibm](share) [price](measure=price) [last week](time), not [today](time)",
    "[price](measure=price) and [cost](measure=cost) of [ibm](share)",  # of a share and of the account
    "[stop](measure=stop) and [alert](measure=alert) of [ibm](share)",
    "[highest](most) [yield](measure=dividend_yield) with a [market cap](measure=market_cap) [over](up) [50bn](level)",
    "[ibm](share) [20日](time)[均线](measure=average)和[60日](time)[均线](measure=average)",
    "px [ibm](share)",
    "list| [rsi](measure=rsi) of [the fourth](which)",
)


def move(kind: MoveKind, value: str, direction: int, symbol: str | None = None) -> StatedMove:
    return StatedMove(kind, Decimal(value), direction, symbol=symbol)


PERCENT, AMOUNT, PRICE = MoveKind.PERCENT, MoveKind.AMOUNT, MoveKind.PRICE
SUPPOSITIONS: Final = (
    (
        "if [ibm](share) [drops](down) [10%](move)",
        Suppose(shares=shares("IBM"), moves=(move(PERCENT, "10", -1),), only_asks=True),
    ),
    ("focus| 它[涨到](up)[300](level)呢", Suppose(moves=(move(PRICE, "300", 1),), only_asks=True)),
    ("card| [falls](down) [5 bucks](move)?", Suppose(moves=(move(AMOUNT, "5", -1),), only_asks=True)),
    ("focus| [down](down) [8](move)", Suppose(moves=(move(PERCENT, "8", -1), move(AMOUNT, "8", -1)), only_asks=True)),
    (
        "[大盘](market)[跌](down)[两成](move)",
        Suppose(moves=(move(PERCENT, "20", -1),), scope=MoveScope.MARKET, only_asks=True),
    ),
    (
        "[everything](held) [sinks](down) [5%](move)",
        Suppose(moves=(move(PERCENT, "5", -1),), scope=MoveScope.HOLDINGS, only_asks=True),
    ),
    (
        "[ibm](share) [-8%](move), [msft](share) [+4%](move)",
        Suppose(
            shares=shares("IBM", "MSFT"),
            moves=(move(PERCENT, "8", -1, "IBM"), move(PERCENT, "4", 1, "MSFT")),
            only_asks=True,
        ),
    ),
    ("[特斯拉](share)[腰斩](down)呢", Suppose(shares=shares("TSLA"), moves=(move(PERCENT, "50", -1),), only_asks=True)),
    ("focus| a stop at [700](stop)?", Suppose(moves=(StatedMove(MoveKind.STOP, None, -1),), stop=Decimal(700))),
    (
        "suppose i had [25 shares](count) of [ibm](share) and it [falls](down) [5%](move)",
        Suppose(shares=shares("IBM"), moves=(move(PERCENT, "5", -1),), stake=SupposedStake(Decimal(25))),
    ),
    ("if we hadn't [sold](sell) [ibm](share)", SupposeTrade(shares("IBM"))),
    ("if rates go [up](up) [50 bps](move)", AskMore()),
    ("focus| [falls](down) [a bit](move)", None),
)

OTHERS: Final = (
    (Kind.ANALYZE, "[ibm](share)?", Analyze(shares=shares("IBM"))),
    (
        Kind.ANALYZE,
        "[上个月](time)的[微软](share)怎么样",
        Analyze(shares=shares("MSFT"), dates=(OCTOBER.first, OCTOBER.last)),
    ),
    (Kind.ANALYZE, "list| [the second one](which)", Analyze(shares=shares("MSFT"))),
    (Kind.ANALYZE, "list| [the fifth](which)", None),
    (Kind.ANALYZE, "thoughts on [our book](held)", Compare(scope=Scope.HELD)),
    (Kind.COMPARE, "[ibm](share) vs [msft](share)", Compare(shares=shares("IBM", "MSFT"))),
    (Kind.COMPARE, "[持仓](held)里哪只[最差](most)", Compare(scope=Scope.HELD, first=RankOrder.LOWEST)),
    (Kind.COMPARE, "list| [both](which)", Compare(scope=Scope.TALKED_OF, count=2)),
    (Kind.COMPARE, "[ibm](share) against [the market](market)", Compare(shares=shares("IBM"), with_market=True)),
    (Kind.DEFINE, "what is [RSI](term)", Define(terms=("rsi",))),
    (Kind.DEFINE, "[风险敞口](term)是啥", Define(word="风险敞口")),
    (Kind.DEFINE, "focus| 啥意思", None),
    (Kind.EXPLAIN, "card| why [sell](sell) it", Explain(side=Side.SELL, only_asks=True)),
    (
        Kind.EXPLAIN,
        "why did we [sell](sell) [ibm](share) [last month](time)",
        Explain(
            shares=shares("IBM"),
            side=Side.SELL,
            dates=(OCTOBER.first, OCTOBER.last),
            assumes_trade=True,
            only_asks=True,
        ),
    ),
    (Kind.EXPLAIN, "card| why [4](count)", Explain(asks_size=True)),
    (Kind.EXPLAIN, "list| why [the third](which)", None),
    (Kind.VIEW_CHANGE, "focus| what changes your mind", AskViewChange(only_asks=True)),
    (
        Kind.VIEW_CHANGE,
        "focus| [drops](down) [9%](move), still?",
        Suppose(moves=(move(PERCENT, "9", -1),), asks_view=True, only_asks=True),
    ),
    (
        Kind.ARGUE,
        "focus| but margins are shrinking",
        ArgueView(shares=shares("IBM"), claims=(TopicClaim(topic=Topic.MARGINS, typed="margins"),)),
    ),
    (
        Kind.ARGUE,
        "focus| 你没考虑护城河嘛大哥",
        ArgueView(shares=shares("IBM"), claims=(TopicClaim(topic=Topic.PRODUCTS, typed="护城河"),)),
    ),
    (Kind.DISCUSSION, "what did the bear say about [ibm](share)", ShowDiscussion(share="IBM", speaker="bear")),
    (Kind.ORDER_STATUS, "[苹果](share)成交没", ShowOrderStatus(shares("AAPL"))),
    (Kind.REVIEW, "[last month](time)'s [sales](sell)", Review(dates=(OCTOBER.first, OCTOBER.last), side=Side.SELL)),
    (Kind.REVIEW, "how did [ibm](share) go", Review(shares=shares("IBM"), is_all=True)),
    (Kind.REVIEW, "since [that crash](time)", None),
    (Kind.PAGE, "list| next", TurnPage(step=1)),
    (Kind.PAGE, "list| 上一页", TurnPage(step=-1)),
    (Kind.PAGE, "list| [第三页](n)", TurnPage(page=3)),
    (Kind.PAGE, "list| [10 more](n)", TurnPage(step=1)),
    (Kind.PAGE, "list| [the last page](n)", None),
)


class TestFigures:
    @pytest.mark.parametrize(("line", "expected"), FIGURES)
    def test_question(self, line: str, expected: Request) -> None:
        assert read(line, Kind.FIGURE) == expected

    @pytest.mark.parametrize("line", NO_FIGURES)
    def test_question_that_cannot_be_answered_when_read_then_none(self, line: str) -> None:
        assert read(line, Kind.FIGURE) is None

    def test_examples_when_read_then_a_handler_knows_all_measures(self) -> None:
        parses = [each for each in read_examples() if each.parse.kind is Kind.FIGURE][::5]
        facts = MessageFacts(text="", at=NOW, zone=UTC, market_time=NOW, asker="Ann")
        queries = [assemble(each.parse, around(each.before), facts) for each in parses]
        assert all(_is_answered(each) for each in queries if isinstance(each, FigureQuery))


def _is_answered(asked: FigureQuery) -> bool:
    """Return whether the handlers have a figure for each measure, of that scope and in that manner."""
    measures, returns = set(asked.measures), {Measure.CHANGE, Measure.TOTAL_RETURN}
    is_known = {
        Scope.CARD: measures <= OF_CARD,
        Scope.CARDS: measures <= OF_CARD,
        Scope.EXCHANGE: measures == {Measure.HOURS},
    }.get(
        asked.scope,
        measures <= set(FORMULAS)
        or (measures <= OF_LEVELS and len(measures) == 1)
        or (measures <= OF_ACCOUNT | returns and bool(measures & OF_ACCOUNT)),
    )
    is_by_day = asked.manner in {Manner.EXTREME_DAY, Manner.CHECK_DAYS}
    return is_known and not (is_by_day and FORMULAS[asked.measures[0]].daily is None)


class TestOthers:
    @pytest.mark.parametrize(("line", "expected"), SUPPOSITIONS)
    def test_supposition(self, line: str, expected: Request | None) -> None:
        assert read(line, Kind.SUPPOSE) == expected

    @pytest.mark.parametrize(("kind", "line", "expected"), OTHERS)
    def test_request(self, kind: Kind, line: str, expected: Request | None) -> None:
        assert read(line, kind) == expected

    @pytest.mark.parametrize(
        "kind", [Kind.DEEP, Kind.CHART, Kind.FILE, Kind.FAILURES, Kind.TRACK_RECORD, Kind.TRADE_RECORD]
    )
    def test_request_on_a_share_when_read_then_names_it(self, kind: Kind) -> None:
        request = read("[ibm](share)", kind)
        assert request is not None
        values = [str(getattr(request, each.name)) for each in fields(request)]
        assert "IBM" in " ".join(values) or kind is Kind.FILE

    @pytest.mark.parametrize("kind", [Kind.PORTFOLIO, Kind.PENDING, Kind.ORDERS, Kind.STOP_RUN])
    def test_request_without_slots_when_read_then_made(self, kind: Kind) -> None:
        assert read("that please", kind) is not None

    @pytest.mark.parametrize("kind", [Kind.ANALYZE, Kind.ASK_MORE])
    def test_no_share_is_named_nor_talked_of_when_read_then_nothing_is_made(self, kind: Kind) -> None:
        assert read("that please", kind) is None


class TestTimes:
    @pytest.mark.parametrize(
        ("text", "when"),
        [
            ("this morning", OnDay(TODAY)),
            ("昨晚", OnDay(date(2026, 11, 26))),
            ("now", None),
            ("of last quarter", OverDays(date(2026, 7, 1), date(2026, 9, 30))),
            ("last week's", OverDays(date(2026, 11, 16), date(2026, 11, 22))),
            ("30 days", OverSessions(30)),
            ("过去三十天", OverSessions(30)),
            ("since summer", OverDays(date(2026, 6, 1), TODAY)),
            ("since inception", Since.BEGINNING),
            ("全年", THIS_YEAR),
            ("march", OverDays(date(2026, 3, 1), date(2026, 3, 31))),
        ],
    )
    def test_time(self, text: str, when: When | None) -> None:
        found = read_when(text, today=TODAY)
        assert found is not None
        assert found.when == when

    @pytest.mark.parametrize("text", ["tomorrow", "下周", "since earnings", "5 yeras", "4 days before ex-date", ""])
    def test_time_that_is_unknown_or_to_come_then_none(self, text: str) -> None:
        assert read_when(text, today=TODAY) is None

    def test_sessions_as_dates_then_days(self) -> None:
        assert read_dates("last 30 days", today=TODAY) == (date(2026, 10, 28), TODAY)
