"""Questions that name a criterion and no figure, and what Parley has not: said to be lacking, never another figure."""

import pytest

from tests.fakes.core import Talk
from tests.references import said

_BEST = "which of apple, google, ibm and msft did best this month"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("which is the safest of them all", ("IBM has the lowest volatility: 15.2 %", "FB 50.2 %")),
        ("which one has the smallest ups and downs", ("IBM has the lowest volatility: 15.2 %",)),
        ("which is riskier, ibm or google", ("GOOG has the higher volatility: 20.7 %",)),
        ("ibm还是谷歌更稳", ("IBM 的波动率较低：15.2%",)),
        ("which share is cheapest", ("AAPL has the lowest P/E: 10.3",)),
        ("最安全的是哪只", ("IBM 的波动率最低：15.2%",)),
        ("which pays most and moves least", ("MSFT dividend 3.35 % · volatility 20.5 % a year",)),
    ],
)
async def test_a_criterion_is_answered_by_its_figure(text: str, parts: tuple[str, ...]) -> None:
    answer = await said(Talk(), f"ann: {text}")
    assert [part for part in parts if part not in answer] == []


async def test_a_criterion_behind_a_question_is_none_of_that_question() -> None:
    answer = await said(Talk(), "ann: how did ibm and goog do in january", "ann: which is the safest")
    assert "volatility" in answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("is it cheaper now", "AAPL is cheap by earnings: P/E 10.3"),
        ("when was apple cheapest in 2012", "AAPL, lowest close"),
    ],
)
async def test_one_share_is_judged_by_itself(text: str, expected: str) -> None:
    assert expected in await said(Talk(), "ann: apple price?", f"ann: {text}")


@pytest.mark.parametrize(
    ("text", "lacking", "has"),
    [
        ("why did apple drop on the 24th of january?", "I do not know why a price moved", "AAPL −12.36 % on the day"),
        ("what made google fall in october", "I do not know why a price moved", "GOOG −9.83 %"),
        ("苹果24号为什么跌", "我不知道价格为什么变动", "AAPL 当日 −12.36%"),
        ("why did ibm fall", "I do not know why a price moved", "not of the move"),
        ("IBM昨天下午三点多少钱", "我没有盘中某一时刻的价格", "收盘"),
        ("is apple cheap vs its sector", "no sectors and no peers", "P/E 10.3"),
        ("correlation between apple and google", "I do not know the correlation of AAPL, GOOG", "I know price"),
        ("苹果和谷歌的相关性", "我没有 AAPL、GOOG 的相关性", "市盈率"),
        ("give me the bear case for google", "nothing speaks against GOOG", "GOOG"),
        ("ibm close on march 23 2020", "still to come", "now"),
    ],
)
async def test_what_is_lacking_is_said_with_what_is_there(text: str, lacking: str, has: str) -> None:
    answer = await said(Talk(), f"ann: {text}")
    assert lacking in answer
    assert has in answer


async def test_what_a_bear_says_begins_with_what_speaks_against_the_share() -> None:
    answer = await said(Talk(), "ann: ibm price?", "ann: what would a bear say about ibm")
    assert answer.index("50-day below 200-day average") < answer.index("3.2 % above its 200-day average")


async def test_news_of_a_day_are_those_known_by_its_end() -> None:
    assert "2013-01-22" in await said(Talk(), "ann: any news on ibm around jan 22")  # behind the close
    assert "2013-01-22" not in await said(Talk(), "ann: any news on ibm around jan 18")


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("googles highest close", "GOOG"),
        ("apples pe a year ago", "AAPL"),
        ("facebooks 52 week high please", "FB"),
        ("fbs lowest close in november", "FB"),
    ],
)
async def test_a_share_that_is_called_by_its_name_is_the_one_answered_for(text: str, symbol: str) -> None:
    answer = await said(Talk(), "ann: how is ibm doing this year", f"ann: {text}")
    assert symbol in answer
    assert "IBM" not in answer


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((_BEST, "buy 3 of the winner"), "Buy 3 GOOG"),
        ((_BEST, "put 5000 in the best one", "dollars"), "Buy 6 GOOG"),  # of $755.69
        (("这个月谷歌和微软哪个涨得多", "买3股赢的那只"), "买入 3 股 GOOG"),
        (("what fell the most this week", "whats the pe of the best one"), "AAPL P/E 10.3"),
        (("how is ibm doing this year", "buy 2 of the winner"), "Nothing was proposed"),
        (("ibm price?", "how many apple with 1000", "ok buy those"), "Buy 2 AAPL"),
        (("how many fb for 500", "buy those"), "Buy 16 FB"),  # of $30.98
        (("IBM能买多少，我有3000", "就买那么多"), "买入 14 股 IBM"),
        (("buy 2 ibm", "how many microsoft shares do i get for 800", "ok get those"), "Buy 29 MSFT"),  # of $27.45
        (("buy 2 ibm", "how many microsoft shares do i get for 800", "yes those look good"), "buy 2 IBM"),
        (("how is google doing", "buy that many"), "Nothing was proposed"),
    ],
)
async def test_what_was_shown_is_what_is_ordered_next(lines: tuple[str, ...], expected: str) -> None:
    assert expected in await said(Talk(), *(f"ann: {each}" for each in lines))


@pytest.mark.parametrize(
    ("lines", "parts"),
    [
        (("how did google do in december", "compare that with apple"), ("GOOG +1.3 %, AAPL −9.1 %", "2012-12-31")),
        (("google price on jan 24", "how does that compare with ibm"), ("GOOG $753.83, IBM $204.42 (2013-01-24)",)),
        (("谷歌12月表现怎么样", "跟苹果比呢"), ("GOOG +1.3%、AAPL −9.1%",)),
        (("whats googles pe", "compare it with apple"), ("GOOG over AAPL by the rules",)),
        (("how did google do in december", "how does ibm compare with its peers"), ("no sectors and no peers",)),
        (("ibm price?", "compare google with its rival microsoft"), ("GOOG over MSFT by the rules",)),
    ],
)
async def test_a_share_is_compared_over_the_days_of_the_figure(lines: tuple[str, ...], parts: tuple[str, ...]) -> None:
    answer = await said(Talk(), *(f"ann: {each}" for each in lines))
    assert [part for part in parts if part not in answer] == []


@pytest.mark.parametrize("text", ["我有10万想分散买", "i have 10k and want to spread it over a few shares"])
async def test_a_sum_is_not_spread_and_that_is_said(text: str) -> None:
    talk = Talk()
    answer = await said(talk, f"ann: {text}")
    assert "I do not spread" in answer or "我不会自己把一笔钱分散" in answer
    assert not talk.decisions()
