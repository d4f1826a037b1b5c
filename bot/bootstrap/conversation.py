"""Builds the conversation core from ports, once per process; the bot and its tests use the same code."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from typing import Any

from bot.agents.knowledge_agent import KnowledgeAgent
from bot.agents.language_services import LanguageServices
from bot.agents.reader_agent import ReaderAgent
from bot.agents.search_agent import SearchAgent
from bot.bootstrap.container import Container
from bot.bootstrap.handlers import request_handlers
from bot.bootstrap.passing_time import pass_time_on
from bot.calendar.alert_poll import AlertPoll
from bot.calendar.alerts import NearAlerts
from bot.calendar.briefs import BriefsOfSpan
from bot.calendar.pass_time import PassTime
from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.signal import Signal
from bot.context.turn import RequestHandlers
from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.recall import RecallScope
from bot.engines.registry import needs_model, select_engine
from bot.locales import Catalogue
from bot.memory.archival_memory import ArchivalMemory
from bot.memory.past_decisions import PastDecisions
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
from bot.presentation.commentary import CommentaryPresenter
from bot.presentation.decisions.cards import DecisionCards
from bot.trading.account.roll_forward import RollForward
from bot.trading.corrections.booking import WithdrawalNotices
from bot.trading.execute import Execute
from bot.trading.market_clock import MarketClock
from bot.turns.analyses.runs import AnalysisStarter
from bot.turns.commentary import Commentary
from bot.turns.graph import Nodes, TurnGraph, TurnPaths
from bot.turns.handlers.knowledge_bases import WORKERS
from bot.turns.nodes.persist import PersistNode
from bot.turns.nodes.recall import RecallNode
from bot.turns.nodes.respond import RespondNode
from bot.turns.nodes.route import RouteNode
from bot.turns.nodes.search import Lookup, RetrieveNode, SearchNode
from bot.turns.persist_turn import OutcomeNotices
from bot.turns.presses import PressHandler
from bot.turns.runner import ConversationManager


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
        self.ports = ports
        self.broker = ports.broker
        self.engines = {engine.name: engine for engine in ports.engines}
        parts = self._parts = Container(self._given(), self._named())
        self.portfolio = parts.get(PortfolioService)
        self.roll_forward = parts.get(RollForward)
        self.market_clock = parts.get(MarketClock)
        self.execute = parts.get(Execute)
        self.notices = parts.get(Notices)
        for each in (OutcomeNotices, WithdrawalNotices):
            parts.give(each, self.notices)
        self.pass_time = pass_time_on(
            ResultMarket(market=ports.market, calendar=ports.calendar),
            ports.stores,
            cards=parts.get(DecisionCards),
            clock=ports.clock,
            new_id=ports.new_id,
        )
        parts.give(PassTime, self.pass_time)
        parts.give(NearAlerts, self.pass_time.near_alerts)
        parts.give(BriefsOfSpan, self.pass_time.briefs)
        parts.give(Lookup, parts.get(PastDecisions))
        self.press_handler = parts.get(PressHandler)
        self.adjust_form_builder = parts.get(AdjustFormBuilder)
        self.memory_form_builder = parts.get(MemoryFormBuilder)
        self.app_home = parts.get(AppHome)
        self.refresh_reply = parts.get(RefreshReply)
        self.archive = parts.get(ArchivalMemory)
        self.handlers = request_handlers(parts)

    def manager(self, handlers: RequestHandlers) -> ConversationManager:
        """Return a manager that answers turns with `handlers`."""
        get, search = self._parts.get, self._parts.get(SearchNode)
        nodes = Nodes(
            route=get(RouteNode),
            recall=get(RecallNode),
            search=search,
            retrieve=get(RetrieveNode),
            respond=self._parts.make(RespondNode, handlers=handlers),
            persist=get(PersistNode),
        )
        paths = TurnPaths(
            needs_retrieval=lambda context: needs_model(  # past decisions only serve a model
                select_engine(self.engines, context.settings.engine).engine.name
            ),
            needs_search=search.is_due,
        )
        graph = TurnGraph(nodes=nodes, paths=paths, tracer=self.ports.tracer)
        return self._parts.make(ConversationManager, graph=graph)

    def alert_poll(self, watch: AlertWatch, *, interval: timedelta, pause_seconds: float = 0.1) -> AlertPoll:
        """Return the poller of live prices for alerts; a process calls it about once per `interval`."""
        notices = self.pass_time.alerts.notices
        return self._parts.make(AlertPoll, watch=watch, notices=notices, interval=interval, pause_seconds=pause_seconds)

    def _given(self) -> Mapping[Any, object]:
        """Return what is given by its type: the ports, settings that have types of their own, and a model's services.

        Without a model, there are none of these.
        """
        ports, policy, services = self.ports, self.ports.policy, self.ports.language_services
        settings = (getattr(policy, each.name) for each in fields(policy))
        prose = Commentary(services.prose, ports.progress, CommentaryPresenter(ports.texts)) if services else None
        return {
            **{each.type: getattr(ports, each.name) for each in fields(ports)},
            **{type(each): each for each in settings if type(each).__module__.startswith("bot.")},
            RecallScope: policy.recall.scope,
            Mapping[str, Engine]: self.engines,
            Commentary: prose,
            **({} if services else {AnalysisStarter: None}),
            ReaderAgent: services.reader if services else None,
            SearchAgent: services.search if services else None,
            KnowledgeAgent: services.knowledge if services else None,
        }

    def _named(self) -> Mapping[str, object]:
        """Return what is given by its name: settings, and names."""
        policy, market, has_model = self.ports.policy, self.ports.market.name, self.ports.language_services is not None
        return {
            **{each.name: getattr(policy, each.name) for each in fields(policy)},
            "market": market,
            "covered": tuple(sorted(self.ports.market.symbols() or ())),
            "price_source": market,
            "engines": tuple(self.engines),
            "workers": WORKERS.keys(),
            "days": policy.review_span.days,
            "has_model": has_model,
            "reads_conversation": has_model or any(map(needs_model, self.engines)),
        }
