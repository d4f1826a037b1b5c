"""Builds the conversation core from ports, once per process; the bot and its tests use the same code."""

from dataclasses import dataclass, field
from datetime import timedelta

from bot.agents.language_services import LanguageServices
from bot.bootstrap.handlers import decide_handler, request_handlers, stated_limits_handler, what_was_said_handler
from bot.bootstrap.knowledge import WORKERS, KnowledgeParts
from bot.bootstrap.passing_time import pass_time_on
from bot.calendar.alert_poll import AlertPoll
from bot.context.picked_examples import PickedExamplesCache
from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.signal import Signal
from bot.context.turn import RequestHandlers
from bot.domain.conversation.buttons import (
    AlertRef,
    DebateRef,
    ErasureRef,
    GuessRef,
    HoldingRef,
    MemoryEditRef,
    MemoryFormRef,
)
from bot.domain.market.instruments import InstrumentTable
from bot.engines.registry import needs_model, select_engine
from bot.locales import Catalogue
from bot.memory.archival_memory import ArchivalMemory
from bot.memory.core_memory import CoreMemoryBook
from bot.memory.knowledge.book import KnowledgeBook
from bot.memory.knowledge.lookup import KnowledgeLookup
from bot.memory.past_decisions import PastDecisions
from bot.memory.question_embedders import QuestionEmbedders
from bot.memory.recall import Recall
from bot.memory.settle_results import ResultMarket
from bot.messaging.inbound.gateway import AdjustFormBuilder, AppHome, MemoryFormBuilder
from bot.messaging.outbound.deliverer import RefreshReply
from bot.messaging.outbound.notices import Notices
from bot.ports import (
    Admins,
    AlertWatch,
    Broker,
    Clock,
    DocumentReader,
    Embedder,
    Engine,
    Inbox,
    MarketData,
    MessageLinks,
    Meter,
    NewId,
    People,
    Progress,
    SharedFiles,
    Stores,
    TradingCalendar,
)
from bot.ports.traces import NoTracer, Tracer
from bot.presentation.account.account_summary import AppHomePresenter
from bot.presentation.account.corrections import CorrectionPresenter
from bot.presentation.commentary import CommentaryPresenter
from bot.presentation.core_memory import CoreMemoryPresenter
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.decisions.decision_states import DecisionStatePresenter, GroupOutcomePresenter
from bot.presentation.decisions.discussion import DiscussionPresenter
from bot.presentation.decisions.explain import ExplanationPresenter
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.presentation.erasure import ErasurePresenter
from bot.presentation.forms import AdjustFormPresenter, MemoryFormPresenter
from bot.presentation.recollections import RecollectionPresenter
from bot.presentation.watching.alerts import AlertPresenter
from bot.trading.account.account_report import AccountOverviewLoader, AccountReportLoader
from bot.trading.account.roll_forward import RollForward
from bot.trading.adjust import Adjust
from bot.trading.confirm import ConfirmDecision
from bot.trading.corrections.planner import CorrectionPlanner
from bot.trading.decision_access import CancelDecision
from bot.trading.execute import Execute
from bot.trading.explanation import ExplanationLoader
from bot.trading.limits.limit_book import LimitBook
from bot.trading.market_clock import MarketClock
from bot.trading.performance.decision_performance import DecisionPerformanceLoader
from bot.turns.analyses.objections import CommitteeObjections
from bot.turns.analyses.runs import AnalysisSequels
from bot.turns.asking_presses import AlertPresses, GuessPresses
from bot.turns.commentary import Commentary
from bot.turns.decisions.decision_actions import DecisionActions
from bot.turns.decisions.group_actions import DecidedOutcomes, GroupActions
from bot.turns.dialogue.open_questions import OpenQuestions
from bot.turns.dialogue.references import References
from bot.turns.graph import Nodes, TurnGraph, TurnPaths
from bot.turns.handlers.committee_rulings import DiscussionHandler
from bot.turns.handlers.talk import AskBackHandler
from bot.turns.instrument_resolver import InstrumentResolver
from bot.turns.memory.memory_questions import MemoryQuestions
from bot.turns.memory.recalled_details import RecalledDetails
from bot.turns.nodes.persist import PersistNode
from bot.turns.nodes.read_message import ReadMessage
from bot.turns.nodes.recall import RecallNode
from bot.turns.nodes.respond import RespondNode
from bot.turns.nodes.route import RouteNode
from bot.turns.nodes.search import RetrieveNode, SearchNode
from bot.turns.other_presses import ErasureConfirmation, HoldingPresses, MemoryEdits
from bot.turns.persist_turn import PersistTurn
from bot.turns.presses import PressHandler
from bot.turns.runner import ConversationManager, TurnCancellation
from bot.turns.shares_in_scope import SharesWithoutData


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationPorts:
    """The ports and settings of the conversation core."""

    stores: Stores
    market: MarketData
    calendar: TradingCalendar
    instruments: InstrumentTable
    inbox: Inbox  # takes in what a press asks for as a message would
    broker: Broker
    engines: tuple[Engine, ...]  # the default one first
    progress: Progress
    people: People
    message_links: MessageLinks
    embedder: Embedder  # of questions, for recall
    shared_files: SharedFiles
    document_reader: DocumentReader
    admins: Admins
    stop_signal: Signal
    meter: Meter
    texts: Catalogue
    policy: Policy
    clock: Clock
    new_id: NewId
    language_services: LanguageServices | None = None  # None: there is no model
    tracer: Tracer = field(default_factory=NoTracer)
    earlier_embedders: tuple[Embedder, ...] = ()  # that a workspace's vectors may be of


