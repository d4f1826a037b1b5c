"""The fake Slack against the libraries it is made for: slack_sdk and slack_bolt, unmodified."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson, running_slack
from tests.fakes.slack.blocks import elements_of
from tests.fakes.slack.rates import POST_BURST
from tests.fakes.slack.sample_app import BUTTON, CARD, MODAL, SampleSlackApp, over_http, over_sockets, section
from tests.fakes.slack.signing import signed_headers

Json = dict[str, Any]
MARK = {"event_type": "reply", "event_payload": {"id": "r1"}}


@pytest_asyncio.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as slack:
        yield slack


@pytest.fixture
def client(slack: FakeSlack) -> AsyncWebClient:
    return AsyncWebClient(token=slack.bot_token, base_url=slack.api_url, timeout=2)


@pytest.fixture
def channel(slack: FakeSlack) -> FakeSlackChannel:
    return slack.add_channel("trading")


@pytest.fixture
def ann(slack: FakeSlack, channel: FakeSlackChannel) -> SlackPerson:
    ann = slack.add_person("ann", locale="zh-CN")
    channel.members.add(ann.id)
    return ann


async def error_of(call: Awaitable[Any]) -> str:
    with pytest.raises(SlackApiError) as caught:
        await call
    return str(caught.value.response["error"])


Way = Callable[[FakeSlack], AbstractAsyncContextManager[SampleSlackApp]]
WAYS = pytest.mark.parametrize("way", [over_http, over_sockets])


class TestWebApi:
    async def test_token_and_scopes(self, slack: FakeSlack, client: AsyncWebClient) -> None:
        answer = await client.auth_test()
        assert (answer["team_id"], answer["bot_id"]) == (slack.workspace.id, slack.workspace.app.bot_id)
        assert "chat:write" in answer.headers["x-oauth-scopes"]
        assert await error_of(client.auth_test(token=f"{slack.bot_token}x")) == "invalid_auth"
        assert await error_of(AsyncWebClient(base_url=slack.api_url).auth_test()) == "not_authed"
        assert await error_of(client.api_call("chat.shout")) == "unknown_method"
        slack.workspace.app.scopes.discard("users:read")
        with pytest.raises(SlackApiError) as caught:
            await client.users_info(user="U1")
        assert caught.value.response["error"] == "missing_scope"
        assert caught.value.response["needed"] == "users:read"
        assert "chat:write" in caught.value.response["provided"]
        slack.world.uninstall(slack.workspace)
        assert await error_of(client.auth_test()) == "account_inactive"

    async def test_a_message_from_post_to_deletion(self, client: AsyncWebClient, channel: FakeSlackChannel) -> None:
        root = await client.chat_postMessage(channel=channel.id, text="root", unfurl_links=False)
        reply = await client.chat_postMessage(
            channel=channel.id, text="hi", blocks=CARD, thread_ts=root["ts"], metadata=MARK
        )
        assert reply["ts"] > root["ts"]
        plain = await client.conversations_replies(channel=channel.id, ts=root["ts"])
        assert [message["text"] for message in plain["messages"]] == ["root", "hi"]
        assert plain["messages"][1]["metadata"] == {"event_type": "reply"}
        full = await client.conversations_replies(channel=channel.id, ts=root["ts"], include_all_metadata=True)
        assert full["messages"][1]["metadata"] == MARK
        await client.chat_update(channel=channel.id, ts=reply["ts"], text="changed", blocks=[])
        message = channel.messages[1]
        await client.chat_update(channel=channel.id, ts=root["ts"], text="root", blocks=CARD)
        await client.chat_update(channel=channel.id, ts=root["ts"], text="root")
        assert channel.messages[0].blocks  # only an empty list takes them away
        assert (message.text, message.blocks, message.metadata) == ("changed", [], MARK)
        link = await client.chat_getPermalink(channel=channel.id, message_ts=reply["ts"])
        assert f"thread_ts={root['ts']}" in link["permalink"]
        await client.reactions_add(channel=channel.id, name="+1", timestamp=root["ts"])
        await client.chat_delete(channel=channel.id, ts=reply["ts"])
        history = await client.conversations_history(channel=channel.id)
        assert [m["text"] for m in history["messages"]] == ["root"]
        assert history["messages"][0]["reactions"][0]["count"] == 1

    async def test_a_form_with_json_in_it(self, slack: FakeSlack, channel: FakeSlackChannel) -> None:
        form = {"token": slack.bot_token, "channel": "#trading", "text": "hi", "blocks": json.dumps(CARD)}
        async with aiohttp.ClientSession() as session, session.post(f"{slack.api_url}chat.postMessage", data=form) as r:
            assert (await r.json())["ok"]
        assert channel.messages[0].blocks[0]["elements"] == [BUTTON]

    async def test_history_in_pages_and_windows(
        self, slack: FakeSlack, client: AsyncWebClient, ann: SlackPerson
    ) -> None:
        direct = ann.direct
        said = [await ann.says(direct, str(number)) for number in range(5)]
        pages = [
            [message["text"] for message in page["messages"]]
            async for page in await client.conversations_history(channel=direct.id, limit=2)
        ]
        assert pages == [["4", "3"], ["2", "1"], ["0"]]
        window: Any = {"oldest": said[1].ts, "latest": said[3].ts}
        inner = await client.conversations_history(channel=direct.id, **window)
        outer = await client.conversations_history(channel=direct.id, inclusive=True, **window)
        assert (len(inner["messages"]), len(outer["messages"])) == (1, 3)
        assert (await client.conversations_open(users=ann.id))["channel"]["id"] == direct.id
        assert (await client.users_info(user=ann.id, include_locale=True))["user"]["locale"] == "zh-CN"
        elsewhere = slack.add_channel("elsewhere", bot=False)
        mine = await client.users_conversations(types="public_channel,im")
        assert {one["id"] for one in mine["channels"]} == set(slack.workspace.channels) - {elsewhere.id}
        assert ann.id in (await client.conversations_members(channel=direct.id))["members"]

    async def test_what_is_refused(
        self, slack: FakeSlack, client: AsyncWebClient, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        hers = await ann.says(channel, "mine")
        outside = slack.add_channel("outside", bot=False)
        hidden = slack.add_channel("hidden", kind="private", bot=False)
        closed = slack.add_channel("closed")
        closed.is_archived = True
        own = await client.chat_postMessage(channel=channel.id, text="own")
        here, post, update = {"channel": channel.id}, "chat.postMessage", "chat.update"
        large = {**MARK, "event_payload": {"t": "x" * 17_000}}
        home = {"type": "home", "blocks": [{"type": "sect"}]}
        slack.rates.enforced = False
        refused: list[tuple[str, str, Json]] = [
            ("channel_not_found", post, {"channel": hidden.id, "text": "x"}),
            ("not_in_channel", post, {"channel": outside.id, "text": "x"}),
            ("is_archived", post, {"channel": closed.id, "text": "x"}),
            ("no_text", post, here),
            ("msg_too_long", post, {**here, "text": "x" * 40_001}),
            ("msg_too_long", update, {**here, "ts": own["ts"], "text": "x" * 4001}),
            ("thread_not_found", post, {**here, "text": "x", "thread_ts": "1.000000"}),
            ("invalid_blocks_format", post, {**here, "blocks": "[{"}),
            ("invalid_metadata_format", post, {**here, "text": "x", "metadata": {"event_type": "reply"}}),
            ("metadata_too_large", post, {**here, "text": "x", "metadata": large}),
            ("message_not_found", update, {**here, "ts": "1.000000", "text": "x"}),
            ("cant_update_message", update, {**here, "ts": hers.ts, "text": "x"}),
            ("cant_delete_message", "chat.delete", {**here, "ts": hers.ts}),
            ("user_not_in_channel", "chat.postEphemeral", {**here, "user": "U404", "text": "x"}),
            ("user_not_found", "users.info", {"user": "U404"}),
            ("invalid_trigger_id", "views.open", {"trigger_id": "1.2.3", "view": MODAL}),
            ("invalid_arguments", "views.open", {"view": {**MODAL, "private_metadata": "x" * 3001}}),
            ("invalid_arguments", "views.open", {"view": {**MODAL, "title": {"type": "plain_text", "text": "x" * 25}}}),
            ("invalid_arguments", "views.publish", {"user_id": ann.id, "view": home}),
        ]
        for code, method, arguments in refused:
            assert (method, code, await error_of(client.api_call(method, json=arguments))) == (method, code, code)

    @pytest.mark.parametrize(
        "blocks",
        [
            [{"type": "divider"}] * 51,
            [section("x" * 3001)],
            [section("")],
            [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}],
            [{"type": "actions", "elements": [{**BUTTON, "text": {"type": "plain_text", "text": "x" * 76}}]}],
            [{"type": "actions", "elements": [{**BUTTON, "value": "x" * 2001}]}],
            [{"type": "actions", "elements": [{**BUTTON, "action_id": "x" * 256}]}],
            [{"type": "actions", "elements": [BUTTON, BUTTON]}],
            [{"type": "actions", "elements": [{**BUTTON, "action_id": str(n)} for n in range(26)]}],
            [{"type": "section", "fields": [{"type": "mrkdwn", "text": "x"}] * 11}],
            [{"type": "section", "fields": [{"type": "mrkdwn", "text": "x" * 2001}]}],
            [{"type": "context", "elements": [{"type": "mrkdwn", "text": "x"}] * 11}],
            [{"type": "markdown", "text": "x" * 12_001}],
            [{"type": "paragraph"}],
        ],
    )
    async def test_blocks_that_do_not_fit(
        self, client: AsyncWebClient, channel: FakeSlackChannel, blocks: list[Json]
    ) -> None:
        with pytest.raises(SlackApiError) as caught:
            await client.chat_postMessage(channel=channel.id, text="x", blocks=blocks)
        assert caught.value.response["error"] == "invalid_blocks"
        assert caught.value.response["response_metadata"]["messages"]

    async def test_all_blocks_together(self, client: AsyncWebClient, channel: FakeSlackChannel) -> None:
        five = [section("x" * 2700) for _ in range(5)]
        assert (
            await error_of(client.chat_postMessage(channel=channel.id, text="x", blocks=five)) == "msg_blocks_too_long"
        )
        await client.chat_postMessage(channel=channel.id, text="x", blocks=five[:4])

    async def test_a_stream(
        self, slack: FakeSlack, client: AsyncWebClient, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        asked = await ann.says(channel, "go on")
        stream = await client.chat_stream(
            channel=channel.id, thread_ts=asked.ts, recipient_team_id=slack.workspace.id, recipient_user_id=ann.id
        )
        await stream.append(markdown_text="x" * 300)
        await stream.stop(blocks=CARD, metadata=MARK)
        (message,) = slack.from_app(channel, asked.ts)
        assert (message.text, message.metadata) == ("x" * 300, MARK)
        late = client.chat_appendStream(channel=channel.id, ts=message.ts, markdown_text="more")
        assert await error_of(late) == "message_not_in_streaming_state"
        nobody = client.chat_startStream(channel=channel.id, thread_ts=asked.ts)
        assert await error_of(nobody) == "missing_recipient_team_id"

    async def test_a_file(self, slack: FakeSlack, client: AsyncWebClient, channel: FakeSlackChannel) -> None:
        await client.files_upload_v2(channel=channel.id, filename="chart.png", content=b"png", initial_comment="look")
        (message,) = channel.messages
        assert (message.text, message.files[0]["name"]) == ("look", "chart.png")
        assert slack.workspace.files[message.files[0]["id"]]["content"] == b"png"

    async def test_the_assistant_pane(self, slack: FakeSlack, client: AsyncWebClient, ann: SlackPerson) -> None:
        root = await ann.starts_assistant_thread()
        where: Any = {"channel_id": ann.direct.id, "thread_ts": root.ts}
        await client.assistant_threads_setStatus(**where, status="reads …")
        await client.assistant_threads_setTitle(**where, title="AAPL")
        await client.assistant_threads_setSuggestedPrompts(**where, prompts=[{"title": "A", "message": "a"}])
        assert [list(status)[2] for status in slack.workspace.statuses] == ["status", "title", "prompts"]


class TestFaults:
    async def test_answers_that_go_wrong(
        self, slack: FakeSlack, client: AsyncWebClient, channel: FakeSlackChannel
    ) -> None:
        async def posts(kind: str, *, seconds: float = 3.0) -> int:
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
        with pytest.raises(TimeoutError):
            await posts("slow")
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
            await slack.wait_for_message(channel, "yes", within=0.05)


class TestEvents:
    @WAYS
    async def test_a_mention_comes_as_two_events(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson, way: Way
    ) -> None:
        async with way(slack) as bot:
            asked = await ann.says(channel, f"{slack.workspace.mention} AAPL")
            answer = await slack.wait_for_message(channel, "AAPL", thread_ts=asked.ts)
            await slack.settle()
        first, second = bot.events  # bolt itself drops the third: what the app said
        echo = slack.parcels[2].payload
        assert {first["event"]["type"], second["event"]["type"]} == {"message", "app_mention"}
        assert first["event_id"] != second["event_id"]
        assert first["event"]["ts"] == second["event"]["ts"] == asked.ts
        assert first["authorizations"][0]["user_id"] == slack.workspace.app.bot_user
        assert (echo["event"]["bot_id"], echo["event"]["thread_ts"]) == (slack.workspace.app.bot_id, asked.ts)
        assert answer.blocks[0]["block_id"]
        assert not slack.violations
        assert all(parcel.ack_seconds is not None and parcel.ack_seconds < 3 for parcel in slack.parcels)

    @WAYS
    async def test_interactions(self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson, way: Way) -> None:
        async with way(slack) as bot:
            assert (await ann.types_command(channel, "/analyze", "AAPL")).ok
            await slack.wait_for_ephemeral(ann, "one moment, AAPL")
            await slack.wait_for_message(channel, "done")
            await ann.opens_home()
            home = await slack.wait_for_home(ann)
            assert elements_of(home.body["blocks"][1])[0]["value"] == "v"
            asked = await ann.says(channel, f"{slack.workspace.mention} x")
            card = await slack.wait_for_message(channel, "got", thread_ts=asked.ts)
            aim = ann.finds(card, "Go")
            assert (await ann.presses(card, "Go")).ok
            modal = await slack.wait_for_modal(ann)
            await slack.wait_for_message(channel, "pressed", thread_ts=asked.ts)
            assert not card.blocks
            with pytest.raises(LookupError, match="no 'Go' here"):
                await ann.presses(card, "Go")
            with pytest.raises(ValueError, match="must be filled in"):
                await ann.submits(modal)
            refused = await ann.submits(modal, {"Amount": "13"})
            assert (refused.payload, modal.is_open) == (
                {"response_action": "errors", "errors": {"amount": "not that one"}},
                True,
            )
            assert (await ann.submits(modal, {"amount": "14"})).ok
            assert ann.modal() is None
            assert (await ann.acts(card, aim)).ok  # its button is gone, and the press comes all the same
            await slack.wait_for_modal(ann)
            client = bot.app.client
            assert await error_of(client.views_open(trigger_id=bot.trigger_id, view=MODAL)) == "exchanged_trigger_id"
            slack.services.triggers.seconds = -1
            await ann.presses(home, "go:")
            stale = client.views_open(trigger_id=bot.events[-1]["trigger_id"], view=MODAL)
            assert await error_of(stale) == "expired_trigger_id"

    async def test_edits_deletions_and_other_bots(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        async with over_http(slack) as bot:
            said = await ann.says(channel, "one")
            await slack.settle()
            await ann.edits(said, "two")
            await slack.settle()
            await ann.deletes(said)
            await slack.add_bot("buildbot").says(channel, "built", subtype="bot_message")
            await ann.says(slack.add_channel("elsewhere", bot=False), slack.workspace.mention)
            await slack.settle()
            slack.app.events.discard("message.channels")
            await ann.says(channel, "unheard")
            elsewhere = slack.add_channel("invited", bot=False)
            slack.invite_app(elsewhere, by=ann)
            slack.world.mention_first = True
            named = await ann.says(elsewhere, f"{slack.workspace.mention} hi")
            await ann.reacts(named, "+1")
        heard = [(b["event"].get("subtype"), b["event"].get("message", {}).get("text")) for b in bot.events]
        assert heard[:2] == [(None, None), ("message_changed", "two")]
        assert {kind for kind, _ in heard[2:4]} == {"message_deleted", "bot_message"}
        assert sorted(bot.types()[4:]) == ["app_mention", "member_joined_channel", "reaction_added"]

    async def test_direct_messages_and_the_pane(self, slack: FakeSlack, ann: SlackPerson) -> None:
        async with over_http(slack) as bot:
            root = await ann.starts_assistant_thread()
            await ann.says(ann.direct, slack.workspace.mention, thread_ts=root.ts)
        assert sorted(bot.types()) == ["assistant_thread_started", "message"]

    async def test_response_url_takes_five(self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson) -> None:
        url = slack.response_urls.new(slack.workspace, channel, ann.id)
        async with aiohttp.ClientSession() as session:
            statuses = [(await session.post(url, json={"text": str(n)})).status for n in range(6)]
            slack.faults.add(method="response_url", kind="server_error")
            assert (await session.post(url, json={"text": "x"})).status == 500
        assert statuses == [200] * 5 + [404]
        assert [shown.text for shown in slack.ephemerals] == list("01234")


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
        slack.pace.ack_seconds, slack.pace.retry_factor = 0.1, 0.001
        async with over_http(slack) as bot:
            bot.pause = 0.3
            await ann.says(channel, "slow")
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
        async with over_sockets(slack, 2) as bot:
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
            assert slack.socket_mode.opened == 2
            await slack.socket_mode.disconnect_all(close_after=0.2)
            await slack.wait_for_sockets()
            assert slack.socket_mode.opened == 3
            assert slack.socket_mode.drop_all() == 1
            await slack.wait_for_sockets()
        assert {body["event"]["text"] for body in bot.events} == {"with garbage", "cut"}
        assert max(parcel.retry for parcel in slack.parcels) >= 1
        assert not slack.violations

    async def test_late_acks_and_double_acks(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        slack.pace.ack_seconds, slack.pace.retry_factor = 0.1, 0.0
        client = AsyncWebClient(base_url=slack.api_url)
        opened = await client.apps_connections_open(app_token=slack.app.app_token)
        async with aiohttp.ClientSession() as session, session.ws_connect(opened["url"]) as socket:
            assert (await socket.receive_json())["type"] == "hello"
            await ann.says(channel, "x")
            first, again = await socket.receive_json(), await socket.receive_json()
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


class TestInstallation:
    @pytest.mark.filterwarnings("ignore:BasicAuth is deprecated")  # slack_sdk 3.47 under aiohttp 3.14
    async def test_several_workspaces(self, slack: FakeSlack, client: AsyncWebClient) -> None:
        other = slack.add_workspace("Other", installed=False)
        slack.services.installer = (other.id, slack.add_person("bob", workspace=other).id)
        query = {"client_id": slack.app.client_id, "scope": "chat:write", "state": "s", "redirect_uri": "http://app/r"}
        async with aiohttp.ClientSession() as session:
            page = await session.get(slack.authorize_url, params=query, allow_redirects=False)
        where = page.headers["Location"]
        assert where.startswith("http://app/r?state=s&code=")
        keys: Any = {"client_id": slack.app.client_id, "client_secret": slack.app.client_secret}
        keys |= {"code": where.partition("code=")[2], "redirect_uri": "http://app/r"}
        assert await error_of(client.oauth_v2_access(**{**keys, "client_secret": "x"})) == "bad_client_secret"
        assert await error_of(client.oauth_v2_access(**{**keys, "redirect_uri": "x"})) == "bad_redirect_uri"
        installed = await client.oauth_v2_access(**keys)
        assert (installed["team"]["id"], installed["scope"]) == (other.id, "chat:write")
        assert (await client.auth_test(token=installed["access_token"]))["team_id"] == other.id
        assert await error_of(client.oauth_v2_access(**keys)) == "code_already_used"


def test_on_a_thread_of_its_own() -> None:
    with running_slack() as running:
        slack = running.slack
        channel, ann = slack.add_channel("trading"), slack.add_person("ann")
        running.call(ann.says(channel, "hello"))
        client = AsyncWebClient(token=slack.bot_token, base_url=running.api_url)
        assert asyncio.run(history(client, channel.id)) == ["hello"]


async def history(client: AsyncWebClient, channel: str) -> list[str]:
    return [message["text"] for message in (await client.conversations_history(channel=channel))["messages"]]


async def test_a_fault_must_be_known(slack: FakeSlack) -> None:
    with pytest.raises(ValueError, match="no fault 'explode'"):
        slack.faults.add(method="chat.postMessage", kind="explode")
