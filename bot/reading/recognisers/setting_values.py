"""Finds the value of a setting that the words of one slot name."""

import re

from bot.domain.conversation.channels import ChannelSetting
from bot.domain.conversation.overheard import ListenMode
from bot.reading.recognisers.time_zones import find_time_zone
from bot.reading.recognisers.typed_settings import TypedSetting
from bot.reading.word_tables import read_lists


def read_setting_value(words: str, setting: ChannelSetting) -> str | None:
    """Return the value that words name for a setting, as `SettingChange.value`; None: none that it can have.

    Whoever wants to be heard less than now names a mode by that: "off". "On" names none: there are two.
    """
    typed = TypedSetting(setting, words.strip())
    match setting:
        case ChannelSetting.LANGUAGE:
            return typed.language or _named("languages", words)
        case ChannelSetting.TIME_ZONE:
            return find_time_zone(words)
        case ChannelSetting.ENGINE:
            return re.sub(r"^the ", "", words, flags=re.IGNORECASE) or None
        case ChannelSetting.LISTEN:
            is_off = _named("switch", words) == "off"
            return typed.listen_mode or _named("modes", words) or (ListenMode.MENTION if is_off else None)
        case ChannelSetting.OVERHEAR:
            return _named("switch", words)


def says_off(words: str) -> bool:
    """Return whether the words for a setting deny it: "don't listen", 别插嘴."""
    return _named("switch", words) == "off"


def _named(table: str, words: str) -> str | None:
    """Return the list that has a word or phrase of these words; the first of several."""
    lists = read_lists("setting_values", table).items()
    return next((name for name, phrases in lists if any(_has(words.lower(), each) for each in phrases)), None)


def _has(words: str, phrase: str) -> bool:
    if not phrase.isascii() or not phrase[0].isalpha():
        return phrase in words
    return re.search(rf"(?<![a-z'’]){re.escape(phrase)}(?![a-z'’])", words.replace("’", "'")) is not None
