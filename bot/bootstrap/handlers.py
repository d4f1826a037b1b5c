"""Builds the handlers of intents and commands, once per process."""

from typing import TYPE_CHECKING, get_args

from bot.calendar.alert_book import AlertBook
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
from bot.memory.core_memory import CoreMemoryBook
from bot.memory.summary_recall import SummaryRecall
from bot.presentation.account.account_report import AccountReportPresenter
from bot.presentation.account.corrections import CorrectionPresenter
from bot.presentation.account.funds import FundsPresenter, HoldingsPresenter
from bot.presentation.account.review import ReviewReport
from bot.presentation.account.track_record import TrackRecordPresenter
from bot.presentation.channel_settings import ChannelSettingsPresenter, SubscriptionPresenter
from bot.presentation.core_memory import CoreMemoryPresenter
from bot.presentation.decisions.committee import ObjectionPresenter
from bot.presentation.decisions.decision_states import CancelledPresenter
from bot.presentation.decisions.discussion import DiscussionPresenter
from bot.presentation.decisions.limits import LimitPresenter
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.presentation.decisions.proposals import ProposalPresenter
from bot.presentation.erasure import ErasurePresenter
from bot.presentation.history import HistoryReport
from bot.presentation.questions.claims import ClaimPresenter
from bot.presentation.questions.figures import FigurePresenter
from bot.presentation.questions.glossary import GlossaryPresenter
from bot.presentation.questions.instrument_metrics import InstrumentMetrics
from bot.presentation.questions.what_if import WhatIfReport
from bot.presentation.recollections import RecollectionPresenter
from bot.presentation.thread_summary import MemoPresenter, ThreadSummaryPresenter
from bot.presentation.watching.alerts import AlertPresenter
from bot.presentation.watching.passed_time import PassedTimePresenter
from bot.presentation.watching.watch_lists import WatchListPresenter
from bot.reading.recall.memory_questions import EarlierMessages
from bot.trading.account.stakes import PurchaseRoomLoader, StakeLoader
from bot.trading.decision_factory import DecisionFactory
from bot.trading.limits.limit_book import LimitBook
from bot.trading.performance.reviewed_decisions import ReviewLoader, TrackRecordLoader
from bot.trading.propose import Propose
from bot.trading.watched_prices import WatchedPrices
from bot.turns.analyses.objections import CommitteeObjections
from bot.turns.analyses.runs import AnalysisStarter
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
from bot.turns.shares_in_scope import SharesInScope

if TYPE_CHECKING:
    from bot.bootstrap.conversation import ConversationCore


def _analyze(core: "ConversationCore") -> AnalyzeHandler:
    metrics = InstrumentMetrics(core.cards)
    return AnalyzeHandler(
        core.portfolio, core.market_clock, core.resolver, metrics, core.cards, core.ports.progress, core.commentary
    )


def _shares(core: "ConversationCore") -> SharesInScope:
    return SharesInScope(core.ports.stores, core.portfolio, core.resolver)


def _figures(core: "ConversationCore") -> FigureHandler:
    ports = core.ports
    return FigureHandler(
        stores=ports.stores,
        portfolio=core.portfolio,
        market_clock=core.market_clock,
        shares=_shares(core),
        presenter=FigurePresenter(core.cards),
        account=AccountFigureHandler(core.account_reports, AccountReportPresenter(core.cards)),
        level=LevelFigureHandler(
            portfolio=core.portfolio,
            shares=_shares(core),
            stakes=_stakes(core),
            report=WhatIfReport(
                cards=core.cards, price_source=core.portfolio.market.name, has_model=core.commentary is not None
            ),
            book=AlertBook(ports.stores, core.portfolio),
            alerts=AlertPresenter(core.cards),
        ),
        card=CardFigureHandler(core.portfolio, core.cards, ports.policy.commission),
    )


def _talk_handler(core: "ConversationCore") -> TalkHandler:
    ask_back = AskBackHandler(core.cards.texts, core.portfolio.market)
    said = what_was_said_handler(core)
    return TalkHandler(ask_back, core.portfolio, core.cards, said, core.ports.policy.commission, core.commentary)


def _propose(core: "ConversationCore") -> Propose:
    ports = core.ports
    return Propose(ports.stores, core.portfolio, ports.policy, ports.clock, core.resolver.instruments)


def what_was_said_handler(core: "ConversationCore") -> WhatWasSaidHandler:
    """Return the handler of questions about what was said."""
    threads, earlier = ThreadSummaryPresenter(core.cards), EarlierMessages(core.resolver.instruments)
    recollections, summaries = _recollections(core), SummaryRecall(core.recall)
    return WhatWasSaidHandler(core.recall, core.ports.message_links, recollections, summaries, threads, earlier)


def _recollections(core: "ConversationCore") -> RecollectionPresenter:
    return RecollectionPresenter(core.cards.texts, core.recall.policy.scope)


