"""Requests about analyses by the committee."""

from bot.domain.conversation.requests.committee import CommitteeRequest, StopAnalysis
from bot.domain.conversation.understanding import Understanding
from bot.language.discussion_request import read_discussion_request


def committee_request(understood: Understanding) -> CommitteeRequest | None:
    """Return the request about an analysis by the committee that a message makes; None: it makes another."""
    if understood.command == "discussion":
        return read_discussion_request(understood.arguments, symbols=understood.entities.symbols)
    return StopAnalysis() if understood.command == "stop" else None
