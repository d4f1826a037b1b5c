"""Builds the handlers of intents and commands, once per process."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from bot.bootstrap.knowledge import KnowledgeParts
from bot.calendar.alert_book import AlertBook
from bot.calendar.pass_time import PassTime
from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.turn import RequestHandler, RequestHandlers, TurnContext, TurnHandler, TurnResult
from bot.domain.conversation.buttons import ButtonAction
from bot.domain.conversation.requests.account import (
    CorrectHolding,
    PickAnother,
    ReleasePrice,
    SetStop,
    ShowFailures,
    ShowOrders,
    ShowOrderStatus,
    ShowPending,
    ShowTradeRecord,
    UndoTrade,
)
from bot.domain.conversation.requests.analysis import Analyze, Argue, ArgueView, Compare, ShowDiscussion, StopAnalysis
from bot.domain.conversation.requests.conversation import AdvanceClock, ShowDetails, ShowTurnLog, ShowUsage
from bot.domain.conversation.requests.explanation import Define, Explain, Review, ShowTrackRecord, TurnPage
from bot.domain.conversation.requests.memory import (
    AskMemory,
    ExplainRecall,
    ForgetMe,
    ForgetPerson,
    KnowledgeRequest,
    ShowConversations,
)
from bot.domain.conversation.requests.suppositions import AskSum
from bot.domain.conversation.requests.talk import NotUnderstood, TalkRequest
from bot.domain.conversation.requests.trades import Cancel, Confirm, Order, OrderRequest, ReadBack, Wait
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
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.decisions.discussion import DiscussionPresenter
from bot.presentation.decisions.explain import ExplanationPresenter
from bot.presentation.decisions.limits import LimitPresenter
from bot.presentation.decisions.objections import ObjectionPresenter
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.presentation.decisions.proposals import ProposalPresenter
from bot.presentation.details import DetailsPresenter
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
from bot.trading.account.purchase_room import PurchaseRoomLoader
from bot.trading.account.roll_forward import RollForward
from bot.trading.account.stake import StakeLoader
from bot.trading.corrections.planner import CorrectionPlanner
from bot.trading.decision_factory import DecisionFactory
from bot.trading.explanation import ExplanationLoader
from bot.trading.limits.limit_book import LimitBook
from bot.trading.market_clock import MarketClock
from bot.trading.performance.decision_performance import DecisionPerformanceLoader
from bot.trading.performance.reviewed_decisions import ReviewLoader
from bot.trading.performance.track_records import TrackRecordLoader
from bot.trading.propose import Propose
from bot.trading.watched_prices import WatchedPrices
from bot.turns.alert_presses import AlertPresses
from bot.turns.analyses.objections import CommitteeObjections
from bot.turns.analyses.runs import AnalysisStarter
from bot.turns.commentary import Commentary
from bot.turns.decisions.decision_actions import DecisionActions
from bot.turns.decisions.group_actions import GroupActions
from bot.turns.dialogue.shown_list import ShownList
from bot.turns.handlers.account import AccountHandlers
from bot.turns.handlers.advance_clock import AdvanceClockHandler
from bot.turns.handlers.analyze import AnalyzeHandler
from bot.turns.handlers.ask_back import AskBackHandler
from bot.turns.handlers.claims import ClaimHandler
from bot.turns.handlers.committee.discussion import DiscussionHandler
from bot.turns.handlers.committee.objection import ObjectionHandler
from bot.turns.handlers.committee.stop import StopHandler
from bot.turns.handlers.compare import CompareHandler
from bot.turns.handlers.confirmation.pending import PendingHandler
from bot.turns.handlers.confirmation.typed_confirmation import TypedConfirmationHandler
from bot.turns.handlers.confirmation.undo import UndoHandler
from bot.turns.handlers.confirmation.which_one import WhichOneHandler
from bot.turns.handlers.conversation import ConversationHandlers
from bot.turns.handlers.decide import DecideHandler
from bot.turns.handlers.details import DetailsHandler
from bot.turns.handlers.diagnostics import TurnLogHandler, UsageHandler
from bot.turns.handlers.explain import ExplainHandler
from bot.turns.handlers.failures import FailuresHandler
from bot.turns.handlers.figures.account import AccountFigureHandler
from bot.turns.handlers.figures.card import CardFigureHandler
from bot.turns.handlers.figures.exchange import ExchangeHandler
from bot.turns.handlers.figures.funds import FundsHandlers
from bot.turns.handlers.figures.levels import LevelFigureHandler
from bot.turns.handlers.figures.shares import FigureHandler
from bot.turns.handlers.figures.sums import SumHandler
from bot.turns.handlers.further_questions import FurtherQuestionHandlers
from bot.turns.handlers.glossary import GlossaryHandler
from bot.turns.handlers.holding import HoldingHandler
from bot.turns.handlers.holdings import HoldingsHandlers
from bot.turns.handlers.knowledge.answers import KnowledgeBeforeShares, KnowledgeFirst
from bot.turns.handlers.limits.limit_list import LimitListHandlers
from bot.turns.handlers.limits.stated import StatedLimitsHandler
from bot.turns.handlers.memory.core_memory import NoteHandlers
from bot.turns.handlers.memory.forget import EraseHandler
from bot.turns.handlers.memory.history import ConversationListHandler
from bot.turns.handlers.memory.look_back import LookBackAtDecisions, RecallHandler
from bot.turns.handlers.memory.recall_command import ExplainRecallHandler
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler
from bot.turns.handlers.orders import OrdersHandler, OrderStatusHandler, TradeRecordHandler
from bot.turns.handlers.release import ReleaseHandler
from bot.turns.handlers.review import PageHandler, ReviewHandler
from bot.turns.handlers.settings import SettingsHandlers
from bot.turns.handlers.stop_levels import StopLevelHandler
from bot.turns.handlers.suppositions import SuppositionHandlers
from bot.turns.handlers.talk import TalkHandler
from bot.turns.handlers.track_record import TrackRecordHandler
from bot.turns.handlers.watching.alert_setting import SetAlertsHandler
from bot.turns.handlers.watching.alerts import AlertHandlers
from bot.turns.handlers.watching.briefs import BriefHandlers
from bot.turns.handlers.watching.watch_lists import WatchListHandlers
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
    analyze, shares, files = _analyze(parts), _shares(parts), parts.knowledge.answers()
    return {
        Analyze: KnowledgeBeforeShares(files, analyze),
        Compare: KnowledgeBeforeShares(files, CompareHandler(analyze, shares)),
        FigureQuery: _figures(parts),
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
        exchange=ExchangeHandler(p.cards.texts, p.market_clock.calendar),
    )


def _talk_handler(parts: HandlerParts) -> TalkHandler:
    p = parts
    ask_back = AskBackHandler(p.cards.texts, p.portfolio.market)
    said = what_was_said_handler(parts)
    return TalkHandler(ask_back, p.portfolio, p.cards, p.commentary, p.policy.commission, said)


def _not_understood(parts: HandlerParts) -> TurnHandler:
    """Return the handler of what is no request: a model has words on it, else the team's files may."""
    talk = _talk_handler(parts)
    return talk if parts.commentary is not None else KnowledgeFirst(parts.knowledge.answers(), talk)


