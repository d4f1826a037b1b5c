"""A sum of a share without a side: which one is asked, and no engine chooses it."""

from tests.fakes.core import Talk


async def test_a_sum_without_a_side_is_asked_about_and_makes_no_card() -> None:
    talk = Talk()
    answer = (await talk.say("ann", "3000 dollars of Microsoft please")).answer
    assert "Buy or sell" in answer.brief
    assert talk.decisions() == []


async def test_the_side_is_said_then_there_is_a_card_of_the_sum() -> None:
    talk = Talk()
    await talk.say("ann", "3000 dollars of Microsoft please")
    assert "Buy 109 MSFT for $2,992.05" in (await talk.say("ann", "buy")).answer.brief
