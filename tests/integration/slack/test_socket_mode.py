"""Socket Mode: dropped sockets, announced ends, wrong tokens."""

import asyncio

import pytest
from pydantic import SecretStr
from slack_bolt.response import BoltResponse

from adapters.slack.inbound.socket_mode import SocketMode
from adapters.slack.payload import JsonObject
from bot.errors import AppTokenRefusedError
from bot.ports import NoMeter
from tests.fakes.loop_time import LoopTime
from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson
from tests.integration.slack.harness import LONG, running


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

    @pytest.mark.parametrize(
        ("answer", "advice"),
        [
            ("invalid_auth", "copy the token again, whole"),
            ("missing_scope", "connections:write"),
            ("not_allowed_token_type", "another kind of token"),
            ("token_revoked", "make a new token"),
            ("account_inactive", "install it again"),
            ("forbidden_team", "App-Level Tokens"),
        ],
    )
    async def test_token_is_not_accepted_then_it_ends_with_what_to_do_and_may_begin_again(
        self, slack: FakeSlack, caplog: pytest.LogCaptureFixture, answer: str, advice: str
    ) -> None:
        slack.faults.add(kind="error", method="apps.connections.open", error=answer)
        async with socket_mode(slack) as socket:
            with pytest.raises(AppTokenRefusedError, match=answer) as caught:
                await socket.receive_events()
            assert not socket.is_connected
            again = asyncio.create_task(socket.receive_events())
            await slack.wait_for(lambda: socket.is_connected)
        with pytest.raises(asyncio.CancelledError):
            await again

        assert advice in str(caught.value)
        assert "Nothing to do" not in str(caught.value)
        assert len(slack.called("apps.connections.open")) == 2
        assert slack.app.app_token not in str(caught.value) + caplog.text
        assert "ticket" not in caplog.text

    async def test_receiving_is_cancelled_first_then_what_has_arrived_is_still_acknowledged(
        self, slack: FakeSlack, ann: SlackPerson
    ) -> None:
        arrived, stored = asyncio.Event(), asyncio.Event()

        async def store_late(_: JsonObject) -> BoltResponse:
            arrived.set()
            await stored.wait()
            return BoltResponse(status=200)

        socket = SocketMode(store_late, app_token=slack.app.app_token, base_url=slack.api_url, meter=NoMeter())
        async with socket:
            receiving = asyncio.create_task(socket.receive_events())
            await slack.wait_for(lambda: socket.is_connected)
            await ann.says(ann.direct, "analyze AAPL")
            await arrived.wait()
            receiving.cancel()
            await asyncio.gather(receiving, return_exceptions=True)
            stored.set()
        await slack.settle()

        assert [parcel.acked_at is not None for parcel in slack.parcels] == [True]

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


def socket_mode(slack: FakeSlack) -> SocketMode:
    return SocketMode(_ignore, app_token=SecretStr(slack.app.app_token), base_url=slack.api_url, meter=NoMeter())


async def _ignore(payload: JsonObject) -> BoltResponse:
    raise AssertionError(payload)
