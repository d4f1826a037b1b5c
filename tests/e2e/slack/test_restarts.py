"""A process that stops during an answer; messages that are edited or deleted before their turn."""

import asyncio

from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.e2e.slack_process import slack_system


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


async def test_edited_or_deleted_behind_a_slow_turn_then_the_new_text_is_answered_or_nothing(
    deployment: Deployment,
) -> None:
    async with slack_system(deployment) as system:
        await system.start(engine_seconds=0)
        with deployment.engine_held():
            first = await system.asks("buy $800 of GOOG")
            await system.answer(first, "weighing")
            edited = await system.asks("analyze AAPL", thread=first)
            deleted = await system.asks("analyze MSFT", thread=first)
            await system.slack.settle()
            await system.ann.edits(edited, "analyze IBM")
            await system.ann.deletes(deleted)
            await system.slack.settle()
        await system.settled()
        await system.ann.edits(first, "buy $80,000 of GOOG")  # too late: noted, and nothing else
        await system.settled()

        said = " ".join(message.text for message in system.app_messages(first))
        assert "IBM $" in said
        assert "AAPL" not in said.replace("real prices of AAPL", "")
        assert "MSFT $" not in said
        assert "queued behind" not in said.lower()
        assert (system.count("turn"), system.count("reply"), system.count("decision")) == (3, 2, 1)
