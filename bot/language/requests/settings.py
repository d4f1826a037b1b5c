"""Requests about the settings of a channel."""

from bot.domain.conversation.channels import ChannelSetting, SettingChange
from bot.domain.conversation.requests.settings import ChangeSetting, ExplainSetting, SettingRequest, ShowSettings
from bot.language.settings_commands import TypedSetting, parse_setting
from bot.language.time_zones import find_time_zone, suggest_time_zones
from bot.language.understanding import Understanding


def setting_request(understood: Understanding) -> SettingRequest | None:
    """Return the request about settings that a message makes; None: it makes another."""
    if understood.command != "settings":
        return None
    text = " ".join(understood.arguments)
    if not text:
        return ShowSettings()
    typed = parse_setting(text)
    if typed is None:
        return ExplainSetting(setting=None, typed=text)
    value = None if typed.is_default or not typed.value else _value_of(typed)
    if typed.is_default or value is not None:
        return ChangeSetting(SettingChange(typed.setting, value))
    near = suggest_time_zones(typed.value) if typed.value and typed.setting is ChannelSetting.TIME_ZONE else ()
    return ExplainSetting(setting=typed.setting, typed=typed.value, near=near)


def _value_of(typed: TypedSetting) -> str | None:
    """Return the value that is named; None: the setting cannot have it."""
    match typed.setting:
        case ChannelSetting.LANGUAGE:
            return typed.language
        case ChannelSetting.TIME_ZONE:
            return find_time_zone(typed.value)
        case ChannelSetting.ENGINE:
            return typed.value
        case ChannelSetting.LISTEN:
            return typed.listen_mode
        case ChannelSetting.OVERHEAR:
            return None if typed.is_on is None else "on" if typed.is_on else "off"
