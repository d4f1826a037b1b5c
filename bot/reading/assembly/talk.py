"""Makes requests of questions how to begin, and of changes of settings."""

from typing import Final

from bot.domain.conversation.channels import ChannelSetting, SettingChange
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.conversation import ChangeSetting, ExplainSetting
from bot.domain.conversation.requests.talk import AskNextStep, NextStep
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.normalise import as_typed
from bot.reading.assembly.slots import shares_of
from bot.reading.parses import Parse, SlotName
from bot.reading.recognisers.settings import is_default, read_setting_value, says_off
from bot.reading.recognisers.time_zones import suggest_time_zones

_DENIABLE: Final = frozenset({ChannelSetting.LISTEN, ChannelSetting.OVERHEAR})
_KNOWN_BY_VALUE: Final = (ChannelSetting.LANGUAGE, ChannelSetting.TIME_ZONE)


def guidance(parse: Parse, around: Surroundings, _: MessageFacts) -> Request | None:
    """Return the step that is asked for: with a word of trades how to order, with a share alone which are covered."""
    shares = shares_of(parse, around)
    step = NextStep.COVERAGE if parse.has(SlotName.SHARE) else NextStep.GUIDANCE
    if parse.has(SlotName.BUY, SlotName.SELL):
        step = NextStep.ORDERING
    return AskNextStep(step, shares.symbols)


def setting_change(parse: Parse, _: Surroundings, message: MessageFacts) -> Request | None:
    """Return the change of a setting, or what it can be changed to. None: two settings, or two values, are named."""
    typed = [as_typed(slot.text, message.text) for slot in parse.each(SlotName.VALUE)]
    by_value = (each for each in _KNOWN_BY_VALUE if any(read_setting_value(value, each) for value in typed))
    names = {ChannelSetting(slot.value) for slot in parse.each(SlotName.SETTING)} or set(by_value)  # "back to English"
    if len(names) != 1:
        return None
    (setting,) = names
    if any(map(is_default, typed)):
        return ChangeSetting(SettingChange(setting, None)) if len(typed) == 1 else None
    if setting in _DENIABLE and (not typed):
        typed = [slot.text for slot in parse.each(SlotName.SETTING) if says_off(slot.text)]
    values = {value for each in typed if (value := read_setting_value(each, setting)) is not None}
    if len(values) > 1:
        return None
    if values:
        return ChangeSetting(SettingChange(setting, values.pop()))
    return explained_setting(setting, typed[0] if typed and setting not in _DENIABLE else "")


def explained_setting(setting: ChannelSetting, typed: str) -> ExplainSetting:
    """Return what a setting can be changed to, with time zones like the value that was typed."""
    near = suggest_time_zones(typed) if typed and setting is ChannelSetting.TIME_ZONE else ()
    return ExplainSetting(setting=setting, typed=typed, near=near)
