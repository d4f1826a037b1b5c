"""Signs request bodies as Slack does."""

import hashlib
import hmac
import time


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """`v0=` and the hex HMAC-SHA256 of "v0:timestamp:body"."""
    return "v0=" + hmac.new(secret.encode(), f"v0:{timestamp}:".encode() + body, hashlib.sha256).hexdigest()


def signed_headers(secret: str, body: bytes, *, age: float = 0.0) -> dict[str, str]:
    """The two headers of a request made `age` seconds ago."""
    timestamp = str(int(time.time() - age))
    return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": signature(secret, timestamp, body)}
