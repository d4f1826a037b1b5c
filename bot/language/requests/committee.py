"""Requests about analyses by the committee."""

from bot.domain.conversation.requests.committee import Argue, CommitteeRequest, StopAnalysis
from bot.domain.conversation.understanding import Understanding
from bot.language.discussion_request import read_discussion_request
from bot.language.requests.named_shares import shares_in


def committee_request(understood: Understanding) -> CommitteeRequest | None:
    """Return the request about an analysis by the committee that a message makes; None: it makes another."""
    if understood.objection:
        return Argue(understood.objection, shares_in(understood.entities))
    if understood.command == "discussion":
        return read_discussion_request(understood.arguments, symbols=understood.entities.symbols)
    return StopAnalysis() if understood.command == "stop" else None
