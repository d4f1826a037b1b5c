"""The conversation core put together from ports: the same for the bot and for its tests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo

from bot.agents.language_services import Mind
from bot.context.policy import Policy
from bot.context.portfolio import Desk
from bot.context.signal import Wake
from bot.context.turn import Asked, Outcome
from bot.domain.conversation.buttons import Press
from bot.domain.conversation.states import Intent
from bot.domain.market.instruments import InstrumentTable
from bot.engines.selection import NEED_A_MODEL, choose
from bot.locales import Catalogue
from bot.memory.past_decisions import Histories
from bot.messaging.outbound.notices import Notices
from bot.messaging.outbound.refresh import Redraw
from bot.ports import Broker, Clock, Engine, MarketData, Meter, NewId, People, Progress, Stores, TradingCalendar
from bot.ports.traces import NoTracer, Tracer
from bot.presentation.adjust_form import AdjustForms
from bot.presentation.cards import Cards
from bot.presentation.commentary import Commentary
from bot.presentation.explain import Explain
from bot.presentation.home import Home
from bot.presentation.metrics import Figures
from bot.trading.adjust import Adjust
from bot.trading.cancel import Cancel
from bot.trading.confirm import Confirm
from bot.trading.execute import Execute
from bot.trading.market_clock import MarketClock
from bot.turns.cancellation import Stops
from bot.turns.decision_actions import Verdicts
from bot.turns.graph import Nodes, Paths, TurnGraph
from bot.turns.handlers.analyze import Analyze
from bot.turns.handlers.commands import Commands
from bot.turns.handlers.debug import Debug
from bot.turns.handlers.decide import Decide
from bot.turns.handlers.discussion import Discussion
from bot.turns.handlers.explain import ExplainHandler
from bot.turns.handlers.followup import FollowUp
from bot.turns.handlers.review import Review
from bot.turns.handlers.settings import SettingsCommand
from bot.turns.handlers.talk import Talk
from bot.turns.handlers.typed_verdict import TypedVerdict
from bot.turns.handlers.unknown import AskBack
from bot.turns.handlers.usage import UsageCommand
from bot.turns.instrument_resolver import Which
from bot.turns.manager import ConversationManager, Handler
from bot.turns.nodes.persist import PersistNode
from bot.turns.nodes.read_message import Reading
from bot.turns.nodes.recall import Recall
from bot.turns.nodes.respond import Respond
from bot.turns.nodes.retrieve import Retrieve
from bot.turns.nodes.route import RouteNode
from bot.turns.persist import Persist
from bot.turns.presses import Presses


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
    stop_bell: Wake
    meter: Meter
    say: Catalogue
    policy: Policy
    clock: Clock
    new_id: NewId
    zone: tzinfo = UTC  # in which instants are told
    mind: Mind | None = None  # None: there is no model
    tracer: Tracer = field(default_factory=NoTracer)

    @property
    def desk(self) -> Desk:
        """The account and its market."""
        return Desk(self.stores, self.market)

    @property
    def cards(self) -> Cards:
        """Words for decisions."""
        return Cards(self.say, self.zone)

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
    def verdicts(self) -> Verdicts:
        """Confirm, Cancel and Why?, typed or pressed."""
        return Verdicts(
            confirm_decision=Confirm(self.stores, self.desk, self.execute, self.policy, self.clock),
            cancel_decision=Cancel(self.stores),
            adjust_decision=Adjust(self.stores, self.desk, self.policy, self.clock),
            explain=self.explain,
            cards=self.cards,
        )

    @property
    def persist(self) -> Persist:
        """Stores what a turn or press came to."""
        return Persist(self.stores, self.clock, self.new_id, self.meter)

    @property
    def presses(self) -> Presses:
        """Handles presses."""
        return Presses(
            stores=self.stores,
            verdicts=self.verdicts,
            people=self.people,
            persist=self.persist,
            say=self.say,
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
    def redraw(self) -> Redraw:
        """Draws decided decisions."""
        return Redraw(self.stores, self.cards, self.clock)

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
        stops, recall = Stops(self.stores, self.stop_bell), Recall(self.stores)
        reading = Reading(
            stores=self.stores,
            desk=self.desk,
            instruments=self.instruments,
            policy=self.policy,
            clock=self.clock,
        )
        return Nodes(
            route=RouteNode(
                reading=reading,
                recall=recall,
                intents=self.mind.intents if self.mind else None,
                stops=stops,
                policy=self.policy,
            ),
            recall=recall,
            retrieve=Retrieve(self._histories, stops),
            respond=Respond(
                handlers=handlers,
                commands=self._zoned(lambda core: core._commands),  # noqa: SLF001 - another of its own kind
                ask_back=AskBack(self.say),
                stops=stops,
                stores=self.stores,
                say=self.say,
                policy=self.policy,
                desk=self.desk,
            ),
            persist=PersistNode(self.persist, self.progress),
        )

    @property
    def _paths(self) -> Paths:
        """Which of them a turn takes."""
        engines = {engine.name: engine for engine in self.engines}
        return Paths(
            with_model=self.mind is not None or not NEED_A_MODEL.isdisjoint(engines),
            looks_back=lambda asked: choose(engines, asked.settings.engine).engine.name in NEED_A_MODEL,
        )

    @property
    def _histories(self) -> Histories:
        return Histories(
            stores=self.stores, desk=self.desk, calendar=self.calendar, policy=self.policy, clock=self.clock
        )

    def handlers(self) -> Mapping[Intent, Handler]:
        """Return the handler of each intent."""
        return {intent: self._zoned(_handler_of(intent)) for intent in self._handlers()}

    def _zoned(self, pick: Callable[["Core"], Handler]) -> Handler:
        """Return what hands a message to the handler that tells instants in the time zone of its channel."""

        async def handle(asked: Asked) -> Outcome:
            return await pick(replace(self, zone=asked.settings.zone))(asked)

        return handle

    @property
    def _commands(self) -> Commands:
        settings = SettingsCommand(self.cards, tuple(engine.name for engine in self.engines), self.clock)
        usage = UsageCommand(
            say=self.say,
            stores=self.stores,
            clock=self.clock,
            allowance=self.policy.allowance,
            has_model=self.mind is not None,
        )
        others: Mapping[str, Handler] = {
            "usage": usage,
            "debug": Debug(self.stores, self.cards),
            "discussion": Discussion(self.stores, self.cards),
        }
        return Commands(self.stores, self.desk, self.market_clock, self.cards, self.clock, settings, others)

    @property
    def _commentary(self) -> Commentary | None:
        return Commentary(self.mind.prose, self.progress, self.say) if self.mind else None

    def _handlers(self) -> Mapping[Intent, Handler]:
        which = Which(self.instruments, self.market, self.say)
        words, ask_back = self._commentary, AskBack(self.say)
        analyze = Analyze(self.desk, self.market_clock, which, Figures(self.cards), self.cards, self.progress, words)
        return {
            Intent.ANALYZE: analyze,
            Intent.DECIDE: Decide(
                stores=self.stores,
                desk=self.desk,
                engines={engine.name: engine for engine in self.engines},
                which=which,
                cards=self.cards,
                progress=self.progress,
                policy=self.policy,
                clock=self.clock,
                new_id=self.new_id,
            ),
            Intent.EXPLAIN: ExplainHandler(self.stores, self.explain, analyze, words),
            Intent.CONFIRM: TypedVerdict(Press.CONFIRM, self.verdicts),
            Intent.CANCEL: TypedVerdict(Press.CANCEL, self.verdicts),
            Intent.FOLLOWUP: FollowUp(self.desk, which, self.cards, words),
            Intent.REVIEW: Review(self.stores, which, self.explain, self.cards, self.policy, self.clock),
            Intent.UNKNOWN: Talk(ask_back, self.desk, self.cards, words, self.policy.commission),
        }


def _handler_of(intent: Intent) -> Callable[[Core], Handler]:
    return lambda core: core._handlers()[intent]  # noqa: SLF001 - a part of the same thing, in a zone of its own
