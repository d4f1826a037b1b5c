"""What is misspelt, conditional, or taken for granted is asked back or said, and nothing is done in its place."""

import pytest

from tests.fakes.core import Talk, text_of


@pytest.mark.parametrize(
    ("order", "answer", "shares"),
    [
        ("buy 5 appel", "no, ibm", ("IBM", 5)),
        ("buy 5 amazn", "i meant apple", ("AAPL", 5)),
    ],
)
async def test_name_asked_about_is_answered_then_that_share_is_proposed(
    talk: Talk, order: str, answer: str, shares: tuple[str, int]
) -> None:
    await talk.say("ann", order)
    assert talk.decisions() == []
    await talk.say("ann", answer)
    assert [(each.proposal.symbol, int(each.proposal.shares)) for each in talk.decisions()] == [shares]


async def test_objection_to_a_size_then_reasons_and_no_what_if_table(talk: Talk) -> None:
    await talk.say("ann", "buy 2 GOOG")
    reply = await talk.say("ann", "that's way too much for one stock")
    assert reply.intent in {"EXPLAIN", "FOLLOWUP"}
    assert "What if" not in text_of(reply)
