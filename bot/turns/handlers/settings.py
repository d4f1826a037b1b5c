"""/settings: the language, time zone and engine of a channel, shown and changed."""

from dataclasses import dataclass, replace

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.channels import ChannelSetting, ChannelSettings, SettingChange
from bot.domain.conversation.messages import Answer, Bullets, Paragraph
from bot.domain.conversation.understanding import Language
from bot.engines.selection import NEED_A_MODEL
from bot.language.settings_commands import SettingRequest, parse_setting
from bot.language.time_zones import similar_zones, time_zone
from bot.ports import Clock
from bot.presentation.cards import DecisionCards

_WORD = 40  # characters of what was not understood that are said back


@dataclass(frozen=True, slots=True)
class SettingsCommand:
    """Handler of /settings. Anyone in a channel may change what is set there."""

    cards: DecisionCards
    engines: tuple[str, ...]  # the names of those that there are, the default one first
    clock: Clock

    async def __call__(self, asked: TurnContext) -> TurnResult:
        """Show what is set, or change one setting."""
        said = " ".join(asked.understanding.arguments)
        if not said:
            return self._shown(asked)
        want = parse_setting(said)
        if want is None:
            return self._sentence(asked, "settings-unknown", word=said[:_WORD])
        if not want.value:
            return self._sentence(asked, f"settings-how-{_named(want.setting)}", engines=self._names(asked.language))
        match want.setting:
            case ChannelSetting.LANGUAGE:
                return self._language(asked, want)
            case ChannelSetting.TIME_ZONE:
                return self._time_zone(asked, want)
            case ChannelSetting.ENGINE:
                return self._engine(asked, want)

    def _shown(self, asked: TurnContext) -> TurnResult:
        say, language, settings = self.cards.say, asked.language, asked.settings
        values = {setting: self._value(language, settings, setting) for setting in ChannelSetting}
        items = tuple(
            say.say(language, f"settings-{_named(setting)}", value=value)
            + say.say(language, "settings-separator")
            + say.say(language, f"settings-how-{_named(setting)}", engines=self._names(language))
            for setting, value in values.items()
        )
        return TurnResult(answer=Answer(blocks=(Bullets(say.say(language, "settings-opening"), items),)))

    def _language(self, asked: TurnContext, want: SettingRequest) -> TurnResult:
        if want.language is None and not want.is_default:
            return self._sentence(asked, "settings-no-language", word=want.value[:_WORD])
        return self._changed(asked, SettingChange(want.setting, want.language))

    def _time_zone(self, asked: TurnContext, want: SettingRequest) -> TurnResult:
        name = None if want.is_default else time_zone(want.value)
        if name is not None or want.is_default:
            return self._changed(asked, SettingChange(want.setting, name))
        near = self._list(asked.language, similar_zones(want.value))
        key = "settings-no-time-zone-near" if near else "settings-no-time-zone"
        return self._sentence(asked, key, word=want.value[:_WORD], near=near)

    def _engine(self, asked: TurnContext, want: SettingRequest) -> TurnResult:
        name = None if want.is_default else want.value.lower()
        if name is not None and name not in self.engines:
            names = self._names(asked.language)
            if name in NEED_A_MODEL:
                return self._sentence(asked, "settings-engine-needs-model", name=name, engines=names)
            return self._sentence(asked, "settings-no-engine", word=want.value[:_WORD], engines=names)
        return self._changed(asked, SettingChange(want.setting, name))

    def _changed(self, asked: TurnContext, change: SettingChange) -> TurnResult:
        """Say what is set from now on and by whom, already in the new language and time zone."""
        settings = change.applied(asked.settings)
        language = settings.language if change.setting is ChannelSetting.LANGUAGE else None
        spoken = language or asked.language
        text = self.cards.say.say(
            spoken,
            f"settings-changed-{_named(change.setting)}",
            by=asked.turn.person.name,
            value=self._value(spoken, settings, change.setting),
        )
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)), setting=change, language=language)

    def _value(self, language: Language, settings: ChannelSettings, setting: ChannelSetting) -> str:
        say = self.cards.say
        match setting:
            case ChannelSetting.LANGUAGE:
                return say.say(language, f"settings-language-is-{settings.language or 'auto'}")
            case ChannelSetting.TIME_ZONE:
                now = replace(self.cards, zone=settings.zone).moment(self.clock.now())
                return say.say(language, "settings-time-zone-is", name=settings.time_zone or "UTC", now=now)
            case ChannelSetting.ENGINE:
                kind = "" if settings.engine in self.engines else "-missing" if settings.engine else "-default"
                default = self.engines[0]
                return say.say(language, f"settings-engine-is{kind}", name=settings.engine or default, default=default)

    def _names(self, language: Language) -> str:
        return self._list(language, self.engines)

    def _list(self, language: Language, words: tuple[str, ...]) -> str:
        return self.cards.say.say(language, "list-separator").join(words)

    def _sentence(self, asked: TurnContext, message_id: str, **variables: str) -> TurnResult:
        return TurnResult(
            answer=Answer(blocks=(Paragraph(self.cards.say.say(asked.language, message_id, **variables)),))
        )


def _named(setting: ChannelSetting) -> str:
    """Return the setting as message ids name it."""
    return setting.replace("_", "-")
