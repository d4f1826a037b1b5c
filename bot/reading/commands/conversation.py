"""Reads commands about the conversation itself: "/help memory", "/settings language zh", "/advance 5 days"."""

import re
from typing import Final

from bot.domain.conversation.channels import SettingChange
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.conversation import (
    AdvanceClock,
    ChangeSetting,
    ExplainSetting,
    ShowHelp,
    ShowSettings,
)
from bot.domain.conversation.requests.memory import ForgetMe, ForgetPerson
from bot.reading.assembly.talk import explained_setting
from bot.reading.commands.arguments import FILE, Arguments
from bot.reading.commands.typed import COMMANDS, command_called, nearest_command, without_fillers
from bot.reading.recognisers.people import read_person
from bot.reading.recognisers.settings import is_default, parse_setting, read_setting_value
from bot.reading.times.finder import find_times
from bot.reading.word_tables import phrase_list

_COUNT: Final = re.compile("[0-9]{1,6}")
_SESSIONS: Final = {"day": 1, "session": 1, "week": 5, "month": 21}  # by unit
_MAX_NAME: Final = 100  # characters of a person's


def show_help(command: Arguments) -> ShowHelp:
    """Return the request for help on a topic: a command by any of its names, also misspelt, or a word of the list."""
    word = command.text.lstrip("/").lower()
    called = command_called(word)
    return ShowHelp(word, command=called if called in COMMANDS else nearest_command(called))


def settings(command: Arguments) -> Request:
    """Return the change of a setting, or what is wrong with it; of nothing, all settings."""
    text = " ".join(command.words)
    if not text:
        return ShowSettings()
    typed = parse_setting(text)
    if typed is None:
        return ExplainSetting(setting=None, typed=text)
    value = None if is_default(typed.value) else read_setting_value(typed.value, typed.setting)
    if value is None and not is_default(typed.value):
        return explained_setting(typed.setting, typed.value)
    return ChangeSetting(SettingChange(typed.setting, value))


def advance(command: Arguments) -> AdvanceClock:
    """Return by how many sessions the clock is to be moved: a day is one session, a week 5, a month 21."""
    text = command.text or "1"
    if _COUNT.fullmatch(text):
        return AdvanceClock(int(text) or None)
    times = find_times(text, today=command.around.today)
    is_span = len(times) == 1 and (times[0].start, times[0].end) == (0, len(text))
    count, unit = times[0].span if is_span else (0, "")
    return AdvanceClock(count * _SESSIONS.get(unit, 0) or None)


def forget(command: Arguments) -> Request:
    """Return who is to be erased: whoever asks, or another person by id or name; nobody where none is named."""
    if without_fillers(command.text) in phrase_list(FILE, "forget", "own"):
        return ForgetMe()
    return ForgetPerson(read_person(command.text.strip(" ,.。，"))[:_MAX_NAME])
