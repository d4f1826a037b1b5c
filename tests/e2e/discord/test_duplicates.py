"""Two processes with the same token: every event reaches both of them, and some twice."""

import asyncio

from tests.e2e.deployment import Deployment
from tests.e2e.discord_process import discord_system
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once


async def test_every_event_twice_to_two_processes_then_each_done_once(deployment: Deployment) -> None:
    async with discord_system(deployment) as system:
        await asyncio.gather(system.start(), system.start())
        for event in ("MESSAGE_CREATE", "INTERACTION_CREATE"):
            system.discord.faults.add(route=f"DISPATCH {event}", kind="duplicate", times=1_000)

        asked = system.asks("buy $800 of GOOG"), system.asks("analyze AAPL", by=system.bob)
        card = await system.answer(asked[0], "Confirm")
        await system.answer(asked[1], "AAPL $455.49")
        thread = await system.thread(asked[0])
        system.ann.says(thread, "why?")
        await system.until(lambda: len(system.app_messages(thread)) == 2, "the reasons")
        command = system.bob.uses_command(system.channel, "decide", symbol="IBM", amount="$500")
        await system.until(lambda: command.original and command.original.thread, "a thread for the command")
        system.ann.presses(card, "Confirm")
        await system.answer(thread, "Done: bought")
        system.ann.says(system.ann.direct, "analyze MSFT")
        await system.answer(system.ann.direct, "MSFT $27.45")
        await system.settled()

        assert (system.count("turn"), system.count("reply")) == (6, 6)  # four messages, a command, a press
        assert (system.count("opening"), system.count("trade_order")) == (1, 1)
        system.assert_each_message_shown_once()
        assert len(system.app_messages(thread)) == 3  # the card, the reasons, the fill
        assert len(system.channel.threads) == 3
        assert len(system.app_messages()) == 7  # and the command's own message
        pressed = deployment.rows("SELECT kind FROM audit WHERE kind IN ('pressed', 'press_repeated')")
        assert [row["kind"] for row in pressed] == ["pressed"]
        assert not [*system.ann.ephemerals, *system.bob.ephemerals]
        assert not system.discord.violations
        assert_every_turn_answered_once(deployment)
        assert_books_balance(deployment)
