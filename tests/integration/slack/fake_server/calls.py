"""What the tests of the fake Slack share."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from tests.fakes.slack import FakeSlack
from tests.fakes.slack.sample_app import SampleSlackApp, over_http, over_sockets

Json = dict[str, Any]
MARK = {"event_type": "reply", "event_payload": {"id": "r1"}}


async def error_of(call: Awaitable[Any]) -> str:
    with pytest.raises(SlackApiError) as caught:
        await call
    return str(caught.value.response["error"])


Way = Callable[[FakeSlack], AbstractAsyncContextManager[SampleSlackApp]]
WAYS = pytest.mark.parametrize("way", [over_http, over_sockets])
