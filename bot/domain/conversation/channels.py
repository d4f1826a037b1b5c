"""Settings of a platform's channel, and what is known of what people say there without addressing Parley."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from typing import Any, Final
from zoneinfo import ZoneInfo

from bot.domain.conversation.threads import Person, Thread
from bot.domain.memory.episodes import Visibility
from bot.domain.text.locale import Language


class ListenMode(StrEnum):
    """Which messages of a channel Parley answers, besides those addressed to it."""

    MENTION = "mention"  # no others
    THREAD = "thread"  # in its threads, those that are unmistakably meant for it
    ALL = "all"  # all that people say in the channel


@dataclass(frozen=True, slots=True, kw_only=True)
class OverheardMessage:
    """A message that was not meant for Parley: no turn, no part of the history. Empty text: it is not kept."""

    thread: Thread
    message_id: str  # the platform's id
    person: Person
    text: str
    said_at: datetime
    visibility: Visibility = Visibility.UNKNOWN  # of its channel, as it was told; not read back


@dataclass(frozen=True, slots=True, kw_only=True)
class ListeningSituation:
    """What is known of a thread when somebody says something there without addressing Parley."""

    mode: ListenMode = ListenMode.THREAD  # of the channel
    keeps_text: bool = True  # whether the channel lets Parley keep what it overhears
    is_participant: bool = False  # Parley has been addressed in this thread before
    is_repeated: bool = False  # this message was overheard before
    is_speaker_answered: bool = False  # the speaker was the last to address Parley, and nobody else has spoken since
    has_asked: bool = False  # Parley's latest answer asks the speaker something
    pending: int = 0  # pending decisions that the speaker has asked for, there or as offered there
    focus: tuple[str, ...] = ()  # symbols under discussion, newest first
    waiting: str = ""  # the speaker's latest message to Parley, if it has no answer yet
    language: Language = Language.ENGLISH  # of the conversation


class ChannelSetting(StrEnum):
    """The settings of a channel, by field name."""

    LANGUAGE = "language"
    TIME_ZONE = "time_zone"
    ENGINE = "engine"
    LISTEN = "listen"
    OVERHEAR = "overhear"
    LEARN = "learn"  # of the whole workspace


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    """The settings of one channel; None: the default applies."""

    language: Language | None = None  # None: the language of the message or person
    time_zone: str | None = None  # an IANA name, "Asia/Shanghai"; None: UTC
    engine: str | None = None  # None: the default engine
    listen: ListenMode | None = None  # None: in Parley's threads, what is meant for it
    overhear: bool | None = None  # whether the text of what is overheard is kept; None: it is
    learn: bool | None = None  # whether the workspace's readings are learnt from what is picked; None: they are

    @property
    def zone(self) -> tzinfo:
        """The time zone in which instants are shown."""
        return ZoneInfo(self.time_zone) if self.time_zone else UTC


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A new value for one setting."""

    setting: ChannelSetting
    value: str | None  # language code, time zone, engine name, listen mode, "on" or "off"; None: reset to the default

    def value_in(self, settings: ChannelSettings) -> str | None:
        """Return the value of this setting in `settings`."""
        value = getattr(settings, self.setting.value)
        if isinstance(value, bool):
            return "on" if value else "off"
        return value if value is None else str(value)

    def apply_to(self, settings: ChannelSettings) -> ChannelSettings:
        """Return a copy of `settings` with this change."""
        value = None if self.value is None else _VALUES.get(self.setting, str)(self.value)
        return replace(settings, **{self.setting.value: value})


_VALUES: Final[Mapping[ChannelSetting, Callable[[str], Any]]] = {
    ChannelSetting.LANGUAGE: Language,
    ChannelSetting.LISTEN: ListenMode,
    **dict.fromkeys((ChannelSetting.OVERHEAR, ChannelSetting.LEARN), lambda value: value == "on"),
}
