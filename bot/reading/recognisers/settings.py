"""Reads which channel setting is changed, and to what: "/settings language zh", 设置时区上海, "in English please"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bot.domain.conversation.channels import ChannelSetting, ListenMode
from bot.reading.recognisers.time_zones import find_time_zone
from bot.reading.word_tables import either_phrase, read_lists

_MAX_MESSAGE_LENGTH = 80  # characters; a longer message says something else too
_NOT_IN_VALUE = " \"'“”「」.!?,;"  # at its beginning and end


@dataclass(frozen=True, slots=True)
class TypedSetting:
    """A setting and the value that it is to have."""

    setting: ChannelSetting
    value: str  # as typed; empty: none was named


def parse_setting(text: str) -> TypedSetting | None:
    """Return the setting that `text`, the text behind the command, changes; None: it names no setting."""
    for setting, assignment in _assignments().items():
        if match := assignment.fullmatch(" ".join(text.split())):
            return TypedSetting(setting, match["value"].strip(_NOT_IN_VALUE))
    return None


def text_after_settings_command(text: str) -> str | None:
    """Return the "language zh" of a whole message "settings language zh"; None: it is no such message."""
    match = _opening().match(text) if len(text) <= _MAX_MESSAGE_LENGTH else None
    return text[match.end() :] if match and parse_setting(text[match.end() :]) else None


def is_default(words: str) -> bool:
    """Return whether the value that words name is to be removed, as if it had never been set."""
    return words.strip().lower() in read_lists("settings", "values")["default"]


def read_setting_value(words: str, setting: ChannelSetting) -> str | None:
    """Return the value that words name for a setting, as `SettingChange.value`; None: none that it can have.

    Whoever wants to be heard less than now names a mode by that: "off". "On" names none: there are two.
    """
    match setting:
        case ChannelSetting.LANGUAGE:
            return _named("languages", words)
        case ChannelSetting.TIME_ZONE:
            return find_time_zone(words)
        case ChannelSetting.ENGINE:
            return re.sub(r"^the ", "", words.strip(), flags=re.IGNORECASE) or None
        case ChannelSetting.LISTEN:
            return _named("modes", words) or (ListenMode.MENTION if says_off(words) else None)
        case ChannelSetting.OVERHEAR | ChannelSetting.LEARN:
            return _named("switch", words)


def says_off(words: str) -> bool:
    """Return whether the words for a setting deny it: "don't listen", 别插嘴."""
    return _named("switch", words) == "off"


def _named(table: str, words: str) -> str | None:
    """Return the list that these words are a name of, or else the first that has a word or phrase of them."""
    folded = words.strip().lower().replace("_", "-").replace("’", "'")
    names, parts = read_lists("settings", table), read_lists("settings", f"{table}_within")
    exact = (name for name, phrases in names.items() if folded in phrases)
    within = (name for name, phrases in parts.items() if any(_has(folded, each) for each in phrases))
    return next(exact, None) or next(within, None)


def _has(words: str, phrase: str) -> bool:
    is_word = phrase.isascii() and phrase[0].isalpha()
    return re.search(rf"(?<![a-z']){re.escape(phrase)}(?![a-z'])", words) is not None if is_word else phrase in words


@cache
def _opening() -> re.Pattern[str]:
    """Return the pattern of the beginning of a message that changes a setting without a slash."""
    return re.compile(rf"(?:{either_phrase(read_lists('settings', 'syntax')['openings'])})\s*", re.IGNORECASE)


@cache
def _assignments() -> Mapping[ChannelSetting, re.Pattern[str]]:
    names, assigned_by = read_lists("settings", "settings"), read_lists("settings", "syntax")["assigned_by"]
    behind = rf"(?![a-z])(?:\s*(?:{either_phrase(assigned_by)}))?\s*(?P<value>.*)"
    return {each: re.compile(rf"(?:{either_phrase(names[each])}){behind}", re.IGNORECASE) for each in ChannelSetting}
