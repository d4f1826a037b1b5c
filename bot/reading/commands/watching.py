"""Reads what stands behind "/watch", "/unwatch" and "/brief": "me AAPL IBM", "all", "pre"."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.requests import Request
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
from bot.reading.commands.arguments import FILE, Arguments
from bot.reading.word_tables import either, read_lists

_SHORT: Final = 2  # characters of words that are tickers in capitals: NO, BY
_BRIEFS: Final[Mapping[str, WatchingRequest]] = MappingProxyType(
    {
        "on": SubscribeBriefs(phases=BOTH_PHASES),
        "pre": SubscribeBriefs(phases=frozenset({SessionPhase.PRE_OPEN})),
        "post": SubscribeBriefs(phases=frozenset({SessionPhase.POST_CLOSE})),
        "off": UnsubscribeBriefs(),
        "status": ShowBriefSubscription(),
        "now": ShowBrief(),
    }
)


@dataclass(frozen=True, slots=True)
class _ListArguments:
    is_own: bool  # the person's list is meant, wherever they are
    is_all: bool  # every share on it
    means_focus: bool  # "it": the share that is talked of
    names: tuple[str, ...]  # the other words

    @property
    def says_more(self) -> bool:
        """Whether the words say more than names of shares: "AAPL -MSFT", "AAPL but not MSFT", "AAPL < 400"."""
        words = (each for each in self.names if len(each) > _SHORT or not each.isupper())
        return _more().search(" ".join(words)) is not None


def _list_arguments(words: Iterable[str]) -> _ListArguments:
    """Return what words say; "ME" and "ALL" in capitals are tickers."""
    lists = read_lists(FILE, "lists")
    found, names = set[str](), list[str]()
    for typed in words:
        word = typed.strip(",;:.")
        is_ticker = word.isupper() and word.isascii()
        kind = next((name for name in ("own", "all", "it", "ours") if word.lower() in lists[name]), None)
        if kind is None or is_ticker:
            names.append(typed)
        else:
            found.add(kind)
    return _ListArguments("own" in found, "all" in found, "it" in found, tuple(names))


@cache
def _more() -> re.Pattern[str]:
    """Return the signs and words that belong to no name of a share."""
    words = either(read_lists(FILE, "lists")["more"], stands_alone=True)
    return re.compile(rf"[<>=%]|(?<!\S)[-–—]|{words}", re.IGNORECASE)


def _watch(command: Arguments) -> Request:
    asked = _list_arguments(command.words)
    if asked.says_more:
        return AskWatchForm(is_own=asked.is_own)
    if not (asked.names or asked.means_focus or asked.is_all):
        return ShowWatchList(is_own=asked.is_own)
    shares = command.with_text(" ".join(asked.names)).shares
    return Watch(shares=shares, means_focus=asked.means_focus, is_own=asked.is_own)


def _unwatch(command: Arguments) -> Request:
    asked = _list_arguments(command.words)
    if asked.says_more:
        return AskWatchForm(is_own=asked.is_own)
    shares = command.with_text(" ".join(asked.names)).shares
    return Unwatch(shares=shares, is_all=asked.is_all, means_focus=asked.means_focus, is_own=asked.is_own)


def _brief(command: Arguments) -> Request:
    """Return what is asked about briefs; without an argument, those that there are, or the usual."""
    text = command.text.lower().rstrip(" .!?")
    if not text:
        return SubscribeBriefs(phases=BOTH_PHASES, keeps_current=True)
    acts = (act for act, words in read_lists(FILE, "briefs").items() if text in words)
    return next((_BRIEFS[act] for act in acts), AskBriefForm())


READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {"watch": _watch, "unwatch": _unwatch, "brief": _brief}
)
