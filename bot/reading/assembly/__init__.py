"""Makes a request of the kind and the slots that were found in a message."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.surroundings import Surroundings
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
    talk,
    trades,
    watching,
)
from bot.reading.parses import Kind, Parse

Assembler: TypeAlias = Callable[[Parse, Surroundings, MessageFacts], Request | None]

_ASSEMBLERS: Final[Mapping[Kind, Assembler]] = MappingProxyType(
    {
        **memory.ASSEMBLERS,
        **recall.ASSEMBLERS,
        **talk.ASSEMBLERS,
        Kind.ALERT_SET: alerts.set_alerts,
        Kind.ALERT_LIST: alerts.show_alerts,
        Kind.ALERT_CHANGE: alerts.change_alert,
        Kind.ALERT_REMOVE: alerts.remove_alerts,
        Kind.ALERT_REARM: alerts.rearm_alerts,
        Kind.ALERT_SNOOZE: alerts.snooze_alert,
        Kind.ALERT_DONE: alerts.finish_alert,
        Kind.WATCH_ADD: watching.watch,
        Kind.WATCH_REMOVE: watching.unwatch,
        Kind.WATCH_SHOW: watching.show_watch_list,
        Kind.BRIEF_SHOW: watching.show_brief,
        Kind.BRIEF_ON: watching.subscribe_briefs,
        Kind.BRIEF_OFF: watching.unsubscribe_briefs,
        Kind.BRIEF_STATUS: watching.show_brief_subscription,
        Kind.LIMIT_SET: limits.set_limits,
        Kind.LIMIT_END: limits.end_limits,
        Kind.LIMIT_LIST: limits.show_limits,
        Kind.ANALYZE: analysis.analyze,
        Kind.DEEP: analysis.analyze_deep,
        Kind.COMPARE: analysis.compare,
        Kind.FIGURE: figures.figure_query,
        Kind.DEFINE: analysis.define,
        Kind.EXPLAIN: analysis.explain,
        Kind.SUPPOSE: suppositions.suppose,
        Kind.VIEW_CHANGE: suppositions.view_change,
        Kind.ASK_MORE: analysis.ask_more,
        Kind.FOLLOW_UP: analysis.follow_up,
        Kind.ARGUE: analysis.argue,
        Kind.DISCUSSION: records.discussion,
        Kind.STOP_RUN: records.stop_run,
        Kind.CHART: analysis.unavailable,
        Kind.FILE: analysis.unavailable,
        Kind.PORTFOLIO: records.portfolio,
        Kind.PENDING: records.pending,
        Kind.ORDERS: records.orders,
        Kind.ORDER_STATUS: records.order_status,
        Kind.TRADE_RECORD: records.trade_record,
        Kind.FAILURES: records.failures,
        Kind.REVIEW: records.review,
        Kind.TRACK_RECORD: records.track_record,
        Kind.PAGE: records.page,
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
        Kind.AFFORD: cards.afford,
        Kind.HOLDING_STATED: cards.holding_stated,
    }
)


def assemble(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the request that a parsed message makes; None: what it says does not make one of its kind."""
    assembler = _ASSEMBLERS.get(parse.kind)
    return None if assembler is None else assembler(parse, around, message)
