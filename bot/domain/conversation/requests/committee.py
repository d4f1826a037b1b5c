"""Requests about analyses by the committee."""

from dataclasses import dataclass, field
from typing import TypeAlias

from bot.domain.conversation.requests.named_shares import NamedShares


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowDiscussion:
    """Show what the agents said to each other before the latest decision, a page of it."""

    share: str = ""  # the symbol of the share decided on; empty: any
    speaker: str = ""  # the sender's code; empty: everybody
    page: int = 1
    not_understood: str = ""  # words that name neither; then nothing is shown


@dataclass(frozen=True, slots=True)
class StopAnalysis:
    """Stop the analysis that this person has asked for."""


@dataclass(frozen=True, slots=True)
class Argue:
    """Say something against the committee's view."""

    point: str  # as typed
    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of


CommitteeRequest: TypeAlias = ShowDiscussion | StopAnalysis | Argue
