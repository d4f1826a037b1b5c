"""Requests about what failed."""

from bot.domain.conversation.requests.failures import ShowFailures
from bot.domain.conversation.understanding import Understanding


def failure_request(understood: Understanding) -> ShowFailures | None:
    """Return the request about failures that a message makes; None: it makes another."""
    return ShowFailures(understood.entities.symbols) if understood.command == "failures" else None
