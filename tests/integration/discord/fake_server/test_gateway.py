"""The fake gateway: resuming, repeating, refusing."""

import json
from functools import partial
from typing import Any

import aiohttp
import discord
import pytest

from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.sample_bot import SampleDiscordBot, connected
from tests.integration.discord.fake_server.raw_rest import RawRestClient


def _resumed(bot: SampleDiscordBot, times: int) -> bool:
    return bot.resumed == times


class TestGateway:
    async def test_dropped_socket_is_resumed_and_nothing_is_missed_or_heard_twice(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        ann = discord_.add_person("ann")
        for number in range(5):
            discord_.gateway.drop()
            ann.says(discord_.channel, str(number))
            await discord_.until(partial(_resumed, bot, number + 1))
        await discord_.until(lambda: len(bot.heard) == 5)
        assert bot.heard == ["0", "1", "2", "3", "4"]
        assert (bot.readied, len(discord_.state.identifies)) == (1, 1)

    async def test_reconnect_and_resumable_invalidation_lead_to_a_resume(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        discord_.gateway.reconnect()
        await discord_.until(lambda: bot.resumed == 1)
        discord_.gateway.invalidate(resumable=True)
        await discord_.until(lambda: bot.resumed == 2)
        discord_.gateway.close(4000)
        await discord_.until(lambda: bot.resumed == 3)

    async def test_invalid_session_is_identified_anew(self, discord_: FakeDiscord, bot: SampleDiscordBot) -> None:
        discord_.gateway.invalidate()
        await discord_.until(lambda: bot.readied == 2)
        assert len(discord_.state.identifies) == 2

    async def test_two_processes_both_hear_everything(self, discord_: FakeDiscord) -> None:
        ann = discord_.add_person("ann")
        async with connected(discord_, SampleDiscordBot()) as one, connected(discord_, SampleDiscordBot()) as other:
            ann.says(discord_.channel, "both")
            await discord_.until(lambda: one.heard == other.heard == ["both"])

    async def test_privileged_intent_that_is_off_is_refused(self, discord_: FakeDiscord) -> None:
        discord_.application.message_content = False
        with pytest.raises(discord.PrivilegedIntentsRequired):
            async with connected(discord_, SampleDiscordBot()):
                pass

    async def test_wrong_token_is_refused(self, discord_: FakeDiscord, raw: RawRestClient) -> None:
        raw.session.headers["Authorization"] = "Bot wrong"
        assert await raw("GET", "/users/@me") == (401, {"message": "401: Unauthorized", "code": 0})
        assert [each.kind for each in discord_.violations] == ["invalid_request"]

    async def test_heartbeats_that_are_not_acknowledged_are_noticed(self) -> None:
        async with FakeDiscord(heartbeat_seconds=0.1) as fake:
            fake.gateway.acknowledges = False
            async with connected(fake, SampleDiscordBot(heartbeat_timeout=0.3)) as bot:
                await fake.until(lambda: bot.resumed)
                fake.gateway.acknowledges = True

    @pytest.mark.parametrize("kind", ["duplicate", "late"])
    async def test_duplicate_and_late_dispatches(self, discord_: FakeDiscord, bot: SampleDiscordBot, kind: Any) -> None:  # noqa: ANN401
        ann = discord_.add_person("ann")
        discord_.faults.add(route="DISPATCH MESSAGE_CREATE", kind=kind)
        ann.says(discord_.channel, "first")
        ann.says(discord_.channel, "second")
        many = {"duplicate": ["first", "first", "second"], "late": ["second", "first"]}[kind]
        await discord_.until(lambda: len(bot.heard) == len(many))
        assert bot.heard == many

    @pytest.mark.parametrize("compress", ["zlib-stream", None])
    async def test_gateway_closes_on_a_wrong_version_and_before_identifying(
        self, discord_: FakeDiscord, raw: RawRestClient, compress: str | None
    ) -> None:
        query = f"encoding=json&compress={compress}" if compress else "encoding=json"
        for version, code in (("9", 4012), ("10", 4003)):
            url = f"{discord_.gateway_url}?v={version}&{query}"
            async with raw.session.ws_connect(url) as socket:
                heard = [await socket.receive()]
                if version == "10":
                    await socket.send_json({"op": 8, "d": {}})
                while heard[-1].type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                    heard.append(await socket.receive())
                assert socket.close_code == code

    async def test_too_many_identifies_are_recorded(self, discord_: FakeDiscord, bot: SampleDiscordBot) -> None:
        discord_.state.identifies += [discord_.clock.now()] * 16
        discord_.gateway.invalidate()
        await discord_.until(lambda: bot.readied == 2)
        assert [each.kind for each in discord_.violations] == ["identify_rate"]

    @pytest.mark.parametrize(
        ("packet", "code"),
        [
            ({"op": 2, "d": {"token": "wrong", "intents": 0}}, 4004),
            ({"op": 2, "d": {"token": "TOKEN", "intents": 1 << 40}}, 4013),
            ({"op": 2, "d": {"token": "TOKEN", "intents": 1 << 8}}, 4014),
            ({"op": 2, "d": {"token": "TOKEN", "intents": 0, "shard": [1, 1]}}, 4010),
            ({"op": 99, "d": {}}, 4001),
            ("nonsense", 4002),
        ],
    )
    async def test_gateway_closes_on_what_it_does_not_take(
        self, discord_: FakeDiscord, raw: RawRestClient, packet: object, code: int
    ) -> None:
        async with raw.session.ws_connect(f"{discord_.gateway_url}?v=10&encoding=json") as socket:
            assert (await socket.receive_json())["op"] == 10
            await socket.send_str(json.dumps(packet).replace("TOKEN", discord_.token))
            assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
            assert socket.close_code == code
        assert [each.kind for each in discord_.violations] == ["gateway"]

    async def test_unknown_session_cannot_be_resumed_and_sockets_can_be_refused(
        self, discord_: FakeDiscord, raw: RawRestClient
    ) -> None:
        url = f"{discord_.gateway_url}?v=10&encoding=json"
        async with raw.session.ws_connect(url) as socket:
            await socket.receive()
            await socket.send_json({"op": 6, "d": {"token": discord_.token, "session_id": "none", "seq": 0}})
            assert await socket.receive_json() == {"op": 9, "d": False}
        discord_.gateway.refusals = 1
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await raw.session.ws_connect(url)

    async def test_more_identifies_than_a_day_allows_reset_the_token(
        self, discord_: FakeDiscord, raw: RawRestClient
    ) -> None:
        discord_.state.identifies += [discord_.clock.now() - 60] * 1000
        token = discord_.token
        async with raw.session.ws_connect(f"{discord_.gateway_url}?v=10&encoding=json") as socket:
            await socket.receive()
            await socket.send_json({"op": 2, "d": {"token": token, "intents": 0}})
            assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert (await raw("GET", "/users/@me"))[0] == 401
        assert [each.kind for each in discord_.violations] == ["identify_limit", "gateway", "invalid_request"]

    async def test_new_guild_is_told_and_a_lost_dispatch_is_not(
        self, discord_: FakeDiscord, bot: SampleDiscordBot
    ) -> None:
        ann = discord_.add_person("ann")
        discord_.faults.add(route="DISPATCH MESSAGE_CREATE", kind="lost")
        ann.says(discord_.channel, "lost")
        guild = discord_.add_guild("Other", locale="zh-CN")
        other = discord_.add_channel("general", guild=guild)
        discord_.add_person("bob", guild=guild).says(other, "heard")
        await discord_.until(lambda: bot.heard)
        assert bot.heard == ["heard"]
        assert {each.name for each in bot.guilds} == {"Desk", "Other"}
