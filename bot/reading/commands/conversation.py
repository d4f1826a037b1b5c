"""Reads commands about the conversation itself: "/help memory", "/settings language zh", "/advance 5 days"."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.channels import ChannelSetting, SettingChange
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.conversation import (
    AdvanceClock,
    ChangeSetting,
    ExplainSetting,
    ResetConversation,
    ShowDetails,
    ShowHelp,
    ShowSettings,
    ShowStatus,
    ShowTurnLog,
    ShowUsage,
)
from bot.reading.commands.arguments import Arguments, says
from bot.reading.commands.session_spans import session_count
from bot.reading.commands.typed import COMMANDS, command_called, nearest_command
from bot.reading.recognisers.settings import is_default, parse_setting, read_setting_value
from bot.reading.recognisers.time_zones import suggest_time_zones


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
        "reset": lambda _: ResetConversation(),
        "details": lambda _: ShowDetails(),
        "help": _help,
        "status": lambda _: ShowStatus(),
        "usage": lambda _: ShowUsage(),
        "debug": lambda command: ShowTurnLog(is_understood=says(command.text, "turns", "latest")),
        "settings": _setting,
    }
)
