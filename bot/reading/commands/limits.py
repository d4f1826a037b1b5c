"""Reads what stands behind "/limits": "at most $900 per trade", "channel never buy FB", "remove 2", "clear"."""

from typing import Final

from bot.domain.conversation.requests.limits import (
    AddLimits,
    AskLimitForm,
    LimitsRequest,
    RemoveLimits,
    ShowLimits,
)
from bot.reading.commands.arguments import Arguments, says
from bot.reading.stated_limits import limits_stated

_MAX_DIGITS: Final = 4
_SURE: Final = 0.6


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
