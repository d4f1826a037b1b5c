"""What a conversation has shown last, as it stands now: objects, lists and their pages, and what is asked of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, partial, reduce
from typing import Final, TypeAlias

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import OWN_LIST, Act, Dialogue, ObjectKind, Reference, ShownAnswer, ShownObject
from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.account import ShowOrderStatus, ShowPending
from bot.domain.conversation.requests.analysis import ShowDiscussion
from bot.domain.conversation.requests.explanation import Review, TurnPage
from bot.domain.conversation.requests.memory import ShowConversations
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import Order
from bot.domain.conversation.requests.watching import (
    ChosenAlerts,
    RemoveAlerts,
    SetAlerts,
    ShowWatchList,
    Unwatch,
    Watch,
)
from bot.domain.conversation.share_sets import at_place, shares_listed, shares_meant, shares_ranked, shares_shown
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.measures import OF_CARD, Measure
from bot.domain.figures.query import FigureQuery
from bot.domain.market.instruments import InstrumentTable
from bot.domain.trading.trading_limits import LimitInForce
from bot.domain.watching.alerts import AlertState, PriceAlert
from bot.ports import Stores
from bot.reading.assembly.slots import holds
from bot.reading.reader import MessageReader
from bot.reading.shown_shares import place_pointer, with_shares_named
from bot.trading.limits.limit_book import LimitBook


@dataclass(frozen=True, slots=True)
class ShownObjects:
    """The dialogue without alerts and limits that are gone, and those that are there."""

    dialogue: Dialogue
    alerts: Sequence[PriceAlert]  # of the channel
    limits: Sequence[LimitInForce]  # for the person


async def load_shown_objects(stores: Stores, limits: LimitBook, context: TurnContext) -> ShownObjects:
    """Return what was shown in the conversation of a turn. Raises: StoreUnavailableError.

    A card that the person cannot decide, or not any more, is an order, and has no stop that could be changed.
    """
    async with stores.read(context.turn.tenant_id) as tx:
        alerts = await tx.alerts.in_channel(context.turn.thread.channel, settled=alerts_shown_last(context.dialogue))
    in_force = await limits.in_force(context)
    decidable = {str(each.id) for each in context.own_pending}
    owners = {str(each.number): each.person.id for each in alerts}
    there = {
        ObjectKind.ALERT: {str(each.number) for each in alerts if each.state is not AlertState.REMOVED},
        ObjectKind.LIMIT: {str(each.limit.id) for each in in_force},
        ObjectKind.STOP: decidable,
    }

    def as_it_stands(shown: ShownObject) -> ShownObject:
        if shown.kind is ObjectKind.CARD and shown.id not in decidable:
            return replace(shown, kind=ObjectKind.ORDER)
        return replace(shown, owner=owners[shown.id]) if shown.kind is ObjectKind.ALERT else shown

    answers = []
    for answer in context.dialogue.answers:
        left = (each for each in answer.objects if each.id in there.get(each.kind, {each.id}))
        answers.append(replace(answer, objects=tuple(map(as_it_stands, left))))
    return ShownObjects(Dialogue(tuple(answers)), alerts, in_force)


def alerts_shown_last(dialogue: Dialogue) -> tuple[int, ...]:
    """Return the numbers of the alerts that the latest answer shows."""
    latest = (each for answer in dialogue.answers[:1] for each in answer.objects)
    return tuple(int(each.id) for each in latest if each.kind is ObjectKind.ALERT)


def all_or_shown(
    context: TurnContext, reference: Reference, meant: Sequence[ShownObject], alerts: Sequence[PriceAlert]
) -> tuple[RemoveAlerts, ...]:
    """Return both that "delete them all" may be, where the person has more than those shown; empty: it is clear."""
    own = [each.number for each in alerts if each.is_open and each.person.id == context.turn.person.id]
    shown = tuple(int(each.id) for each in meant)
    is_all = reference.act is Act.REMOVE and not reference.count and holds(context.plain_text, "alerts", "all")
    either = (tuple(own), shown) if is_all and not set(own) <= set(shown) else ()
    return tuple(RemoveAlerts(ChosenAlerts(numbers=each)) for each in either)


def talked_of(context: TurnContext, shown: ShownObjects, reference: Reference) -> tuple[str, ...]:
    """Return the shares that "it", "the first" or "both" means, of those of the latest answer to the person."""
    own = shown.dialogue.answers_to(context.turn.person.id)
    latest = next((each.symbols for each in own if each.symbols), context.conversation.focus[:1])
    if reference.place:
        return at_place(shares_listed(shares_shown(own)), reference.place)
    if reference.count:
        return latest if reference.count == len(latest) else ()
    focus = context.conversation.focus
    is_without_data = not any(map(context.surroundings.instruments.covers, focus))
    if len(focus) == 1 and (focus[0] in latest or is_without_data):  # the one that was looked for among others
        return focus
    return latest if reference.is_plural or len(latest) == 1 else ()


def list_request(reference: Reference, shown: ShownObject, pointed: tuple[str, ...]) -> Request | None:
    """Return the request; None: which share is meant is not clear.

    `reference`: what is asked of the list. `shown`: the list, with its shares in the order in which they stand there.
    """
    is_own = shown.id == OWN_LIST
    picked = at_place(shown.symbols, reference.place) if reference.place else ()
    symbols = reference.symbols or picked or (pointed if reference.is_pointed else ())
    shares, is_whole = NamedShares(symbols=symbols), not (symbols or reference.place or reference.is_pointed)
    if reference.act is Act.REMOVE:
        return Unwatch(shares=shares, is_all=is_whole, is_own=is_own) if symbols or is_whole else None
    return ShowWatchList(is_own=is_own)


def of_list_shown(context: TurnContext) -> TurnContext:
    """Return a request of a list that names none as one of the person's own, if that was shown to them last."""
    request = context.request
    if not isinstance(request, Watch | Unwatch | ShowWatchList) or not request.is_shown:
        return context
    own = context.dialogue.answers_to(context.turn.person.id)
    lists = (each.id for answer in own for each in answer.objects if each.kind is ObjectKind.WATCH_LIST)
    if next(lists, "") != OWN_LIST:
        return context
    reading = replace(context.reading, request=replace(request, is_own=True, is_shown=False))
    return replace(context, reading=reading)


