"""Two processes with the same token: every event reaches both of them, and some twice."""

import asyncio

from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import discord_system
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once


async def test_every_event_twice_to_two_processes_then_each_done_once(place: Deployment) -> None:
    async with discord_system(place) as at:
        await asyncio.gather(at.start(), at.start())
        for event in ("MESSAGE_CREATE", "INTERACTION_CREATE"):
            at.discord.faults.add(route=f"DISPATCH {event}", kind="duplicate", times=1_000)

        asked = at.asks("buy $800 of GOOG"), at.asks("analyze AAPL", by=at.bob)
        card = await at.answer(asked[0], "Confirm")
        await at.answer(asked[1], "50-day average")
        thread = await at.thread(asked[0])
        at.ann.says(thread, "why?")
        await at.until(lambda: len(at.ours(thread)) == 2, "the reasons")
        command = at.bob.uses_command(at.channel, "decide", symbol="IBM", amount="$500")
        await at.until(lambda: command.original and command.original.thread, "a thread for the command")
        at.ann.presses(card, "Confirm")
        await at.answer(thread, "Done: bought")
        at.ann.says(at.ann.direct, "analyze MSFT")
        await at.answer(at.ann.direct, "50-day average")
        await at.settled()

        assert (at.count("turn"), at.count("reply")) == (6, 6)  # four messages, a command, a press
        assert (at.count("opening"), at.count("trade_order")) == (1, 1)
        at.assert_each_message_shown_once()
        assert len(at.ours(thread)) == 3  # the card, the reasons, the fill
        assert len(at.channel.threads) == 3
        assert len(at.ours()) == 7  # and the command's own message
        assert not [*at.ann.ephemerals, *at.bob.ephemerals]
        assert not at.discord.violations
        assert_every_turn_answered_once(place)
        assert_books_balance(place)
