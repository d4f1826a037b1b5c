"""No trade comes through that its message does not bear out, whatever a reader says of it."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.market.instruments import load_instruments
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests.account import SetStop
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import (
    Advise,
    CorrectOrder,
    Order,
    OrderChange,
    OrderChangeKind,
    TradeTerms,
)
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import normalise
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size, SizeUnit
from bot.reading.guard import find_objection

AROUND = Surroundings(InstrumentTable(load_instruments()), date(2013, 1, 31), focus=("KO",))
NAMES = {"IBM": ("IBM", "ibm"), "GOOG": ("google", "谷歌"), "MSFT": ("microsoft", "微软"), "AAPL": ("AAPL", "苹果")}
FORBIDDING = (
    *("don't {}", "never {}", "please do not {}", "I wouldn't {}", "no way we {}", "{}? never", "{}, just kidding"),
    *("{} would be a shame", "I regret not to {}", "I'm scared to {}", "not going to {}", "we should not {}"),
    *(
        "{} if it drops",
        "if the market falls, {}",
        "{} as soon as it dips",
        "{} unless the news is bad",
        "once it falls, {}",
    ),
    *(
        "{}, no stop",
        "{} with a tight stop",
        "when it hits 500, {}",
        "{} after earnings",
        "assuming a good report, {}",
        "{} in case it rises",
    ),
    *(
        'boss: "{}"',
        "`{}`",
        "> {}",
        "Lee: {}",
        "fwd from Jane - {}",
        "my wife told me to {}",
        "he said {}",
        "compliance says {}",
    ),
    *("should I {}", "why did you {}", "who is going to {}", "what if we {}", "how do I {}", "{}?", "whether to {}"),
    *("{} tomorrow", "{} later", "{}, not yet", "{} every week", "{} on margin", "{} in three tranches"),
)
FORBIDDING_ZH = (
    *("别{}", "不要{}", "不想{}", "没{}", "后悔{}", "舍不得{}", "{}太冒险", "懒得{}", "{}，开玩笑的"),
    *("如果跌了就{}", "等跌了再{}，等跌", "跌到400{}", "要是大盘涨，{}", "一旦突破，{}"),
    *("老板说{}", "“{}”", "> {}", "李总:{}", "转发:{}", "老王让我{}", "朋友建议{}"),
    *("要不要{}", "该不该{}", "{}吗", "为什么{}", "谁会{}", "怎么{}", "{}要多少钱"),
    *("明天{}", "以后{}", "每周{}", "融资{}", "分两批{}", "{}，不设止损"),
)
COUNTS = st.integers(2, 90)
SHARES = st.sampled_from(sorted(NAMES))


def ordered(symbol: str, count: int | Decimal, side: Side = Side.BUY, unit: SizeUnit = SizeUnit.SHARES) -> Order:
    size = Size(Decimal(count), unit)
    return Order(terms=TradeTerms(shares=NamedShares(symbols=(symbol,)), side=side, size=size))


def objection(request: Order | CorrectOrder | SetStop, text: str) -> Problem | None:
    return find_objection(request, normalise(text), AROUND, typed=text)


def plain(symbol: str, count: int, *, is_chinese: bool = False) -> str:
    return f"买{count}股{NAMES[symbol][1]}" if is_chinese else f"buy {count} {NAMES[symbol][0]}"


class TestWordsAround:
    @given(SHARES, COUNTS, st.sampled_from(FORBIDDING))
    def test_english_then_no_order(self, symbol: str, count: int, around: str) -> None:
        assert objection(ordered(symbol, count), around.format(plain(symbol, count))) is not None

    @given(SHARES, COUNTS, st.sampled_from(FORBIDDING_ZH))
    def test_chinese_then_no_order(self, symbol: str, count: int, around: str) -> None:
        assert objection(ordered(symbol, count), around.format(plain(symbol, count, is_chinese=True))) is not None

    @given(
        SHARES,
        COUNTS,
        st.booleans(),
        st.sampled_from(("{}", "{}, thanks", "请{}", "ok, {}", "{} no rush", "can you {}?")),
    )
    def test_none_that_forbids_then_the_order(self, symbol: str, count: int, is_chinese: bool, around: str) -> None:  # noqa: FBT001
        assert objection(ordered(symbol, count), around.format(plain(symbol, count, is_chinese=is_chinese))) is None

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("buy 5 ibm if it drops", Problem.CONDITIONAL_ORDER),
            ("buy 5 ibm tomorrow", Problem.SCHEDULED),
            ("Ed texted: buy 5 ibm", Problem.ORDER_QUOTED),
            ("my boss wants me to buy 5 ibm", Problem.ORDER_QUOTED),
            ("李四催我买5股ibm", Problem.ORDER_QUOTED),
            ("buy 5 ibm in two tranches", Problem.ORDER_WITH_MORE),
            ("融资买5股ibm", Problem.ORDER_TYPE),
            ("buy calls on ibm, 5", Problem.NOT_SHARES),
            ("I'm afraid to buy 5 ibm", Problem.ORDER_UNEXPLAINED),
        ],
    )
    def test_why_it_is_none_is_told(self, text: str, problem: Problem) -> None:
        assert objection(ordered("IBM", 5), text) == problem

    @pytest.mark.parametrize(
        ("text", "most"),
        [
            ("buy ibm but dont risk more than 300 dollars", 300),
            ("buy ibm but do not spend more than $3000", 3000),
            ("买ibm，别亏超过300美元", 300),
            ("买ibm，我不想花超过3000", 3000),
        ],
    )
    def test_a_denial_of_more_bounds_a_number(self, text: str, most: int) -> None:
        terms = TradeTerms(shares=NamedShares(symbols=("IBM",)), side=Side.BUY, max_cash=Decimal(most))
        assert objection(Order(terms=terms), text) is None

    @pytest.mark.parametrize(
        "text", ["don't buy ibm for more than $300", "don't buy more than 300 ibm", "别买超过300股ibm"]
    )
    def test_a_denial_of_a_trade_stays_one(self, text: str) -> None:
        assert objection(ordered("IBM", 300), text) is not None


class TestNumbers:
    @given(SHARES, COUNTS, COUNTS, st.booleans())
    def test_one_too_many_then_asked(self, symbol: str, count: int, other: int, is_chinese: bool) -> None:  # noqa: FBT001
        text = f"{plain(symbol, count, is_chinese=is_chinese)}, {other + 100}"
        assert objection(ordered(symbol, count), text) == Problem.NUMBER_UNUSED

    @given(SHARES, COUNTS, COUNTS)
    def test_one_that_was_not_said_then_asked(self, symbol: str, count: int, other: int) -> None:
        assert objection(ordered(symbol, count + 100), plain(symbol, other)) == Problem.NUMBER_UNUSED

    @pytest.mark.parametrize(
        "text", ["sell half of ibm", "sell a third of ibm", "卖一半ibm", "ibm卖三成", "sell 20% of ibm"]
    )
    def test_part_of_a_sale_of_all_then_asked(self, text: str) -> None:
        whole = ordered("IBM", 1, Side.SELL, SizeUnit.POSITION)
        assert objection(whole, text) == Problem.NUMBER_UNUSED

    @pytest.mark.parametrize(
        ("text", "last"),
        [
            ("buy 20, no, {} ibm", 30),
            ("buy 20 ibm, sorry, {}", 30),
            ("buy 20 ibm, make it {}", 7),
            ("买20股ibm，不对，是{}股", 8),
        ],
    )
    def test_taken_back_then_the_last_counts(self, text: str, last: int) -> None:
        assert objection(ordered("IBM", last), text.format(last)) is None
        assert objection(ordered("IBM", 20), text.format(last)) is not None

    @pytest.mark.parametrize(
        "text", ["sell half of ibm, actually all of it", "buy 5 ibm, sorry, sell 5 ibm", "买5股ibm，说错了，是卖"]
    )
    def test_restated_in_other_words_then_asked(self, text: str) -> None:
        assert objection(ordered("IBM", 5), text) is not None

    @pytest.mark.parametrize(
        ("text", "is_clear"),
        [("no, 5", True), ("5 not 50", True), ("why 50? 5", True), ("don't make it 5", False), ("> 5", False)],
    )
    def test_in_a_change_then_it_is_the_one_that_is_meant(self, text: str, is_clear: bool) -> None:  # noqa: FBT001
        change = OrderChange(kind=OrderChangeKind.SIZE, value=Decimal(5))
        assert (objection(CorrectOrder(TradeTerms(), change), text) is None) is is_clear

    @pytest.mark.parametrize(
        ("text", "is_clear"), [("stop at 90", True), ("never a stop at 90", False), ("stop 90, 95", False)]
    )
    def test_of_a_stop(self, text: str, is_clear: bool) -> None:  # noqa: FBT001
        assert (objection(SetStop(Decimal(90)), text) is None) is is_clear


class TestShares:
    @given(SHARES, SHARES, COUNTS, st.sampled_from(("because {} is cheaper", "and {}", ". {} looks better", "or {}")))
    def test_one_too_many_then_asked(self, symbol: str, other: str, count: int, around: str) -> None:
        text = f"{plain(symbol, count)} {around.format(NAMES[other][0])}"
        assert (objection(ordered(symbol, count), text) is None) is (symbol == other)

    @given(SHARES, SHARES, COUNTS)
    def test_one_that_was_not_said_then_asked(self, symbol: str, other: str, count: int) -> None:
        assert (objection(ordered(other, count), plain(symbol, count)) is None) is (symbol == other)

    def test_none_then_what_is_talked_of(self) -> None:
        assert objection(ordered("KO", 5), "buy 5 of it") is None

    @pytest.mark.parametrize("text", ["buy 5 ibm instead of google", "buy 5 ibm, not google", "买5股ibm，而不是谷歌"])
    def test_contrasted_then_the_other_is_not_meant(self, text: str) -> None:
        assert objection(ordered("IBM", 5), text) is None
        assert objection(ordered("GOOG", 5), text) == Problem.ORDER_SHARES_UNCLEAR

    @pytest.mark.parametrize(
        "text", ["sell everything, but leave ibm alone", "清仓，但ibm留着", "sell all apart from ibm"]
    )
    def test_kept_then_not_sold(self, text: str) -> None:
        whole = ordered("IBM", 1, Side.SELL, SizeUnit.POSITION)
        assert objection(whole, text) == Problem.ORDER_SHARES_UNCLEAR


def test_an_order_of_no_side_is_not_made_where_a_message_speaks_of_selling() -> None:
    """Without the word for the side, a proposal would be made: perhaps to buy."""
    order = Order(terms=TradeTerms(shares=NamedShares(symbols=("GOOG",)), size=Size(Decimal(800), SizeUnit.MONEY)))
    assert find_objection(order, "那800块以上帮我自动卖谷歌", AROUND) is Problem.ORDER_UNEXPLAINED


@pytest.mark.parametrize("text", ["not all of it, keep 3", "不是全部 留3股", "sell ibm but leave 3"])
def test_number_of_what_stays_is_no_size(text: str) -> None:
    assert objection(ordered("IBM", 3, Side.SELL), text) is not None
    left = Size(Decimal(3), SizeUnit.SHARES, is_target=True)
    target = Order(terms=TradeTerms(shares=NamedShares(symbols=("IBM",)), side=Side.SELL, size=left))
    assert objection(target, "sell ibm, leave 3") is None


@pytest.mark.parametrize("text", ["not buying ibm. should i get fb?", "IBM那个先不买了,FB呢?现在能进吗"])
def test_advice_on_a_share_that_is_not_wanted_is_none(text: str) -> None:
    terms = TradeTerms(shares=NamedShares(symbols=("IBM", "FB")), side=Side.BUY)
    assert find_objection(Advise(terms=terms), normalise(text), AROUND, typed=text) is not None
