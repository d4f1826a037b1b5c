"""Requests over HTTP that Slack has not sent, or not in this form."""

import io
import json
import time
from urllib.parse import urlencode

import aiohttp
import pytest

from tests.fakes.slack import FakeSlack
from tests.fakes.slack.http_transport import signature, signed_headers
from tests.integration.slack.harness import SlackAdapterProcess

GARBAGE = (b"{", b"[1]", b"", b"payload=%7B", b'"text"', b"[" * 100_000, b'{"type": 1}{')
OTHER_SHAPES: tuple[dict[str, object], ...] = (
    {"type": "event_callback", "event": "x"},
    {"type": "event_callback", "event": {"type": "message", "channel": 7, "ts": [], "user": {}}},
    {"type": "event_callback", "authorizations": [None], "event": {"type": "message", "subtype": "message_changed"}},
    {"type": "block_actions", "actions": [{"action_id": "confirm:x:1"}], "user": None, "container": 3},
    {"type": "view_submission", "view": {"callback_id": "adjust", "private_metadata": "{"}, "user": {"id": "U1"}},
    {"type": "something_new"},
)


class TestSignatures:
    async def test_forged_stale_and_garbage_signatures_are_refused(
        self, slack: FakeSlack, bot: SlackAdapterProcess
    ) -> None:
        body = json.dumps({"type": "event_callback", "event": {"type": "message"}}).encode()
        now = int(time.time())
        forged = [(str(now), wrong) for wrong in ("v0=forged", "v0=" + "0" * 64, "v0=ünïcode", "")]
        stale = [str(now - 301), str(now + 400), "", "abc", "１２３", "99999999999999999999999", "-5"]
        taken = []
        for at, signed in [*forged, *((at, signature(slack.app.signing_secret, at, body)) for at in stale)]:
            headers = {"X-Slack-Signature": signed, "X-Slack-Request-Timestamp": at, "Content-Type": "application/json"}
            if await posted(bot, body, headers) != 401:
                taken.append((at, signed))

        assert taken == []
        assert bot.meter.acks == []

    async def test_request_without_headers_is_refused(self, bot: SlackAdapterProcess) -> None:
        assert await posted(bot, b"{}", {}) == 401

    async def test_signed_garbage_is_refused_without_a_traceback(
        self, slack: FakeSlack, bot: SlackAdapterProcess, caplog: pytest.LogCaptureFixture
    ) -> None:
        statuses = [await signed(slack, bot, body) for body in GARBAGE]

        assert statuses == [400] * len(GARBAGE)
        assert await signed(slack, bot, b"\xff\xfe") == 401  # Slack signs text only
        assert "Traceback" not in caplog.text

    async def test_signed_payload_of_another_shape_is_ignored_without_a_traceback(
        self, slack: FakeSlack, bot: SlackAdapterProcess, caplog: pytest.LogCaptureFixture
    ) -> None:
        statuses = [await signed(slack, bot, json.dumps(payload).encode()) for payload in OTHER_SHAPES]

        assert statuses == [200] * len(OTHER_SHAPES)
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


async def signed(slack: FakeSlack, bot: SlackAdapterProcess, body: bytes) -> int:
    headers = {"Content-Type": "application/json", **signed_headers(slack.app.signing_secret, body)}
    return await posted(bot, body, headers)


async def posted(bot: SlackAdapterProcess, body: bytes | io.BytesIO, headers: dict[str, str]) -> int:
    async with aiohttp.ClientSession() as session, session.post(bot.url, data=body, headers=headers) as answer:
        return answer.status
