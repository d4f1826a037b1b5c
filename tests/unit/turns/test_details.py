"""What supports an answer is shown on request: pressed or typed."""

import pytest

from bot.domain.conversation.blocks import plain_text
from bot.domain.conversation.buttons import DetailsRef, parse_button
from tests.fakes.core import Talk, sentence


async def test_details_when_pressed_then_shown_to_who_pressed_and_the_conversation_stands(talk: Talk) -> None:
    analysis = await talk.say("ann", "analyze AAPL")
    (button,) = analysis.answer.buttons
    assert parse_button(button.id) == DetailsRef(analysis.turn_id)
    before = talk.conversation()

    shown = await talk.press("ann", button.id)

    assert shown.answer.is_private
    assert shown.answer.blocks == analysis.answer.details
    assert talk.conversation().state is before.state


@pytest.mark.parametrize("text", ["details", "/details", "show me the figures", "展开看看"])
async def test_details_when_typed_then_those_of_the_last_answer(talk: Talk, text: str) -> None:
    analysis = await talk.say("ann", "analyze AAPL")
    shown = await talk.say("ann", text)
    assert shown.answer.brief == plain_text(analysis.answer.details)


async def test_details_when_the_last_answer_has_none_then_said_before_those_of_an_earlier_one(talk: Talk) -> None:
    analysis = await talk.say("ann", "analyze AAPL")
    await talk.say("ann", "/limits")
    lead, *blocks = (await talk.say("ann", "details")).answer.blocks
    assert plain_text((lead,)) == sentence("details-of-earlier")
    assert tuple(blocks) == analysis.answer.details
