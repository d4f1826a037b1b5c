"""The settings of a channel, shown and changed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.channels import ChannelSetting
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.conversation import ChangeSetting, ExplainSetting, ShowSettings
from bot.domain.text.locale import Locale
from bot.engines.registry import needs_model
from bot.ports import Clock, Stores
from bot.presentation.channel_settings import ChannelSettingsPresenter

_MAX_QUOTED: Final = 40  # characters of an unknown word that the answer quotes
_NO_SUCH_VALUE: Final[Mapping[ChannelSetting | None, str]] = {
    None: "settings-unknown",
    ChannelSetting.LANGUAGE: "settings-no-language",
    ChannelSetting.TIME_ZONE: "settings-no-time-zone",
    ChannelSetting.LISTEN: "settings-no-listen-mode",
    ChannelSetting.OVERHEAR: "settings-no-switch",
    ChannelSetting.LEARN: "settings-no-switch",
}


@dataclass(frozen=True, slots=True)
class SettingsHandlers:
    """Handlers of requests about settings. Anyone in a channel may change its settings."""

    stores: Stores
    presenter: ChannelSettingsPresenter
    clock: Clock

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind; they raise StoreUnavailableError."""
        return {ShowSettings: self._show, ChangeSetting: self._change, ExplainSetting: self._explain}

    async def _show(self, context: TurnContext, _: ShowSettings) -> TurnResult:
        async with self.stores.read(context.turn.tenant_id) as tx:
            briefs = await tx.briefs.find_subscription(context.turn.thread.channel)
        blocks = self.presenter.list_blocks(context.locale, context.settings, briefs, now=self.clock.now())
        return TurnResult(answer=Answer(blocks=blocks))

    async def _explain(self, context: TurnContext, request: ExplainSetting) -> TurnResult:
        if request.setting is not None and not request.typed:
            return _paragraph(self.presenter.how_to_change(context.locale, request.setting))
        message_id, near = _NO_SUCH_VALUE[request.setting], self.presenter.texts.list_of(context.locale, request.near)
        facts = {"near": near} if near else {}
        message_id = f"{message_id}-near" if near else message_id
        return self._sentence(context, message_id, word=request.typed[:_MAX_QUOTED], **facts)

    async def _change(self, context: TurnContext, request: ChangeSetting) -> TurnResult:
        """Change a setting, and say so in the new language and time zone."""
        change = request.change
        if change.setting is ChannelSetting.ENGINE and change.value is not None:
            change = replace(change, value=change.value.lower())
            if change.value not in self.presenter.engines:
                name = request.change.value or ""
                names = self.presenter.engine_names(context.locale)
                if needs_model(name.lower()):
                    return self._sentence(context, "settings-engine-needs-model", name=name.lower(), engines=names)
                return self._sentence(context, "settings-no-engine", word=name[:_MAX_QUOTED], engines=names)
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
    return TurnResult.of_text(text)
