"""Kinds of questions for figures that are near others, which they must not be taken for."""

import pytest

from tests.unit.reading import sample_figures as s
from tests.unit.reading.test_figure_answers import answer


def top_close(symbol: str, first: str, last: str = "2013-01-31") -> str:
    row = max(s.span(symbol, first, last), key=lambda each: each.close)
    return f"{s.usd(row.close)}|{row.day}"


async def check(text: str, expected: str) -> None:
    line = await answer(text)
    assert [part for part in expected.split("|") if part not in line] == [], line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("was fb above 32 this month", "Yes|" + top_close("FB", "2013-01-01")),
        ("did msft rise more than 2% last week", s.percent(s.change("MSFT", "2013-01-18", "2013-01-25"), 2)),
        ("did goog fall more than 3% this year", "No|+6.83 %, close of 2012-12-31"),
        ("is aapl more than 40% off its high", "No|35.4 %"),
        ("IBM去年超过205了吗", "是|" + top_close("IBM", "2012-01-01", "2012-12-31")),
        ("脸书涨超过2%了吗", "否|" + s.percent(s.daily("FB", "2013-01-31")[0][0], 2)),
    ],
)
async def test_a_number_is_a_price_and_any_day_of_a_span_may_be_beyond_it(text: str, expected: str) -> None:
    await check(text, expected)


def by_distance(*, from_high: bool) -> list[str]:
    """Return the shares, the one that is nearest to its high, or low, first."""
    return sorted(
        ("AAPL", "FB", "GOOG", "IBM", "MSFT"),
        key=lambda each: 1 - s.close(each) / s.high(each).high if from_high else s.close(each) / s.low(each).low,
    )


@pytest.mark.parametrize(
    ("text", "from_high", "at"),
    [
        ("which of the five is furthest from its low", False, -1),
        ("谁离52周高点最近", True, 0),
        ("哪只离低点最近", False, 0),
    ],
)
async def test_nearest_is_the_smallest_distance(text: str, from_high: bool, at: int) -> None:  # noqa: FBT001
    assert (await answer(text)).startswith(by_distance(from_high=from_high)[at])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("谷歌上上周涨了多少", s.percent(s.change("GOOG", "2013-01-11", "2013-01-18"), 2)),
        ("脸书上上周四收盘价", s.usd(s.close("FB", "2013-01-17"))),
        ("微软十一月涨了多少", s.percent(s.change("MSFT", "2012-10-31", "2012-11-30"), 2)),
        ("苹果4月涨幅", s.percent(s.change("AAPL", "2012-03-30", "2012-04-30"), 2)),
        ("谷歌三季度涨了多少", s.percent(s.change("GOOG", "2012-06-29", "2012-09-28"), 2)),
        ("谷歌近三月涨幅", s.percent(s.change("GOOG", "2012-10-31"), 2)),
        ("微软大前天收盘", s.usd(s.close("MSFT", "2013-01-28"))),
        ("how many days did msft rise this month", "MSFT rose on "),
        ("谷歌今年有几天跌了", "跌的有 "),
    ],
)
async def test_of_the_time_that_is_named(text: str, expected: str) -> None:
    await check(text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "msft volatility and dividend yield this quarter",
            "volatility 18.9 % a year, 2013-01-02|3.35 % (2013-01-31; known",
        ),
        ("AAPL change in january and when are earnings", "−14.41 %, close of 2012-12-31|became public on 2013-01-23"),
        ("fb high, low and rsi in january", "high $32.51 on 2013-01-28|low $27.42|57.7 (2013-01-31; known for a day"),
        ("msft最近三个月涨跌幅，波动率还有股息率", "−3.82%|波动率 21.3%|3.35%（2013-01-31；只有某一天的"),
    ],
)
async def test_beside_figures_of_a_span_those_of_a_day_only_are_given_as_they_are_now(text: str, expected: str) -> None:
    await check(text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FB, AAPL and MSFT change over the last year", "FB: my prices begin on 2012-05-18 only"),
        ("change of fb since 2010", "FB −18.96 %, close of 2012-05-18|my prices begin on 2012-05-18 only"),
        ("FB和苹果过去12个月谁涨得多", "FB 的价格从 2012-05-18 才开始"),
    ],
)
async def test_prices_that_begin_within_the_span_are_said_to(text: str, expected: str) -> None:
    await check(text, expected)
    assert "AAPL: my prices" not in await answer(text)


@pytest.mark.parametrize("text", ["change of aapl this year", "苹果今年涨了多少"])
async def test_the_ends_of_the_closes_of_a_change_are_said_to_be_of_closes(text: str) -> None:
    line = await answer(text)
    assert "lowest close $439.88, highest $549.03" in line or "收盘最低 $439.88，最高 $549.03" in line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("change since earnings on jan 22 for GOOG", "GOOG +7.51 %, close of 2013-01-22"),
        ("change of aapl since its results on jan 23", "AAPL −11.38 %, close of 2013-01-23"),
        ("GOOG 1月22号财报以来涨了多少", "GOOG +7.51%，2013-01-22"),
        ("谷歌自1月22日公布财报后跌了多少", "GOOG +7.51%，2013-01-22"),
    ],
)
async def test_a_day_that_is_named_with_what_happened_on_it_counts(text: str, expected: str) -> None:
    await check(text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dividends of IBM over the last year", "dividends of $3.30 a share, 2012-01-31 to 2013-01-31"),
        ("what dividends did MSFT pay last year", "dividends of $0.83 a share, 2012-01-03"),
        ("did FB gap at the open today?", "opened at $29.15, −6.69 % from the close before (2013-01-31)"),
        ("苹果1月24号低开多少", "开盘 $460.00，较前收盘 −10.51%（2013-01-24）"),
        ("what did fb open at", "FB opened at $29.15 (2013-01-31)"),
        ("how many up days in january for IBM", "IBM rose on 9 of 21 days (2013-01-02"),
        ("how many down days did msft have this month", "MSFT fell on 9 of 21 days (2013-01-02"),
        ("IBM worst day of the quarter", "worst day: −0.9 % on 2013-01-14"),
        ("AAPL 12月平均收盘价", "平均收盘价 $532.06，2012-12-03"),
    ],
)
async def test_a_figure_of_days_is_that_which_is_named(text: str, expected: str) -> None:
    await check(text, expected)


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("longest winning streak for ibm", "winning streak"),
        ("vwap for fb today", "vwap"),
        ("cagr of ibm since 2010", "cagr"),
        ("worst week for aapl this year", "worst week"),
        ("苹果连涨几天", "连涨"),
        ("IBM年化收益率", "年化收益率"),
    ],
)
async def test_a_figure_that_is_not_known_is_said_to_be_and_no_other_is_given(text: str, figure: str) -> None:
    line = await answer(text)
    assert figure in line
    assert "I do not know the " in line or "我没有 " in line
    assert not set(line) & set("$%")
