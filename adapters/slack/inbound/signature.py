"""Verifies request signatures."""

import re
from typing import Final

from slack_sdk.signature import Clock, SignatureVerifier

_TIMESTAMP: Final = re.compile(r"[0-9]{1,12}", re.ASCII)


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
