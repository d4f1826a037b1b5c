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

_MAX_QUOTED = 40  # characters of an unknown word that the answer quotes


@dataclass(frozen=True, slots=True)
class SettingsCommand:
    """Handler of /settings. Anyone in a channel may change its settings."""

    cards: DecisionCards
    engines: tuple[str, ...]  # names of the available ones, the default one first
    clock: Clock

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Show all settings, or change one."""
        text = " ".join(context.understanding.arguments)
        if not text:
            return self._list_settings(context)
        request = parse_setting(text)
        if request is None:
            return self._sentence(context, "settings-unknown", word=text[:_MAX_QUOTED])
        if not request.value:
            return self._sentence(
                context, f"settings-how-{_message_key(request.setting)}", engines=self._engine_names(context.locale)
            )
        match request.setting:
            case ChannelSetting.LANGUAGE:
                return self._set_language(context, request)
            case ChannelSetting.TIME_ZONE:
                return self._set_time_zone(context, request)
            case ChannelSetting.ENGINE:
                return self._set_engine(context, request)

    def _list_settings(self, context: TurnContext) -> TurnResult:
        texts, locale, settings = self.cards.texts, context.locale, context.settings
        values = {setting: self._setting_value(locale, settings, setting) for setting in ChannelSetting}
        items = tuple(
            texts.render(locale, f"settings-{_message_key(setting)}", value=value)
            + texts.render(locale, "settings-separator")
            + texts.render(locale, f"settings-how-{_message_key(setting)}", engines=self._engine_names(locale))
            for setting, value in values.items()
        )
        return TurnResult(answer=Answer(blocks=(Bullets(texts.render(locale, "settings-opening"), items),)))

    def _set_language(self, context: TurnContext, request: SettingRequest) -> TurnResult:
        if request.language is None and not request.is_default:
            return self._sentence(context, "settings-no-language", word=request.value[:_MAX_QUOTED])
        return self._change_setting(context, SettingChange(request.setting, request.language))

    def _set_time_zone(self, context: TurnContext, request: SettingRequest) -> TurnResult:
        name = None if request.is_default else find_time_zone(request.value)
        if name is not None or request.is_default:
            return self._change_setting(context, SettingChange(request.setting, name))
        near = self._list(context.locale, suggest_time_zones(request.value))
        key = "settings-no-time-zone-near" if near else "settings-no-time-zone"
        return self._sentence(context, key, word=request.value[:_MAX_QUOTED], near=near)

    def _set_engine(self, context: TurnContext, request: SettingRequest) -> TurnResult:
        name = None if request.is_default else request.value.lower()
        if name is not None and name not in self.engines:
            names = self._engine_names(context.locale)
            if needs_model(name):
                return self._sentence(context, "settings-engine-needs-model", name=name, engines=names)
            return self._sentence(context, "settings-no-engine", word=request.value[:_MAX_QUOTED], engines=names)
        return self._change_setting(context, SettingChange(request.setting, name))

    def _change_setting(self, context: TurnContext, change: SettingChange) -> TurnResult:
        """Change a setting, and say so in the new language and time zone."""
        settings = change.apply_to(context.settings)
        language = settings.language if change.setting is ChannelSetting.LANGUAGE else None
        locale = Locale(language or context.language, settings.zone)
        text = self.cards.texts.render(
            locale,
            f"settings-changed-{_message_key(change.setting)}",
            by=context.turn.person.name,
            value=self._setting_value(locale, settings, change.setting),
        )
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)), setting_change=change, language=language)

    def _setting_value(self, locale: Locale, settings: ChannelSettings, setting: ChannelSetting) -> str:
        texts = self.cards.texts
        match setting:
            case ChannelSetting.LANGUAGE:
                return texts.render(locale, f"settings-language-is-{settings.language or 'auto'}")
            case ChannelSetting.TIME_ZONE:
                in_zone = replace(locale, zone=settings.zone)
                name, now = settings.time_zone or "UTC", self.clock.now()
                return texts.render(in_zone, "settings-time-zone-is", name=name, now=now)
            case ChannelSetting.ENGINE:
                kind = "" if settings.engine in self.engines else "-missing" if settings.engine else "-default"
                default = self.engines[0]
                return texts.render(
                    locale, f"settings-engine-is{kind}", name=settings.engine or default, default=default
                )

    def _engine_names(self, locale: Locale) -> str:
        return self._list(locale, self.engines)

    def _list(self, locale: Locale, words: tuple[str, ...]) -> str:
        return self.cards.texts.list_of(locale, words)

    def _sentence(self, context: TurnContext, message_id: str, **variables: str) -> TurnResult:
        return TurnResult(
            answer=Answer(blocks=(Paragraph(self.cards.texts.render(context.locale, message_id, **variables)),))
        )


def _message_key(setting: ChannelSetting) -> str:
    """Return the setting's name as used in message ids."""
    return setting.replace("_", "-")
