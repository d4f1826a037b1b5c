"""“Undo that” takes back what the latest answer to the person has changed, and nothing else."""

from decimal import Decimal

import pytest

from bot.domain.trading.decisions import DecisionStatus
from tests.fakes.core import Talk, sentence, text_of


@pytest.mark.parametrize("undo", ["undo that", "撤销"])
async def test_another_answer_is_between_then_asked_which_and_a_press_undoes(talk: Talk, undo: str) -> None:
    for each in ("/watch AAPL", "alert me when AAPL drops below 20", "price of MSFT?"):
        await talk.say("ann", each)
    answer = await talk.say("ann", undo)
    assert text_of(answer).startswith(sentence("guess-question", answer.language))
    assert len(answer.answer.buttons) == 3
    assert "AAPL" in text_of(await talk.say("ann", "/watch"))
    await talk.press("ann", answer.answer.buttons[0])
    assert "$20.00" not in text_of(await talk.say("ann", "/alerts"))
    assert "AAPL" in text_of(await talk.say("ann", "/watch"))


@pytest.mark.parametrize("back", ["undo", "bring the msft card back", "撤销"])
async def test_cancelled_cards_are_wanted_back_then_they_are_offered_and_nothing_is_traded(
    talk: Talk, back: str
) -> None:
    for each in ("buy 10 msft with a stop at 20", "cancel"):
        await talk.say("ann", each)
    (card,) = (await talk.say("ann", back)).answer.decisions
    assert (card.proposal.symbol, int(card.proposal.shares), card.proposal.stop_price) == ("MSFT", 10, Decimal(20))
    assert card.status is DecisionStatus.PROPOSED
    assert talk.orders_carried_out == 0


async def test_all_cards_were_cancelled_then_all_are_offered_anew(talk: Talk) -> None:
    for each in ("buy 10 msft and 2 aapl", "cancel all"):
        await talk.say("ann", each)
    offered = (await talk.say("ann", "undo that")).answer.decisions
    assert [(each.proposal.symbol, int(each.proposal.shares)) for each in offered] == [("MSFT", 10), ("AAPL", 2)]


async def test_card_waits_then_the_change_since_is_undone_and_the_card_stays(talk: Talk) -> None:
    card = (await talk.say("ann", "buy 2 AAPL")).answer.decisions
    await talk.say("ann", "/watch MSFT")
    await talk.say("ann", "undo that")
    assert "MSFT" not in text_of(await talk.say("ann", "/watch"))
    assert [each.id for each in (await talk.say("ann", "/pending")).answer.decisions] == [each.id for each in card]
