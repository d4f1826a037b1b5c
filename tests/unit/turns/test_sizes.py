"""Sizes that follow from the account: what the card says, and when there is none."""

from decimal import Decimal

import pytest

from bot.domain.trading.decisions import DecisionStatus, Proposal
from bot.domain.trading.execution.orders import Side
from tests.fakes.core import Talk, sentence, text_of

D = Decimal


def proposed(talk: Talk) -> list[Proposal]:
    return [d.proposal for d in talk.decisions() if d.status is DecisionStatus.PROPOSED]


async def hold(talk: Talk, shares: int) -> None:
    await talk.say("ann", f"buy {shares} IBM")
    await talk.say("ann", "yes")


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("put 10 % of my book into IBM", 49),
        ("用两成现金买IBM", 98),
        ("buy at least $2,000 of IBM", 10),
        ("至少买5股IBM", 5),
        ("raise IBM to 10 % of the book", 49),
    ],
)
async def test_part_of_the_account_or_minimum_then_a_card_of_that_size(talk: Talk, text: str, shares: int) -> None:
    await talk.say("ann", text)
    assert [(p.side, p.shares) for p in proposed(talk)] == [(Side.BUY, D(shares))]


@pytest.mark.parametrize("text", ["sell IBM down to $20,000", "keep 10 shares", "IBM减到20股", "trim IBM to $100"])
async def test_target_reached_then_it_is_said_and_there_is_no_card(talk: Talk, text: str) -> None:
    await hold(talk, 10)
    reply = await talk.say("ann", text)
    assert sentence("problem-nothing-proposed", reply.language) in text_of(reply)
    assert proposed(talk) == []


@pytest.mark.parametrize("text", ["keep 10 shares of IBM", "sell IBM down to 5 shares"])
async def test_nothing_held_then_nothing_is_bought(talk: Talk, text: str) -> None:
    await talk.say("ann", text)
    assert proposed(talk) == []


@pytest.mark.parametrize(
    "text",
    [
        "IBM at 5% of my portfolio is too much",
        "is 10% of the portfolio in IBM too much?",
        "put it in IBM",
        "210块买IBM",
        "buy IBM for 210 each",
        "raise IBM and FB to 10% of the book",
        "don't risk more than $200 on IBM",
        "IBM风险不超过200美元",
        "invest 10% of my money in IBM",
        "sell everything except 10 shares",
    ],
)
async def test_size_is_not_clear_then_no_card(talk: Talk, text: str) -> None:
    await hold(talk, 40)
    await talk.say("ann", text)
    assert proposed(talk) == []


class TestRisk:
    async def test_purchase_then_its_loss_at_the_stop_is_on_the_card(self, talk: Talk) -> None:
        reply = await talk.say("ann", "buy IBM but risk no more than $200, stop at 193.07")
        (card,) = proposed(talk)
        assert (card.shares, card.stop_price) == (D(20), D("193.07"))
        assert "would lose $200.00; you risk at most $200.00" in text_of(reply)

    async def test_more_than_the_caps_then_they_bind_and_the_card_says_so(self, talk: Talk) -> None:
        reply = await talk.say("ann", "risk 3 % of the account on IBM")
        (card,) = proposed(talk)
        assert card.target_cash_amount <= D(20_000)
        assert ": 20 % per position" in reply.answer.brief.split("\n")[1]

    async def test_stop_is_moved_down_then_the_risk_still_binds(self, talk: Talk) -> None:
        await talk.say("ann", "buy IBM but risk no more than $200, stop at 193.07")
        await talk.say("ann", "stop at 183.07")
        assert [p.shares for p in proposed(talk)] == [D(10)]

    async def test_stated_for_a_pending_purchase_then_it_becomes_no_greater(self, talk: Talk) -> None:
        await talk.say("ann", "buy 50 IBM, stop at 193.07")
        await talk.say("ann", "risk no more than $200")
        assert [p.shares for p in proposed(talk)] == [D(20)]
        await talk.say("ann", "risk no more than $400")
        assert [p.shares for p in proposed(talk)] == [D(20)]

    async def test_stated_for_a_pending_sale_then_nothing_changes(self, talk: Talk) -> None:
        await hold(talk, 10)
        await talk.say("ann", "sell 5 IBM")
        await talk.say("ann", "risk no more than $1")
        assert [p.shares for p in proposed(talk)] == [D(5)]


@pytest.mark.parametrize("text", ["should i buy google, i can put in max 5000", "你觉得谷歌现在能追吗，我最多出5000"])
async def test_a_budget_without_a_unit_beside_a_wish_for_advice_is_asked_about(talk: Talk, text: str) -> None:
    await talk.say("ann", text)
    assert not proposed(talk)
    await talk.say("ann", "dollars")
    assert [p.target_cash_amount <= D(5_000) for p in proposed(talk)] == [True]


@pytest.mark.parametrize(
    ("text", "order", "shares"),
    [
        ("最多能买几股谷歌？", "买{}股谷歌", 119),
        ("how many google can I buy for at most $3,000", "buy {} goog", 3),
    ],
)
async def test_as_many_as_are_named_are_what_an_order_gets(talk: Talk, text: str, order: str, shares: int) -> None:
    assert f"{shares}" in (await talk.say("ann", text)).answer.brief.splitlines()[0]
    await talk.say("ann", order.format(shares))
    (decision,) = talk.decisions()
    assert decision.proposal.shares == shares


async def test_what_bounds_an_order_and_from_where_its_card_warns_is_named(talk: Talk) -> None:
    first, warning, _ = (await talk.say("ann", "how many google can I buy?")).answer.brief.splitlines()
    assert "10 % stays in cash" in first
    assert "Beyond 26 GOOG" in warning
    assert "20 % per position" in warning


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("If I'd like to risk at most 300 bucks, how many Facebook could I get?", "buy facebook, risk at most $300"),
        ("我最多只能亏三百块，脸书能买多少", "buy facebook but dont risk more than 300 dollars"),
    ],
)
async def test_a_loss_that_is_bounded_gives_shares_by_the_way_to_the_stop(talk: Talk, text: str, order: str) -> None:
    answer = (await talk.say("ann", text)).answer.brief
    await talk.say("ann", order)
    (decision,) = talk.decisions()
    proposal = decision.proposal
    assert proposal.stop_price is not None
    assert proposal.shares == Decimal(300) // (proposal.price - proposal.stop_price)
    assert f"{proposal.shares} " in answer.splitlines()[0]
    assert f"${proposal.stop_price}" in answer
