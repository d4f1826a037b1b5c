"""Requests about analyses by the committee."""

from bot.domain.conversation.requests.committee import CommitteeRequest, ShowDiscussion, StopAnalysis
from bot.language.understanding import Understanding


def committee_request(understood: Understanding) -> CommitteeRequest | None:
    """Return the request about an analysis by the committee that a message makes; None: it makes another."""
    if understood.command == "discussion":
        return ShowDiscussion()
    return StopAnalysis() if understood.command == "stop" else None
