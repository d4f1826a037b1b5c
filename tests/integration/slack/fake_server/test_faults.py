"""The faults and limits of the fake Web API."""

import asyncio

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.loop_time import LoopTime
from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson
from tests.fakes.slack.rates import POST_BURST
from tests.integration.slack.fake_server.calls import error_of
from tests.integration.slack.harness import LONG


class TestFaults:
    async def test_answers_that_go_wrong(
        self, slack: FakeSlack, client: AsyncWebClient, channel: FakeSlackChannel
    ) -> None:
        async def posts(kind: str, *, seconds: float = 0.0) -> int:
            slack.faults.add(method="chat.postMessage", kind=kind, seconds=seconds, status=503, retry_after=7)
            await client.chat_postMessage(channel=channel.id, text=kind)
            return len(channel.messages)

        with pytest.raises(SlackApiError) as caught:
            await posts("ratelimited")
        assert (caught.value.response.status_code, caught.value.response.headers["Retry-After"]) == (429, "7")
        with pytest.raises(SlackApiError):
            await posts("server_error")
        assert await error_of(posts("error")) == "fatal_error"
        assert not channel.messages
        client.retry_handlers = []
        for kind in ("lost_request", "lost_answer"):
            with pytest.raises(aiohttp.ClientError):
                await posts(kind)
        with pytest.raises(SlackApiError):
            await posts("garbage")
        posting = asyncio.create_task(posts("slow", seconds=10 * LONG))
        await slack.wait_for(lambda: len(channel.messages) == 3)
        LoopTime().advance(LONG)
        with pytest.raises(TimeoutError):
            await posting
        assert await posts("slow", seconds=0.01) == 4
        assert [message.text for message in channel.messages] == ["lost_answer", "garbage", "slow", "slow"]

    async def test_the_sdk_posts_twice_when_the_answer_is_lost(
        self, slack: FakeSlack, client: AsyncWebClient, channel: FakeSlackChannel
    ) -> None:
        slack.faults.add(method="chat.postMessage", kind="lost_answer")
        await client.chat_postMessage(channel=channel.id, text="x")
        assert len(channel.messages) == 2

    async def test_rates(self, slack: FakeSlack, client: AsyncWebClient, channel: FakeSlackChannel) -> None:
        for _ in range(POST_BURST):
            await client.chat_postMessage(channel=channel.id, text="x")
        with pytest.raises(SlackApiError) as caught:
            await client.chat_postMessage(channel=channel.id, text="x")
        assert caught.value.response["error"] == "ratelimited"
        assert caught.value.response.headers["Retry-After"] == "1"
        await client.chat_postMessage(channel=slack.add_channel("other").id, text="x")
        slack.rates.tiers["conversations.replies"] = 1
        await client.conversations_replies(channel=channel.id, ts=channel.messages[0].ts)
        with pytest.raises(SlackApiError) as caught:
            await client.conversations_replies(channel=channel.id, ts=channel.messages[0].ts)
        assert caught.value.response.headers["Retry-After"] == "60"

    async def test_a_wait_in_vain_tells_what_was_there(
        self, slack: FakeSlack, ann: SlackPerson, channel: FakeSlackChannel
    ) -> None:
        await ann.says(channel, "is anyone there?")
        with pytest.raises(AssertionError, match="is anyone there"):
            await slack.wait_for_message(channel, "yes", within=0.0)


async def test_a_fault_must_be_known(slack: FakeSlack) -> None:
    with pytest.raises(ValueError, match="no fault 'explode'"):
        slack.faults.add(method="chat.postMessage", kind="explode")
