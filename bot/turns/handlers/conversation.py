"""Requests about the conversation, the settings of its channel, and Parley itself: help, status, stop, reset."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC
from typing import Final

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.channels import ChannelSetting
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.analysis import StopAnalysis
from bot.domain.conversation.requests.conversation import (
    AskUnavailable,
    AskWhatToAddTo,
    ChangeSetting,
    ExplainSetting,
    ResetConversation,
    ShowDetails,
    ShowHelp,
    ShowSettings,
    ShowStatus,
    ShowTurnLog,
    ShowUsage,
    UnknownCommand,
)
from bot.domain.conversation.states import Event
from bot.domain.models.requests import ModelAllowance
from bot.domain.text.locale import Locale
from bot.engines.registry import needs_model
from bot.locales import Catalogue
from bot.ports import Clock, Stores
from bot.presentation.channel_settings import ChannelSettingsPresenter
from bot.presentation.commentary import status_blocks
from bot.presentation.diagnostics import TurnLogReport, UsageReport
from bot.presentation.presenter import DetailsPresenter
from bot.turns.analyses.runs import stop_own_analysis
from bot.turns.instrument_resolver import example_share


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationHandlers:
    """Handlers of requests about the conversation itself."""

    texts: Catalogue
    stores: Stores
    clock: Clock
    market: str  # its name
    allowance: ModelAllowance
    has_model: bool

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind; they raise StoreUnavailableError."""
        return {
            ShowStatus: self._show_status,
            ShowHelp: self._show_help,
            ShowDetails: self._show_details,
            ShowTurnLog: self._show_turn_log,
            ShowUsage: self.show_usage,
            StopAnalysis: self._stop,
            ResetConversation: self._reset,
            UnknownCommand: self._refuse_unknown,
            AskWhatToAddTo: self._ask_what_to_add_to,
            AskUnavailable: self._say_what_there_is,
        }

    async def _show_status(self, context: TurnContext, _: ShowStatus) -> TurnResult:
        return _result(*status_blocks(self.texts, context, market=self.market))

    async def _show_help(self, context: TurnContext, request: ShowHelp) -> TurnResult:
        brief, commands = (self.texts.render(context.locale, name) for name in ("help", "help-commands"))
        if on_topic := _lines_about(request, commands):
            brief = "\n".join((*on_topic, self.texts.render(context.locale, "help-all")))
        return TurnResult(answer=Answer(blocks=(Paragraph(brief),), details=(Paragraph(commands),)))

    async def _show_details(self, context: TurnContext, _: ShowDetails) -> TurnResult:
        async with self.stores.read(context.turn.tenant_id) as tx:
            details = await tx.replies.latest_details(context.conversation.id)
        return TurnResult(answer=DetailsPresenter(self.texts).latest(context.locale, details))

    async def _show_turn_log(self, context: TurnContext, request: ShowTurnLog) -> TurnResult:
        """Show the steps of the latest turn, stored as names, codes and figures only, or say how to ask for them."""
        if not request.is_understood:
            return self._said(context, "debug-how")
        async with self.stores.read(context.turn.tenant_id) as tx:
            log = await tx.turn_logs.last_log(context.conversation.id)
        return (
            self._said(context, "debug-nothing")
            if log is None
            else _result(*TurnLogReport(self.texts).blocks(context.locale, log))
        )

    async def show_usage(self, context: TurnContext, _: ShowUsage) -> TurnResult:
        """Show the tenant's use of models today (UTC), in total and by purpose."""
        if not self.has_model:
            return self._said(context, "usage-no-model")
        day = self.clock.now().astimezone(UTC).date()
        async with self.stores.read(context.turn.tenant_id) as tx:
            used = await tx.model_budgets.usage_with_reservations(day=day)
            by_purpose = await tx.model_calls.usage_of_day(day)
        return _result(*UsageReport(self.texts, self.allowance).blocks(context.locale, day, used, by_purpose))

    async def _stop(self, context: TurnContext, _: StopAnalysis) -> TurnResult:
        """Stop the committees that this person has asked in this thread: the run itself tells that it has stopped."""
        return self._said(context, "stopping" if await stop_own_analysis(self.stores, context) else "nothing-to-stop")

    async def _refuse_unknown(self, context: TurnContext, request: UnknownCommand) -> TurnResult:
        if request.nearest is None:
            return self._said(context, "command-unknown")
        return self._said(context, "command-misspelt", typed=request.typed, near=request.nearest)

    async def _ask_what_to_add_to(self, context: TurnContext, request: AskWhatToAddTo) -> TurnResult:
        names = self.texts.list_of(context.locale, request.symbols)
        text = self.texts.render(context.locale, "add-to-what", symbols=names, symbol=request.symbols[0])
        answer = Answer(blocks=(Paragraph(text),), symbols=request.symbols, has_question=True)
        return TurnResult(answer=answer, focus=request.symbols)

    async def _say_what_there_is(self, context: TurnContext, request: AskUnavailable) -> TurnResult:
        symbol = next(iter(request.symbols), example_share(context))
        text = self.texts.render(context.locale, f"unavailable-{request.what}", symbol=symbol)
        return TurnResult.of_text(text, symbols=request.symbols)

    async def _reset(self, context: TurnContext, _: ResetConversation) -> TurnResult:
        answer = self._said(context, "reset-done").answer
        return TurnResult(answer=answer, event=Event.RESET, focus=(), stated_limits=())

    def _said(self, context: TurnContext, message_id: str, **facts: str) -> TurnResult:
        return TurnResult.of_text(self.texts.render(context.locale, message_id, **facts))


def _result(*blocks: Block) -> TurnResult:
    return TurnResult(answer=Answer(blocks=blocks))


def _lines_about(request: ShowHelp, commands: str) -> tuple[str, ...]:
    """Return the lines of the list of commands that are about a topic: a command, or a word of them."""
    if not request.topic:
        return ()
    lines = commands.splitlines()[1:]
    name = request.command
    found = tuple(line for line in lines if name and re.search(rf"/{re.escape(name)}(?!\w)", line))
    return found or tuple(line for line in lines if request.topic in line.lower())


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
