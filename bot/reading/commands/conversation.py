"""Reads commands about the conversation itself: "/help memory", "/settings language zh", "/advance 5 days"."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.channels import SettingChange
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.conversation import (
    AdvanceClock,
    ChangeSetting,
    ExplainSetting,
    ShowHelp,
    ShowSettings,
    ShowTurnLog,
)
from bot.reading.assembly.talk import explained_setting
from bot.reading.commands.arguments import Arguments, says
from bot.reading.commands.typed import COMMANDS, command_called, nearest_command
from bot.reading.recognisers.settings import is_default, parse_setting, read_setting_value
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
    is_value = value is not None or is_default(typed.value)
    return (
        ChangeSetting(SettingChange(typed.setting, value))
        if is_value
        else explained_setting(typed.setting, typed.value)
    )


READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {
        "advance": lambda command: AdvanceClock(session_count(command.text) if command.text else 1),
        "help": _help,
        "debug": lambda command: ShowTurnLog(is_understood=says(command.text, "turns", "latest")),
        "settings": _setting,
    }
)


def session_count(text: str) -> int | None:
    """Return how many sessions a text says, at least 1; None: it says no such number."""
    spans = read_lists("commands", "spans")
    units = "|".join(f"(?P<{name}>{either(spans[name])})" for name in _SESSIONS)
    found = re.fullmatch(
        rf"(?:(?P<count>[0-9]{{1,{_DIGITS}}})|(?:{either(spans['one'])})(?= ?\w))(?: ?(?:{units}))?", text.lower()
    )
    if found is None:
        return None
    unit = next((name for name in _SESSIONS if found[name]), "day")
    return int(found["count"] or 1) * _SESSIONS[unit] or None
