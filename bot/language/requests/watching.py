"""Requests for watch lists and briefs."""

from collections.abc import Mapping
from typing import Final

from bot.domain.conversation.requests.watching import (
    AskBriefForm,
    AskWatchForm,
    ShowBrief,
    ShowBriefSubscription,
    ShowWatchList,
    SubscribeBriefs,
    UnsubscribeBriefs,
    Unwatch,
    Watch,
    WatchingRequest,
)
from bot.domain.market.sessions import SessionPhase
from bot.domain.watching.briefs import BOTH_PHASES
from bot.language.requests.named_shares import shares_in
from bot.language.understanding import Understanding
from bot.language.watching.watch_requests import (
    BRIEF,
    UNWATCH,
    WATCH,
    BriefAct,
    read_brief_argument,
    read_watch_arguments,
)

_BRIEFS: Final[Mapping[BriefAct | None, WatchingRequest]] = {
    BriefAct.SHOW: SubscribeBriefs(phases=BOTH_PHASES, keeps_current=True),
    BriefAct.ON: SubscribeBriefs(phases=BOTH_PHASES),
    BriefAct.PRE: SubscribeBriefs(phases=frozenset({SessionPhase.PRE_OPEN})),
    BriefAct.POST: SubscribeBriefs(phases=frozenset({SessionPhase.POST_CLOSE})),
    BriefAct.OFF: UnsubscribeBriefs(),
    BriefAct.STATUS: ShowBriefSubscription(),
    BriefAct.NOW: ShowBrief(),
    None: AskBriefForm(),
}


def watching_request(understood: Understanding) -> WatchingRequest | None:
    """Return the request for a watch list or for briefs that a message makes; None: it makes another."""
    if understood.command == BRIEF:
        return _BRIEFS[read_brief_argument(understood.arguments)]
    return _of_list(understood) if understood.command in {WATCH, UNWATCH} else None


def _of_list(understood: Understanding) -> WatchingRequest:
    asked, shares = read_watch_arguments(understood.arguments), shares_in(understood.entities)
    focus, is_own = asked.means_focus, asked.is_own
    if asked.says_more:
        return AskWatchForm(is_own=is_own)
    if understood.command == UNWATCH:
        return Unwatch(shares=shares, is_all=asked.is_all, means_focus=focus, is_own=is_own)
    if not (asked.names or focus or asked.is_all):
        return ShowWatchList(is_own=is_own)
    return Watch(shares=shares, means_focus=focus, is_own=is_own)
