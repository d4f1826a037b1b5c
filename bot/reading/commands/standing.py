"""Reads commands about what stands until it is removed: "/alert AAPL < 440", "/limits clear", "/watch me AAPL"."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.alerts import (
    AlertsRequest,
    AskAlertForm,
    RearmAlerts,
    RemoveAlerts,
    SetAlerts,
    ShowAlerts,
)
from bot.domain.conversation.requests.limits import (
    AddLimits,
    AskLimitForm,
    LimitsRequest,
    RemoveLimits,
    ShowLimits,
)
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
from bot.domain.watching.alert_requests import AlertForm
from bot.domain.watching.briefs import BOTH_PHASES
from bot.reading.commands.arguments import FILE, Arguments, says
from bot.reading.guarded_words import GuardedMessage
from bot.reading.parses import Kind, SlotName
from bot.reading.stated_limits import limits_stated
from bot.reading.word_tables import either, read_lists

_MAX_LENGTH: Final = 160  # characters of a command about alerts
_MAX_DIGITS: Final = 4  # of the number of a limit
_KINDS: Final = (Kind.ALERT_SET, Kind.ALERT_REMOVE, Kind.ALERT_REARM)
_OF_TRADES: Final = (SlotName.BUY, SlotName.SELL, SlotName.TO)
_SIGNS: Final = (  # and the words that they stand for
    (re.compile(r"<=?"), " below "),
    (re.compile(r">=?"), " above "),
    (re.compile(r"(?<!\w)\+ ?(?=[\d$])"), " rises "),
    (re.compile(r"(?<!\w)- ?(?=[\d$])"), " falls "),
    (re.compile("±"), " moves "),
)
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


def _alerts(form: AlertForm, command: Arguments) -> AlertsRequest:
    """Return what is asked about alerts, or how to ask (`form`); of nothing, or shares behind "/alerts", their list."""
    if not command.text:
        return ShowAlerts()
    shares = command.shares
    if form is AlertForm.LIST and (says(command.text, "alerts", "list") or command.names_only_shares):
        return AskAlertForm(form) if shares.unknown else ShowAlerts(shares.symbols)
    if command.names_only_shares:
        return AskAlertForm(form)
    read = _read(command) if len(command.text) <= _MAX_LENGTH else None
    match read:
        case SetAlerts():
            return replace(read, shares=shares)
        case RemoveAlerts(chosen) | RearmAlerts(chosen) if chosen.numbers or chosen.symbols or chosen.is_all:
            return read
    return AskAlertForm(form)


def _read(command: Arguments) -> Request | None:
    """Return what the words ask for, with those that signs stand for, as a message about alerts alone."""
    text = command.text
    for sign, words in _SIGNS:
        text = sign.sub(words, text)
    command = command.with_text(" ".join(text.split()))
    parse, read = command.parsed_as(*_KINDS), command.read_as(*_KINDS)
    said = GuardedMessage.of(parse.text, command.around.instruments)
    is_denied = parse.kind is Kind.ALERT_SET and any(said.each("denial", "contrast", "kept", "all_but"))
    return None if is_denied or parse.has(*_OF_TRADES) else read


def _limits(command: Arguments) -> LimitsRequest:
    """Return what is asked of the list of limits; without an argument it is shown."""
    if not command.text:
        return ShowLimits()
    if (removal := _removal(command)) is not None:
        return removal
    stated = limits_stated(command.text, command.around)
    if stated is None or stated.problem is not None or not stated.terms:
        return AskLimitForm()
    return AddLimits(stated.terms)


def _removal(command: Arguments) -> RemoveLimits | None:
    if says(command.text, "limits", "clear"):
        return RemoveLimits()
    *action, number = command.words
    digits = number.lstrip("#")
    is_removal = says(" ".join(action), "limits", "remove") and digits.isdecimal() and len(digits) <= _MAX_DIGITS
    return RemoveLimits(int(digits)) if is_removal else None


def _watch(command: Arguments, *, removes: bool) -> Request:
    """Return what is done to a watch list, or that the words say more than names of shares: "AAPL -MSFT"."""
    lists, said, names = read_lists(FILE, "lists"), set[str](), list[str]()
    for typed in command.words:
        word = typed.strip(",;:.")
        is_ticker = word.isupper() and word.isascii()  # "ME" and "ALL"
        kind = next((name for name in ("own", "all", "it", "ours") if word.lower() in lists[name]), None)
        if kind is None or is_ticker:
            names.append(typed)
        else:
            said.add(kind)
    is_own, means_focus, is_all = "own" in said, "it" in said, "all" in said
    if _more().search(" ".join(each for each in names if len(each) > _SHORT or not each.isupper())):
        return AskWatchForm(is_own=is_own)
    shares = command.with_text(" ".join(names)).shares
    if removes:
        return Unwatch(shares=shares, is_all=is_all, means_focus=means_focus, is_own=is_own)
    if not (names or means_focus or is_all):
        return ShowWatchList(is_own=is_own)
    return Watch(shares=shares, means_focus=means_focus, is_own=is_own)


@cache
def _more() -> re.Pattern[str]:
    """Return the signs and words that belong to no name of a share."""
    words = either(read_lists(FILE, "lists")["more"], stands_alone=True)
    return re.compile(rf"[<>=%]|(?<!\S)[-–—]|{words}", re.IGNORECASE)


def _brief(command: Arguments) -> Request:
    """Return what is asked about briefs; without an argument, those that there are, or the usual."""
    text = command.text.lower().rstrip(" .!?")
    if not text:
        return SubscribeBriefs(phases=BOTH_PHASES, keeps_current=True)
    acts = (act for act, words in read_lists(FILE, "briefs").items() if text in words)
    return next((_BRIEFS[act] for act in acts), AskBriefForm())


READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {
        "alert": partial(_alerts, AlertForm.SET),
        "alerts": partial(_alerts, AlertForm.LIST),
        "limits": _limits,
        "watch": partial(_watch, removes=False),
        "unwatch": partial(_watch, removes=True),
        "brief": _brief,
    }
)
