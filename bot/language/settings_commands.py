"""What "/settings language zh" and "设置时区上海" want set: keywords, in English and Chinese."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.domain.conversation.channels import ChannelSetting
from bot.domain.text.locale import Language

_NAMES: Mapping[ChannelSetting, str] = {
    ChannelSetting.LANGUAGE: "language|lang|语言|語言",
    ChannelSetting.TIME_ZONE: r"time[\s_-]?zone|tz|时区|时區|時區",
    ChannelSetting.ENGINE: "engine|引擎",
}
_ASSIGNMENTS = {
    setting: re.compile(
        rf"(?:{names})(?![a-z])(?:\s*(?:to\b|is\b|[设改]?[为成]|是|=|:))?\s*(?P<value>.*)", re.IGNORECASE
    )
    for setting, names in _NAMES.items()
}
_COMMAND = re.compile(
    rf"(?:settings?\s+|set\s+(?:the\s+)?|设置\s*)(?=(?:{'|'.join(_NAMES.values())})(?![a-z]))", re.IGNORECASE
)
_LONGEST = 80  # characters of a message that is to be nothing but this
_AROUND = " \"'“”「」.!?,;"  # is no part of a value

_LANGUAGES: Mapping[str, Language] = {
    **dict.fromkeys(("en", "eng", "english", "en-us", "en-gb", "英文", "英语", "英語"), Language.ENGLISH),
    **dict.fromkeys(("zh", "cn", "zh-cn", "zh-hans", "chinese", "mandarin", "中文", "汉语"), Language.CHINESE),
    **dict.fromkeys(("简体", "简体中文", "普通话", "国语", "华语"), Language.CHINESE),
}
_DEFAULTS = frozenset({"auto", "automatic", "default", "reset", "自动", "默认"})


@dataclass(frozen=True, slots=True)
class SettingRequest:
    """A setting that was named, and the value that followed; empty: none."""

    setting: ChannelSetting
    value: str

    @property
    def is_default(self) -> bool:
        """Whether it is to be as if it had never been set."""
        return self.value.lower() in _DEFAULTS

    @property
    def language(self) -> Language | None:
        """The value as a language, if it is the name of one of ours."""
        return _LANGUAGES.get(self.value.lower().replace("_", "-"))


def parse_setting(text: str) -> SettingRequest | None:
    """Return what `text`, which stood behind the command, wants set; None: it names no setting."""
    for setting, assignment in _ASSIGNMENTS.items():
        if match := assignment.fullmatch(" ".join(text.split())):
            return SettingRequest(setting, match["value"].strip(_AROUND))
    return None


def behind_command(text: str) -> str | None:
    """Return "language zh" of a whole message that says "settings language zh"; None: it does not say that."""
    if len(text) > _LONGEST:
        return None
    match = _COMMAND.match(text)
    return text[match.end() :] if match else None
