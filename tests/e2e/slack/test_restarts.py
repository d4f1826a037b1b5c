"""A process that stops during an answer."""

import asyncio

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.e2e.slack_process import slack_system


@pytest.mark.faults
async def test_restarted_in_mid_answer_then_the_same_message_becomes_the_answer(deployment: Deployment) -> None:
    async with slack_system(deployment) as system:
        parley = await system.start(engine_seconds=0)
        with deployment.engine_held():
            asked = await system.asks("buy $800 of GOOG")
            line = await system.answer(asked, "weighing")
            await asyncio.to_thread(parley.end)
        await system.restart(parley)
        await system.answer(asked, "Confirm")
        await system.settled()
        assert [message.ts for message in system.app_messages(asked)] == [line.ts]
        assert system.count("decision") == 1
        system.assert_each_message_shown_once()
        assert_every_turn_answered_once(deployment)
        assert_books_balance(deployment)
