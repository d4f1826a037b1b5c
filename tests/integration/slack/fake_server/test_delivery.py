"""How the fake delivers: signatures, retries, sockets."""

import json

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.loop_time import LoopTime
from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson
from tests.fakes.slack.sample_app import over_http, over_sockets
from tests.fakes.slack.signing import signed_headers
from tests.integration.slack.fake_server.calls import error_of
from tests.integration.slack.harness import LONG


class TestHttp:
    async def test_signatures(self, slack: FakeSlack) -> None:
        async with over_http(slack) as bot:
            assert await slack.http.verify(slack.http.urls[0])
            body = json.dumps({"type": "event_callback", "event": {"type": "message"}}).encode()
            kind = {"Content-Type": "application/json"}
            secret = slack.app.signing_secret
            good, old = signed_headers(secret, body), signed_headers(secret, body, age=301)
            forged = signed_headers("another", body)
            statuses = [(await slack.http.post(body, {**kind, **headers}))[0] for headers in (good, old, forged)]
        assert statuses == [200, 401, 401]
        assert len(bot.events) == 1

    async def test_retries_until_it_is_taken(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        slack.pace.retry_factor = 0.0
        clock = LoopTime()
        async with over_http(slack) as bot:
            bot.pause = 10 * LONG
            await ann.says(channel, "slow")
            for number in (1, 2, 3, 4):
                await slack.wait_for(lambda: len(bot.events) == number)  # noqa: B023 - awaited within the round
                clock.advance(LONG)
            await slack.settle()
        assert [parcel.retry for parcel in slack.parcels] == [0, 1, 2, 3]
        assert {violation.kind for violation in slack.violations} == {"late_ack"}
        assert len({body["event_id"] for body in bot.events}) == 1
        assert slack.deliveries.undelivered == [bot.events[0]["event_id"]]

    async def test_what_nobody_takes(self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson) -> None:
        slack.pace.retry_factor = 0
        slack.receive_at("http://127.0.0.1:1/slack/events")
        await ann.says(channel, "hello?")
        await slack.settle()
        assert {violation.kind for violation in slack.violations} == {"unreachable"}
        async with over_http(slack) as bot:
            bot.app.error(bot.on_anything)
            assert (await ann.types_command(channel, "/unknown")).reason == "http_error"
        assert slack.violations[-1].kind == "bad_status"

    async def test_deliveries_that_go_wrong(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        slack.pace.retry_factor = 0.001
        async with over_http(slack, 2) as bot:
            for kind, times in (("duplicate", 4), ("retry_only", 1), ("lost_ack", 2), ("late", 1), ("garbage", 1)):
                bot.events.clear()
                slack.faults.add(event="message", kind=kind, copies=4, seconds=0.05)
                await ann.says(channel, kind)
                await slack.settle()
                assert (kind, [body["event"]["text"] for body in bot.events]) == (kind, [kind] * times)
                assert len({body["event_id"] for body in bot.events}) == 1


class TestSocketMode:
    async def test_every_connection_gets_its_share(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        async with over_sockets(slack, 2, ping_interval=LONG) as bot:
            for number in range(4):
                await ann.says(channel, str(number))
            await slack.settle()
            assert len(bot.events) == 4
        receivers = [parcel.receiver for parcel in slack.parcels]
        assert {receivers.count(receiver) for receiver in receivers} == {2}

    async def test_dropped_sockets_lose_nothing(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        slack.faults.add(event="message", kind="garbage")
        async with over_sockets(slack) as bot:
            await ann.says(channel, "with garbage")
            await slack.settle()
            slack.faults.add(event="message", kind="drop_socket")
            await ann.says(channel, "cut")
            await slack.settle()
            opened = slack.socket_mode.opened
            assert opened > 1
            await slack.socket_mode.disconnect_all(close_after=0.0)
            await slack.wait_for(lambda: slack.socket_mode.opened > opened and slack.socket_mode.connections)
            opened = slack.socket_mode.opened
            assert slack.socket_mode.drop_all()
            await slack.wait_for(lambda: slack.socket_mode.opened > opened)
        assert {body["event"]["text"] for body in bot.events} == {"with garbage", "cut"}
        assert max(parcel.retry for parcel in slack.parcels) >= 1
        assert not slack.violations

    async def test_late_acks_and_double_acks(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        slack.pace.retry_factor = 0.0
        client = AsyncWebClient(base_url=slack.api_url)
        opened = await client.apps_connections_open(app_token=slack.app.app_token)
        async with aiohttp.ClientSession() as session, session.ws_connect(opened["url"]) as socket:
            assert (await socket.receive_json())["type"] == "hello"
            await ann.says(channel, "x")
            first = await socket.receive_json()
            LoopTime().advance(LONG)
            again = await socket.receive_json()
            assert first["payload"] == again["payload"]
            assert (first["retry_attempt"], again["retry_attempt"], again["retry_reason"]) == (0, 1, "timeout")
            assert first["accepts_response_payload"] is False
            for envelope in (again, again, first, {"envelope_id": "nobody's"}):
                await socket.send_json({"envelope_id": envelope["envelope_id"]})
            await slack.wait_for(lambda: len(slack.violations) == 3)
            await slack.settle()
        assert [violation.kind for violation in slack.violations] == ["late_ack", "double_ack", "unknown_envelope"]

    async def test_ten_connections_at_most(self, slack: FakeSlack) -> None:
        client = AsyncWebClient(base_url=slack.api_url)
        assert await error_of(client.apps_connections_open(app_token=slack.bot_token)) == "not_allowed_token_type"
        async with aiohttp.ClientSession() as session:
            sockets = []
            for _ in range(11):
                opened = await client.apps_connections_open(app_token=slack.app.app_token)
                sockets.append(await session.ws_connect(opened["url"]))
            first = [(await socket.receive_json())["type"] for socket in sockets]
        assert first == ["hello"] * 10 + ["disconnect"]
