"""Several requests of one message are answered in one reply."""

import pytest

from tests.fakes.core import Talk


async def test_each_request_is_answered_and_what_it_changes_is_stored(talk: Talk) -> None:
    reply = await talk.say("ann", "alert me when fb drops below 25 and msft above 30")
    assert [each in reply.answer.brief for each in ("FB at $25.00", "MSFT at $30.00")] == [True, True]
    assert [each.label for each in reply.answer.buttons][:2] == ["Remove · 1", "Remove · 2"]
    listed = await talk.say("ann", "/alerts")
    assert [each in listed.answer.brief for each in ("FB", "MSFT")] == [True, True]


async def test_each_of_several_days_is_answered(talk: Talk) -> None:
    answer = (await talk.say("ann", "close of aapl on jan 23 and jan 24")).answer.brief
    assert [part for part in ("$514.01", "2013-01-23", "$450.50", "2013-01-24") if part not in answer] == []
    answer = (await talk.say("ann", "change of aapl, goog and ibm in december")).answer.brief
    assert [part for part in ("AAPL", "GOOG", "IBM", "2012-11-30 – 2012-12-31") if part not in answer] == []


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("highest and lowest close of ibm in december", ("$195.69 on 2012-12-18", "$188.65 on 2012-12-05")),
        ("IBM 上个月最高和最低收盘价分别是多少，哪天", ("2012-12-18，$195.69", "2012-12-05，$188.65")),
        ("close and high of goog on jan 23", ("$741.50", "high")),
        ("which of the five did best last year, and which one was the worst?", ("AAPL did best", "FB did worst")),
    ],
)
async def test_both_ends_of_an_order_are_answered(talk: Talk, text: str, parts: tuple[str, ...]) -> None:
    answer = (await talk.say("ann", text)).answer.brief
    assert [part for part in parts if part not in answer] == []


async def test_a_figure_of_the_shares_of_an_order_is_told_beside_the_cards(talk: Talk) -> None:
    answer = (await talk.say("ann", "buy 30 msft and 4 google pls, also what do they both yield")).answer.brief
    parts = ("Buy 30 MSFT", "Buy 4 GOOG", "Dividend yield: MSFT 3.35 %, GOOG 0.00 %")
    assert [each for each in parts if each not in answer] == []
