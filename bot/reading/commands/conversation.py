"""Reads commands about the conversation itself: "/help memory", "/settings language zh", "/advance 5 days"."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.channels import ChannelSetting, SettingChange
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.conversation import (
    AdvanceClock,
    ChangeSetting,
    ExplainSetting,
    ShowHelp,
    ShowSettings,
    ShowTurnLog,
)
from bot.reading.commands.arguments import Arguments, says
from bot.reading.commands.typed import COMMANDS, command_called, nearest_command
from bot.reading.recognisers.settings import is_default, parse_setting, read_setting_value
from bot.reading.recognisers.time_zones import suggest_time_zones
from bot.reading.word_tables import either, read_lists

_SESSIONS: Final = {"day": 1, "week": 5, "month": 21}  # by unit
_DIGITS: Final = 6


def _help(command: Arguments) -> Request:
    """Return the request for help on a topic: a command by any of its names, also misspelt, or a word of the list."""
    word = command.text.lstrip("/").lower()
    called = command_called(word)
    return ShowHelp(word, command=called if called in COMMANDS else nearest_command(called))


def _setting(command: Arguments) -> Request:
    text = " ".join(command.words)
    if not text:
        return ShowSettings()
    typed = parse_setting(text)
    if typed is None:
        return ExplainSetting(setting=None, typed=text)
    value = None if is_default(typed.value) else read_setting_value(typed.value, typed.setting)
    if is_default(typed.value) or value is not None:
        return ChangeSetting(SettingChange(typed.setting, value))
    near = suggest_time_zones(typed.value) if typed.value and typed.setting is ChannelSetting.TIME_ZONE else ()
    return ExplainSetting(setting=typed.setting, typed=typed.value, near=near)


READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {
        "advance": lambda command: AdvanceClock(session_count(command.text) if command.text else 1),
        "help": _help,
        "debug": lambda command: ShowTurnLog(is_understood=says(command.text, "turns", "latest")),
        "settings": _setting,
    }
)


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of a span: its count, and a group named after its unit."""
    spans = read_lists("commands", "spans")
    units = "|".join(f"(?P<{name}>{either(spans[name])})" for name in _SESSIONS)
    return re.compile(rf"(?P<count>[0-9]{{1,{_DIGITS}}}|{either(spans['one'])})(?: ?(?:{units}))?")


def session_count(text: str) -> int | None:
    """Return how many sessions a text says, at least 1; None: it says no such number."""
    found = _pattern().fullmatch(text.lower())
    if found is None or (found.lastgroup == "count" and not found["count"].isdecimal()):
        return None
    count = int(found["count"]) if found["count"].isdecimal() else 1
    unit = found.lastgroup if found.lastgroup in _SESSIONS else "day"
    return count * _SESSIONS[unit] or None
