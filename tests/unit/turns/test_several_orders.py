"""Several orders in one message: a card each, in one answer, and each is confirmed alone."""

from decimal import Decimal

import pytest

from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, text_of

D = Decimal

ORDERS = (
    ("buy 10 msft and 5 goog", [("MSFT", "274.50"), ("GOOG", "3778.45")]),
    ("买10股微软和5股谷歌", [("MSFT", "274.50"), ("GOOG", "3778.45")]),
    ("buy 3 IBM, 2 AAPL and 10 shares of FB please", [("IBM", "609.21"), ("AAPL", "910.98"), ("FB", "309.80")]),
    ("buy $500 of IBM and $300 of FB", [("IBM", "406.14"), ("FB", "278.82")]),
    ("sell 5 IBM and buy 20 MSFT", [("IBM", "-1015.35"), ("MSFT", "549.00")]),
    ("卖出5股IBM，买入20股微软", [("IBM", "-1015.35"), ("MSFT", "549.00")]),
)


@pytest.fixture
async def holder(talk: Talk) -> Talk:
    """Bob holds 10 IBM."""
    await talk.say("bob", "buy 10 IBM")
    await talk.say("bob", "yes")
    return talk


def proposed(talk: Talk) -> list[tuple[str, Decimal]]:
    return [
        (d.proposal.symbol, d.proposal.cash_change) for d in talk.decisions() if d.status is DecisionStatus.PROPOSED
    ]


@pytest.mark.parametrize(("text", "expected"), ORDERS)
async def test_a_card_each_in_one_answer(holder: Talk, text: str, expected: list[tuple[str, str]]) -> None:
    reply = await holder.say("ann", text)
    assert proposed(holder) == [(symbol, D(cash)) for symbol, cash in expected]
    assert [d.proposal.symbol for d in reply.answer.decisions] == [symbol for symbol, _ in expected]
    labels = [each.label for each in reply.answer.buttons]
    assert all(any(symbol in label for label in labels) for symbol, _ in expected)


@pytest.mark.parametrize(
    "text",
    ["buy 10 msft and goog", "should I buy 10 IBM and 5 goog?", "buy 10 IBM and 5 IBM", "buy 5 msft and 5000 goog"],
)
async def test_sizes_are_not_clear_then_nothing_is_proposed(talk: Talk, text: str) -> None:
    await talk.say("ann", "how is FB?")
    await talk.say("ann", text)
    assert proposed(talk) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sell half of everything except Microsoft", {"IBM": "5"}),
        ("清仓，但微软留着", {"IBM": "10"}),
        ("sell half of all, apart from IBM and Microsoft", {}),
        ("sell half of everything except the winners", {}),
        ("buy 3 of each except IBM", {}),
    ],
)
async def test_some_are_taken_out_then_a_card_for_each_other(holder: Talk, text: str, expected: dict[str, str]) -> None:
    await holder.say("bob", "buy 20 MSFT")
    await holder.say("bob", "yes")
    await holder.say("ann", "analyze FB")
    await holder.say("ann", text)
    cards = {d.proposal.symbol: d.proposal.shares for d in holder.decisions() if d.status is DecisionStatus.PROPOSED}
    assert cards == {symbol: D(shares) for symbol, shares in expected.items()}


@pytest.mark.parametrize(
    "text",
    [
        "buy 2000 shares of MSFT, 1000 shares of FB and 60 shares of AAPL",
        "买2000股MSFT、1000股FB和60股AAPL",
    ],
)
async def test_orders_of_one_message_then_each_reserves_its_cash_for_the_next(talk: Talk, text: str) -> None:
    decisions = (await talk.say("ann", text)).answer.decisions
    assert [d.proposal.symbol for d in decisions] == ["MSFT", "FB", "AAPL"]
    assert sum(d.proposal.cash_change for d in decisions) <= D(90_000)  # 10 % stay in cash
    assert decisions[0].proposal.shares == 2000
    asked = await talk.say("ann", "confirm all")
    for each in asked.answer.buttons:  # the large ones by themselves
        if each.id.startswith("confirm_beyond_cap:"):
            await talk.press("ann", each)
    assert talk.orders_carried_out == sum(d.proposal.shares > 0 for d in decisions)


async def test_orders_of_one_message_then_as_separate_messages(talk: Talk) -> None:
    together = (await talk.say("ann", "buy 2000 shares of MSFT, 1000 shares of FB and 60 AAPL")).answer.decisions
    await talk.say("ann", "cancel all")
    orders = ("buy 2000 shares of MSFT", "buy 1000 shares of FB", "buy 60 AAPL")
    apart = [(await talk.say("ann", text)).answer.decisions[0] for text in orders]
    assert [d.proposal.shares for d in together] == [d.proposal.shares for d in apart]


@pytest.mark.parametrize(
    "text",
    [
        "also buy 2 AAPL",
        "in addition, buy 2 shares of AAPL and 3 IBM",
        "also buy 1 AAPL, 2 MSFT",
        "另外买入2股苹果和3股IBM",
    ],
)
async def test_one_more_order_on_a_pending_share_then_asked_and_nothing_replaced(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 5 AAPL and 8 MSFT")
    reply = text_of(await talk.say("ann", text))
    assert "one pending decision per share" in reply or "每只股票我只保留一项" in reply
    assert {(d.proposal.symbol, d.proposal.shares, d.version) for d in talk.decisions()} == {
        ("AAPL", D(5), 1),
        ("MSFT", D(8), 1),
    }
    assert {d.status for d in talk.decisions()} == {DecisionStatus.PROPOSED}


@pytest.mark.parametrize("text", ["also buy 2 IBM", "另外买2股IBM"])
async def test_one_more_order_on_another_share_then_beside_it(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 5 AAPL")
    await talk.say("ann", text)
    assert [(d.proposal.symbol, d.status) for d in talk.decisions()] == [
        ("AAPL", DecisionStatus.PROPOSED),
        ("IBM", DecisionStatus.PROPOSED),
    ]


@pytest.mark.parametrize("text", ["sell everything but keep 4 FB", "清仓，但脸书留4股"])
async def test_a_number_of_one_share_is_kept_then_it_is_asked_back(holder: Talk, text: str) -> None:
    await holder.say("bob", "buy 10 FB")
    await holder.say("bob", "yes")
    await holder.say("bob", text)
    assert proposed(holder) == []


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