ListRequest: TypeAlias = Review | ShowConversations | ShowDiscussion | ShowPending

_MESSAGES: Final = 60  # that are searched: 29 pages forward from a request


@dataclass(frozen=True, slots=True)
class ShownList:
    """Reads what the latest answer listed, if it did."""

    stores: Stores
    instruments: InstrumentTable

    async def request_before(self, context: TurnContext, turn: TurnPage) -> ListRequest | None:
        """Return the request for the page that is turned to; None: the latest answer was no list."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
        turns = [turn]
        for message in reversed(messages):
            if message.intent not in {None, Intent.REVIEW, Intent.UNKNOWN}:  # a command has none of its own
                return None
            if message.role is Role.USER:
                match await read_beside(message.text, partial(self._request, context, message)):
                    case TurnPage() as earlier:
                        turns.append(earlier)
                    case Review() | ShowConversations() | ShowDiscussion() | ShowPending() as shown:
                        return replace(shown, page=reduce(_turned, reversed(turns), shown.page))
                    case _:
                        return None
        return None

    def _request(self, context: TurnContext, message: Message) -> Request:
        said = replace(context.message_facts, text=message.text, at=message.created_at, asker=message.author)
        around = Surroundings(instruments=self.instruments, today=context.today, profile=context.language)
        return MessageReader(around).read(said).request


def _turned(page: int, turn: TurnPage) -> int:
    return max(page + turn.step if turn.page is None else turn.page, 1)


DECISIONS: Final = frozenset({ObjectKind.CARD, ObjectKind.ORDER})
_LATEST: Final = 3  # answers back that "that" can mean
_MAX_LENGTH: Final = 120  # characters
_MAX_OF_CARD: Final = 60  # of a question about a card


@dataclass(frozen=True)
class AskedOfShown:
    """Reads one message."""

    text: str  # normalised, without a mention
    message: MessageFacts  # that says it
    instruments: InstrumentTable
    today: date  # of the market
    may_be_of_card: bool  # one was shown, and it was read as a question for figures or not understood

    def may_ask(self) -> bool:
        """Return whether it can be such a message, so that what was shown has to be known."""
        return len(self.text) <= _MAX_LENGTH and bool(place_pointer(self.text) or self._of_card)

    def requests(self, answers: Sequence[ShownAnswer], said: tuple[str, ...]) -> tuple[Request, ...]:
        """Return what it asks; several: nobody knows which; empty: nothing that was shown fits.

        Args:
            answers: Those to the person, the newest first; a card that is decided is an order there.
            said: The shares talked of, in the order in which they were said. "The second one" is unclear where it is
                another one than that of the order shown.
        """
        if (query := self._of_card) is not None:
            found = self._of_decision(query, answers)
            return () if found is None else (found,)
        if (place := place_pointer(self.text)) is None:
            return ()
        shown, ranked = shares_listed(shares_shown(answers)), shares_ranked(answers)
        orders = (shown, said) if set(said) == set(shown) else (shown,)
        meant = ({place: shares_meant(place, [order], ranked=ranked)} for order in orders)
        named = filter(None, dict.fromkeys(with_shares_named(self.text, each) for each in meant))
        read = [self._read(each, Surroundings(self.instruments, self.today)) for each in named]
        if not all(map(_is_of_shares, read)):  # what is read of one order only may be meant of the other
            return ()
        queries = [each for each in read if isinstance(each, FigureQuery)]
        if queries and len(queries) == len(read):  # of all that may be meant: the answer names each
            symbols = tuple(dict.fromkeys(symbol for each in queries for symbol in each.symbols))
            return (replace(queries[0], symbols=symbols),)
        by_shares = {frozenset(shares_named(each).symbols): each for each in reversed(read)}
        return tuple(reversed(by_shares.values()))

    def _read(self, text: str, around: Surroundings) -> Request:
        return MessageReader(around).read(replace(self.message, text=text)).request

    def _of_decision(self, query: FigureQuery, answers: Sequence[ShownAnswer]) -> Request | None:
        """Return the question about the card shown last; of one that is carried out, what has become of it."""
        shown = ([o for o in each.objects if o.kind in DECISIONS] for each in answers[:_LATEST])
        decisions = next(filter(None, shown), [])
        if any(each.kind is ObjectKind.CARD for each in decisions):
            return query
        is_of_order = len(decisions) == 1 and query.measures == (Measure.CARD_COST,)
        return ShowOrderStatus(NamedShares(symbols=decisions[0].symbols)) if is_of_order else None

    @cached_property
    def _of_card(self) -> FigureQuery | None:
        if not self.may_be_of_card or len(self.text) > _MAX_OF_CARD:
            return None
        around = Surroundings(self.instruments, self.today, pending=1, is_card_last=True, has_own_card=True)
        query = self._read(self.text, around)
        return query if isinstance(query, FigureQuery) and OF_CARD.issuperset(query.measures or (None,)) else None


def _is_of_shares(request: Request) -> bool:
    """Return whether a request is made of the shares that a pointer means; an order without a size may be a verdict."""
    if isinstance(request, Order):
        terms, is_unit_asked = request.terms, request.terms.problems == (Problem.AMOUNT_UNIT_MISSING,)
        return is_unit_asked or (not terms.problems and (terms.names_size or bool(terms.parts)))
    return isinstance(request, FigureQuery | Watch | SetAlerts)
