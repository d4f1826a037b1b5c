"""Makes a request of the kind and the slots that were found in a message."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.channels import ChannelSetting, SettingChange
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request, conversation
from bot.domain.conversation.requests.account import AccountTopic, ShowAccount, ShowFailures, ShowOrders
from bot.domain.conversation.requests.analysis import StopAnalysis
from bot.domain.conversation.requests.explanation import ShowTrackRecord
from bot.domain.conversation.requests.memory import ForgetMe, ShowKnowledge
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import AskNextStep, NextStep, NotUnderstood, SmallTalk, SmallTalkKind
from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.conversation.requests.watching import FinishAlert, ShowAlerts, ShowBriefSubscription, SnoozeAlert
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.normalise import as_typed
from bot.reading.assembly import (
    alerts,
    analysis,
    cards,
    corrections,
    figures,
    limits,
    memory,
    recall,
    records,
    suppositions,
    trades,
    watching,
)
from bot.reading.assembly.criteria import foreign_amount, lacking_question, update_of, with_criterion
from bot.reading.assembly.sizes import UnreadableSlotError
from bot.reading.assembly.slots import Assembler, picks_other, shares_of
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.recognisers.settings import is_default, read_setting_value, says_off, suggest_time_zones

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
        return conversation.ChangeSetting(SettingChange(setting, None)) if len(typed) == 1 else None
    if setting in _DENIABLE and (not typed):
        typed = [slot.text for slot in parse.each(SlotName.SETTING) if says_off(slot.text)]
    values = {value for each in typed if (value := read_setting_value(each, setting)) is not None}
    if len(values) > 1:
        return None
    if values:
        return conversation.ChangeSetting(SettingChange(setting, values.pop()))
    return explained_setting(setting, typed[0] if typed and setting not in _DENIABLE else "")


def explained_setting(setting: ChannelSetting, typed: str) -> conversation.ExplainSetting:
    """Return what a setting can be changed to, with time zones like the value that was typed."""
    near = suggest_time_zones(typed) if typed and setting is ChannelSetting.TIME_ZONE else ()
    return conversation.ExplainSetting(setting=setting, typed=typed, near=near)


def _always(request: Request) -> Assembler:
    return lambda _parse, _around, _message: request


def _of_shares(request: Callable[[NamedShares], Request], *, may_pick: bool = True) -> Assembler:
    """Return what assembles a request of the shares that are named; unless it `may_pick`, none for "the second one"."""

    def assemble_of_shares(parse: Parse, around: Surroundings, _: MessageFacts) -> Request | None:
        shares = shares_of(parse, around)
        return request(shares) if may_pick or not picks_other(parse, shares) else None

    return assemble_of_shares


_ASSEMBLERS: Final[Mapping[Kind, Assembler]] = MappingProxyType(
    {
        # trades
        Kind.ORDER: trades.order,
        Kind.ORDER_IF: trades.order_if,
        Kind.ADVISE: trades.advise,
        Kind.CORRECT: corrections.correct,
        Kind.ANSWER: corrections.answer,
        Kind.CONFIRM: cards.read_back,
        Kind.CANCEL: cards.wait,
        Kind.WAIT: cards.wait,
        Kind.WHICH_CARD: cards.which_card,
        Kind.UNDO: cards.undo,
        Kind.STOP_SET: cards.set_stop,
        # analysis
        Kind.ANALYZE: analysis.analyze,
        Kind.DEEP: analysis.analyze_deep,
        Kind.COMPARE: analysis.compare,
        Kind.FIGURE: figures.figure_query,
        Kind.DEFINE: analysis.define,
        Kind.EXPLAIN: analysis.explain,
        Kind.SUPPOSE: suppositions.suppose,
        Kind.VIEW_CHANGE: suppositions.view_change,
        Kind.AFFORD: cards.afford,
        Kind.ASK_MORE: analysis.ask_more,
        Kind.FOLLOW_UP: analysis.follow_up,
        Kind.ARGUE: analysis.argue,
        Kind.DISCUSSION: records.discussion,
        Kind.STOP_RUN: _always(StopAnalysis()),
        Kind.CHART: _of_shares(
            lambda shares: conversation.AskUnavailable(conversation.Unavailable.CHART, shares.symbols)
        ),
        Kind.FILE: _of_shares(
            lambda shares: conversation.AskUnavailable(conversation.Unavailable.FILE, shares.symbols)
        ),
        # the account
        Kind.PORTFOLIO: _always(ShowAccount(AccountTopic.PORTFOLIO)),
        Kind.PENDING: records.pending,
        Kind.ORDERS: _always(ShowOrders()),
        Kind.ORDER_STATUS: records.order_status,
        Kind.TRADE_RECORD: records.trade_record,
        Kind.FAILURES: _of_shares(ShowFailures),
        Kind.HOLDING_STATED: cards.holding_stated,
        # alerts, watch lists, briefs, limits; a limit is ended by exact words alone
        Kind.ALERT_SET: alerts.set_alerts,
        Kind.ALERT_LIST: _of_shares(lambda shares: ShowAlerts(shares.symbols)),
        Kind.ALERT_CHANGE: alerts.change_alert,
        Kind.ALERT_REMOVE: alerts.remove_alerts,
        Kind.ALERT_REARM: alerts.rearm_alerts,
        Kind.ALERT_SNOOZE: alerts.of_numbers(SnoozeAlert),  # told again at the next session, whatever time is named
        Kind.ALERT_DONE: alerts.of_numbers(FinishAlert),
        Kind.WATCH_ADD: watching.watch,
        Kind.WATCH_REMOVE: watching.unwatch,
        Kind.WATCH_SHOW: watching.show_watch_list,
        Kind.BRIEF_SHOW: watching.show_brief,
        Kind.BRIEF_ON: watching.subscribe_briefs,
        Kind.BRIEF_OFF: watching.unsubscribe_briefs,
        Kind.BRIEF_STATUS: _always(ShowBriefSubscription()),
        Kind.LIMIT_SET: limits.set_limits,
        Kind.LIMIT_LIST: limits.list_limits,
        # memory, the past, settings
        Kind.REMEMBER: memory.remember,
        Kind.FORGET: memory.forget,
        Kind.MEMORY_SHOW: memory.show_notes,
        Kind.MEMORY_EDIT: memory.edit_note,
        Kind.FORGET_ME: _always(ForgetMe()),  # a card, to be confirmed
        Kind.RECALL: recall.recall,
        Kind.SUMMARY: recall.summary,
        Kind.CONVERSATIONS: recall.conversations,
        Kind.FILES: _always(ShowKnowledge()),
        Kind.REVIEW: records.review,
        Kind.TRACK_RECORD: _of_shares(ShowTrackRecord),
        Kind.PAGE: records.page,
        Kind.SETTING: setting_change,
        Kind.SETTINGS_SHOW: _always(conversation.ShowSettings()),
        # talk
        Kind.GREETING: _always(SmallTalk(SmallTalkKind.GREETING)),
        Kind.THANKS: _always(SmallTalk(SmallTalkKind.THANKS)),
        Kind.FAREWELL: _always(SmallTalk(SmallTalkKind.FAREWELL)),
        Kind.IDENTITY: _always(SmallTalk(SmallTalkKind.IDENTITY)),
        Kind.ACK: _always(SmallTalk(SmallTalkKind.ACKNOWLEDGEMENT)),
        Kind.REMARK: _always(SmallTalk(SmallTalkKind.REMARK)),  # "I can quote that later. It orders nothing."
        Kind.GUIDANCE: guidance,
        Kind.HELP: _always(conversation.ShowHelp()),
        Kind.STATUS: _always(conversation.ShowStatus()),
        Kind.DETAILS: _always(conversation.ShowDetails()),
        Kind.USAGE: _always(conversation.ShowUsage()),
        Kind.RESET: _always(conversation.ResetConversation()),
        Kind.OFF_TOPIC: _always(NotUnderstood(TradeTerms(problems=(Problem.OFF_TOPIC,)))),  # or a model answers
        Kind.PEOPLE: _always(NotUnderstood(TradeTerms())),
    }
)


def assemble(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the request that a parsed message makes; None: what it says does not make one of its kind."""
    parse = with_criterion(parse)
    if (refused := foreign_amount(parse, around) or lacking_question(parse, around)) is not None:
        return refused
    if (update := update_of(parse, around)) is not None:
        return update
    assembler = _ASSEMBLERS.get(parse.kind)
    with suppress(UnreadableSlotError):
        return None if assembler is None else assembler(parse, around, message)
    return None
