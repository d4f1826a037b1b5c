"""/settings: the settings of a channel, shown and changed."""

from dataclasses import dataclass, replace

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.channels import ChannelSetting, SettingChange
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.engines.registry import needs_model
from bot.language.settings_commands import SettingRequest, parse_setting
from bot.language.time_zones import find_time_zone, suggest_time_zones
from bot.ports import Clock, Stores
from bot.presentation.channel_settings import ChannelSettingsPresenter

_MAX_QUOTED = 40  # characters of an unknown word that the answer quotes


@dataclass(frozen=True, slots=True)
class SettingsCommand:
    """Handler of /settings. Anyone in a channel may change its settings."""

    stores: Stores
    presenter: ChannelSettingsPresenter
    clock: Clock

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Show all settings, or change one."""
        text = " ".join(context.understanding.arguments)
        if not text:
            async with self.stores.read(context.turn.tenant_id) as tx:
                briefs = await tx.briefs.find_subscription(context.turn.thread.channel)
            blocks = self.presenter.list_blocks(context.locale, context.settings, briefs, now=self.clock.now())
            return TurnResult(answer=Answer(blocks=blocks))
        request = parse_setting(text)
        if request is None:
            return self._sentence(context, "settings-unknown", word=text[:_MAX_QUOTED])
        if not request.value:
            return _paragraph(self.presenter.how_to_change(context.locale, request.setting))
        setters = {
            ChannelSetting.LANGUAGE: self._set_language,
            ChannelSetting.TIME_ZONE: self._set_time_zone,
            ChannelSetting.ENGINE: self._set_engine,
            ChannelSetting.LISTEN: self._set_listening,
            ChannelSetting.OVERHEAR: self._set_overhearing,
        }
        return setters[request.setting](context, request)

    def _set_language(self, context: TurnContext, request: SettingRequest) -> TurnResult:
        if request.language is None and not request.is_default:
            return self._sentence(context, "settings-no-language", word=request.value[:_MAX_QUOTED])
        return self._change_setting(context, SettingChange(request.setting, request.language))

    def _set_time_zone(self, context: TurnContext, request: SettingRequest) -> TurnResult:
        name = None if request.is_default else find_time_zone(request.value)
        if name is not None or request.is_default:
            return self._change_setting(context, SettingChange(request.setting, name))
        near = self.presenter.texts.list_of(context.locale, suggest_time_zones(request.value))
        key = "settings-no-time-zone-near" if near else "settings-no-time-zone"
        return self._sentence(context, key, word=request.value[:_MAX_QUOTED], near=near)

    def _set_engine(self, context: TurnContext, request: SettingRequest) -> TurnResult:
        name = None if request.is_default else request.value.lower()
        if name is not None and name not in self.presenter.engines:
            names = self.presenter.engine_names(context.locale)
            if needs_model(name):
                return self._sentence(context, "settings-engine-needs-model", name=name, engines=names)
            return self._sentence(context, "settings-no-engine", word=request.value[:_MAX_QUOTED], engines=names)
        return self._change_setting(context, SettingChange(request.setting, name))

    def _set_listening(self, context: TurnContext, request: SettingRequest) -> TurnResult:
        if request.listen_mode is None and not request.is_default:
            return self._sentence(context, "settings-no-listen-mode", word=request.value[:_MAX_QUOTED])
        return self._change_setting(context, SettingChange(request.setting, request.listen_mode))

    def _set_overhearing(self, context: TurnContext, request: SettingRequest) -> TurnResult:
        if request.is_on is None and not request.is_default:
            return self._sentence(context, "settings-no-switch", word=request.value[:_MAX_QUOTED])
        value = None if request.is_on is None else "on" if request.is_on else "off"
        return self._change_setting(context, SettingChange(request.setting, value))

    def _change_setting(self, context: TurnContext, change: SettingChange) -> TurnResult:
        """Change a setting, and say so in the new language and time zone."""
        settings = change.apply_to(context.settings)
        language = settings.language if change.setting is ChannelSetting.LANGUAGE else None
        locale = Locale(language or context.language, settings.zone)
        text = self.presenter.changed(
            locale, settings, change.setting, by=context.turn.person.name, now=self.clock.now()
        )
        return replace(_paragraph(text), setting_change=change, language=language)

    def _sentence(self, context: TurnContext, message_id: str, **variables: str) -> TurnResult:
        return _paragraph(self.presenter.texts.render(context.locale, message_id, **variables))


def _paragraph(text: str) -> TurnResult:
    return TurnResult(answer=Answer(blocks=(Paragraph(text),)))
