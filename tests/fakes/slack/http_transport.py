"""Posts to the app's request URL, signed."""

import asyncio
import hashlib
import hmac
import json
import time
from urllib.parse import urlencode

import aiohttp

from .delivery import AttemptOutcome, DeliveryAttempt, DeliveryTimeouts, SlackViolation
from .model import Json
from .world import AppSettings

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
USER_AGENT = "Slackbot 1.0 (+https://api.slack.com/robots)"


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """`v0=` and the hex HMAC-SHA256 of "v0:timestamp:body"."""
    return "v0=" + hmac.new(secret.encode(), f"v0:{timestamp}:".encode() + body, hashlib.sha256).hexdigest()


def signed_headers(secret: str, body: bytes, *, age: float = 0.0) -> dict[str, str]:
    """The two headers of a request made `age` seconds ago."""
    timestamp = str(int(time.time() - age))
    return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": signature(secret, timestamp, body)}


class HttpTransport:
    """Knows where the app listens; several URLs are several processes behind one load balancer."""

    def __init__(self, app: AppSettings, pace: DeliveryTimeouts, violations: list[SlackViolation]) -> None:
        self._app = app
        self._pace = pace
        self._violations = violations
        self._turn = 0
        self._session: aiohttp.ClientSession | None = None
        self.urls: list[str] = []

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def attempt(self, parcel: DeliveryAttempt) -> AttemptOutcome:
        """Post one parcel to the next URL in turn."""
        parcel.receiver = self._next_url()
        body, content_type = _encoded(parcel)
        headers = {"Content-Type": content_type, **signed_headers(self._app.signing_secret, body)}
        if parcel.retry:
            headers |= {"X-Slack-Retry-Num": str(parcel.retry), "X-Slack-Retry-Reason": parcel.retry_reason}
        if parcel.fault and parcel.fault.kind == "garbage":
            await self.post(b'{"type":', {**headers, "X-Slack-Signature": "v0=garbage"}, parcel.receiver)
        parcel.sent_at = time.monotonic()
        try:
            status, text, answered = await self.post(body, headers, parcel.receiver)
        except TimeoutError:
            return self._failed(parcel, "late_ack", "http_timeout", f"nothing after {self._pace.ack_seconds} s")
        except (aiohttp.ClientError, OSError) as error:
            return self._failed(parcel, "unreachable", "connection_failed", repr(error))
        if not 200 <= status < 300:
            ack = self._failed(parcel, "bad_status", "http_error", f"{status} {text[:200]}")
            return AttemptOutcome(ok=False, reason=ack.reason, no_retry="x-slack-no-retry" in answered)
        parcel.acked_at = time.monotonic()
        return AttemptOutcome(ok=True, payload=_decoded(text))

    async def post(self, body: bytes, headers: dict[str, str], url: str | None = None) -> tuple[int, str, set[str]]:
        """Post bytes with exactly these headers; return status, text, and the names of the answer's headers."""
        if self._session is None:
            connector = aiohttp.TCPConnector(force_close=True, limit=0)  # no stale connection to an app that restarted
            self._session = aiohttp.ClientSession(connector=connector, headers={"User-Agent": USER_AGENT})
        async with asyncio.timeout(self._pace.ack_seconds):
            async with self._session.post(url or self._next_url(), data=body, headers=headers) as response:
                return response.status, await response.text(), {name.lower() for name in response.headers}

    async def verify(self, url: str) -> bool:
        """Ask a URL to prove that it is the app's, as Slack does when it is entered; return whether it did."""
        challenge = {
            "token": self._app.verification_token,
            "challenge": "3eZbrw1aBm2rZgRNFdxV",
            "type": "url_verification",
        }
        body = json.dumps(challenge).encode()
        headers = {"Content-Type": JSON, **signed_headers(self._app.signing_secret, body)}
        status, text, _ = await self.post(body, headers, url)
        if status == 200 and challenge["challenge"] in text:
            return True
        self._violations.append(SlackViolation("bad_challenge", url, f"{status} {text[:200]}"))
        return False

    def _next_url(self) -> str:
        self._turn += 1
        return self.urls[self._turn % len(self.urls)]

    def _failed(self, parcel: DeliveryAttempt, kind: str, reason: str, detail: str) -> AttemptOutcome:
        self._violations.append(SlackViolation(kind, parcel.id, f"{parcel.name} to {parcel.receiver}: {detail}"))
        return AttemptOutcome(ok=False, reason=reason)


def _encoded(parcel: DeliveryAttempt) -> tuple[bytes, str]:
    if parcel.kind == "slash_commands":
        return urlencode(parcel.payload).encode(), FORM
    text = json.dumps(parcel.payload)
    if parcel.kind == "interactive":
        return urlencode({"payload": text}).encode(), FORM
    return text.encode(), JSON


def _decoded(text: str) -> Json | str | None:
    try:
        answer = json.loads(text)
    except ValueError:
        return text or None
    return answer if isinstance(answer, dict) else text
