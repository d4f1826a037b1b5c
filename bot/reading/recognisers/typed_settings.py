"""Reads which channel setting a command changes: "/settings language zh", 设置时区上海."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from bot.domain.conversation.channels import ChannelSetting
from bot.domain.conversation.overheard import ListenMode
from bot.domain.text.locale import Language
from bot.reading.recognisers.time_zones import find_time_zone
from bot.reading.word_tables import read_lists

_MAX_MESSAGE_LENGTH = 80  # characters; a longer message says something else too
_NOT_IN_VALUE = " \"'“”「」.!?,;"  # at its beginning and end


@dataclass(frozen=True, slots=True)
class SettingPhrases:
    """The words of `data/settings.toml`, as patterns and tables."""

    command: re.Pattern[str]  # the beginning of a message that changes a setting without a slash
    assignments: Mapping[ChannelSetting, re.Pattern[str]]
    languages: Mapping[str, Language]
    defaults: frozenset[str]
    modes: Mapping[str, ListenMode]
    switch: Mapping[str, bool]


@cache
def setting_phrases() -> SettingPhrases:
    """Return the words for settings and their values (`data/settings.toml`)."""
    tables = ("settings", "languages", "values", "modes", "switch", "syntax")
    lists = {table: read_lists("settings", table) for table in tables}
    names = {setting: _either(lists["settings"][setting]) for setting in ChannelSetting}
    openings, assigned_by = (_either_word(lists["syntax"][each]) for each in ("openings", "assigned_by"))
    return SettingPhrases(
        command=re.compile(rf"(?:{openings})\s*(?=(?:{'|'.join(names.values())})(?![a-z]))", re.IGNORECASE),
        assignments={
            setting: re.compile(rf"(?:{name})(?![a-z])(?:\s*(?:{assigned_by}))?\s*(?P<value>.*)", re.IGNORECASE)
            for setting, name in names.items()
        },
        languages={name: language for language in Language for name in lists["languages"][language]},
        defaults=frozenset(lists["values"]["default"]),
        modes={name: mode for mode in ListenMode for name in lists["modes"][mode]},
        switch={name: state == "on" for state in ("on", "off") for name in lists["switch"][state]},
    )


def _either(names: Collection[str]) -> str:
    """Return a pattern for one of the names; a blank in one may be "-", "_" or nothing."""
    return "|".join(re.escape(name).replace(r"\ ", r"[\s_-]?") for name in names)


def _either_word(words: Collection[str]) -> str:
    """Return a pattern for one of the words, longest first: "to" is found in "to en" and not in "tokyo"."""
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(
        re.escape(word).replace(r"\ ", r"\s+") + (r"\b" if word.isascii() and word[-1].isalpha() else "")
        for word in ordered
    )


@dataclass(frozen=True, slots=True)
class TypedSetting:
    """A setting and the value that it is to have."""

    setting: ChannelSetting
    value: str  # as typed; empty: none was named

    @property
    def is_default(self) -> bool:
        """Whether the setting is to be removed, as if it had never been made."""
        return self.value.lower() in setting_phrases().defaults

    @property
    def language(self) -> Language | None:
        """The language that the value names; None: none that Parley speaks."""
        return setting_phrases().languages.get(self.value.lower().replace("_", "-"))

    @property
    def listen_mode(self) -> ListenMode | None:
        """The mode that the value names; None: there is none of that name."""
        return setting_phrases().modes.get(self.value.lower())

    @property
    def is_on(self) -> bool | None:
        """Whether the value is "on"; None: it is neither "on" nor "off"."""
        return setting_phrases().switch.get(self.value.lower())

    @property
    def meant(self) -> str | None:
        """The value that is named, as `SettingChange.value`; None: the default, or one that the setting cannot have."""
        if self.is_default or not self.value:
            return None
        match self.setting:
            case ChannelSetting.LANGUAGE:
                return self.language
            case ChannelSetting.TIME_ZONE:
                return find_time_zone(self.value)
            case ChannelSetting.ENGINE:
                return self.value
            case ChannelSetting.LISTEN:
                return self.listen_mode
            case ChannelSetting.OVERHEAR:
                return None if self.is_on is None else "on" if self.is_on else "off"


def parse_setting(text: str) -> TypedSetting | None:
    """Return the setting that `text`, the text behind the command, changes; None: it names no setting."""
    for setting, assignment in setting_phrases().assignments.items():
        if match := assignment.fullmatch(" ".join(text.split())):
            return TypedSetting(setting, match["value"].strip(_NOT_IN_VALUE))
    return None


def text_after_settings_command(text: str) -> str | None:
    """Return the "language zh" of a whole message "settings language zh"; None: it is no such message."""
    if len(text) > _MAX_MESSAGE_LENGTH:
        return None
    match = setting_phrases().command.match(text)
    return text[match.end() :] if match else None