def _history(core: "ConversationCore") -> ConversationListHandler:
    ports = core.ports
    return ConversationListHandler(
        stores=ports.stores,
        report=HistoryReport(core.cards),
        links=ports.message_links,
        policy=ports.policy,
        clock=ports.clock,
        scope=core.recall.policy.scope,
    )


def decide_handler(core: "ConversationCore") -> DecideHandler:
    """Return the handler of orders."""
    ports = core.ports
    starter = AnalysisStarter(ports.stores, core.cards.texts, ports.clock, ports.new_id)
    return DecideHandler(
        stores=ports.stores,
        engines=core.engines,
        resolver=core.resolver,
        propose=_propose(core),
        decision_factory=DecisionFactory(ports.policy, ports.clock, ports.new_id),
        presenter=ProposalPresenter(core.cards, ports.policy.commission),
        progress=ports.progress,
        analyses=starter if core.commentary is not None else None,
    )


def stated_limits_handler(core: "ConversationCore", change_order: RequestHandler[Order]) -> StatedLimitsHandler:
    """Return the handler of the limits that messages state; `change_order` changes a pending purchase under one."""
    ports = core.ports
    book = LimitBook(ports.stores, ports.clock)
    return StatedLimitsHandler(book, LimitPresenter(core.cards), core.portfolio, ports.policy, change_order)


def request_handlers(core: "ConversationCore", stated_limits: StatedLimitsHandler) -> RequestHandlers:
    """Return the handler of each kind of request."""
    ports, texts = core.ports, core.cards.texts
    analyze, figures, talk = _analyze(core), _figures(core), _talk_handler(core)
    limits = LimitListHandlers(stated_limits, _recollections(core)).handlers()
    return {
        **ConversationHandlers(
            texts=texts,
            stores=ports.stores,
            clock=ports.clock,
            market=core.portfolio.market.name,
            allowance=ports.policy.allowance,
            has_model=core.commentary is not None,
        ).handlers(),
        **_alert_handlers(core),
        **WatchListHandlers(
            stores=ports.stores,
            portfolio=core.portfolio,
            prices=WatchedPrices(core.market_clock.calendar),
            resolver=core.resolver,
            presenter=WatchListPresenter(texts),
        ).handlers(),
        **BriefHandlers(
            ports.stores, core.pass_time.briefs, core.pass_time.near_alerts, SubscriptionPresenter(texts)
        ).handlers(),
        **stated_limits.handlers(),
        **limits,
        ShowLimitChanges: LimitChangesHandler(ports.stores, LimitPresenter(core.cards)),
        **FundsHandlers(
            PurchaseRoomLoader(ports.stores, ports.clock, core.portfolio, ports.policy), FundsPresenter(core.cards)
        ).handlers(),
        **dict.fromkeys(get_args(OrderRequest), stated_limits.change_order),
        **dict.fromkeys((Confirm, ReadBack), _press(core, ButtonAction.CONFIRM)),
        **dict.fromkeys((Cancel, Wait), _press(core, ButtonAction.CANCEL)),
        Advise: NotedAdviceHandler(ports.stores, stated_limits.change_order, _recollections(core)),
        **HoldingsHandlers(
            reports=core.account_reports,
            resolver=core.resolver,
            presenter=HoldingsPresenter(texts),
            analyze=analyze,
            decide=stated_limits.change_order,
        ).handlers(),
        **_orders(core).handlers(),
        ShowCancelled: CancelledHandler(ports.stores, CancelledPresenter(core.cards)),
        ShowFailures: FailuresHandler(ports.stores, core.actions, _outcomes(core)),
        UndoTrade: UndoHandler(ports.stores, core.cards),
        PickAnother: WhichOneHandler(core.cards, core.portfolio.market),
        **_review_handlers(core),
        **_committee_handlers(core),
        **_question_handlers(core),
        **CorrectionHandlers(
            ports.stores, core.corrections, CorrectionPresenter(core.cards), core.knowledge.admins
        ).handlers(),
        Define: GlossaryHandler(GlossaryPresenter(texts), talk if core.commentary else None),
        **SettingsHandlers(ports.stores, ChannelSettingsPresenter(texts, tuple(core.engines)), ports.clock).handlers(),
        **_memory_handlers(core, limits),
        **dict.fromkeys((*get_args(TalkRequest), NotUnderstood), talk),
        Analyze: analyze,
        Compare: CompareHandler(analyze, _shares(core)),
        FigureQuery: figures,
        ShowAccount: figures.account.show,
        ArgueView: ClaimHandler(
            portfolio=core.portfolio,
            market_clock=core.market_clock,
            presenter=ClaimPresenter(core.cards),
            commentary=core.commentary,
        ),
        AdvanceClock: AdvanceClockHandler(
            texts=texts,
            market_clock=core.market_clock,
            roll_forward=core.roll_forward,
            pass_time=core.pass_time,
            passed_time=PassedTimePresenter(core.cards),
        ),
    }


