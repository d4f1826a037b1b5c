"""Builds the conversation core's ports from a process's stores, market, broker, and model if one is configured."""

from dataclasses import dataclass
from datetime import timedelta

from adapters.broker.paper import PaperBroker
from adapters.documents.reader import FileReader
from adapters.market.calendar import ExchangeCalendar
from adapters.market.instruments import load_instruments
from adapters.market.market_choice import MarketChoice
from bot.agents.knowledge_agent import KnowledgeAgent
from bot.agents.language_services import LanguageServices
from bot.agents.model_client import ModelClient
from bot.agents.prose_agent import ProseAgent
from bot.agents.reader_agent import ReaderAgent
from bot.agents.search_agent import SearchAgent
from bot.bootstrap.conversation import ConversationPorts
from bot.bootstrap.services import CLOCK, Services
from bot.clock import new_id
from bot.context.policy import Policy
from bot.context.signal import Signal
from bot.engines.registry import EngineParts, build_engines
from bot.locales import Catalogue
from bot.memory.analysts import SharedAnalystMemory
from bot.messaging.outbound.platform_router import PlatformRouter
from bot.ports import Meter
from bot.ports.traces import Tracer
from bot.settings import Settings
from bot.turns.analyses.runs import StoredJournals
from db.messaging.inbox import PostgresInbox
from db.paper_books import PostgresPaperBooks


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependencies:
    """The objects that one process builds its conversation core from; they live as long as the application."""

    services: Services
    market: MarketChoice
    calendar: ExchangeCalendar
    client: ModelClient | None  # None: no model is configured
    tracer: Tracer


def conversation_ports(
    dependencies: Dependencies, *, platforms: PlatformRouter, stop_signal: Signal, meter: Meter
) -> ConversationPorts:
    """Return the ports of the process's conversation core, with real stores, market, broker and models behind them."""
    services, market = dependencies.services, dependencies.market.market
    policy, instruments = _policy(services.settings), load_instruments(market.symbols())
    return ConversationPorts(
        stores=services.stores,
        market=market,
        calendar=dependencies.calendar,
        instruments=instruments,
        inbox=PostgresInbox(services.database, clock=CLOCK, new_id=new_id, origin=services.owner),
        broker=PaperBroker(PostgresPaperBooks(services.database), policy.commission),
        engines=build_engines(
            EngineParts(
                clock=CLOCK,
                new_id=new_id,
                client=dependencies.client,
                allowed_hosts=services.settings.allowed_links,
                filter_mode=services.settings.llm_filter,
                journals=StoredJournals(services.stores, instruments),
                committee=services.settings.committee_options,
                analyst_memory=SharedAnalystMemory(services.stores, market, dependencies.calendar),
            )
        ),
        language_services=_language_services(dependencies),
        progress=platforms,
        people=platforms,
        message_links=platforms,
        shared_files=platforms,
        admins=platforms,
        document_reader=FileReader(),
        embedder=services.embedder,
        earlier_embedders=services.earlier_embedders,
        stop_signal=stop_signal,
        meter=meter,
        texts=Catalogue(),
        policy=policy,
        clock=CLOCK,
        new_id=new_id,
        tracer=dependencies.tracer,
    )


def _language_services(dependencies: Dependencies) -> LanguageServices | None:
    if dependencies.client is None:
        return None
    settings, client = dependencies.services.settings, dependencies.client
    return LanguageServices(
        reader=ReaderAgent(client),
        prose=ProseAgent(client, settings.allowed_links),
        search=SearchAgent(client, settings.llm_search_rounds),
        knowledge=KnowledgeAgent(client),
    )


def _policy(settings: Settings) -> Policy:
    return Policy(
        decision_ttl=settings.decision_ttl,
        confirm_within=settings.confirm_within,
        max_price_move_percent=settings.decision_max_price_move_percent,
        commission=settings.paper_commission,
        caps=settings.caps,
        idle_after=settings.conversation_idle,
        compressor=settings.compressor,
        recall=settings.recall_policy,
        reader=settings.reader,
        reset_on_error=settings.conversation_reset_on_error,
        lease_ttl=settings.turn_lease,
        max_attempts=settings.turn_max_attempts,
        max_message_characters=settings.turn_max_characters,
        model_seconds=settings.llm_turn_seconds,
        analysis_seconds=settings.deep_turn_seconds,
        person_limits=settings.person_limits,
        allowance=settings.model_allowance,
        is_debug=settings.turn_debug,
        notes_memory=settings.notes_memory,
        review_span=timedelta(days=settings.review_days),
        review_items=settings.review_items,
        summaries=settings.summary_schedule,
    )
