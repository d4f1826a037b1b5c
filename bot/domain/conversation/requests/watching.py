"""Requests for watch lists and briefs."""

from dataclasses import dataclass, field
from typing import TypeAlias

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.market.sessions import SessionPhase


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """Put shares on a watch list."""

    shares: NamedShares
    means_focus: bool = False  # "it": the share that is talked of, if none is named
    is_own: bool = False  # the person's list is meant, wherever they are; else that of the place
    is_shown: bool = field(default=False, compare=False)  # no list is named: the one shown last, if one was


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwatch:
    """Take shares off a watch list."""

    shares: NamedShares
    is_all: bool = False  # every share on it
    kept: tuple[str, ...] = ()  # with `is_all`: but these
    means_focus: bool = False  # as of `Watch`
    is_own: bool = False
    is_shown: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowWatchList:
    """Show a watch list."""

    is_own: bool = False  # as of `Watch`
    is_shown: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskWatchForm:
    """A change of a watch list that says more than names of shares: say how it is written."""

    is_own: bool = False  # as of `Watch`


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscribeBriefs:
    """Subscribe the channel to briefs."""

    phases: frozenset[SessionPhase]  # before which and after which it gets one
    keeps_current: bool = False  # a subscription that there is stays, and is shown


@dataclass(frozen=True, slots=True)
class UnsubscribeBriefs:
    """End the channel's subscription to briefs."""


@dataclass(frozen=True, slots=True)
class ShowBriefSubscription:
    """Show which briefs the channel gets."""


@dataclass(frozen=True, slots=True)
class ShowBrief:
    """Show a brief of this moment."""


@dataclass(frozen=True, slots=True)
class AskBriefForm:
    """A request about briefs that is not understood: say how it is written."""


WatchingRequest: TypeAlias = (
    AskBriefForm
    | AskWatchForm
    | ShowBrief
    | ShowBriefSubscription
    | ShowWatchList
    | SubscribeBriefs
    | UnsubscribeBriefs
    | Unwatch
    | Watch
)
