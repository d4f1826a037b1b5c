"""The faults that tests plan for the fake."""

from typing import Any

import aiohttp
import discord
import pytest

from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.sample_bot import SampleDiscordBot
from tests.integration.discord.fake_server.raw_rest import RawRestClient

_POST = "POST /channels/{}/messages"


class TestMisbehaviour:
    async def test_rate_limits_are_told_and_enforced(self, discord_: FakeDiscord, raw: RawRestClient) -> None:
        discord_.limits.set(_POST, limit=2, per=60)
        assert (await raw.post({"content": "1"}))[0] == 200
        assert raw.headers["X-RateLimit-Remaining"] == "1"
        await raw.post({"content": "2"})
        status, answer = await raw.post({"content": "3"})
        assert (status, answer["global"], 0 < answer["retry_after"] <= 60) == (429, False, True)
        assert discord_.limits.refused == {_POST: 1}

    async def test_planned_429s_and_lost_answers_reach_the_library(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        channel = bot.get_channel(discord_.channel.id)
        assert isinstance(channel, discord.TextChannel)
        discord_.faults.add(route=_POST, kind="rate_limited", seconds=0.05)
        discord_.faults.add(route=_POST, kind="rate_limited", seconds=0.05, is_global=True)
        await channel.send("delayed")
        discord_.faults.add(route=_POST, kind="lost_answer")
        with pytest.raises(aiohttp.ClientError):
            await channel.send("lost", nonce="7")
        await channel.send("lost", nonce="7")
        assert [message.content for message in discord_.channel.messages] == ["delayed", "lost"]
        assert [call.status for call in discord_.called(_POST)] == [429, 429, 200, 0, 200]
        assert discord_.violations == []

    @pytest.mark.parametrize(("kind", "happens"), [("server_error", 0), ("html", 0), ("failed_answer", 1), ("slow", 1)])
    async def test_other_faults(self, discord_: FakeDiscord, raw: RawRestClient, kind: Any, happens: int) -> None:  # noqa: ANN401
        fault = discord_.faults.add(route=_POST, kind=kind, status=503, after=1)
        await raw.post({"content": "first"})
        async with raw.session.post(
            f"{discord_.api_url}/channels/{discord_.channel.id}/messages", json={"content": "second"}
        ) as response:
            assert response.status == (200 if kind == "slow" else 503)
        assert (len(discord_.channel.messages), fault.happened) == (1 + happens, 1)

    async def test_lost_request_has_no_effect(self, discord_: FakeDiscord, raw: RawRestClient) -> None:
        discord_.faults.add(route=_POST, kind="lost_request")
        with pytest.raises(aiohttp.ClientError):
            await raw.post({"content": "x"})
        assert discord_.channel.messages == []

    async def test_waiting_says_what_was_there_instead(self, discord_: FakeDiscord) -> None:
        discord_.add_person("ann").says(discord_.channel, "only this")
        with pytest.raises(AssertionError, match=r"an answer did not come(.|\n)*ann: 'only this'"):
            await discord_.until(lambda: None, within=0.0, what="an answer")