class ConversationCore:
    """The objects that work on turns, presses and decisions, each built once and shared by all requests."""

    def __init__(self, ports: ConversationPorts) -> None:
        stores, policy, clock = ports.stores, ports.policy, ports.clock
        self.ports = ports
        self.broker = ports.broker
        self._cancellation = TurnCancellation(stores, ports.stop_signal)
        self.portfolio = PortfolioService(ports.market, ports.stores, ports.policy.caps)
        self.roll_forward = RollForward(stores, ports.market, ports.calendar, clock)
        self.market_clock = MarketClock(stores, ports.market, ports.calendar)
        self.cards = DecisionCards(ports.texts)
        self.resolver = InstrumentResolver(ports.instruments, ports.market, ports.texts)
        self.engines = {engine.name: engine for engine in ports.engines}
        self.account_reports = AccountReportLoader(stores, self.portfolio, ports.calendar)
        self.execute = Execute(stores, ports.broker, clock, policy.confirm_within)
        outcomes = OutcomePresenter(self.cards, policy.commission)
        corrections = CorrectionPresenter(self.cards)
        self.notices = Notices(outcomes, corrections, clock, policy.decision_ttl)
        self.corrections = CorrectionPlanner(stores, self.portfolio, self.roll_forward, clock)
        opened = ResultMarket(market=ports.market, calendar=ports.calendar)
        self.pass_time = pass_time_on(opened, stores, cards=self.cards, clock=clock, new_id=ports.new_id)
        self.persist = PersistTurn(
            stores,
            clock,
            ports.new_id,
            ports.meter,
            self.notices,
            ports.market,
            summaries=policy.summaries,
            notes_memory=policy.notes_memory,
        )
        self.performance = DecisionPerformanceLoader(stores, self.portfolio, ports.calendar)
        self.explanations = ExplanationLoader(stores, self.performance, clock)
        self.explanation_presenter = ExplanationPresenter(self.cards)
        adjust = Adjust(stores, self.portfolio, self.roll_forward, policy, clock)
        self.actions = DecisionActions(
            confirm_decision=ConfirmDecision(stores, self.portfolio, self.roll_forward, self.execute, policy, clock),
            cancel_decision=CancelDecision(stores),
            adjust_decision=adjust,
            explanations=self.explanations,
            explanation_presenter=self.explanation_presenter,
            outcomes=outcomes,
        )
        self._decided = DecidedOutcomes(stores, outcomes, clock)
        self.group_actions = GroupActions(self.actions, GroupOutcomePresenter(self.cards))
        memory = CoreMemoryBook(stores, clock)
        self.alert_presses = AlertPresses(stores, ports.market, ports.calendar, ports.inbox, AlertPresenter(self.cards))
        self._guesses = GuessPresses(stores, ports.inbox, ports.texts)
        self.press_handler = PressHandler(
            stores=stores,
            actions=self.actions,
            group_actions=self.group_actions,
            decided=self._decided,
            others={
                **dict.fromkeys((MemoryFormRef, MemoryEditRef), MemoryEdits(memory, CoreMemoryPresenter(self.cards))),
                ErasureRef: ErasureConfirmation(stores, ErasurePresenter(ports.texts), clock, ports.new_id),
                AlertRef: self.alert_presses,
                HoldingRef: HoldingPresses(stores, self.corrections, self.notices, ports.admins, corrections),
                DebateRef: DiscussionHandler(stores, DiscussionPresenter(ports.texts)).press,
                GuessRef: self._guesses,
            },
            people=ports.people,
            persist=self.persist,
            texts=ports.texts,
            clock=clock,
        )
        self.adjust_form_builder = AdjustFormBuilder(adjust, AdjustFormPresenter(self.cards))
        self.memory_form_builder = MemoryFormBuilder(memory, MemoryFormPresenter(ports.texts))
        self.app_home = AppHome(
            AccountOverviewLoader(stores, self.portfolio, self.roll_forward, clock), AppHomePresenter(self.cards)
        )
        self.refresh_reply = RefreshReply(stores, DecisionStatePresenter(self.cards), clock)
        embedders = QuestionEmbedders(stores=stores, configured=ports.embedder, others=ports.earlier_embedders)
        self.recall = Recall(
            stores=stores,
            embedders=embedders,
            policy=policy.recall,
            clock=clock,
            meter=ports.meter,
            instruments=ports.instruments,
        )
        self.knowledge = KnowledgeParts(
            book=KnowledgeBook(
                stores=stores, files=ports.shared_files, reader=ports.document_reader, clock=clock, new_id=ports.new_id
            ),
            lookup=KnowledgeLookup(
                stores=stores,
                embedders=embedders,
                workers=WORKERS.keys(),
                agent=ports.language_services.knowledge if ports.language_services else None,
            ),
            admins=ports.admins,
            texts=ports.texts,
        )
        self.archive = ArchivalMemory(stores=stores, recall=self.recall, clock=clock, new_id=ports.new_id)
        services = ports.language_services
        self.commentary = (
            Commentary(services.prose, ports.progress, CommentaryPresenter(ports.texts)) if services else None
        )
        self._search = SearchNode(services.search if services else None, self.recall, self._cancellation)
        self._stated_limits = stated_limits_handler(self, change_order=decide_handler(self))
        self.handlers = request_handlers(self, self._stated_limits)

    def manager(self, handlers: RequestHandlers) -> ConversationManager:
        """Return a manager that answers turns with `handlers`."""
        ports = self.ports
        return ConversationManager(
            graph=TurnGraph(nodes=self._nodes(handlers), paths=self._paths(), tracer=ports.tracer),
            people=ports.people,
            progress=ports.progress,
            policy=ports.policy,
            tracer=ports.tracer,
            clock=ports.clock,
        )

    def alert_poll(self, watch: AlertWatch, *, interval: timedelta, pause_seconds: float = 0.1) -> AlertPoll:
        """Return the poller of live prices for alerts; a process calls it about once per `interval`."""
        ports = self.ports
        return AlertPoll(
            watch=watch,
            stores=ports.stores,
            market=ports.market,
            calendar=ports.calendar,
            notices=self.pass_time.alerts.notices,
            clock=ports.clock,
            meter=ports.meter,
            interval=interval,
            pause_seconds=pause_seconds,
        )

    def _nodes(self, handlers: RequestHandlers) -> Nodes:
        ports = self.ports
        compressor, reads_conversation = ports.policy.compressor, self._has_model
        recall = RecallNode(
            ports.stores, ports.clock, compressor, self.recall, self.knowledge.lookup, reads_conversation
        )
        reading = ReadMessage(
            stores=ports.stores,
            portfolio=self.portfolio,
            roll_forward=self.roll_forward,
            instruments=ports.instruments,
            policy=ports.policy,
            clock=ports.clock,
            examples=PickedExamplesCache(ports.instruments),
        )
        return Nodes(
            route=RouteNode(
                read_message=reading,
                references=References(
                    ports.stores,
                    ports.instruments,
                    LimitBook(ports.stores, ports.clock),
                    covered=tuple(sorted(ports.market.symbols() or ())),
                ),
                open_questions=OpenQuestions(ports.stores, ports.instruments),
                analysis_sequels=AnalysisSequels(ports.stores),
                objections=CommitteeObjections(ports.stores),
                knowledge=self.knowledge.lookup,
                memory_questions=MemoryQuestions(ports.stores, what_was_said_handler(self), ports.instruments),
                recall=recall,
                reader_agent=ports.language_services.reader if ports.language_services else None,
                cancellation=self._cancellation,
                policy=ports.policy,
            ),
            recall=recall,
            search=self._search,
            retrieve=RetrieveNode(
                PastDecisions(
                    stores=ports.stores,
                    portfolio=self.portfolio,
                    calendar=ports.calendar,
                    policy=ports.policy,
                    clock=ports.clock,
                ),
                self._cancellation,
            ),
            respond=RespondNode(
                handlers=handlers,
                ask_back=AskBackHandler(ports.texts, self.portfolio.market),
                files=self.knowledge.answers(),
                has_model=ports.language_services is not None,
                stated_limits=self._stated_limits,
                guesses=self._guesses,
                cancellation=self._cancellation,
                stores=ports.stores,
                texts=ports.texts,
                policy=ports.policy,
                portfolio=self.portfolio,
                decided=self._decided,
                recalled=RecalledDetails(ports.message_links, RecollectionPresenter(ports.texts)),
                without_data=SharesWithoutData(ports.instruments, ports.texts),
            ),
            persist=PersistNode(self.persist, ports.progress, ports.policy.is_debug),
        )

    @property
    def _has_model(self) -> bool:
        return self.ports.language_services is not None or any(map(needs_model, self.engines))

    def _paths(self) -> TurnPaths:
        """Return which nodes a turn runs: past decisions only serve a model."""
        return TurnPaths(
            needs_retrieval=lambda context: needs_model(
                select_engine(self.engines, context.settings.engine).engine.name
            ),
            needs_search=self._search.is_due,
        )
