"""What can be set for a channel of a platform."""

from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from enum import StrEnum
from zoneinfo import ZoneInfo

from bot.domain.text.locale import Language


class ChannelSetting(StrEnum):
    """What can be set, by the name of its field."""

    LANGUAGE = "language"
    TIME_ZONE = "time_zone"
    ENGINE = "engine"


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    """How Parley behaves in one channel. None: as if nothing had been set."""

    language: Language | None = None  # None: the language of whoever speaks
    time_zone: str | None = None  # an IANA name, "Asia/Shanghai"; None: UTC
    engine: str | None = None  # None: the default one

    @property
    def zone(self) -> tzinfo:
        """The time zone in which instants are told."""
        return ZoneInfo(self.time_zone) if self.time_zone else UTC


@dataclass(frozen=True, slots=True)
class SettingChange:
    """One setting is to have another value."""

    setting: ChannelSetting
    value: str | None  # a language's code, a zone's or an engine's name; None: as if it had never been set

    def value_in(self, settings: ChannelSettings) -> str | None:
        """Return what `settings` have in its place."""
        match self.setting:
            case ChannelSetting.LANGUAGE:
                return settings.language
            case ChannelSetting.TIME_ZONE:
                return settings.time_zone
            case ChannelSetting.ENGINE:
                return settings.engine

    def apply_to(self, settings: ChannelSettings) -> ChannelSettings:
        """Return `settings` with it; the others stay."""
        match self.setting:
            case ChannelSetting.LANGUAGE:
                return replace(settings, language=Language(self.value) if self.value else None)
            case ChannelSetting.TIME_ZONE:
                return replace(settings, time_zone=self.value)
            case ChannelSetting.ENGINE:
                return replace(settings, engine=self.value)
