"""Kinds of questions for figures that are near others, which they must not be taken for."""

import pytest

from tests.unit.reading import sample_figures as s
from tests.unit.reading.test_figure_answers import answer, read


def top_close(symbol: str, first: str, last: str = "2013-01-31") -> str:
    row = max(s.span(symbol, first, last), key=lambda each: each.close)
    return f"{s.usd(row.close)}|{row.day}"


def bottom_close(symbol: str, first: str, last: str = "2013-01-31") -> str:
    row = min(s.span(symbol, first, last), key=lambda each: each.close)
    return f"{s.usd(row.close)}|{row.day}"


async def check(text: str, expected: str) -> None:
    line = await answer(text)
    assert [part for part in expected.split("|") if part not in line] == [], line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("did goog ever close above 760", "Yes|" + top_close("GOOG", "2010-01-01")),
        ("has msft ever been over 40?", "No|" + top_close("MSFT", "2010-01-01")),
        ("did apple ever drop below 150", "No|" + bottom_close("AAPL", "2010-01-01")),
        ("was fb above 32 this month", "Yes|" + top_close("FB", "2013-01-01")),
        ("has google fallen below 700", "No|" + s.usd(s.close("GOOG"))),
        ("did msft rise more than 2% last week", s.percent(s.change("MSFT", "2013-01-18", "2013-01-25"), 2)),
        ("did goog fall more than 3% this year", "No|+6.83 %, close of 2012-12-31"),
        ("is aapl more than 40% off its high", "No|35.4 %"),
        ("did ibm ever fall more than 7% in a day", "No|worst day"),
        ("IBM去年超过205了吗", "是|" + top_close("IBM", "2012-01-01", "2012-12-31")),
        ("微软今年跌破过25吗", "否|" + bottom_close("MSFT", "2013-01-01")),
        ("脸书涨超过2%了吗", "否|" + s.percent(s.daily("FB", "2013-01-31")[0][0], 2)),
    ],
)
async def test_a_number_is_a_price_and_any_day_of_a_span_may_be_beyond_it(text: str, expected: str) -> None:
    await check(text, expected)


def test_a_move_by_dollars_is_not_told() -> None:
    assert read("did goog fall more than 9 last week") is None
    assert read("is ibm above 5%") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("when was msft at its lowest", bottom_close("MSFT", "2012-01-31")),
        ("what day was fb highest this month", top_close("FB", "2013-01-01")),
        ("google lowest in december", bottom_close("GOOG", "2012-12-01", "2012-12-31")),
        ("IBM今年最高是哪天", top_close("IBM", "2013-01-01")),
        ("微软最低的一天", bottom_close("MSFT", "2012-01-31")),
        ("worst day for ibm this month", "worst day"),
    ],
)
async def test_the_highest_is_of_a_price_and_the_best_of_a_change(text: str, expected: str) -> None:
    await check(text, expected)
    assert read("biggest day of google") is None


def by_distance(*, from_high: bool) -> list[str]:
    """Return the shares, the one that is nearest to its high, or low, first."""
    return sorted(
        ("AAPL", "FB", "GOOG", "IBM", "MSFT"),
        key=lambda each: 1 - s.close(each) / s.high(each).high if from_high else s.close(each) / s.low(each).low,
    )


@pytest.mark.parametrize(
    ("text", "from_high", "at"),
    [
        ("who is nearest to its 52 week high", True, 0),
        ("which stock is farthest from the high", True, -1),
        ("which is most below its high", True, -1),
        ("which share is closest to the low", False, 0),
        ("which of the five is furthest from its low", False, -1),
        ("谁离52周高点最近", True, 0),
        ("哪只股票离高点最远", True, -1),
        ("哪只离低点最近", False, 0),
    ],
)
async def test_nearest_is_the_smallest_distance(text: str, from_high: bool, at: int) -> None:  # noqa: FBT001
    assert (await answer(text)).startswith(by_distance(from_high=from_high)[at])
    assert read("which is closest to its p/e") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("谷歌上上周涨了多少", s.percent(s.change("GOOG", "2013-01-11", "2013-01-18"), 2)),
        ("微软上上个月跌了多少", s.percent(s.change("MSFT", "2012-10-31", "2012-11-30"), 2)),
        ("脸书上上周四收盘价", s.usd(s.close("FB", "2013-01-17"))),
        ("goog change last last week", s.percent(s.change("GOOG", "2013-01-11", "2013-01-18"), 2)),
        ("aapl return in the month before last", s.percent(s.change("AAPL", "2012-10-31", "2012-11-30"), 2)),
        ("微软十一月涨了多少", s.percent(s.change("MSFT", "2012-10-31", "2012-11-30"), 2)),
        ("苹果4月涨幅", s.percent(s.change("AAPL", "2012-03-30", "2012-04-30"), 2)),
        ("谷歌三季度涨了多少", s.percent(s.change("GOOG", "2012-06-29", "2012-09-28"), 2)),
        ("谷歌近三月涨幅", s.percent(s.change("GOOG", "2012-10-31"), 2)),
        ("微软大前天收盘", s.usd(s.close("MSFT", "2013-01-28"))),
        ("aapl price 3 months ago and now", s.percent(s.change("AAPL", "2012-10-31"), 2)),
        ("volume of ibm vs average", f"{s.rows('IBM')[-1].volume:,}|{s.mean_volume(s.rows('IBM')[-20:])}"),
        ("how many days did msft rise this month", "MSFT rose on "),
        ("谷歌今年有几天跌了", "跌的有 "),
    ],
)
async def test_of_the_time_that_is_named(text: str, expected: str) -> None:
    await check(text, expected)


@pytest.mark.parametrize("text", ["msft price next monday", "goog close last last friday", "微软下周三收盘价"])
def test_a_time_that_is_another_one_is_none(text: str) -> None:
    assert read(text) is None


def test_only_my_watch_list_is_the_own_one_and_days_of_accounts_are_not_compared() -> None:
    owners = [read(text) for text in ("rank my watch list by p/e", "rank the watch list by p/e", "我的自选股市盈率")]
    assert [query is not None and query.is_own for query in owners] == [True, False, True]
    assert read("what was our worst day last month") is None
