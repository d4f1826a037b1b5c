"""Inputs that are delivered several times are answered once."""

import asyncio

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.e2e.slack_process import Way, slack_system
from tests.rounds import full_rounds

COPIES = 4
OTHER_WAYS: list[tuple[Way, bool]] = [("http", False), ("http", True), ("sockets", False)]
WAYS = OTHER_WAYS[: full_rounds(few=1, all_of_them=3)]


@pytest.mark.parametrize(
    ("over", "mention_first"), [("sockets", True), *(pytest.param(*way, marks=pytest.mark.faults) for way in WAYS)]
)
async def test_everything_delivered_four_times_to_two_processes_then_each_done_once(
    deployment: Deployment, over: Way, *, mention_first: bool
) -> None:
    async with slack_system(deployment) as system:
        await asyncio.gather(system.start(over), system.start(over))
        system.slack.world.mention_first = mention_first
        for event in ("app_mention", "message", "slash_commands", "interactive"):
            system.slack.faults.add(event=event, kind="duplicate", copies=COPIES, times=None)

        asked = [await system.asks("buy $800 of GOOG"), await system.asks("analyze AAPL")]
        card = await system.answer(asked[0], "Confirm")
        await system.answer(asked[1], "AAPL $455.49")
        await system.asks("why?", thread=asked[0])
        await system.ann.types_command(system.channel, "/decide", "IBM at most $500")
        await system.ann.presses(card, "Confirm")
        await system.answer(asked[0], "Done: bought 1 GOOG")
        await system.settled()

        system.assert_only_late()
        assert (system.count("turn"), system.count("reply")) == (5, 5)  # three messages, a command, a press
        assert system.count("opening") == 1
        assert system.count("trade_order") == 1
        system.assert_each_message_shown_once()
        assert len(system.app_messages(asked[0])) == 3  # the card, the reasons, the fill
        assert len(system.app_messages(asked[1])) == 1
        assert len(system.slack.from_app(system.channel)) == 6  # and the command's thread with its answer
        assert not system.slack.ephemerals
        assert_every_turn_answered_once(deployment)
        assert_books_balance(deployment)
