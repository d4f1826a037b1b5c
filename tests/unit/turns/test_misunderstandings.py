"""What is misspelt, conditional, or taken for granted is asked back or said, and nothing is done in its place."""

import pytest

from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, sentence, text_of


@pytest.mark.parametrize(
    ("order", "corrected"),
    [
        ("sell half of my micorsoft and buy IBM", "sell half of my MSFT and buy IBM"),
        ("buy 5 googel and 10 IBM", "buy 5 GOOG and 10 IBM"),
        ("买10股平果", "买10股AAPL"),
    ],
)
async def test_misspelt_name_in_an_order_then_asked_back(talk: Talk, order: str, corrected: str) -> None:
    reply = await talk.say("ann", order)
    assert talk.decisions() == []
    assert corrected in text_of(reply)


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


@pytest.mark.parametrize("order", ["buy 5 amazn", "buy $500 of amazn", "sell 5 amazn"])
async def test_unknown_name_with_a_size_then_the_name_is_said_and_not_the_size(talk: Talk, order: str) -> None:
    await talk.say("ann", "analyze IBM")
    text = text_of(await talk.say("ann", order))
    assert "“amazn”" in text
    assert "AMZN (Amazon)" in text
    assert talk.decisions() == []


async def test_unknown_name_beside_a_known_one_then_the_other_is_not_traded(talk: Talk) -> None:
    reply = await talk.say("ann", "buy 5 zorgle and 10 AAPL")
    assert talk.decisions() == []
    assert sentence("unknown-beside-known") in text_of(reply)


async def test_misspelt_name_in_a_question_then_answered_with_a_note(talk: Talk) -> None:
    reply = await talk.say("ann", "how is gogle doing")
    assert sentence("misspelt-read", word="gogle", name="GOOG (Alphabet Class C)") in text_of(reply)


@pytest.mark.parametrize("order", ["buy IBM if it drops below 180", "sell when it hits 500"])
async def test_conditional_order_then_refused(talk: Talk, order: str) -> None:
    reply = await talk.say("ann", order)
    assert talk.decisions() == []
    assert sentence("problem-conditional-order", reply.language) in text_of(reply)


async def test_why_of_a_sale_that_never_was_then_said(talk: Talk) -> None:
    reply = await talk.say("ann", "why did we sell GOOG?")
    assert sentence("premise-not-sold", symbol="GOOG") in text_of(reply)


async def test_why_of_a_purchase_that_is_held_then_explained(talk: Talk) -> None:
    await talk.say("ann", "buy 2 IBM")
    await talk.say("ann", "yes")
    reply = await talk.say("ann", "why did we buy IBM?")
    assert sentence("premise-not-bought", symbol="IBM") not in text_of(reply)


@pytest.mark.parametrize("text", ["我是新手，不知道从哪开始"])
async def test_no_idea_then_a_next_step(talk: Talk, text: str) -> None:
    reply = await talk.say("ann", text)
    assert sentence("lead-on-guidance", reply.language, symbol="AAPL") in text_of(reply)


async def test_which_shares_then_those_of_the_market(talk: Talk) -> None:
    assert "AAPL, FB, GOOG" in text_of(await talk.say("ann", "what stocks do you know?"))


async def test_objection_to_a_size_then_reasons_and_no_what_if_table(talk: Talk) -> None:
    await talk.say("ann", "buy 2 GOOG")
    reply = await talk.say("ann", "that's way too much for one stock")
    assert reply.intent in {"EXPLAIN", "FOLLOWUP"}
    assert "What if" not in text_of(reply)


async def test_yes_behind_an_unknown_name_then_what_is_pending_is_read_back_first(talk: Talk) -> None:
    await talk.say("ann", "buy 2 IBM")
    await talk.say("ann", "buy 5 amazn")
    reply = await talk.say("ann", "yes")
    assert sentence("confirm-change-unread") in text_of(reply)
    assert [each.status for each in talk.decisions()] == [DecisionStatus.PROPOSED]


@pytest.mark.parametrize(
    ("before", "example"),
    [
        ((), "AAPL"),
        (("analyze FB",), "FB"),
        (("buy 5 IBM", "yes", "/reset"), "IBM"),
        (("analyze FB", "buy 1 GOOG", "yes"), "GOOG"),
    ],
)
async def test_not_understood_then_the_example_is_a_share_that_the_person_knows(
    talk: Talk, before: tuple[str, ...], example: str
) -> None:
    for text in before:
        await talk.say("ann", text)
    assert f"“analyze {example}”" in text_of(await talk.say("ann", "gronk the flibber"))
