"""A committee on Slack: a live line while it works, and its answer below what was said meanwhile."""

import pytest

from tests.e2e.deployment import Deployment
from tests.e2e.model_server import ModelServer
from tests.e2e.slack_process import pressable, slack_system


@pytest.mark.faults
async def test_the_answer_follows_below_what_was_said_meanwhile_and_calls_who_asked(deployment: Deployment) -> None:
    with ModelServer() as model:
        model.fake.latency = 0.7
        environment = {"LLM_CACHE": "off", **model.environment}
        async with slack_system(deployment) as system:
            await system.start("sockets", engine_seconds=None, **environment)
            asked = await system.asks("dig deeper into GOOG")
            await system.answer(asked, "Working on GOOG")
            line = await system.answer(asked, "✓")
            assert pressable(line) == ["Stop"]
            await system.asks("what is the price of MSFT?", thread=asked)
            await system.answer(asked, "MSFT $27.45")

            card = await system.answer(asked, "Confirm")
            await system.settled()

            shown = system.app_messages(asked)
            assert [message.ts for message in shown][-1] == card.ts
            assert line.ts not in [message.ts for message in shown]
            assert f"<@{system.ann.id}>" in f"{card.blocks}"
            assert "Confirm" in pressable(card)
            system.assert_each_message_shown_once()
            assert not system.slack.violations
