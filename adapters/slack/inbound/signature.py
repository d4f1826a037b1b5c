"""Whether a request comes from Slack."""

import re
from typing import Final

from slack_sdk.signature import Clock, SignatureVerifier

_TIMESTAMP: Final = re.compile(r"[0-9]{1,12}", re.ASCII)


def is_signed(body: bytes, *, timestamp: str, signature: str, secret: str, clock: Clock | None = None) -> bool:
    """Return whether Slack signed `body` within the last five minutes; False for whatever is no signature at all.

    Source: Slack, Verifying requests from Slack. The library raises on what no signature can be: that goes first.
    """
    if not secret or not _TIMESTAMP.fullmatch(timestamp) or not signature.isascii():
        return False
    try:
        return bool(SignatureVerifier(secret, clock or Clock()).is_valid(body, timestamp, signature))
    except UnicodeDecodeError:  # Slack sends text
        return False
