"""Builds the handlers of intents and commands, once per process."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from bot.bootstrap.knowledge import KnowledgeParts
from bot.calendar.alert_book import AlertBook
from bot.calendar.pass_time import PassTime
from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.turn import RequestHandler, RequestHandlers
from bot.domain.conversation.buttons import ButtonAction
from bot.domain.conversation.requests.account import (
    PickAnother,
    ShowAccount,
    ShowCancelled,
    ShowFailures,
    ShowPending,
    ShowTradeRecord,
    UndoTrade,
)
from bot.domain.conversation.requests.analysis import Analyze, Argue, ArgueView, Compare, ShowDiscussion
from bot.domain.conversation.requests.conversation import AdvanceClock
from bot.domain.conversation.requests.explanation import Define, Explain, Review, ShowTrackRecord, TurnPage
from bot.domain.conversation.requests.limits import ShowLimitChanges, ShowLimits
from bot.domain.conversation.requests.memory import (
    AskMemory,
    ExplainRecall,
    ForgetMe,
    ForgetPerson,
    KnowledgeRequest,
    ShowConversations,
    ShowNoteChanges,
)
from bot.domain.conversation.requests.talk import NotUnderstood, TalkRequest
from bot.domain.conversation.requests.trades import Advise, Cancel, Confirm, Order, OrderRequest, ReadBack, Wait
from bot.domain.figures.query import FigureQuery
from bot.memory.archival_memory import ArchivalMemory
from bot.memory.core_memory import CoreMemoryBook
from bot.memory.recall import Recall
from bot.memory.summary_recall import SummaryRecall
from bot.ports import Clock, Engine, MessageLinks, NewId, Progress, Stores
from bot.presentation.account.account_report import AccountReportPresenter
from bot.presentation.account.corrections import CorrectionPresenter
from bot.presentation.account.funds import FundsPresenter
from bot.presentation.account.holdings import HoldingsPresenter
from bot.presentation.account.review import ReviewReport
from bot.presentation.account.track_record import TrackRecordPresenter
from bot.presentation.channel_settings import ChannelSettingsPresenter
from bot.presentation.core_memory import CoreMemoryPresenter
from bot.presentation.decisions.cancelled import CancelledPresenter
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.decisions.discussion import DiscussionPresenter
from bot.presentation.decisions.explain import ExplanationPresenter
from bot.presentation.decisions.limits import LimitPresenter
from bot.presentation.decisions.objections import ObjectionPresenter
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.presentation.decisions.proposals import ProposalPresenter
from bot.presentation.erasure import ErasurePresenter
from bot.presentation.history import HistoryReport
from bot.presentation.memos import MemoPresenter
from bot.presentation.questions.claims import ClaimPresenter
from bot.presentation.questions.figures import FigurePresenter
from bot.presentation.questions.glossary import GlossaryPresenter
from bot.presentation.questions.instrument_metrics import InstrumentMetrics
from bot.presentation.questions.what_if import WhatIfReport
from bot.presentation.recollections import RecollectionPresenter
from bot.presentation.thread_summary import ThreadSummaryPresenter
from bot.presentation.watching.alerts import AlertPresenter
from bot.presentation.watching.briefs import BriefPresenter
from bot.presentation.watching.passed_time import PassedTimePresenter
from bot.presentation.watching.subscriptions import SubscriptionPresenter
from bot.presentation.watching.watch_lists import WatchListPresenter
from bot.reading.recall.memory_questions import EarlierMessages
from bot.trading.account.account_report import AccountReportLoader
from bot.trading.account.roll_forward import RollForward
from bot.trading.account.stakes import PurchaseRoomLoader, StakeLoader
from bot.trading.corrections.planner import CorrectionPlanner
from bot.trading.decision_factory import DecisionFactory
from bot.trading.explanation import ExplanationLoader
from bot.trading.limits.limit_book import LimitBook
from bot.trading.market_clock import MarketClock
from bot.trading.performance.decision_performance import DecisionPerformanceLoader
from bot.trading.performance.reviewed_decisions import ReviewLoader, TrackRecordLoader
from bot.trading.propose import Propose
from bot.trading.watched_prices import WatchedPrices
from bot.turns.analyses.objections import CommitteeObjections
from bot.turns.analyses.runs import AnalysisStarter
from bot.turns.asking_presses import AlertPresses
from bot.turns.commentary import Commentary
from bot.turns.decisions.decision_actions import DecisionActions
from bot.turns.decisions.group_actions import GroupActions
from bot.turns.dialogue.shown_objects import ShownList
from bot.turns.handlers.account_upkeep import AdvanceClockHandler, CorrectionHandlers
from bot.turns.handlers.analyze import AnalyzeHandler, CompareHandler
from bot.turns.handlers.committee_rulings import DiscussionHandler, ObjectionHandler
from bot.turns.handlers.confirmation.typed_confirmation import TypedConfirmationHandler
from bot.turns.handlers.confirmation.undo import UndoHandler, WhichOneHandler
from bot.turns.handlers.conversation import ConversationHandlers, SettingsHandlers
from bot.turns.handlers.decide import DecideHandler
from bot.turns.handlers.explain import ExplainHandler
from bot.turns.handlers.figures.account import AccountFigureHandler, FundsHandlers
from bot.turns.handlers.figures.card import CardFigureHandler, LevelFigureHandler
from bot.turns.handlers.figures.shares import FigureHandler
from bot.turns.handlers.further_questions import ClaimHandler, FurtherQuestionHandlers, GlossaryHandler
from bot.turns.handlers.holdings import HoldingsHandlers
from bot.turns.handlers.limits.limit_list import LimitChangesHandler, LimitListHandlers
from bot.turns.handlers.limits.stated import StatedLimitsHandler
from bot.turns.handlers.memory.conversations import ConversationListHandler, EraseHandler
from bot.turns.handlers.memory.core_memory import NoteHandlers
from bot.turns.handlers.memory.look_back import ExplainRecallHandler, LookBackAtDecisions, RecallHandler
from bot.turns.handlers.memory.note_changes import NoteChangesHandler, NotedAdviceHandler
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler
from bot.turns.handlers.not_executed import CancelledHandler, FailuresHandler
from bot.turns.handlers.orders import OrderHandlers
from bot.turns.handlers.review import PageHandler, ReviewHandler, TrackRecordHandler
from bot.turns.handlers.suppositions import SuppositionHandlers
from bot.turns.handlers.talk import AskBackHandler, TalkHandler
from bot.turns.handlers.watching.alert_setting import AlertSettling, SetAlertsHandler
from bot.turns.handlers.watching.alert_shares import AlertLevels, AlertShares
from bot.turns.handlers.watching.alerts import AlertHandlers
from bot.turns.handlers.watching.lists_and_briefs import BriefHandlers, WatchListHandlers
from bot.turns.instrument_resolver import InstrumentResolver
from bot.turns.shares_in_scope import SharesInScope


@dataclass(frozen=True, slots=True, kw_only=True)
class HandlerParts:
    """The objects that the handlers are built from."""

    stores: Stores
    portfolio: PortfolioService
    market_clock: MarketClock
    roll_forward: RollForward
    pass_time: PassTime
    resolver: InstrumentResolver
    engines: Mapping[str, Engine]  # by name, the default one first
    cards: DecisionCards
    performance: DecisionPerformanceLoader
    explanations: ExplanationLoader
    explanation_presenter: ExplanationPresenter
    account_reports: AccountReportLoader
    actions: DecisionActions
    group_actions: GroupActions
    commentary: Commentary | None  # None: no model adds words
    progress: Progress
    message_links: MessageLinks
    recall: Recall
    knowledge: KnowledgeParts
    archive: ArchivalMemory
    alert_presses: AlertPresses
    corrections: CorrectionPlanner
    policy: Policy
    clock: Clock
    new_id: NewId


def _analyze(parts: HandlerParts) -> AnalyzeHandler:
    p, metrics = parts, InstrumentMetrics(parts.cards)
    return AnalyzeHandler(p.portfolio, p.market_clock, p.resolver, metrics, p.cards, p.progress, p.commentary)


def _analysis_handlers(parts: HandlerParts) -> RequestHandlers:
    analyze, figures = _analyze(parts), _figures(parts)
    return {
        Analyze: analyze,
        Compare: CompareHandler(analyze, _shares(parts)),
        FigureQuery: figures,
        ShowAccount: figures.account.show,
    }


def _shares(parts: HandlerParts) -> SharesInScope:
    return SharesInScope(parts.stores, parts.portfolio, parts.resolver)


def _figures(parts: HandlerParts) -> FigureHandler:
    p = parts
    return FigureHandler(
        stores=p.stores,
        portfolio=p.portfolio,
        market_clock=p.market_clock,
        shares=_shares(p),
        presenter=FigurePresenter(InstrumentMetrics(p.cards)),
        account=AccountFigureHandler(p.account_reports, AccountReportPresenter(p.cards)),
        level=LevelFigureHandler(
            portfolio=p.portfolio,
            shares=_shares(p),
            stakes=StakeLoader(p.stores, p.portfolio, p.policy.commission),
            report=WhatIfReport(
                cards=p.cards, price_source=p.portfolio.market.name, has_model=p.commentary is not None
            ),
            book=AlertBook(p.stores, p.portfolio),
            alerts=AlertPresenter(p.cards),
        ),
        card=CardFigureHandler(p.portfolio, p.cards, p.policy.commission),
    )


def _talk_handler(parts: HandlerParts) -> TalkHandler:
    p = parts
    ask_back = AskBackHandler(p.cards.texts, p.portfolio.market)
    said = what_was_said_handler(parts)
    return TalkHandler(ask_back, p.portfolio, p.cards, said, p.policy.commission, p.commentary)


def _propose(parts: HandlerParts) -> Propose:
    p = parts
    return Propose(p.stores, p.portfolio, p.policy, p.clock, p.resolver.instruments)


def what_was_said_handler(parts: HandlerParts) -> WhatWasSaidHandler:
    """Return the handler of questions about what was said."""
    threads = ThreadSummaryPresenter(parts.cards)
    return WhatWasSaidHandler(
        parts.recall,
        parts.message_links,
        _recollections(parts),
        SummaryRecall(parts.recall),
        threads,
        EarlierMessages(parts.resolver.instruments),
    )


def _recollections(parts: HandlerParts) -> RecollectionPresenter:
    return RecollectionPresenter(parts.cards.texts, parts.recall.policy.scope)


def _history(parts: HandlerParts) -> ConversationListHandler:
    p = parts
    return ConversationListHandler(
        stores=p.stores,
        report=HistoryReport(p.cards),
        links=p.message_links,
        policy=p.policy,
        clock=p.clock,
        scope=p.recall.policy.scope,
    )


def decide_handler(parts: HandlerParts) -> DecideHandler:
    """Return the handler of orders."""
    p, texts = parts, parts.cards.texts
    return DecideHandler(
        stores=p.stores,
        engines=p.engines,
        resolver=p.resolver,
        propose=_propose(p),
        decision_factory=DecisionFactory(p.policy, p.clock, p.new_id),
        presenter=ProposalPresenter(p.cards, p.policy.commission),
        progress=p.progress,
        analyses=AnalysisStarter(p.stores, texts, p.clock, p.new_id) if p.commentary is not None else None,
    )


def stated_limits_handler(parts: HandlerParts, change_order: RequestHandler[Order]) -> StatedLimitsHandler:
    """Return the handler of the limits that messages state; `change_order` changes a pending purchase under one."""
    p = parts
    book = LimitBook(p.stores, p.clock)
    return StatedLimitsHandler(book, LimitPresenter(p.cards), p.portfolio, p.policy, change_order)


def request_handlers(parts: HandlerParts, stated_limits: StatedLimitsHandler) -> RequestHandlers:
    """Return the handler of each kind of request."""
    p = parts
    texts = p.cards.texts
    limits = LimitListHandlers(stated_limits, _recollections(p)).handlers()
    return {
        **ConversationHandlers(
            texts=texts,
            stores=p.stores,
            clock=p.clock,
            market=p.portfolio.market.name,
            allowance=p.policy.allowance,
            has_model=p.commentary is not None,
        ).handlers(),
        **_alert_handlers(p),
        **WatchListHandlers(
            stores=p.stores,
            portfolio=p.portfolio,
            prices=WatchedPrices(p.market_clock.calendar),
            resolver=p.resolver,
            presenter=WatchListPresenter(texts),
        ).handlers(),
        **BriefHandlers(p.stores, p.pass_time.briefs, p.pass_time.near_alerts, SubscriptionPresenter(texts)).handlers(),
        **stated_limits.handlers(),
        **limits,
        ShowLimitChanges: LimitChangesHandler(p.stores, LimitPresenter(p.cards)),
        **FundsHandlers(
            PurchaseRoomLoader(p.stores, p.clock, p.portfolio, p.policy), FundsPresenter(p.cards)
        ).handlers(),
        **_trade_handlers(p, stated_limits.change_order),
        Advise: NotedAdviceHandler(p.stores, stated_limits.change_order, _recollections(p)),
        **HoldingsHandlers(
            reports=p.account_reports,
            resolver=p.resolver,
            presenter=HoldingsPresenter(texts),
            analyze=_analyze(p),
            decide=stated_limits.change_order,
        ).handlers(),
        **_order_handlers(p),
        **_review_handlers(p),
        **_committee_handlers(p),
        **_question_handlers(p),
        **CorrectionHandlers(p.stores, p.corrections, CorrectionPresenter(p.cards), p.knowledge.admins).handlers(),
        Define: GlossaryHandler(p.stores, GlossaryPresenter(texts), _talk_handler(p) if p.commentary else None),
        **SettingsHandlers(p.stores, ChannelSettingsPresenter(texts, tuple(p.engines)), p.clock).handlers(),
        **_memory_handlers(p, limits),
        **dict.fromkeys((*get_args(TalkRequest), NotUnderstood), _talk_handler(p)),
        **_analysis_handlers(p),
        ArgueView: ClaimHandler(
            portfolio=p.portfolio,
            market_clock=p.market_clock,
            presenter=ClaimPresenter(FigurePresenter(InstrumentMetrics(p.cards))),
            commentary=p.commentary,
        ),
        AdvanceClock: AdvanceClockHandler(
            texts=texts,
            market_clock=p.market_clock,
            roll_forward=p.roll_forward,
            pass_time=p.pass_time,
            passed_time=PassedTimePresenter(AlertPresenter(p.cards), BriefPresenter(p.cards)),
        ),
    }


def _trade_handlers(parts: HandlerParts, decide: RequestHandler[Any]) -> RequestHandlers:
    p = parts
    confirm, cancel = (
        TypedConfirmationHandler(action, p.actions, p.group_actions, p.stores, p.cards)
        for action in (ButtonAction.CONFIRM, ButtonAction.CANCEL)
    )
    return {
        **dict.fromkeys(get_args(OrderRequest), decide),
        Confirm: confirm,
        ReadBack: confirm,
        Cancel: cancel,
        Wait: cancel,
    }


def _alert_handlers(parts: HandlerParts) -> RequestHandlers:
    p, book, presenter = parts, AlertBook(parts.stores, parts.portfolio), AlertPresenter(parts.cards)
    shares, levels = AlertShares(p.portfolio, presenter), AlertLevels(_stakes(p), presenter)
    setter = SetAlertsHandler(book, presenter, p.resolver, shares, levels)
    settling = AlertSettling(book, presenter, p.alert_presses)
    return AlertHandlers(book, presenter, setter, p.knowledge.admins, settling).handlers()


def _orders(parts: HandlerParts) -> OrderHandlers:
    outcomes = OutcomePresenter(parts.cards, parts.policy.commission)
    return OrderHandlers(parts.stores, outcomes, parts.clock, parts.resolver)


def _order_handlers(parts: HandlerParts) -> RequestHandlers:
    p, outcomes = parts, OutcomePresenter(parts.cards, parts.policy.commission)
    return {
        **_orders(p).handlers(),
        ShowCancelled: CancelledHandler(p.stores, CancelledPresenter(p.cards)),
        ShowFailures: FailuresHandler(p.stores, p.actions, outcomes),
        UndoTrade: UndoHandler(p.stores, p.cards),
        PickAnother: WhichOneHandler(p.cards, p.portfolio.market),
    }


def _review_handlers(parts: HandlerParts) -> RequestHandlers:
    p, texts = parts, parts.cards.texts
    review = ReviewHandler(
        resolver=p.resolver,
        loader=ReviewLoader(p.stores, p.performance),
        report=ReviewReport(p.cards, p.explanation_presenter.performance, days=p.policy.review_span.days),
        texts=texts,
        policy=p.policy,
    )
    return {
        Review: LookBackAtDecisions(what_was_said_handler(p), review),
        ShowTrackRecord: TrackRecordHandler(TrackRecordLoader(p.stores), TrackRecordPresenter(texts)),
        TurnPage: PageHandler(
            shown=ShownList(p.stores, p.resolver.instruments),
            lists={
                Review: review,
                ShowPending: _orders(p).pending,
                ShowConversations: _history(p),
                ShowDiscussion: DiscussionHandler(p.stores, DiscussionPresenter(texts)),
            },
            texts=texts,
        ),
    }


def _question_handlers(parts: HandlerParts) -> RequestHandlers:
    """Return the handler of each kind of question about a decision or share."""
    p, analyze = parts, _analyze(parts)
    explain = ExplainHandler(
        p.stores, p.explanations, p.explanation_presenter, analyze, what_was_said_handler(p), p.commentary
    )
    suppositions = SuppositionHandlers(p.portfolio, p.resolver, _stakes(p), p.cards, p.commentary)
    return {Explain: explain, **suppositions.handlers(), **FurtherQuestionHandlers(analyze, explain).handlers()}


def _stakes(parts: HandlerParts) -> StakeLoader:
    return StakeLoader(parts.stores, parts.portfolio, parts.policy.commission)


def _committee_handlers(parts: HandlerParts) -> RequestHandlers:
    p, texts = parts, parts.cards.texts
    return {
        ShowDiscussion: DiscussionHandler(p.stores, DiscussionPresenter(texts)),
        Argue: ObjectionHandler(
            stores=p.stores,
            objections=CommitteeObjections(p.stores),
            engines=p.engines,
            propose=_propose(p),
            decision_factory=DecisionFactory(p.policy, p.clock, p.new_id),
            proposals=ProposalPresenter(p.cards, p.policy.commission),
            presenter=ObjectionPresenter(texts),
            progress=p.progress,
        ),
    }


def _memory_handlers(parts: HandlerParts, limits: RequestHandlers) -> RequestHandlers:
    """Return the handler of each kind of request about what is remembered."""
    p = parts
    erase = EraseHandler(p.stores, ErasurePresenter(p.cards.texts), p.knowledge.admins)
    book, presenter = CoreMemoryBook(p.stores, p.clock), CoreMemoryPresenter(LimitPresenter(p.cards))
    return {
        **NoteHandlers(book, presenter, p.archive, MemoPresenter(p.cards.texts)).handlers(),
        ShowNoteChanges: NoteChangesHandler(p.stores, book, presenter),
        **dict.fromkeys(get_args(KnowledgeRequest), p.knowledge.handler()),
        **dict.fromkeys((ForgetMe, ForgetPerson), erase),
        AskMemory: RecallHandler(
            what_was_said_handler(p),
            p.knowledge.answers(),
            AskBackHandler(p.cards.texts, p.portfolio.market),
            limits[ShowLimits],
            _orders(p).handlers()[ShowTradeRecord],
            _analyze(p),
        ),
        ExplainRecall: ExplainRecallHandler(what_was_said_handler(p)),
        ShowConversations: _history(p),
    }
