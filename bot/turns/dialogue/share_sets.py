"""Messages that mean several shares without naming them: "and the others?", "rsi of both", 剩下四只呢.

They are read once more with the shares in the place of the words. Where it is not clear which are meant, Parley asks:
an answer about the share talked of would be one about another.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from bot.context.slow_reading import read_as
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, shares_named, with_shares
from bot.domain.conversation.requests.analysis import Analyze, Compare
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.suppositions import Suppose
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import (
    Advise,
    Confirm,
    CorrectOrder,
    Order,
    OrderChangeKind,
    ReadBack,
    TradeTerms,
)
from bot.domain.conversation.requests.watching import AskAlertForm, AskWatchForm, SetAlerts, Unwatch, Watch
from bot.domain.conversation.share_sets import SharePointer, shares_meant, shares_shown
from bot.domain.figures.query import FigureQuery, Scope
from bot.domain.market.instruments import InstrumentTable
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size
from bot.ports import Stores
from bot.reading.assembly.slots import says
from bot.reading.guarded_words import GuardedMessage, names_in
from bot.reading.shown_shares import (
    STAND_INS,
    is_of_trade,
    place_pointer,
    set_pointers,
    with_shares_named,
)
from bot.turns.dialogue.follow_ups import FollowUps

WHICH_SHARES: Final = Analyze(problems=(Problem.SHARES_UNNAMED,))
_MAX_LENGTH: Final = 120  # characters
_SIZELESS: Final = frozenset({OrderChangeKind.SIDE, OrderChangeKind.VAGUE})
_CHANGES: Final = Order | SetAlerts | Watch | Unwatch
_OF_SHARES: Final = FigureQuery | Compare | Analyze | Suppose | _CHANGES
_MAY_BE: Final = _OF_SHARES | NotUnderstood | AskAlertForm | AskWatchForm  # what such a message may be read as


@dataclass(frozen=True, slots=True)
class ShareSets:
    """Reads one message."""

    stores: Stores
    instruments: InstrumentTable
    covered: tuple[str, ...]  # all shares of a market that has a list of them

    async def complete(
        self, context: TurnContext, text: str, then: Callable[[TurnContext], Awaitable[TurnContext]]
    ) -> TurnContext | None:
        """Return the message, `text`, as one that names the shares that it means; None: it means none.

        Args:
            context: The message as it is read.
            text: Normalised, without a mention.
            then: Completes what is read of it from what was said before.
        """
        place = place_pointer(text, in_order=False) if context.reading.goes_on else None
        if place is not None:
            said = with_shares_named(text, {place: shares_meant(place, _shown(context))})  # 最后一只呢
            return context.with_request(WHICH_SHARES) if said is None else await then(await self._said(context, said))
        pointers = set_pointers(text, self.instruments) if len(text) <= _MAX_LENGTH else ()
        if not pointers or not isinstance(context.request, _MAY_BE) or context.reading.is_whole:
            return None
        shown = _shown(context)
        named = names_in(text, self.instruments)
        meant = {each: self._meant(context, each, shown, named) for each in pointers}
        is_clear, every = all(meant.values()), tuple(dict.fromkeys(chain.from_iterable(meant.values())))
        is_of_cards = isinstance(context.request, FigureQuery) and context.request.scope is Scope.CARDS
        if is_of_cards and not set(every) <= context.surroundings.pending_symbols:
            return None  # all that is pending is meant: what was talked of last is decided
        if is_clear and not named:
            completed = await FollowUps(self.stores, self.instruments).complete(context, shares=every)
            if completed.reading.is_whole:
                return completed
        if is_clear:
            read = await self._as_named(context, text, meant)
            if all(self._may_mean(read.reading, text, each, shown) for each in pointers):
                return _with_all(await then(read), meant.values())
        is_one_of = any(each.is_rest or each.count > len(context.conversation.focus) for each in pointers)
        is_open = is_one_of and not named and _is_of_talked(context.reading)
        return context.with_request(WHICH_SHARES) if is_open else None

    def _meant(
        self, context: TurnContext, pointer: SharePointer, shown: Sequence[tuple[str, ...]], named: Collection[str]
    ) -> tuple[str, ...]:
        """Return the shares meant: those on cards, those shown, or all of a market of just so many; empty: none."""
        meant = _on_cards(context, pointer, shown) or shares_meant(pointer, shown, named)
        is_market = pointer.count == len(self.covered) and not (pointer.is_rest or pointer.is_first or pointer.is_last)
        request = context.request  # "which of the five did best?" is one of the market already
        is_of_market = isinstance(request, FigureQuery) and request.scope is Scope.MARKET and bool(request.measures)
        return meant or (self.covered if is_market and not is_of_market else ())

    async def _as_named(
        self, context: TurnContext, text: str, meant: Mapping[SharePointer, tuple[str, ...]]
    ) -> TurnContext:
        """Return the message with two of the shares named in it; one that orders trades, with all of them."""
        two = {each: symbols[:STAND_INS] for each, symbols in meant.items()}
        read = await self._said(context, with_shares_named(text, two) or text)
        is_order = isinstance(read.request, Order)
        return await self._said(context, with_shares_named(text, meant) or text) if is_order else read

    async def _said(self, context: TurnContext, text: str) -> TurnContext:
        return replace(context, turn=replace(context.turn, text=text), reading=await read_as(context, text))

    def _may_mean(self, reading: Reading, text: str, pointer: SharePointer, shown: Sequence[tuple[str, ...]]) -> bool:
        """Return whether a message is one about the shares meant; "5 of them" may be of the one share talked of."""
        request = reading.request
        if isinstance(request, _CHANGES) and pointer.leaves_out:  # which have words of their own for that
            return False
        if isinstance(request, Order | SetAlerts) and not (pointer.is_rest or pointer.count) and len(shown[0]) == 1:
            return False
        if isinstance(request, Order):
            is_sized = request.terms.names_size or bool(request.terms.parts)
            is_clear = is_sized and not request.terms.problems
            return is_clear and is_of_trade(text, pointer, self.instruments)
        return reading.goes_on or isinstance(request, _OF_SHARES)


def of_share_picked(context: TurnContext) -> TurnContext:
    """Return a question of "it" as one of the share that was looked for among several, if that was shown last."""
    request, shown = context.request, context.dialogue.answers_to(context.turn.person.id)
    if not isinstance(request, FigureQuery) or request.scope is not Scope.TALKED_OF or request.among:
        return context
    if not says(context.turn.text, "singular"):
        return context
    latest = next(iter(shown), None)
    symbols = next((o.symbols for o in latest.objects if o.kind is ObjectKind.PICKED), ()) if latest else ()
    query = replace(request, scope=Scope.NAMED, symbols=symbols)
    return replace(context, reading=replace(context.reading, request=query)) if symbols else context


def of_count_shown(context: TurnContext) -> TurnContext:
    """Return a purchase of no size, "ok buy that", as one of the shares that the answer before it counted.

    Of "that many" without such an answer it is asked how many.
    """
    terms = _unsized_purchase(context)
    if terms is None:
        return context
    latest = context.dialogue.answers_to(context.turn.person.id)[:1]
    for each in (o for answer in latest for o in answer.objects):
        if each.kind is ObjectKind.COUNT and each.value is not None and terms.symbols in {(), each.symbols}:
            shares = NamedShares(symbols=each.symbols)
            counted = replace(terms, shares=shares, side=Side.BUY, size=Size(each.value))
            return context.with_request(Order(terms=counted)) if _orders_count(context, terms) else context
    if not (isinstance(context.request, Order | Advise) and says(context.turn.text, "that_count")):
        return context
    shares = NamedShares(symbols=terms.symbols or context.conversation.focus[:1])
    unclear = TradeTerms(shares=shares, side=Side.BUY, problems=(Problem.ORDER_UNEXPLAINED,))
    return context.with_request(NotUnderstood(unclear))


def _orders_count(context: TurnContext, terms: TradeTerms) -> bool:
    """Return whether the words of a message order the shares just counted: not "yes, those look good"."""
    text, is_order = context.turn.text, isinstance(context.request, Order) and terms.side is Side.BUY
    said = GuardedMessage.of(context.plain_text, context.surroundings.instruments).trades
    is_bought = terms.side is Side.BUY or any(each.name == "buy" for each in said)
    is_pointed = says(text, "that_many") and (is_bought or says(text, "that_count"))
    return is_order or is_pointed or (says(text, "does_that") and not context.own_pending)


def _unsized_purchase(context: TurnContext) -> TradeTerms | None:
    """Return the terms of a purchase of no size that a message asks for, or may ask for; None: it asks for none."""
    reading = context.reading
    requests = reading.others if isinstance(reading.request, NotUnderstood) else (reading.request,)
    for each in requests:
        is_open_yes = isinstance(each, ReadBack) or (isinstance(each, Confirm) and not context.own_pending)
        if is_open_yes and isinstance(each, ReadBack | Confirm) and not each.meant.symbols:
            return TradeTerms()
        is_size_open = not isinstance(each, CorrectOrder) or each.change.kind in _SIZELESS
        if isinstance(each, Order | Advise | CorrectOrder) and is_size_open:
            terms = each.terms
            is_sized = terms.names_size or terms.parts or terms.risk is not None or terms.max_cash is not None
            is_open = terms.side is not Side.SELL and not (is_sized or terms.problems or terms.placement)
            return terms if is_open else None
    return None


def is_change_of_talked(reading: Reading) -> bool:
    """Return whether a message that names no share would set an alert, order, or put on a list, what is talked of."""
    return isinstance(reading.request, SetAlerts | Watch | Order) and not shares_named(reading.request).symbols


def _shown(context: TurnContext) -> list[tuple[str, ...]]:
    return shares_shown(context.dialogue.answers_to(context.turn.person.id))


def _on_cards(context: TurnContext, pointer: SharePointer, shown: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the shares of the person's cards, if they are as many as meant and the latest answer shows not so many."""
    symbols = tuple(dict.fromkeys(each.proposal.symbol for each in context.own_pending))
    is_of_all = not (pointer.is_rest or pointer.is_first or pointer.is_last)
    is_shown = any(len(each) == pointer.count for each in shown[:1])
    return symbols if is_of_all and len(symbols) == pointer.count > 1 and not is_shown else ()


def _is_of_talked(reading: Reading) -> bool:
    """Return whether a message that names no share is read as one of the share talked of."""
    request: Request = reading.request
    match request:
        case FigureQuery(scope=scope) | Compare(scope=scope):
            return scope is Scope.TALKED_OF
        case Analyze() | SetAlerts() | Order():
            return not reading.shares.symbols
    return reading.goes_on


def _with_all(context: TurnContext, meant: Iterable[tuple[str, ...]]) -> TurnContext:
    request = context.request
    if isinstance(request, Order):
        return context
    named = request.symbols if isinstance(request, FigureQuery) else shares_named(request).symbols
    beyond = [each for symbols in meant for each in symbols[STAND_INS:] if set(symbols[:STAND_INS]) <= set(named)]
    symbols = tuple(dict.fromkeys((*named, *beyond)))
    if symbols == named:
        return context
    if isinstance(request, FigureQuery):
        every: Request = replace(request, symbols=symbols)
    else:
        every = with_shares(request, NamedShares(symbols=symbols))
    reading = replace(context.reading, request=every, shares=NamedShares(symbols=symbols))
    return replace(context, reading=reading)
