"""A Slack and our adapter over it. Limits of time are met only where they are the subject: machines differ in speed."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson
from tests.integration.slack.harness import LONG, SlackAdapterProcess, running

LIMITS = (
    "app._LOOKUP_SECONDS",
    "inbound.command_handler.STORE_SECONDS",
    "inbound.command_handler._LOOKUP_SECONDS",
    "inbound.event_handler.EVENT_SECONDS",
    "inbound.event_handler._BOT_USER_SECONDS",
    "inbound.interaction_handler.STORE_SECONDS",
)


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in LIMITS:
        monkeypatch.setattr(f"adapters.slack.{limit}", LONG)


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as slack:
        slack.pace.ack_seconds = slack.services.triggers.seconds = LONG
        slack.rates.enforced = False
        yield slack


@pytest.fixture
async def bot(slack: FakeSlack) -> AsyncIterator[SlackAdapterProcess]:
    async with running(slack) as process:
        yield process


@pytest.fixture
def channel(slack: FakeSlack) -> FakeSlackChannel:
    return slack.add_channel("trades")


@pytest.fixture
def ann(slack: FakeSlack) -> SlackPerson:
    return slack.add_person("ann")
