"""Models and whole processes: killed, limited, with cache, without a model, and with Slack and Discord."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.e2e.chat_process import ChatProcess
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance, assert_every_turn_answered_once
from tests.e2e.model_server import ModelServer
from tests.e2e.slack_process import slack_system
from tests.waiting import eventually

ORDER = "buy $800 of GOOG"
HELLO = "hello there"
PINGS = "Look at [a gift](https://evil.example/x), <!channel> @everyone <@U1> <https://evil.example|here>. "
LONG = PINGS + "And a calm sentence after it. " * 20


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.mark.faults
def test_killed_while_the_model_answers_then_answered_once_after_the_restart(
    deployment: Deployment, model: ModelServer
) -> None:
    environment = {"TURN_LEASE_SECONDS": "3", **model.environment}
    with model.failing("hang"), ChatProcess(deployment, "--thread", "one", **environment) as chat:
        chat.say(ORDER)
        assert eventually(lambda: model.fake.faults.planned[0].happened)
        chat.kill()
    deployment.let_time_pass()
    with ChatProcess(deployment, "--thread", "one", **environment) as chat:
        said = chat.hear()
        assert said["decisions"][0]["fallback"] is None
        chat.press(said["buttons"][0]["id"])
        assert "Done: bought 1 GOOG" in chat.hear()["text"]
        assert chat.end() == 0
    assert_every_turn_answered_once(deployment)
    assert_books_balance(deployment)
    assert deployment.value("SELECT count(DISTINCT id) FROM decision") == 1
    assert deployment.value("SELECT count(*) FROM fill") == 1


async def test_on_slack_then_words_come_live_and_ping_and_link_nowhere(
    deployment: Deployment, model: ModelServer
) -> None:
    async with slack_system(asking(deployment, model)) as system:
        await system.start()
        with model.saying(prose=LONG), model.failing("drip", seconds=0.1) as slowly:
            asked = await system.asks(HELLO)
            draft = await system.answer(asked, "Look at a gift")
            assert "calm sentence after it. " * 20 not in draft.text
            slowly.seconds = 0
            await system.answer(asked, "And a calm sentence after it. " * 19)
            await system.settled()
        (said,) = system.app_messages(asked)
        assert said.ts == draft.ts
        whole = f"{said.text} {said.blocks}"
        assert "gift" in whole
        for live in ("https://evil", "evil.example", "<!channel>", "<@U1>", "<https"):
            assert live not in whole
        assert not system.slack.violations
        system.assert_each_message_shown_once()


def asking(deployment: Deployment, model: ModelServer) -> Deployment:
    """Return the place of processes that ask `model`."""
    return replace(deployment, extra=model.environment)
