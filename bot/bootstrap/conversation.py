"""The conversation core put together from ports: the same for the bot and for its tests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo

from bot.agents.language_services import LanguageServices
from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.signal import Signal
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.buttons import ButtonAction
from bot.domain.conversation.states import Intent
from bot.domain.market.instruments import InstrumentTable
from bot.engines.selection import NEED_A_MODEL, select_engine
from bot.locales import Catalogue
from bot.memory.past_decisions import PastDecisions
from bot.messaging.outbound.notices import Notices
from bot.messaging.outbound.refresh import RefreshReply
from bot.ports import Broker, Clock, Engine, MarketData, Meter, NewId, People, Progress, Stores, TradingCalendar
from bot.ports.traces import NoTracer, Tracer
from bot.presentation.adjust_form import AdjustForms
from bot.presentation.cards import DecisionCards
from bot.presentation.commentary import Commentary
from bot.presentation.explain import Explain
from bot.presentation.home import Home
from bot.presentation.metrics import Metrics
from bot.trading.adjust import Adjust
from bot.trading.cancel import Cancel
from bot.trading.confirm import Confirm
from bot.trading.execute import Execute
from bot.trading.market_clock import MarketClock
from bot.turns.cancellation import TurnCancellation
from bot.turns.decision_actions import DecisionActions
from bot.turns.graph import Nodes, TurnGraph, TurnPaths
from bot.turns.handlers.analyze import AnalyzeHandler
from bot.turns.handlers.commands import CommandHandler
from bot.turns.handlers.debug import DebugCommand
from bot.turns.handlers.decide import DecideHandler
from bot.turns.handlers.discussion import DiscussionCommand
from bot.turns.handlers.explain import ExplainHandler
from bot.turns.handlers.followup import FollowUpHandler
from bot.turns.handlers.review import ReviewHandler
from bot.turns.handlers.settings import SettingsCommand
from bot.turns.handlers.talk import TalkHandler
from bot.turns.handlers.typed_verdict import TypedConfirmationHandler
from bot.turns.handlers.unknown import AskBackHandler
from bot.turns.handlers.usage import UsageCommand
from bot.turns.instrument_resolver import InstrumentResolver
from bot.turns.manager import ConversationManager, Handler
from bot.turns.nodes.persist import PersistNode
from bot.turns.nodes.read_message import ReadMessage
from bot.turns.nodes.recall import RecallNode
from bot.turns.nodes.respond import RespondNode
from bot.turns.nodes.retrieve import RetrieveNode
from bot.turns.nodes.route import RouteNode
from bot.turns.persist import PersistTurn
from bot.turns.presses import PressHandler


@dataclass(frozen=True, slots=True, kw_only=True)
class Core:
    """What the core needs of the outside, and the parts that are made of it."""

    stores: Stores
    market: MarketData
    calendar: TradingCalendar
    instruments: InstrumentTable
    broker: Broker
    engines: tuple[Engine, ...]  # the default one first
    progress: Progress
    people: People
    stop_signal: Signal
    meter: Meter
    texts: Catalogue
    policy: Policy
    clock: Clock
    new_id: NewId
    zone: tzinfo = UTC  # in which instants are told
    language_services: LanguageServices | None = None  # None: there is no model
    tracer: Tracer = field(default_factory=NoTracer)

    @property
    def desk(self) -> PortfolioService:
        """The account and its market."""
        return PortfolioService(self.stores, self.market)

    @property
    def cards(self) -> DecisionCards:
        """Words for decisions."""
        return DecisionCards(self.texts, self.zone)

    @property
    def market_clock(self) -> MarketClock:
        """The market's clock as an account sees it."""
        return MarketClock(self.stores, self.market, self.calendar)

    @property
    def execute(self) -> Execute:
        """Carries out what was confirmed."""
        return Execute(self.stores, self.broker)

    @property
    def explain(self) -> Explain:
        """Words for why a decision was proposed."""
        return Explain(self.stores, self.desk, self.calendar, self.cards, self.clock)

    @property
    def verdicts(self) -> DecisionActions:
        """Confirm, Cancel and Why?, typed or pressed."""
        return DecisionActions(
            confirm_decision=Confirm(self.stores, self.desk, self.execute, self.policy, self.clock),
            cancel_decision=Cancel(self.stores),
            adjust_decision=Adjust(self.stores, self.desk, self.policy, self.clock),
            explain=self.explain,
            cards=self.cards,
        )

    @property
    def persist(self) -> PersistTurn:
        """Stores what a turn or press came to."""
        return PersistTurn(self.stores, self.clock, self.new_id, self.meter)

    @property
    def presses(self) -> PressHandler:
        """Handles presses."""
        return PressHandler(
            stores=self.stores,
            actions=self.verdicts,
            people=self.people,
            persist=self.persist,
            texts=self.texts,
            clock=self.clock,
        )

    @property
    def adjust_forms(self) -> AdjustForms:
        """Makes the forms behind Adjust…."""
        return AdjustForms(self.stores, self.desk, self.cards, self.clock)

    @property
    def home(self) -> Home:
        """Shows a person's Home."""
        return Home(self.stores, self.desk, self.cards, self.clock)

    @property
    def notices(self) -> Notices:
        """Tells what came later."""
        return Notices(self.verdicts, self.clock)

    @property
    def redraw(self) -> RefreshReply:
        """Draws decided decisions."""
        return RefreshReply(self.stores, self.cards, self.clock)

    def manager(self, handlers: Mapping[Intent, Handler]) -> ConversationManager:
        """Return what answers turns, by `handlers`, one per intent."""
        graph = TurnGraph(nodes=self._nodes(handlers), paths=self._paths, tracer=self.tracer)
        return ConversationManager(
            graph=graph,
            people=self.people,
            progress=self.progress,
            policy=self.policy,
            tracer=self.tracer,
        )

    def _nodes(self, handlers: Mapping[Intent, Handler]) -> Nodes:
        """Return the steps of a turn."""
        cancellation, recall = TurnCancellation(self.stores, self.stop_signal), RecallNode(self.stores)
        reading = ReadMessage(
            stores=self.stores,
            portfolio=self.desk,
            instruments=self.instruments,
            policy=self.policy,
            clock=self.clock,
        )
        return Nodes(
            route=RouteNode(
                reading=reading,
                recall=recall,
                intents=self.language_services.intents if self.language_services else None,
                cancellation=cancellation,
                policy=self.policy,
            ),
            recall=recall,
            retrieve=RetrieveNode(self._histories, cancellation),
            respond=RespondNode(
                handlers=handlers,
                commands=self._zoned(lambda core: core._commands),  # noqa: SLF001 - another of its own kind
                ask_back=AskBackHandler(self.texts),
                cancellation=cancellation,
                stores=self.stores,
                texts=self.texts,
                policy=self.policy,
                portfolio=self.desk,
            ),
            persist=PersistNode(self.persist, self.progress),
        )

    @property
    def _paths(self) -> TurnPaths:
        """Which of them a turn takes."""
        engines = {engine.name: engine for engine in self.engines}
        return TurnPaths(
            with_model=self.language_services is not None or not NEED_A_MODEL.isdisjoint(engines),
            looks_back=lambda context: select_engine(engines, context.settings.engine).engine.name in NEED_A_MODEL,
        )

    @property
    def _histories(self) -> PastDecisions:
        return PastDecisions(
            stores=self.stores, portfolio=self.desk, calendar=self.calendar, policy=self.policy, clock=self.clock
        )

    def handlers(self) -> Mapping[Intent, Handler]:
        """Return the handler of each intent."""
        return {intent: self._zoned(_handler_of(intent)) for intent in self._handlers()}

    def _zoned(self, pick: Callable[["Core"], Handler]) -> Handler:
        """Return what hands a message to the handler that tells instants in the time zone of its channel."""

        async def handle(context: TurnContext) -> TurnResult:
            return await pick(replace(self, zone=context.settings.zone))(context)

        return handle

    @property
    def _commands(self) -> CommandHandler:
        settings = SettingsCommand(self.cards, tuple(engine.name for engine in self.engines), self.clock)
        usage = UsageCommand(
            texts=self.texts,
            stores=self.stores,
            clock=self.clock,
            allowance=self.policy.allowance,
            has_model=self.language_services is not None,
        )
        others: Mapping[str, Handler] = {
            "usage": usage,
            "debug": DebugCommand(self.stores, self.cards),
            "discussion": DiscussionCommand(self.stores, self.cards),
        }
        return CommandHandler(self.stores, self.desk, self.market_clock, self.cards, self.clock, settings, others)

    @property
    def _commentary(self) -> Commentary | None:
        return Commentary(self.language_services.prose, self.progress, self.texts) if self.language_services else None

    def _handlers(self) -> Mapping[Intent, Handler]:
        resolver = InstrumentResolver(self.instruments, self.market, self.texts)
        words, ask_back = self._commentary, AskBackHandler(self.texts)
        analyze = AnalyzeHandler(
            self.desk, self.market_clock, resolver, Metrics(self.cards), self.cards, self.progress, words
        )
        return {
            Intent.ANALYZE: analyze,
            Intent.DECIDE: DecideHandler(
                stores=self.stores,
                portfolio=self.desk,
                engines={engine.name: engine for engine in self.engines},
                resolver=resolver,
                cards=self.cards,
                progress=self.progress,
                policy=self.policy,
                clock=self.clock,
                new_id=self.new_id,
            ),
            Intent.EXPLAIN: ExplainHandler(self.stores, self.explain, analyze, words),
            Intent.CONFIRM: TypedConfirmationHandler(ButtonAction.CONFIRM, self.verdicts),
            Intent.CANCEL: TypedConfirmationHandler(ButtonAction.CANCEL, self.verdicts),
            Intent.FOLLOWUP: FollowUpHandler(self.desk, resolver, self.cards, words),
            Intent.REVIEW: ReviewHandler(self.stores, resolver, self.explain, self.cards, self.policy, self.clock),
            Intent.UNKNOWN: TalkHandler(ask_back, self.desk, self.cards, words, self.policy.commission),
        }


def _handler_of(intent: Intent) -> Callable[[Core], Handler]:
    return lambda core: core._handlers()[intent]  # noqa: SLF001 - a part of the same thing, in a zone of its own
