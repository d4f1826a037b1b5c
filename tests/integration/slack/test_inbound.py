"""What comes in from Slack over its real protocol: stored once, before it is acknowledged."""

import asyncio
import io
import json
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlencode

import aiohttp
import pytest
from pydantic import SecretStr
from slack_bolt.response import BoltResponse

from adapters.slack.inbound.socket_mode import SocketMode
from adapters.slack.outbound.transport import SlackTransport
from adapters.slack.payload import JsonObject
from adapters.slack.people import SlackPeople
from bot.ports import MessageTransport, NoMeter, People
from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson
from tests.fakes.slack.signing import signature, signed_headers
from tests.integration.slack.harness import RecordedGateway, SlackAdapterProcess, running


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as slack:
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


def fit(people: SlackPeople, surface: SlackTransport) -> tuple[People, MessageTransport[Any]]:
    """Core and adapter fit each other; the type checker sees to it."""
    return people, surface


class TestMentions:
    @pytest.mark.parametrize("mention_first", [True, False])
    async def test_mention_when_delivered_as_both_events_four_times_then_stored_once(
        self,
        slack: FakeSlack,
        bot: SlackAdapterProcess,
        channel: FakeSlackChannel,
        ann: SlackPerson,
        *,
        mention_first: bool,
    ) -> None:
        slack.world.mention_first = mention_first
        slack.faults.add(kind="duplicate", event="app_mention", copies=4)
        slack.faults.add(kind="duplicate", event="message", copies=4)

        message = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        await slack.settle()

        (turn,) = bot.book.messages
        assert turn.text == "analyze AAPL"
        assert turn.thread == bot.thread(channel.id, message.ts)
        assert (turn.platform_id, turn.person.id) == (message.ts, ann.id)
        assert bot.book.duplicates == 7
        assert len(bot.meter.acks) == 8
        assert slack.violations == []

    async def test_two_processes_store_one_turn(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        book = RecordedGateway()
        async with running(slack, book=book), running(slack, book=book):
            slack.faults.add(kind="duplicate", event="app_mention", copies=4)
            await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
            await slack.settle()

        assert book.texts == ["analyze AAPL"]

    async def test_bare_mention_asks_for_help(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        await ann.says(channel, slack.workspace.mention)
        await slack.settle()

        assert bot.book.texts == ["/help"]

    async def test_storing_does_not_ask_slack_anything(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        await slack.settle()

        assert bot.book.texts == ["analyze AAPL"]
        assert slack.calls == []


class TestThreads:
    async def test_follow_up_needs_no_mention_where_we_take_part(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        root = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        await slack.settle()
        bob = slack.add_person("bob")
        await bob.says(channel, "and google?", thread_ts=root.ts)
        await slack.settle()

        assert bot.book.texts == ["analyze AAPL", "and google?"]
        assert {turn.thread.thread for turn in bot.book.messages} == {root.ts}
        assert bot.book.asked == []  # it was known from the mention

    async def test_what_is_said_to_somebody_else_is_left_to_them(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        root = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        bob = slack.add_person("bob")
        await ann.says(channel, f"<@{bob.id}> lunch at noon?", thread_ts=root.ts)
        await ann.says(channel, f"{slack.workspace.mention} ask <@{bob.id}> why", thread_ts=root.ts)
        await slack.settle()

        assert bot.book.texts == ["analyze AAPL", f"ask @{bob.id} why"]

    async def test_after_a_restart_the_store_knows_the_threads(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        book = RecordedGateway()
        async with running(slack, book=book):
            root = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
            await slack.settle()
        slack.receive_at()
        async with running(slack, book=book):
            for text in ("why?", "go on"):
                await ann.says(channel, text, thread_ts=root.ts)
                await slack.settle()

        assert book.texts == ["analyze AAPL", "why?", "go on"]
        assert len(book.asked) == 1

    async def test_talk_among_others_is_not_taken_in(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        root = await ann.says(channel, "lunch?")
        await ann.says(channel, "noon", thread_ts=root.ts)
        await slack.settle()

        assert bot.book.turns == {}
        assert slack.violations == []

    async def test_other_bots_and_we_ourselves_are_not_heard(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        root = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        await slack.settle()
        robot = slack.add_bot("robot")
        await robot.says(channel, f"{slack.workspace.mention} analyze IBM", thread_ts=root.ts)
        await robot.says(channel, "analyze IBM", thread_ts=root.ts, subtype="bot_message")
        await bot.api.call(
            slack.workspace.id,
            "chat.postMessage",
            lambda client: client.chat_postMessage(channel=channel.id, text="analyze IBM", thread_ts=root.ts),
        )
        await slack.settle()

        assert bot.book.texts == ["analyze AAPL"]


class TestDirectMessages:
    async def test_direct_messages_are_one_conversation(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        for text in ("analyze AAPL", "why?"):
            await ann.says(ann.direct, text)
        await slack.settle()

        assert sorted(bot.book.texts) == ["analyze AAPL", "why?"]
        assert {turn.thread for turn in bot.book.messages} == {bot.thread(ann.direct.id)}

    async def test_assistant_pane_is_a_thread_with_prompts(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        root = await ann.starts_assistant_thread()
        await slack.settle()
        await bot.app.background.wait_all()
        await ann.says(ann.direct, "analyze AAPL", thread_ts=root.ts)
        await slack.settle()

        (prompts,) = slack.workspace.statuses
        assert (prompts["channel"], prompts["thread_ts"]) == (ann.direct.id, root.ts)
        assert len(prompts["prompts"]) == 3
        assert [turn.thread for turn in bot.book.messages] == [bot.thread(ann.direct.id, root.ts)]


class TestChanges:
    async def test_edit_is_handed_on_with_the_new_text(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        await slack.settle()
        await ann.edits(message, f"{slack.workspace.mention} analyze IBM &amp; AAPL")
        await slack.settle()

        thread = bot.thread(channel.id, message.ts)
        assert bot.book.changes == [("edited", thread, message.ts, "analyze IBM & AAPL")]

    async def test_edit_of_nothing_is_none(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await ann.says(channel, f"{slack.workspace.mention} see https://example.org")
        await ann.edits(message, message.text)  # what an unfurled link looks like
        await slack.settle()

        assert bot.book.changes == []

    @pytest.mark.parametrize("has_replies", [True, False])
    async def test_deletion_is_handed_on(
        self,
        slack: FakeSlack,
        bot: SlackAdapterProcess,
        channel: FakeSlackChannel,
        ann: SlackPerson,
        *,
        has_replies: bool,
    ) -> None:
        message = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        if has_replies:
            await ann.says(channel, "please", thread_ts=message.ts)
        await slack.settle()
        await ann.deletes(message)
        await slack.settle()

        assert bot.book.changes == [("deleted", bot.thread(channel.id, message.ts), message.ts, "")]

    async def test_edit_of_a_direct_message_names_the_one_conversation(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        message = await ann.says(ann.direct, "analyze AAPL")
        await ann.edits(message, "analyze IBM")
        await slack.settle()

        assert bot.book.changes == [("edited", bot.thread(ann.direct.id), message.ts, "analyze IBM")]


class TestStoreDown:
    async def test_event_when_store_is_down_then_refused_and_taken_at_the_retry(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        bot.book.failures = 1
        await ann.says(ann.direct, "analyze AAPL")
        await slack.settle()

        assert bot.book.texts == ["analyze AAPL"]
        assert [v.kind for v in slack.violations] == ["bad_status"]
        assert "503" in slack.violations[0].detail
        assert [parcel.retry for parcel in slack.parcels] == [0, 1]

    async def test_event_when_store_answers_late_then_refused_and_stored_once(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("adapters.slack.inbound.event_handler.EVENT_SECONDS", 0.1)
        bot.book.late = asyncio.Event()
        await ann.says(ann.direct, "analyze AAPL")
        await slack.wait_for(lambda: bot.meter.errors["StoreUnavailableError"] > 0)
        bot.book.late.set()
        await slack.settle()
        await bot.app.background.wait_all()

        assert bot.book.texts == ["analyze AAPL"]
        assert bot.book.duplicates >= 1  # Slack has delivered it again
        assert {v.kind for v in slack.violations} == {"bad_status"}

    async def test_delivery_that_comes_as_a_retry_only_is_taken(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        slack.faults.add(kind="retry_only", event="message")
        await ann.says(ann.direct, "analyze AAPL")
        await slack.settle()

        assert bot.book.texts == ["analyze AAPL"]


class TestSignatures:
    @pytest.mark.parametrize(
        ("timestamp", "signature_of"),
        [
            ("now", "v0=forged"),
            ("now", "v0=" + "0" * 64),
            ("now", "v0=ünïcode"),
            ("now", ""),
            ("old", "right"),
            ("soon", "right"),
            ("", "right"),
            ("abc", "right"),
            ("１２３", "right"),
            ("99999999999999999999999", "right"),
            ("-5", "right"),
        ],
    )
    async def test_forged_stale_and_garbage_signatures_are_refused(
        self, slack: FakeSlack, bot: SlackAdapterProcess, timestamp: str, signature_of: str
    ) -> None:
        offset = {"now": 0, "old": -301, "soon": 400}.get(timestamp)
        at = timestamp if offset is None else str(int(time.time()) + offset)
        body = json.dumps({"type": "event_callback", "event": {"type": "message"}}).encode()
        right = signature(slack.app.signing_secret, at, body)
        headers = {"X-Slack-Signature": right if signature_of == "right" else signature_of}
        headers |= {"X-Slack-Request-Timestamp": at, "Content-Type": "application/json"}

        assert await posted(bot, body, headers) == 401
        assert bot.meter.acks == []

    async def test_request_without_headers_is_refused(self, bot: SlackAdapterProcess) -> None:
        assert await posted(bot, b"{}", {}) == 401

    @pytest.mark.parametrize(
        "body", [b"{", b"[1]", b"\xff\xfe", b"", b"payload=%7B", b'"text"', b"[" * 100_000, b'{"type": 1}{']
    )
    async def test_signed_garbage_is_refused_without_a_traceback(
        self, slack: FakeSlack, bot: SlackAdapterProcess, body: bytes, caplog: pytest.LogCaptureFixture
    ) -> None:
        headers = {"Content-Type": "application/json", **signed_headers(slack.app.signing_secret, body)}

        assert await posted(bot, body, headers) == (401 if body == b"\xff\xfe" else 400)  # Slack signs text only
        assert "Traceback" not in caplog.text

    @pytest.mark.parametrize(
        "payload",
        [
            {"type": "event_callback", "event": "x"},
            {"type": "event_callback", "event": {"type": "message", "channel": 7, "ts": [], "user": {}}},
            {
                "type": "event_callback",
                "authorizations": [None],
                "event": {"type": "message", "subtype": "message_changed"},
            },
            {"type": "block_actions", "actions": [{"action_id": "confirm:x:1"}], "user": None, "container": 3},
            {
                "type": "view_submission",
                "view": {"callback_id": "adjust", "private_metadata": "{"},
                "user": {"id": "U1"},
            },
            {"type": "something_new"},
        ],
    )
    async def test_signed_payload_of_another_shape_is_ignored_without_a_traceback(
        self, slack: FakeSlack, bot: SlackAdapterProcess, payload: dict[str, object], caplog: pytest.LogCaptureFixture
    ) -> None:
        body = json.dumps(payload).encode()
        headers = {"Content-Type": "application/json", **signed_headers(slack.app.signing_secret, body)}

        assert await posted(bot, body, headers) == 200
        assert bot.book.turns == {}
        assert "Traceback" not in caplog.text

    async def test_url_verification_and_ssl_check_are_answered(
        self, slack: FakeSlack, bot: SlackAdapterProcess
    ) -> None:
        assert await slack.http.verify(bot.url)
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        assert await posted(bot, urlencode({"ssl_check": "1", "token": "x"}).encode(), form) == 200

    async def test_ssl_check_smuggles_nothing_in(self, bot: SlackAdapterProcess) -> None:
        payload = json.dumps({"type": "block_actions", "actions": []})
        body = urlencode({"ssl_check": "1", "payload": payload}).encode()

        assert await posted(bot, body, {"Content-Type": "application/x-www-form-urlencoded"}) == 401

    async def test_body_that_is_too_large_is_refused(self, bot: SlackAdapterProcess) -> None:
        assert await posted(bot, io.BytesIO(b"x" * 2_000_000), {}) == 413


async def test_removed_app_is_forgotten(slack: FakeSlack, bot: SlackAdapterProcess) -> None:
    slack.world.uninstall(slack.workspace)
    await slack.settle()

    assert bot.stub.gone == [slack.workspace.id] * 2  # once for the app, once for its token


class TestSocketMode:
    async def test_mention_is_stored_and_acknowledged(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        async with running(slack, http=False) as bot:
            slack.faults.add(kind="garbage", event="message")
            await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
            await slack.settle()

        assert bot.book.texts == ["analyze AAPL"]
        assert slack.violations == []
        assert bot.socket is not None
        assert not bot.socket.is_connected

    async def test_store_down_is_not_acknowledged_and_taken_at_the_retry(
        self, slack: FakeSlack, ann: SlackPerson
    ) -> None:
        slack.pace.ack_seconds = 0.3
        async with running(slack, http=False) as bot:
            bot.book.failures = 1
            await ann.says(ann.direct, "analyze AAPL")
            await slack.settle()

        assert bot.book.texts == ["analyze AAPL"]
        assert [parcel.retry for parcel in slack.parcels] == [0, 1]

    async def test_twenty_dropped_sockets_lose_nothing(self, slack: FakeSlack, ann: SlackPerson) -> None:
        async with running(slack, http=False) as bot:
            slack.faults.add(kind="drop_socket", event="message", times=10)
            for number in range(20):
                await ann.says(ann.direct, f"message {number}")
                if number >= 10:
                    slack.socket_mode.drop_all()
                await slack.settle()

        assert sorted(bot.book.texts) == sorted(f"message {number}" for number in range(20))
        assert slack.socket_mode.opened > 15
        assert slack.deliveries.undelivered == []

    async def test_two_processes_cover_for_each_other(self, slack: FakeSlack, ann: SlackPerson) -> None:
        book = RecordedGateway()
        async with running(slack, book=book, http=False), running(slack, book=book, http=False):
            await slack.wait_for_sockets(2)
            slack.faults.add(kind="duplicate", event="message", copies=4, times=5)
            slack.faults.add(kind="drop_socket", event="message", times=5)
            for number in range(10):
                await ann.says(ann.direct, f"message {number}")
            await slack.settle()

        assert sorted(book.texts) == [f"message {number}" for number in range(10)]
        assert slack.deliveries.undelivered == []

    async def test_announced_end_is_bridged_by_the_next_connection(self, slack: FakeSlack, ann: SlackPerson) -> None:
        async with running(slack, http=False) as bot:
            await slack.socket_mode.disconnect_all("warning", close_after=None)
            await slack.wait_for_sockets(2)
            for number in range(4):
                await ann.says(ann.direct, f"message {number}")
            await slack.settle()
            await slack.socket_mode.connections[0].socket.close()
            assert bot.socket is not None
            assert bot.socket.is_connected

        assert len(bot.book.texts) == 4
        assert slack.violations == []

    async def test_connecting_is_tried_again(self, slack: FakeSlack, ann: SlackPerson) -> None:
        slack.faults.add(kind="server_error", method="apps.connections.open")
        async with running(slack, http=False) as bot:
            await ann.says(ann.direct, "analyze AAPL")
            await slack.settle()

        assert bot.book.texts == ["analyze AAPL"]
        assert len(slack.called("apps.connections.open")) == 2

    async def test_wrong_token_is_tried_again_and_never_logged(
        self, slack: FakeSlack, caplog: pytest.LogCaptureFixture
    ) -> None:
        slack.app.app_token, right = "xapp-another", slack.app.app_token
        socket = SocketMode(_ignore, app_token=SecretStr(right), base_url=slack.api_url, meter=NoMeter())
        async with socket:
            await slack.wait_for(lambda: "invalid_auth" in caplog.text)
            assert not socket.is_connected
            slack.app.app_token = right
            await slack.wait_for(lambda: socket.is_connected)

        assert right not in caplog.text
        assert "ticket" not in caplog.text

    async def test_commands_and_forms_work_as_over_http(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        async with running(slack, http=False) as bot:
            await ann.types_command(channel, "/analyze")
            await slack.wait_for_ephemeral(ann, "Name a share")
            await ann.types_command(channel, "/analyze", "AAPL")
            await bot.app.background.wait_all()
            await slack.settle()

        assert bot.book.texts == ["/analyze AAPL"]
        assert slack.violations == []


async def test_a_slow_store_keeps_nobody_else_waiting(
    slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
) -> None:
    await asyncio.gather(*(ann.says(ann.direct, f"message {number}") for number in range(50)))
    await slack.settle()

    assert len(bot.book.texts) == 50
    assert max(bot.meter.acks) < 3.0


async def _ignore(payload: JsonObject) -> BoltResponse:
    raise AssertionError(payload)


async def posted(bot: SlackAdapterProcess, body: bytes | io.BytesIO, headers: dict[str, str]) -> int:
    async with aiohttp.ClientSession() as session, session.post(bot.url, data=body, headers=headers) as answer:
        return answer.status
