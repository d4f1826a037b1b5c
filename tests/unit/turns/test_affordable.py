"""“How many can I buy?” is answered by the rules that an order is held to, and an order gets just that."""

from decimal import Decimal

import pytest

from tests.fakes.core import Talk


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


async def test_more_than_an_order_gets_is_no(talk: Talk) -> None:
    assert (await talk.say("ann", "can I afford 120 GOOG?")).answer.brief.startswith("No: 120 GOOG")
    assert (await talk.say("ann", "can I afford 119 GOOG?")).answer.brief.startswith("Yes: 119 GOOG")


async def test_cash_that_another_card_needs_is_not_counted_but_that_of_a_card_to_be_replaced_is(talk: Talk) -> None:
    await talk.say("ann", "buy 50 IBM")
    assert "105 GOOG" in (await talk.say("ann", "how many google can I buy?")).answer.brief
    assert "443 IBM" in (await talk.say("ann", "how many IBM can I buy?")).answer.brief


async def test_own_limit_is_named_where_it_bounds_less(talk: Talk) -> None:
    await talk.say("ann", "never more than $5,000 in one share")
    assert "Beyond 6 GOOG" in (await talk.say("ann", "how many google can I buy?")).answer.brief


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


async def test_a_loss_beyond_what_a_position_may_be_is_capped(talk: Talk) -> None:
    answer = (await talk.say("ann", "我最多只能亏一千块，IBM能买多少")).answer.brief
    assert "98" in answer
    assert "20%" in answer
