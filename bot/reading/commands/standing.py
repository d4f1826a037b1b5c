"""Reads commands about what stands until it is removed: "/alert AAPL < 440", "/limits clear", "/watch me AAPL"."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests import limits as of_limits
from bot.domain.conversation.requests import watching as of_lists
from bot.domain.conversation.requests.watching import AskAlertForm, RearmAlerts, RemoveAlerts, SetAlerts, ShowAlerts
from bot.domain.market.sessions import SessionPhase
from bot.domain.watching.alert_requests import AlertForm
from bot.domain.watching.briefs import BOTH_PHASES
from bot.reading.commands.arguments import FILE, Arguments
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
_BRIEFS: Final[Mapping[str, of_lists.WatchingRequest]] = {
    "on": of_lists.SubscribeBriefs(phases=BOTH_PHASES),
    "pre": of_lists.SubscribeBriefs(phases=frozenset({SessionPhase.PRE_OPEN})),
    "post": of_lists.SubscribeBriefs(phases=frozenset({SessionPhase.POST_CLOSE})),
    "off": of_lists.UnsubscribeBriefs(),
    "status": of_lists.ShowBriefSubscription(),
    "now": of_lists.ShowBrief(),
}


def alerts(form: AlertForm, command: Arguments) -> Request:
    """Return what is asked about alerts, or how to ask (`form`); of nothing, or shares behind "/alerts", their list."""
    if not command.text:
        return ShowAlerts()
    shares = command.shares
    if form is AlertForm.LIST and (command.says("alerts", "list") or command.names_only_shares):
        return AskAlertForm(form) if shares.unknown else ShowAlerts(shares.symbols)
    if command.names_only_shares:
        return AskAlertForm(form)
    read = _alert(command) if len(command.text) <= _MAX_LENGTH else None
    match read:
        case SetAlerts():
            return replace(read, shares=shares)
        case RemoveAlerts(chosen) | RearmAlerts(chosen) if chosen.numbers or chosen.symbols or chosen.is_all:
            return read
    return AskAlertForm(form)


def _alert(command: Arguments) -> Request | None:
    """Return what the words ask for, with those that signs stand for, as a message about alerts alone."""
    text = command.text
    for sign, words in _SIGNS:
        text = sign.sub(words, text)
    command = command.with_text(" ".join(text.split()))
    parse, read = command.parsed_as(*_KINDS), command.read_as(*_KINDS)
    said = GuardedMessage.of(parse.text, command.around.instruments)
    is_denied = parse.kind is Kind.ALERT_SET and any(said.each("denial", "contrast", "kept", "all_but"))
    return None if is_denied or parse.has(*_OF_TRADES) else read


def limits(command: Arguments) -> Request:
    """Return what is asked of the list of limits; without an argument it is shown."""
    if not command.text:
        return of_limits.ShowLimits()
    if command.says("limits", "clear"):
        return of_limits.RemoveLimits()
    *action, number = command.words
    digits, removal = number.lstrip("#"), command.with_text(" ".join(action))
    if removal.says("limits", "remove") and digits.isdecimal() and len(digits) <= _MAX_DIGITS:
        return of_limits.RemoveLimits(int(digits))
    stated = limits_stated(command.text, command.around)
    is_clear = stated is not None and stated.problem is None and stated.terms
    return of_limits.AddLimits(stated.terms) if stated and is_clear else of_limits.AskLimitForm()


def watch(command: Arguments, *, removes: bool) -> Request:
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
        return of_lists.AskWatchForm(is_own=is_own)
    shares = command.with_text(" ".join(names)).shares
    if removes:
        return of_lists.Unwatch(shares=shares, is_all=is_all, means_focus=means_focus, is_own=is_own)
    if not (names or means_focus or is_all):
        return of_lists.ShowWatchList(is_own=is_own)
    return of_lists.Watch(shares=shares, means_focus=means_focus, is_own=is_own)


@cache
def _more() -> re.Pattern[str]:
    """Return the signs and words that belong to no name of a share."""
    words = either(read_lists(FILE, "lists")["more"], stands_alone=True)
    return re.compile(rf"[<>=%]|(?<!\S)[-–—]|{words}", re.IGNORECASE)


def brief(command: Arguments) -> Request:
    """Return what is asked about briefs; without an argument, those that there are, or the usual."""
    text = command.text.lower().rstrip(" .!?")
    if not text:
        return of_lists.SubscribeBriefs(phases=BOTH_PHASES, keeps_current=True)
    acts = (act for act, words in read_lists(FILE, "briefs").items() if text in words)
    return next((_BRIEFS[act] for act in acts), of_lists.AskBriefForm())
