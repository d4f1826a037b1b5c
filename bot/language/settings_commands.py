"""What "/settings language zh" and "设置时区上海" want set: keywords, in English and Chinese."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from bot.domain.conversation.channels import ChannelSetting
from bot.domain.text.locale import Language
from bot.language.phrase_files import read_phrases

_LONGEST = 80  # characters of a message that is to be nothing but this
_AROUND = " \"'“”「」.!?,;"  # is no part of a value


@dataclass(frozen=True, slots=True)
class _Phrases:
    command: re.Pattern[str]  # the beginning of a message that is to be nothing but a setting
    assignments: Mapping[ChannelSetting, re.Pattern[str]]
    languages: Mapping[str, Language]
    defaults: frozenset[str]


@cache
def _phrases() -> _Phrases:
    lists = read_phrases("settings", settings=tuple(ChannelSetting), languages=tuple(Language), values=["default"])
    names = {setting: _either(lists["settings"][setting]) for setting in ChannelSetting}
    return _Phrases(
        command=re.compile(
            rf"(?:settings?\s+|set\s+(?:the\s+)?|设置\s*)(?=(?:{'|'.join(names.values())})(?![a-z]))", re.IGNORECASE
        ),
        assignments={setting: _assignment(either) for setting, either in names.items()},
        languages={name: language for language in Language for name in lists["languages"][language]},
        defaults=frozenset(lists["values"]["default"]),
    )


def _either(names: Collection[str]) -> str:
    return "|".join(re.escape(name).replace(r"\ ", r"[\s_-]?") for name in names)


def _assignment(names: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{names})(?![a-z])(?:\s*(?:to\b|is\b|[设改]?[为成]|是|=|:))?\s*(?P<value>.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SettingRequest:
    """A setting that was named, and the value that followed; empty: none."""

    setting: ChannelSetting
    value: str

    @property
    def is_default(self) -> bool:
        """Whether it is to be as if it had never been set."""
        return self.value.lower() in _phrases().defaults

    @property
    def language(self) -> Language | None:
        """The value as a language, if it is the name of one of ours."""
        return _phrases().languages.get(self.value.lower().replace("_", "-"))


def parse_setting(text: str) -> SettingRequest | None:
    """Return what `text`, which stood behind the command, wants set; None: it names no setting."""
    for setting, assignment in _phrases().assignments.items():
        if match := assignment.fullmatch(" ".join(text.split())):
            return SettingRequest(setting, match["value"].strip(_AROUND))
    return None


def text_after_settings_command(text: str) -> str | None:
    """Return "language zh" of a whole message that says "settings language zh"; None: it does not say that."""
    if len(text) > _LONGEST:
        return None
    match = _phrases().command.match(text)
    return text[match.end() :] if match else None
