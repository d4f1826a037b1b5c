"""/settings: the language, time zone and engine of a channel, shown and changed."""

from dataclasses import dataclass, replace

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Bullets, Paragraph
from bot.domain.conversation.channels import ChannelSetting, ChannelSettings, SettingChange
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.engines.registry import needs_model
from bot.language.settings_commands import SettingRequest, parse_setting
from bot.language.time_zones import find_time_zone, suggest_time_zones
from bot.ports import Clock
from bot.presentation.cards import DecisionCards

_WORD = 40  # characters of what was not understood that are said back


@dataclass(frozen=True, slots=True)
class SettingsCommand:
    """Handler of /settings. Anyone in a channel may change what is set there."""

    cards: DecisionCards
    engines: tuple[str, ...]  # the names of those that there are, the default one first
    clock: Clock

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Show what is set, or change one setting."""
        said = " ".join(context.understanding.arguments)
        if not said:
            return self._shown(context)
        want = parse_setting(said)
        if want is None:
            return self._sentence(context, "settings-unknown", word=said[:_WORD])
        if not want.value:
            return self._sentence(context, f"settings-how-{_named(want.setting)}", engines=self._names(context.locale))
        match want.setting:
            case ChannelSetting.LANGUAGE:
                return self._language(context, want)
            case ChannelSetting.TIME_ZONE:
                return self._time_zone(context, want)
            case ChannelSetting.ENGINE:
                return self._engine(context, want)

    def _shown(self, context: TurnContext) -> TurnResult:
        texts, locale, settings = self.cards.texts, context.locale, context.settings
        values = {setting: self._value(locale, settings, setting) for setting in ChannelSetting}
        items = tuple(
            texts.render(locale, f"settings-{_named(setting)}", value=value)
            + texts.render(locale, "settings-separator")
            + texts.render(locale, f"settings-how-{_named(setting)}", engines=self._names(locale))
            for setting, value in values.items()
        )
        return TurnResult(answer=Answer(blocks=(Bullets(texts.render(locale, "settings-opening"), items),)))

    def _language(self, context: TurnContext, want: SettingRequest) -> TurnResult:
        if want.language is None and not want.is_default:
            return self._sentence(context, "settings-no-language", word=want.value[:_WORD])
        return self._changed(context, SettingChange(want.setting, want.language))

    def _time_zone(self, context: TurnContext, want: SettingRequest) -> TurnResult:
        name = None if want.is_default else find_time_zone(want.value)
        if name is not None or want.is_default:
            return self._changed(context, SettingChange(want.setting, name))
        near = self._list(context.locale, suggest_time_zones(want.value))
        key = "settings-no-time-zone-near" if near else "settings-no-time-zone"
        return self._sentence(context, key, word=want.value[:_WORD], near=near)

    def _engine(self, context: TurnContext, want: SettingRequest) -> TurnResult:
        name = None if want.is_default else want.value.lower()
        if name is not None and name not in self.engines:
            names = self._names(context.locale)
            if needs_model(name):
                return self._sentence(context, "settings-engine-needs-model", name=name, engines=names)
            return self._sentence(context, "settings-no-engine", word=want.value[:_WORD], engines=names)
        return self._changed(context, SettingChange(want.setting, name))

    def _changed(self, context: TurnContext, change: SettingChange) -> TurnResult:
        """Say what is set from now on and by whom, already in the new language and time zone."""
        settings = change.apply_to(context.settings)
        language = settings.language if change.setting is ChannelSetting.LANGUAGE else None
        locale = Locale(language or context.language, settings.zone)
        text = self.cards.texts.render(
            locale,
            f"settings-changed-{_named(change.setting)}",
            by=context.turn.person.name,
            value=self._value(locale, settings, change.setting),
        )
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)), setting_change=change, language=language)

    def _value(self, locale: Locale, settings: ChannelSettings, setting: ChannelSetting) -> str:
        texts = self.cards.texts
        match setting:
            case ChannelSetting.LANGUAGE:
                return texts.render(locale, f"settings-language-is-{settings.language or 'auto'}")
            case ChannelSetting.TIME_ZONE:
                there = replace(locale, zone=settings.zone)
                name, now = settings.time_zone or "UTC", self.clock.now()
                return texts.render(there, "settings-time-zone-is", name=name, now=now)
            case ChannelSetting.ENGINE:
                kind = "" if settings.engine in self.engines else "-missing" if settings.engine else "-default"
                default = self.engines[0]
                return texts.render(
                    locale, f"settings-engine-is{kind}", name=settings.engine or default, default=default
                )

    def _names(self, locale: Locale) -> str:
        return self._list(locale, self.engines)

    def _list(self, locale: Locale, words: tuple[str, ...]) -> str:
        return self.cards.texts.list_of(locale, words)

    def _sentence(self, context: TurnContext, message_id: str, **variables: str) -> TurnResult:
        return TurnResult(
            answer=Answer(blocks=(Paragraph(self.cards.texts.render(context.locale, message_id, **variables)),))
        )


def _named(setting: ChannelSetting) -> str:
    """Return the setting as message ids name it."""
    return setting.replace("_", "-")
