"""Receives Slack's events, commands and interactions over HTTP, at one request URL."""

import json
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import parse_qs, parse_qsl

from aiohttp import web
from pydantic import SecretStr
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.response import BoltResponse
from slack_sdk.signature import Clock, SignatureVerifier

from adapters.slack.payload import JsonObject
from bot.errors import UnsignedRequestError
from bot.ports import Meter

PATH: Final = "/slack/events"
_FORM: Final = "application/x-www-form-urlencoded"
_SSL_CHECK_LENGTH: Final = 2_000  # bytes
_TIMESTAMP: Final = re.compile(r"[0-9]{1,12}", re.ASCII)

_log = logging.getLogger(__name__)


def routes(
    dispatch: Callable[[JsonObject], Awaitable[BoltResponse]], *, signing_secret: SecretStr | str, meter: Meter
) -> list[web.RouteDef]:
    """Return the route that Slack posts to. What Slack has not signed is counted and logged, and has no tenant."""
    secret = signing_secret.get_secret_value() if isinstance(signing_secret, SecretStr) else signing_secret

    async def receive(request: web.Request) -> web.StreamResponse:
        body = await request.read()
        if _is_ssl_check(request, body):
            return web.Response()
        timestamp = request.headers.get("X-Slack-Request-Timestamp", "")
        signature = request.headers.get("X-Slack-Signature", "")
        if not is_signed(body, timestamp=timestamp, signature=signature, secret=secret):
            _log.warning("a request without Slack's signature was refused")
            meter.error(UnsignedRequestError.__name__)
            return web.json_response({"error": "invalid request"}, status=401)
        payload = _read_payload(request, body)
        if not payload:
            return web.json_response({"error": "unreadable request"}, status=400)
        return await to_aiohttp_response(await dispatch(payload))

    return [web.post(PATH, receive)]


def is_signed(body: bytes, *, timestamp: str, signature: str, secret: str, clock: Clock | None = None) -> bool:
    """Return whether Slack signed `body` within five minutes of now; False too for a malformed signature.

    Malformed input is rejected before the library sees it, since it would raise.
    Source: Slack, Verifying requests from Slack.
    """
    if not secret or not _TIMESTAMP.fullmatch(timestamp) or not signature.isascii():
        return False
    try:
        return bool(SignatureVerifier(secret, clock or Clock()).is_valid(body, timestamp, signature))
    except UnicodeDecodeError:  # Slack's bodies are text
        return False


def _is_ssl_check(request: web.Request, body: bytes) -> bool:
    """Return whether Slack only checks the TLS certificate; that request is unsigned, and nothing in it is used."""
    if request.content_type != _FORM or len(body) > _SSL_CHECK_LENGTH:
        return False
    fields = parse_qs(body.decode(errors="replace"))
    return fields.get("ssl_check") == ["1"] and "payload" not in fields


def _read_payload(request: web.Request, body: bytes) -> JsonObject:
    """Return the payload: JSON, a form, or JSON in a form; empty if it is none of these."""
    try:
        text = body.decode()
        if request.content_type != _FORM:
            found = json.loads(text)
        else:
            fields = dict(parse_qsl(text, keep_blank_values=True))
            found = json.loads(fields["payload"]) if "payload" in fields else fields
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
