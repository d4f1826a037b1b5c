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
