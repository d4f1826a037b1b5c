"""Several requests of one message are answered in one reply."""

import pytest

from tests.fakes.core import Talk


async def test_each_request_is_answered_and_what_it_changes_is_stored(talk: Talk) -> None:
    reply = await talk.say("ann", "alert me when fb drops below 25 and msft above 30")
    assert [each in reply.answer.brief for each in ("FB at $25.00", "MSFT at $30.00")] == [True, True]
    assert [each.label for each in reply.answer.buttons][:2] == ["Remove · 1", "Remove · 2"]
    listed = await talk.say("ann", "/alerts")
    assert [each in listed.answer.brief for each in ("FB", "MSFT")] == [True, True]


async def test_a_share_is_the_one_that_the_clause_before_names(talk: Talk) -> None:
    await talk.say("ann", "add goog to the watchlist and tell me if it drops under 700")
    assert "GOOG" in (await talk.say("ann", "show the watchlist")).answer.brief
    assert "GOOG" in (await talk.say("ann", "/alerts")).answer.brief


async def test_two_questions_are_answered(talk: Talk) -> None:
    brief = (await talk.say("ann", "how much cash do we have and what do we hold?")).answer.brief
    assert brief.startswith("Cash: $100,000.00")
    assert "No positions" in brief


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


@pytest.mark.parametrize(
    "text",
    ["Remember that our mandate forbids FB for now. What's the P/E of MSFT?", "记住我们不买FB。MSFT的市盈率多少？"],
)
async def test_a_note_beside_a_question_is_kept_and_its_share_not_asked_about(talk: Talk, text: str) -> None:
    answer = (await talk.say("ann", text)).answer.brief
    assert "15.0" in answer
    assert "FB –" not in answer
    assert "FB" in (await talk.say("ann", "/memory")).answer.brief


async def test_a_figure_of_the_shares_of_an_order_is_told_beside_the_cards(talk: Talk) -> None:
    answer = (await talk.say("ann", "buy 30 msft and 4 google pls, also what do they both yield")).answer.brief
    parts = ("Buy 30 MSFT", "Buy 4 GOOG", "Dividend yield: MSFT 3.35 %, GOOG 0.00 %")
    assert [each for each in parts if each not in answer] == []


async def test_a_figure_of_the_card_beside_its_order_is_named_as_not_done(talk: Talk) -> None:
    answer = (await talk.say("ann", "buy 3 ibm. what would it cost me?")).answer.brief
    assert "Not done yet: “what would it cost me?”" in answer


async def test_a_yes_behind_several_answers_does_not_mean_the_card(talk: Talk) -> None:
    await talk.say("ann", "buy 5 IBM")
    await talk.say("ann", "what would it cost? and what do we hold already?")
    await talk.say("ann", "yes")
    assert talk.orders_carried_out == 0


async def test_an_order_beside_a_question_is_a_card_that_waits_for_its_own_yes(talk: Talk) -> None:
    reply = await talk.say("ann", "what's the dividend yield of ibm and buy 3 fb")
    assert [each.proposal.symbol for each in reply.answer.decisions] == ["FB"]
    assert "1.67 %" in reply.answer.brief
    assert "Buy 3 FB" in reply.answer.brief
    assert talk.orders_carried_out == 0
    await talk.say("ann", "confirm")
    assert talk.orders_carried_out == 1


async def test_what_is_left_over_is_named(talk: Talk) -> None:
    await talk.say("ann", "buy 5 IBM")
    answer = (await talk.say("ann", "make it 6. and why that stop?")).answer.brief
    assert "Buy 6 IBM" in answer
    assert "why that stop?" in answer
