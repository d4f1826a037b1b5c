from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.text.claims import KnownFigures, find_figures, known_figures, unfounded_figures

D = Decimal
DATA = {
    "market_data": {"open": "453.98", "close_7d": ["444.05", "455.49"], "date": "2013-01-31"},
    "fundamental_data": {"market_cap": "427747000000", "pe_ratio": "10.3218", "dividend_yield": "2.3272"},
    "news_events": {"top_k_events": [{"title": "Q1 revenue $54.5 billion, up 18%", "date": "2013-01-23"}]},
    "position_state": {"shares": "10", "holding_days": 29},
    "filter_reasoning": "Up 77% with a target of 999.",
    "history": [{"price": "512.00", "reasons": ["It yields 88%."]}],
}
KNOWN = known_figures(DATA)
WORDS = ("a", "one", "ten", "twenty", "hundred", "thousand", "billion", "and", "percent", "times", "dollars")


def test_figures_are_found(subtests: pytest.Subtests) -> None:
    for text, figures in [
        ("Trades at $755.69, up 3.2% over 7 days; P/E of 23.4", ["$755.69", "3.2%", "23.4"]),
        ("市值3550亿美元，市盈率 11.2 倍，过去30天上涨5%", ["3550亿", "11.2 倍", "5%"]),
        ("worth $355.1bn or 355,100 million", ["$355.1bn", "355,100 million"]),
        ("RSI 14 is at 62.9, RSI(14) above 70", ["62.9", "70"]),
        ("target 3,000–3,500 dollars, 5-10% upside", ["3,000", "3,500", "10%"]),
        ("-3.5% and +2 %, 50bps", ["-3.5%", "+2 %", "50bps"]),
        ("gained 2x on 1.5x volume", ["2x", "1.5x"]),
        ("$3k, 5万, 300万股", ["$3k", "5万", "300万"]),
        ("价格１２．５％，5个百分点", ["12.5%", "5个百分点"]),
        ("In 2012, sales of $2012 and 2012%", ["$2012", "2012%"]),
        ("May 10% be enough", ["10%"]),
        ("2000 shares", ["2000"]),
        ("200日均线700，750", ["700", "750"]),
        ("P/E is only 8, a PE of 9, EPS 5, beta 2, a dividend of 4", ["8", "9", "5", "2", "4"]),
        ("市盈率为8，每股收益约5，贝塔系数2", ["8", "5", "2"]),
        ("It fell to 1999, trades at 2050 a share, then closed near 1950.", ["1999", "2050", "1950"]),
        ("目标价2050，股价跌至1999，价格为 2050 美元", ["2050", "1999", "2050"]),
        ("RSI 12, later RSI 70", ["12", "70"]),
        ("RSI 9 is 30, RSI(6) 20, RSI 12 为 80", ["30", "20", "80"]),
        ("a week 52 low of 77", ["77"]),
        ("up twenty percent at thirty-five times earnings", ["twenty percent", "thirty-five times earnings"]),
        (
            "worth three hundred billion, nine hundred dollars a share, tenfold",
            ["three hundred billion", "nine hundred dollars", "tenfold"],
        ),
        (
            "上涨三成五，即百分之三十五，三十五倍，九百美元，三千亿",
            ["三成五", "百分之三十五", "三十五倍", "九百美元", "三千亿"],
        ),
        ("涨了3成，百分之30", ["30%", "30%"]),
    ]:
        with subtests.test(f"{text!r}, {figures!r}"):
            assert [figure.written for figure in find_figures(text)] == figures


def test_what_states_no_figure(subtests: pytest.Subtests) -> None:
    for text in [
        "1. Momentum. 2. Trend",
        "(1) First; (2) second",
        "1、动量；2、趋势",
        "within 2 days, a 52-week high, the 50-day and 200-day averages",
        "过去30天、12个月、52周高点、200日均线、第3季",
        "RSI 14, RSI(14), SMA200, SMA 50, MACD(12, 26, 9), the 50DMA",
        "On 2013-01-31, Jan 31, 2013, 31 January and 2013年1月31日",
        "Q4 2012, 1Q13, FY2013, fiscal 2012, since 2010, the 1990s, 2012-13",
        "at 16:00",
        "the S&P 500, Russell 2000 and 沪深300",
        "its 10-K and 8-K, the 3rd quarter, #1 of 5 rivals, iPhone 5, COVID-19, 5G",
        "3 of the last 7 closes",
        "no figures at all",
        "It beat estimates four times; one of these days; the reason is twofold",
        "From 2010 to 2012 it rose from 2010 lows; it fell to 2009 levels, closed above 2007 peaks",
        "完成、一成不变、七成员工、万一、千万不要、多元化、第一、一元",
        "The price rose on 3 of 5 days, EPS 3 of 4 quarters; 股价5连阳，股价跌至1999年以来最低",
    ]:
        with subtests.test(text):
            assert find_figures(text) == ()


