"""Questions that name a criterion and no figure, and what Parley has not: said to be lacking, never another figure."""

import pytest

from tests.fakes.core import Talk
from tests.references import said


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


async def test_what_a_bear_says_begins_with_what_speaks_against_the_share() -> None:
    answer = await said(Talk(), "ann: ibm price?", "ann: what would a bear say about ibm")
    assert answer.index("50-day below 200-day average") < answer.index("3.2 % above its 200-day average")


async def test_news_of_a_day_are_those_known_by_its_end() -> None:
    assert "2013-01-22" in await said(Talk(), "ann: any news on ibm around jan 22")  # behind the close
    assert "2013-01-22" not in await said(Talk(), "ann: any news on ibm around jan 18")


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
