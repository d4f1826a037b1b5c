"""Reads commands about what stands until it is removed: "/alert AAPL < 440", "/alerts remove 2", "/limits clear"."""

import re
from dataclasses import replace
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
from bot.domain.watching.alert_requests import AlertForm
from bot.reading.commands.arguments import Arguments, says
from bot.reading.guarded_words import GuardedMessage
from bot.reading.parses import Kind, SlotName
from bot.reading.stated_limits import limits_stated

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


def read_alerts_command(command: Arguments, *, form: AlertForm) -> AlertsRequest:
    """Return what is asked about alerts; without an argument, or with names of shares behind "/alerts", their list.

    Args:
        command: What stands behind its name.
        form: What is explained where that is not understood.
    """
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


def read_limits_command(command: Arguments) -> LimitsRequest:
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