def test_what_stands_in_the_data_is_found(subtests: pytest.Subtests) -> None:
    for text in [
        "closed at 455.49",
        "closed at $455.5, from about $444",
        "at 455, cut",
        "a market value of $427.7 bn, 428 billion, 0.43 trillion",
        "市值4277亿美元，约4277.5亿",
        "10.3 times earnings, a yield of 2.33%, 2.3 percent, 市盈率10.3倍",
        "revenue of 54.5bn or 54,500 million, up 18%",
        "10 shares at 512",
        "worth about 428,000 million",
        "P/E is 10, ten times earnings, 市盈率为10，十倍",
        "up eighteen percent, 百分之十八",
        "a market value of four hundred twenty-eight billion, 四千二百七十七亿美元",
    ]:
        with subtests.test(text):
            assert unfounded_figures(text, KNOWN) == ()


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("closed at 456.49", ("456.49",)),
        ("a yield of 4.5% at 10.3 times earnings", ("4.5%",)),
        ("up 455.49%", ("455.49%",)),  # a price is no percentage
        ("up 77% to 999, yields 88%", ("77%", "999", "88%")),  # a model's words are no data
        ("市值3000亿美元，上涨12%", ("3000亿", "12%")),
        ("worth $427.7 million", ("$427.7 million",)),
        ("9.99 and 9.99", ("9.99",)),
        ("P/E is 8, 市盈率为9", ("8", "9")),
        ("up thirty percent, 三成", ("thirty percent", "三成")),
        ("worth three hundred billion, 三千亿美元", ("three hundred billion", "三千亿美元")),
        ("at 2050 a share", ("2050",)),
    ],
)
def test_what_does_not_is_named(text: str, missing: tuple[str, ...]) -> None:
    assert unfounded_figures(text, KNOWN) == missing


@pytest.mark.parametrize(
    ("text", "known", "is_held"),
    [
        ("$98,000", "98250", True),
        ("$98,000", "96500", False),
        ("$3,000", "2267.07", False),
        ("3%", "2.5", True),
        ("3%", "3.99", True),
        ("3%", "4.1", False),
        ("1%", "0.1", False),
    ],
)
def test_rounding(text: str, known: str, is_held: bool) -> None:  # noqa: FBT001
    figure = frozenset({D(known)})
    assert (unfounded_figures(text, KnownFigures(figure, figure)) == ()) is is_held


def test_figures_of_two_parts_together() -> None:
    both = known_figures({"a": "1234.5"}) | known_figures({"change_percent": 6.5})
    assert unfounded_figures("1,234.5 and 6.5%", both) == ()


@pytest.mark.parametrize("text", ["9" * 5_000, "1" + ",000" * 500, "0." + "1" * 400, "%" * 900, "1.2.3.4" * 200])
def test_absurd_figures_are_no_crash(text: str) -> None:
    assert unfounded_figures(text, known_figures({"a": text, "b": [text, 10**30, 1e300, None, True]})) is not None


@pytest.mark.parametrize(
    "text", ["股息" + "约为达到" * 500, "price " + "a at " * 500, "fell" + " at" * 900, "one " * 900]
)
def test_words_that_never_come_to_a_figure_take_no_time(text: str) -> None:
    assert find_figures(text) == ()


@given(
    st.text(alphabet="0123456789.,%$-+ 亿万年月日天xkKmMbn()年Q\n", max_size=80)
    | st.text(alphabet="零一二两三十百千万亿点成倍美元分之个 3.", max_size=20)
    | st.lists(st.sampled_from(WORDS)).map(" ".join)
)
def test_a_text_bears_out_its_own_figures(text: str) -> None:
    assert unfounded_figures(text, known_figures([f"as said: {text}"])) == ()


def test_what_we_said_ourselves_proves_nothing() -> None:
    said = [
        {"by": "Ann", "role": "person", "text": "It was at $512.30 when I bought."},
        {"by": "Parley", "role": "assistant", "text": "There is an upside of 27%, to $991."},
    ]
    known = known_figures({"conversation": {"summary": "A target of $888.", "messages": said}})

    assert unfounded_figures("From $512.30 it may rise 27%, to $991, or fall to $888.", known) == (
        "27%",
        "$991",
        "$888",
    )
