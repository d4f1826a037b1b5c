"""What a session waits for: also the answer to another turn, which a press has asked for."""

import asyncio
from dataclasses import replace

import pytest

from adapters.console.channel import ConsoleChannel
from adapters.console.pending_replies import PendingReplies
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.turns import InputKind
from tests.fakes.core import Talk


class Shown:
    """A screen that keeps what it shows."""

    def __init__(self) -> None:
        self.replies: list[Reply] = []

    async def show_reply(self, reply: Reply) -> None:
        self.replies.append(reply)

    def remember_buttons(self, reply: Reply) -> None:
        assert reply.answer.blocks


@pytest.mark.parametrize("card_comes_first", [False, True])
async def test_press_asks_for_a_turn_then_one_answer_is_shown_and_waited_for(
    talk: Talk, *, card_comes_first: bool
) -> None:
    message = await talk.hand_in("ann", "/decide AAPL")
    press = replace(await talk.hand_in("ann", "pressed"), kind=InputKind.PRESS)
    await talk.answer_next()
    card = talk.reply(message)
    silent = replace(
        card, id=press.id, turn_id=press.id, answer=replace(card.answer, blocks=(), continued_by=message.id)
    )
    pending, shown = PendingReplies(), Shown()
    channel = ConsoleChannel(screen=shown, buttons=shown, pending_replies=pending)  # type: ignore[arg-type] # parts
    pending.add_turn(press)
    first, last = (card, silent) if card_comes_first else (silent, card)
    await channel.deliver(first)
    assert len(pending) == 1
    await channel.deliver(last)
    await asyncio.wait_for(pending.wait_until_answered(press.conversation_id, InputKind.PRESS), timeout=1)
    assert [each.turn_id for each in shown.replies] == [message.id]
