"""Reads what stands behind "/limits": "at most $900 per trade", "channel never buy FB", "remove 2", "clear"."""

import re
from dataclasses import replace
from typing import Final

from bot.domain.conversation.requests.limits import (
    AddLimits,
    AskLimitForm,
    LimitsRequest,
    RemoveLimits,
    ShowLimits,
    StateLimits,
)
from bot.domain.trading.trading_limits import LimitMeasure, LimitScope
from bot.reading.commands.arguments import FILE, Arguments, says
from bot.reading.exact_forms.reader import read_exact_form
from bot.reading.parses import Kind
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import read_lists

_MAX_DIGITS: Final = 4
_SURE: Final = 0.6


def read_limits_command(command: Arguments) -> LimitsRequest:
    """Return what is asked of the list of limits; without an argument it is shown."""
    if not command.text:
        return ShowLimits()
    if (removal := _removal(command)) is not None:
        return removal
    rest = _behind_channel(command.text)
    stated = _stated(command if rest is None else command.with_text(rest))
    if stated is None or stated.problem is not None or not stated.terms:
        return AskLimitForm()
    scope = LimitScope.PERSON if rest is None else LimitScope.CHANNEL
    return AddLimits(tuple(replace(each, scope=scope) for each in stated.terms))


def _removal(command: Arguments) -> RemoveLimits | None:
    if says(command.text, "limits", "clear"):
        return RemoveLimits()
    *action, number = command.words
    digits = number.lstrip("#")
    is_removal = says(" ".join(action), "limits", "remove") and digits.isdecimal() and len(digits) <= _MAX_DIGITS
    return RemoveLimits(int(digits)) if is_removal else None


def _behind_channel(text: str) -> str | None:
    """Return what follows the word for the channel; None: a limit of the person's own is meant."""
    words = sorted(read_lists(FILE, "limits")["channel"], key=len, reverse=True)
    match = re.match(rf"(?:{'|'.join(map(re.escape, words))})(?![a-z])[\s:,]*", text, re.IGNORECASE)
    return None if match is None else text[match.end() :]


def _stated(command: Arguments) -> StateLimits | None:
    """Return the limits that are stated; a rule in words only where it is sure to be one."""
    form = read_exact_form(command.text, command.around.instruments, today=command.around.today)
    if isinstance(form, StateLimits):
        return form
    read = command.read_as(Kind.LIMIT_SET) if command.text else None
    if not isinstance(read, StateLimits):
        return None
    is_in_words = any(each.measure is LimitMeasure.PREFERENCE for each in read.terms)
    return read if not is_in_words or _is_surely_limit(command) else None


def _is_surely_limit(command: Arguments) -> bool:
    parse = trained_parser().parse(command.text, frozenset(), command.around.instruments)
    return parse.kind in {Kind.LIMIT_SET, Kind.REMEMBER} and parse.certainty >= _SURE