def _press(core: "ConversationCore", action: ButtonAction) -> TypedConfirmationHandler:
    return TypedConfirmationHandler(action, core.actions, core.group_actions, core.ports.stores, core.cards)


def _alert_handlers(core: "ConversationCore") -> RequestHandlers:
    book, presenter = AlertBook(core.ports.stores, core.portfolio), AlertPresenter(core.cards)
    shares, levels = AlertShares(core.portfolio, presenter), AlertLevels(_stakes(core), presenter)
    setter = SetAlertsHandler(book, presenter, core.resolver, shares, levels)
    settling = AlertSettling(book, presenter, core.alert_presses)
    return AlertHandlers(book, presenter, setter, core.knowledge.admins, settling).handlers()


def _orders(core: "ConversationCore") -> OrderHandlers:
    return OrderHandlers(core.ports.stores, _outcomes(core), core.ports.clock, core.resolver)


def _outcomes(core: "ConversationCore") -> OutcomePresenter:
    return OutcomePresenter(core.cards, core.ports.policy.commission)


def _review_handlers(core: "ConversationCore") -> RequestHandlers:
    ports, texts = core.ports, core.cards.texts
    review = ReviewHandler(
        resolver=core.resolver,
        loader=ReviewLoader(ports.stores, core.performance),
        report=ReviewReport(core.cards, days=ports.policy.review_span.days),
        texts=texts,
        policy=ports.policy,
    )
    return {
        Review: LookBackAtDecisions(what_was_said_handler(core), review),
        ShowTrackRecord: TrackRecordHandler(TrackRecordLoader(ports.stores), TrackRecordPresenter(texts)),
        TurnPage: PageHandler(
            shown=ShownList(ports.stores, core.resolver.instruments),
            lists={
                Review: review,
                ShowPending: _orders(core).pending,
                ShowConversations: _history(core),
                ShowDiscussion: DiscussionHandler(ports.stores, DiscussionPresenter(texts)),
            },
            texts=texts,
        ),
    }


def _question_handlers(core: "ConversationCore") -> RequestHandlers:
    """Return the handler of each kind of question about a decision or share."""
    analyze = _analyze(core)
    stores, presenter, said = core.ports.stores, core.explanation_presenter, what_was_said_handler(core)
    explain = ExplainHandler(stores, core.explanations, presenter, analyze, said, core.commentary)
    suppositions = SuppositionHandlers(core.portfolio, core.resolver, _stakes(core), core.cards, core.commentary)
    return {Explain: explain, **suppositions.handlers(), **FurtherQuestionHandlers(analyze, explain).handlers()}


def _stakes(core: "ConversationCore") -> StakeLoader:
    return StakeLoader(core.ports.stores, core.portfolio, core.ports.policy.commission)


def _committee_handlers(core: "ConversationCore") -> RequestHandlers:
    ports, texts = core.ports, core.cards.texts
    return {
        ShowDiscussion: DiscussionHandler(ports.stores, DiscussionPresenter(texts)),
        Argue: ObjectionHandler(
            stores=ports.stores,
            objections=CommitteeObjections(ports.stores),
            engines=core.engines,
            propose=_propose(core),
            decision_factory=DecisionFactory(ports.policy, ports.clock, ports.new_id),
            proposals=ProposalPresenter(core.cards, ports.policy.commission),
            presenter=ObjectionPresenter(texts),
            progress=ports.progress,
        ),
    }


def _memory_handlers(core: "ConversationCore", limits: RequestHandlers) -> RequestHandlers:
    """Return the handler of each kind of request about what is remembered."""
    ports = core.ports
    erase = EraseHandler(ports.stores, ErasurePresenter(core.cards.texts), core.knowledge.admins)
    book, presenter = CoreMemoryBook(ports.stores, ports.clock), CoreMemoryPresenter(core.cards)
    return {
        **NoteHandlers(book, presenter, core.archive, MemoPresenter(core.cards.texts)).handlers(),
        ShowNoteChanges: NoteChangesHandler(ports.stores, book, presenter),
        **dict.fromkeys(get_args(KnowledgeRequest), core.knowledge.handler()),
        **dict.fromkeys((ForgetMe, ForgetPerson), erase),
        AskMemory: RecallHandler(
            what_was_said_handler(core),
            core.knowledge.answers(),
            AskBackHandler(core.cards.texts, core.portfolio.market),
            limits[ShowLimits],
            _orders(core).handlers()[ShowTradeRecord],
            _analyze(core),
        ),
        ExplainRecall: ExplainRecallHandler(what_was_said_handler(core)),
        ShowConversations: _history(core),
    }
