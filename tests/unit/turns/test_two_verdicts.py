"""One message that confirms one card and cancels another: both are carried out, or neither if one is unclear."""

import pytest

from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, sentence, text_of

TWO = "buy 10 msft and 2 aapl"
FILLED, PROPOSED, CANCELLED = DecisionStatus.FILLED, DecisionStatus.PROPOSED, DecisionStatus.CANCELLED


async def statuses(talk: Talk, *said: str, by: str = "ann") -> dict[str, DecisionStatus]:
    for each in said:
        await talk.say(by, each)
    return {each.proposal.symbol: each.status for each in talk.decisions()}


@pytest.mark.parametrize(
    "text",
    [
        "confirm msft, cancel apple",
        "cancel apple and confirm msft",
        "do the first one and scrap the other",
        "scrap the other and do the first one",
        "confirm msft and cancel the rest",
        "微软确认，苹果取消",
        "第一个确认，第二个取消",
        "其他的都取消，确认微软",
    ],
)
async def test_both_are_named_then_both_are_carried_out(talk: Talk, text: str) -> None:
    assert await statuses(talk, TWO, text) == {"MSFT": FILLED, "AAPL": CANCELLED}


@pytest.mark.parametrize(
    ("orders", "text"),
    [
        ("buy 10 msft and 2 aapl and 1 ibm", "do the first one and scrap the other"),
        (TWO, "confirm msft, cancel the first one"),
    ],
)
async def test_one_of_them_is_unclear_then_neither_is_carried_out(talk: Talk, orders: str, text: str) -> None:
    before = await statuses(talk, orders)
    assert set((await statuses(talk, text)).values()) == {PROPOSED}
    assert len(before) > 1


async def test_another_answer_is_between_then_a_place_is_read_back_and_the_other_cancelled(talk: Talk) -> None:
    await statuses(talk, "buy 10 msft", "buy 2 aapl")
    answer = await talk.say("ann", "do the first one and scrap the other")
    assert "That would buy 10 MSFT" in text_of(answer)
    assert await statuses(talk) == {"MSFT": PROPOSED, "AAPL": CANCELLED}


async def test_cards_of_somebody_else_then_nothing_is_decided(talk: Talk) -> None:
    await statuses(talk, TWO)
    assert await statuses(talk, "confirm msft, cancel apple", by="bob") == {"MSFT": PROPOSED, "AAPL": PROPOSED}


async def test_only_one_is_wanted_then_it_waits_and_the_others_are_asked_about(talk: Talk) -> None:
    await statuses(talk, "buy 10 msft and 1 ibm")
    answer = await talk.say("ann", "only the ibm one")
    assert text_of(answer).startswith("“buy 1 IBM” stays and waits for its Confirm. Cancel “buy 10 MSFT”?")
    assert await statuses(talk) == {"MSFT": PROPOSED, "IBM": PROPOSED}
    await talk.press("ann", next(each for each in answer.answer.buttons if each.label == "Cancel · buy 10 MSFT"))
    assert await statuses(talk) == {"MSFT": CANCELLED, "IBM": PROPOSED}


async def test_one_of_them_is_not_pending_then_it_is_named_and_the_other_done(talk: Talk) -> None:
    await statuses(talk, "buy 10 msft", "buy 2 aapl", "cancel apple")
    answer = await talk.say("ann", "confirm msft, and drop apple")
    assert sentence("amend-not-pending", symbols="AAPL") in text_of(answer)
    assert await statuses(talk) == {"MSFT": FILLED, "AAPL": CANCELLED}