def _propose(parts: HandlerParts) -> Propose:
    p = parts
    return Propose(p.stores, p.portfolio, p.policy, p.clock, p.resolver.instruments)


def _without_request(handler: TurnHandler) -> RequestHandler[Any]:
    """Return a handler of requests that another one reads from the turn."""

    async def handle(context: TurnContext, _: object) -> TurnResult:
        return await handler(context)

    return handle


def what_was_said_handler(parts: HandlerParts) -> WhatWasSaidHandler:
    """Return the handler of questions about what was said."""
    presenter = RecollectionPresenter(parts.cards.texts, parts.recall.policy.scope)
    threads = ThreadSummaryPresenter(parts.cards)
    return WhatWasSaidHandler(
        parts.recall,
        parts.message_links,
        presenter,
        SummaryRecall(parts.recall),
        threads,
        EarlierMessages(parts.resolver.instruments),
    )


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
    return {
        **ConversationHandlers(texts, p.portfolio.market.name).handlers(),
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
        **LimitListHandlers(stated_limits).handlers(),
        **AccountHandlers(p.account_reports, AccountReportPresenter(p.cards)).handlers(),
        **FundsHandlers(
            PurchaseRoomLoader(p.stores, p.clock, p.portfolio, p.policy), FundsPresenter(p.cards)
        ).handlers(),
        **_trade_handlers(p, stated_limits.change_order),
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
        CorrectHolding: HoldingHandler(p.stores, p.corrections, CorrectionPresenter(p.cards), p.knowledge.admins),
        ReleasePrice: ReleaseHandler(p.stores, p.corrections, CorrectionPresenter(p.cards), p.knowledge.admins),
        Define: GlossaryHandler(p.stores, GlossaryPresenter(texts), _talk_handler(p) if p.commentary else None),
        **SettingsHandlers(p.stores, ChannelSettingsPresenter(texts, tuple(p.engines)), p.clock).handlers(),
        **_memory_handlers(p),
        **dict.fromkeys(get_args(TalkRequest), _without_request(_talk_handler(p))),
        NotUnderstood: _without_request(_not_understood(p)),
        ShowDetails: DetailsHandler(p.stores, DetailsPresenter(texts)),
        ShowTurnLog: TurnLogHandler(texts, p.stores),
        ShowUsage: UsageHandler(
            texts=texts,
            stores=p.stores,
            clock=p.clock,
            allowance=p.policy.allowance,
            has_model=p.commentary is not None,
        ),
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
    decide = KnowledgeBeforeShares(p.knowledge.answers(), decide)
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
    setter = SetAlertsHandler(book, presenter, p.resolver)
    return AlertHandlers(book, presenter, setter, p.knowledge.admins, p.alert_presses).handlers()


def _order_handlers(parts: HandlerParts) -> RequestHandlers:
    p, outcomes = parts, OutcomePresenter(parts.cards, parts.policy.commission)
    return {
        ShowPending: PendingHandler(p.stores, p.cards, p.clock),
        ShowOrders: OrdersHandler(p.stores, p.cards),
        ShowOrderStatus: OrderStatusHandler(p.stores, outcomes, p.clock),
        ShowTradeRecord: TradeRecordHandler(p.stores, outcomes, p.clock),
        SetStop: StopLevelHandler(p.resolver),
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
                ShowPending: PendingHandler(p.stores, p.cards, p.clock),
                ShowConversations: _history(p),
                ShowDiscussion: DiscussionHandler(p.stores, DiscussionPresenter(texts)),
            },
            texts=texts,
        ),
    }


