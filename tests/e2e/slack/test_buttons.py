"""Stop, and presses that are late or by another person."""

import asyncio

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.slack_process import pressable, slack_system

FAR_BEYOND = "buy 1000000 shares of GOOG"


async def test_stop_pressed_then_progress_says_so_and_without_it_becomes_the_answer(deployment: Deployment) -> None:
    async with slack_system(deployment) as system:
        await system.start(engine_seconds=0)
        with deployment.engine_held():
            stopped, answered = await system.asks("buy $800 of GOOG"), await system.asks("buy $800 of GOOG")
            line, other_line = await system.answer(stopped, "weighing"), await system.answer(answered, "weighing")
            assert pressable(line) == ["Stop"]
            assert "reading prices of GOOG … ✓" in line.text

            await system.bob.presses(line, "Stop")
            await system.ephemeral_message(system.bob, "only who asked can stop")
            now, later = (system.ann.finds(line, "Stop") for _ in range(2))
            await system.ann.acts(line, now)
            await system.answer(stopped, "Stopped, as you asked")

        await system.answer(answered, "Confirm")
        await system.settled()
        assert [message.ts for message in system.app_messages(stopped)] == [line.ts]
        assert [message.ts for message in system.app_messages(answered)] == [other_line.ts]
        assert "Stop" not in [*pressable(line), *pressable(other_line)]
        assert system.count("decision") == 1
        await system.ann.acts(line, later)
        await system.ephemeral_message(system.ann, "I stopped nothing")
        system.assert_each_message_shown_once()
        assert not system.slack.violations


async def test_beyond_a_cap_then_slack_asks_first_and_a_typed_yes_is_read_back(deployment: Deployment) -> None:
    async with slack_system(deployment) as system:
        await system.start()
        asked = await system.asks(FAR_BEYOND)
        card = await system.answer(asked, "⚠ 4.5 × the cap of 20 % per position: 89.9 % of the account")
        with pytest.raises(LookupError, match=r"Slack asks first: .* 89\.9 % of the account"):
            await system.ann.presses(card, "Confirm")
        (confirm, *_) = (e for block in card.blocks if block["type"] == "actions" for e in block["elements"])
        assert "style" not in confirm

        await system.asks("yes", thread=asked)
        read_back = await system.answer(asked, "no typed yes")
        assert pressable(read_back)[0] == "Yes, buy 119 GOOG for $89,927.11"
        assert system.count("trade_order") == 0

        await asyncio.gather(
            system.ann.presses(card, "Confirm", agrees=True),
            system.ann.presses(read_back, "Yes, buy 119 GOOG for $89,927.11"),
        )
        await system.answer(asked, "Done: bought 119 GOOG")
        await system.settled()
        assert system.count("trade_order") == 1
        assert pressable(read_back) == []
        assert not system.slack.violations
