"""Requests about the settings of a channel."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.domain.conversation.channels import ChannelSetting, SettingChange


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """Show all settings of the channel."""


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """Change a setting of the channel."""

    change: SettingChange  # of an engine, its name as typed


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainSetting:
    """Change a setting to a value that it cannot have, or to none, or one that does not exist."""

    setting: ChannelSetting | None  # None: there is none of that name
    typed: str = ""  # what stands for its value, or for the setting; empty: no value is named
    near: tuple[str, ...] = ()  # time zones that the value may misspell


SettingRequest: TypeAlias = ShowSettings | ChangeSetting | ExplainSetting
