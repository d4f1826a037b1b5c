"""Builds the handlers of requests, once per process."""

from typing import Any, Final, get_args, get_type_hints

from bot.bootstrap.container import Container
from bot.context.turn import RequestHandlers
from bot.turns.handlers.account_upkeep import AdvanceClockHandler, CorrectionHandlers
from bot.turns.handlers.analyze import AnalyzeHandler, CompareHandler
from bot.turns.handlers.committee_rulings import DiscussionHandler, ObjectionHandler
from bot.turns.handlers.confirmation.typed_confirmation import TypedConfirmationHandler
from bot.turns.handlers.confirmation.undo import UndoHandler, WhichOneHandler
from bot.turns.handlers.conversation import ConversationHandlers, SettingsHandlers
from bot.turns.handlers.decide import DecideHandler
from bot.turns.handlers.explain import ExplainHandler
from bot.turns.handlers.figures.account import FundsHandlers
from bot.turns.handlers.figures.shares import FigureHandler
from bot.turns.handlers.further_questions import ClaimHandler, FurtherQuestionHandlers, GlossaryHandler
from bot.turns.handlers.holdings import HoldingsHandlers
from bot.turns.handlers.knowledge_bases import KnowledgeHandler
from bot.turns.handlers.limits.limit_list import LimitChangesHandler, LimitListHandlers
from bot.turns.handlers.limits.stated import StatedLimitsHandler
from bot.turns.handlers.memory.conversations import ConversationListHandler, EraseHandler
from bot.turns.handlers.memory.core_memory import NoteHandlers
from bot.turns.handlers.memory.look_back import ExplainRecallHandler, LookBackAtDecisions, RecallHandler
from bot.turns.handlers.memory.note_changes import NoteChangesHandler, NotedAdviceHandler
from bot.turns.handlers.not_executed import CancelledHandler, FailuresHandler
from bot.turns.handlers.orders import OrderHandlers
from bot.turns.handlers.review import PageHandler, TrackRecordHandler
from bot.turns.handlers.suppositions import SuppositionHandlers
from bot.turns.handlers.talk import TalkHandler
from bot.turns.handlers.watching.alerts import AlertHandlers
from bot.turns.handlers.watching.lists_and_briefs import BriefHandlers, WatchListHandlers

_HANDLERS: Final[tuple[type[Any], ...]] = (
    *(ConversationHandlers, SettingsHandlers, AdvanceClockHandler, CorrectionHandlers, EraseHandler),
    *(AlertHandlers, WatchListHandlers, BriefHandlers, StatedLimitsHandler, LimitListHandlers, LimitChangesHandler),
    *(DecideHandler, NotedAdviceHandler, TypedConfirmationHandler, UndoHandler, WhichOneHandler, OrderHandlers),
    *(CancelledHandler, FailuresHandler, HoldingsHandlers, FundsHandlers, FigureHandler, AnalyzeHandler),
    *(CompareHandler, ExplainHandler, SuppositionHandlers, FurtherQuestionHandlers, ClaimHandler, GlossaryHandler),
    *(ObjectionHandler, DiscussionHandler, LookBackAtDecisions, TrackRecordHandler, PageHandler),
    *(NoteHandlers, NoteChangesHandler, KnowledgeHandler, RecallHandler, ExplainRecallHandler),
    *(ConversationListHandler, TalkHandler),
)


def request_handlers(parts: Container) -> RequestHandlers:
    """Return the handler of each kind of request: one that handles several says which, of another its type does."""
    handlers: dict[type, Any] = {}
    for each in _HANDLERS:
        handler = parts.get(each)
        if hasattr(each, "handlers"):
            handlers |= handler.handlers()
        else:
            _, kind, *_ = get_type_hints(each.__call__).values()  # of the context, and of the request
            handlers |= dict.fromkeys(get_args(kind) or (kind,), handler)
    return handlers
