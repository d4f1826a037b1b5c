from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson
from tests.integration.slack.harness import LONG


@pytest_asyncio.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as slack:
        slack.pace.ack_seconds = slack.services.triggers.seconds = LONG
        slack.rates.now = lambda: 0.0
        yield slack


@pytest.fixture
def client(slack: FakeSlack) -> AsyncWebClient:
    return AsyncWebClient(token=slack.bot_token, base_url=slack.api_url, timeout=LONG)


@pytest.fixture
def channel(slack: FakeSlack) -> FakeSlackChannel:
    return slack.add_channel("trading")


@pytest.fixture
def ann(slack: FakeSlack, channel: FakeSlackChannel) -> SlackPerson:
    ann = slack.add_person("ann", locale="zh-CN")
    channel.members.add(ann.id)
    return ann
