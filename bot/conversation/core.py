"""The conversation core put together from ports: the same for the bot and for its tests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo

from bot.conversation.adjust import Adjust
from bot.conversation.adjust_form import AdjustForms
from bot.conversation.cancel import Cancel
from bot.conversation.cards import Cards
from bot.conversation.confirm import Confirm
from bot.conversation.desk import Desk
from bot.conversation.execute import Execute
from bot.conversation.explain import Explain
from bot.conversation.figures import Figures
from bot.conversation.handlers.analyze import Analyze
from bot.conversation.handlers.commands import Commands
from bot.conversation.handlers.decide import Decide
from bot.conversation.handlers.explain import ExplainHandler
from bot.conversation.handlers.followup import FollowUp
from bot.conversation.handlers.review import Review
from bot.conversation.handlers.settings import SettingsCommand
from bot.conversation.handlers.unknown import AskBack
from bot.conversation.handlers.verdicts import TypedVerdict
from bot.conversation.home import Home
from bot.conversation.manager import ConversationManager, Handler
from bot.conversation.market_clock import MarketClock
from bot.conversation.notices import Notices
from bot.conversation.persist import Persist
from bot.conversation.policy import Policy
from bot.conversation.press import Presses
from bot.conversation.redraw import Redraw
from bot.conversation.stops import Stops
from bot.conversation.turn import Asked, Outcome
from bot.conversation.verdict import Verdicts
from bot.conversation.wake import Wake
from bot.conversation.which import Which
from bot.domain.buttons import Press
from bot.domain.conversation import Intent
from bot.domain.instruments import InstrumentTable
from bot.locales import Catalogue
from bot.ports import Broker, Clock, Engine, MarketData, Meter, NewId, People, Progress, Stores, TradingCalendar


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
        return ConversationManager(
            stores=self.stores,
            desk=self.desk,
            instruments=self.instruments,
            handlers=handlers,
            commands=self._zoned(lambda core: core._commands),  # noqa: SLF001 - another of its own kind
            ask_back=AskBack(self.say),
            people=self.people,
            progress=self.progress,
            stops=Stops(self.stores, self.stop_bell),
            persist=self.persist,
            say=self.say,
            clock=self.clock,
            policy=self.policy,
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
        return Commands(self.stores, self.desk, self.market_clock, self.cards, self.clock, settings)

    def _handlers(self) -> Mapping[Intent, Handler]:
        which = Which(self.instruments, self.market, self.say)
        analyze = Analyze(self.desk, self.market_clock, which, Figures(self.cards), self.cards, self.progress)
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
            Intent.EXPLAIN: ExplainHandler(self.stores, self.explain, analyze),
            Intent.CONFIRM: TypedVerdict(Press.CONFIRM, self.verdicts),
            Intent.CANCEL: TypedVerdict(Press.CANCEL, self.verdicts),
            Intent.FOLLOWUP: FollowUp(self.desk, which, self.cards),
            Intent.REVIEW: Review(self.stores, which, self.explain, self.cards, self.policy, self.clock),
            Intent.UNKNOWN: AskBack(self.say),
        }


def _handler_of(intent: Intent) -> Callable[[Core], Handler]:
    return lambda core: core._handlers()[intent]  # noqa: SLF001 - a part of the same thing, in a zone of its own
