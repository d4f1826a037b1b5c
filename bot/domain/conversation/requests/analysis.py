"""Requests for views of shares by the rules and the committee, and what is said against one."""

from dataclasses import dataclass, field
from datetime import date
from typing import TypeAlias

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.figures.claims import Claim
from bot.domain.figures.query import RankOrder, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgueView:
    """Say something about shares of which the rules' view, or a card, was just shown."""

    shares: NamedShares
    claims: tuple[Claim, ...]
    day: date | None = None  # of the market, as of which the view was shown; None: the present


@dataclass(frozen=True, slots=True, kw_only=True)
class Analyze:
    """Show the view of each share, with the arguments for it and against it."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of
    dates: tuple[date, ...] = ()  # one date, or first and last day of a span
    problems: tuple[str, ...] = ()  # codes of dates that cannot be used


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare:
    """Show the views of several shares beside each other, or in an order. Nothing is proposed."""

    shares: NamedShares = field(default_factory=NamedShares)  # of one, it is that and the share talked of
    scope: Scope = Scope.NAMED
    count: int | None = None  # how many, with those talked of; None: all that are talked of, or two
    first: RankOrder | None = None  # whether the best, or the worst, is asked for; None: neither
    dates: tuple[date, ...] = ()
    problems: tuple[str, ...] = ()


AnalysisRequest: TypeAlias = Analyze | Compare


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowDiscussion:
    """Show what the agents said to each other before the latest decision, a page of it."""

    share: str = ""  # the symbol of the share decided on; empty: any
    speaker: str = ""  # the sender's code; empty: everybody
    page: int = 1
    asks: str = ""  # a member's code, or a topic (`debate.DISSENT`): a few lines on it are asked for, not what was said
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