def _question_handlers(parts: HandlerParts) -> RequestHandlers:
    """Return the handler of each kind of question about a decision or share."""
    p, analyze, files = parts, _analyze(parts), parts.knowledge.answers()
    explain = ExplainHandler(
        p.stores, p.explanations, p.explanation_presenter, analyze, p.commentary, what_was_said_handler(p)
    )
    suppositions = SuppositionHandlers(p.portfolio, p.resolver, _stakes(p), p.cards, p.commentary)
    handlers: RequestHandlers = {
        Explain: explain,
        AskSum: SumHandler(p.portfolio, p.resolver, p.cards.texts),
        **suppositions.handlers(),
        **FurtherQuestionHandlers(analyze, explain).handlers(),
    }
    return {kind: KnowledgeBeforeShares(files, handler) for kind, handler in handlers.items()}


def _stakes(parts: HandlerParts) -> StakeLoader:
    return StakeLoader(parts.stores, parts.portfolio, parts.policy.commission)


def _committee_handlers(parts: HandlerParts) -> RequestHandlers:
    p, texts = parts, parts.cards.texts
    return {
        ShowDiscussion: DiscussionHandler(p.stores, DiscussionPresenter(texts)),
        StopAnalysis: StopHandler(texts, p.stores),
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


def _memory_handlers(parts: HandlerParts) -> RequestHandlers:
    """Return the handler of each kind of request about what is remembered."""
    p = parts
    erase = EraseHandler(p.stores, ErasurePresenter(p.cards.texts), p.knowledge.admins)
    notes = NoteHandlers(
        CoreMemoryBook(p.stores, p.clock),
        CoreMemoryPresenter(LimitPresenter(p.cards)),
        p.archive,
        MemoPresenter(p.cards.texts),
    )
    return {
        **notes.handlers(),
        **dict.fromkeys(get_args(KnowledgeRequest), p.knowledge.handler()),
        **dict.fromkeys((ForgetMe, ForgetPerson), erase),
        AskMemory: RecallHandler(what_was_said_handler(p), p.knowledge.answers()),
        ExplainRecall: ExplainRecallHandler(what_was_said_handler(p)),
        ShowConversations: _history(p),
    }
