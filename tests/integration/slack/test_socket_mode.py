"""Socket Mode: dropped sockets, announced ends, wrong tokens."""

import pytest
from pydantic import SecretStr
from slack_bolt.response import BoltResponse

from adapters.slack.inbound.socket_mode import SocketMode
from adapters.slack.payload import JsonObject
from bot.ports import NoMeter
from tests.fakes.loop_time import LoopTime
from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson
from tests.integration.slack.harness import LONG, RecordedGateway, running


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
        async with running(slack, http=False) as bot:
            bot.book.failures = 1
            await ann.says(ann.direct, "analyze AAPL")
            await slack.wait_for(lambda: bot.book.failures == 0)
            LoopTime().advance(LONG)
            await slack.settle()

        assert bot.book.texts == ["analyze AAPL"]
        assert [parcel.retry for parcel in slack.parcels] == [0, 1]

    async def test_ten_dropped_sockets_lose_nothing(self, slack: FakeSlack, ann: SlackPerson) -> None:
        async with running(slack, http=False) as bot:
            slack.faults.add(kind="drop_socket", event="message", times=5)
            for number in range(10):
                await ann.says(ann.direct, f"message {number}")
                if number >= 5:
                    slack.socket_mode.drop_all()
                await slack.settle()

        assert sorted(bot.book.texts) == [f"message {number}" for number in range(10)]
        assert slack.socket_mode.opened > 5
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


async def _ignore(payload: JsonObject) -> BoltResponse:
    raise AssertionError(payload)
